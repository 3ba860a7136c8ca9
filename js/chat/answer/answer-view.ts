// Draws one answer: its steps, text and cards, in order. steps.ts draws the rows of calls, markdown-view.ts the Markdown,
// answer-end.ts what stands below.
import { type App, Component } from "obsidian";
import type { Evidence } from "../../agent/citations/evidence.ts";
import type { Surroundings } from "../../agent/loop/conversation.ts";
import type { ConversationEvent } from "../../agent/events.ts";
import type { Message } from "../../agent/message.ts";
import type { PlanLimit } from "../../agent/model.ts";
import { inUnit, t } from "../../base/translate.ts";
import { type AnswerActions, drawEnd, type Ended } from "./answer-end.ts";
import type { ChangeQuestion, Choice } from "../changes/approvals.ts";
import { askAbout, showPlan } from "../changes/change-card.ts";
import { makeChips, verify } from "./citation-chip.ts";
import type { Shown } from "../changes/corrections.ts";
import { markFound } from "./found-words.ts";
import { MarkdownText } from "./markdown-view.ts";
import { askToSend } from "../sending/send-card.ts";
import type { SendChoice, SendQuestion } from "../sending/send-review.ts";
import { Steps } from "./steps.ts";
import { WaitLine } from "./wait-line.ts";

/** An answer in progress, or a finished one. */
export class Answer extends Component {
  readonly el: HTMLElement;
  readonly #app: App;
  readonly #actions: AnswerActions;
  readonly #bodyEl: HTMLElement;
  readonly #wait: WaitLine;
  readonly #endEl: HTMLElement;
  readonly #checking = new AbortController();
  #steps: Steps[] = [];
  #text: MarkdownText | undefined;
  #texts: MarkdownText[] = [];
  #limits: readonly PlanLimit[] = [];
  /** The start of the current turn, so that a retry can remove its output. */
  #turn = { texts: 0, calls: new Set<string>() };

  constructor(app: App, parent: HTMLElement, actions: AnswerActions) {
    super();
    this.#app = app;
    this.#actions = actions;
    this.el = parent.createEl("article", { cls: "lectern-chat-answer", attr: { "aria-label": t("Answer") } });
    this.#bodyEl = this.el.createDiv("lectern-chat-body");
    this.#wait = this.addChild(new WaitLine(this.el));
    this.#endEl = this.el.createDiv("lectern-chat-end");
  }

  override onunload(): void {
    this.#checking.abort();
  }

  /** Shows an event. Returns words for screen readers. */
  take(event: ConversationEvent): string {
    switch (event.type) {
      case "turn":
        this.#turn = { texts: this.#texts.length, calls: new Set() };
        this.#text = undefined;
        this.#wait.say(t("Thinking…"), true);
        return "";
      case "thinking":
        this.#wait.say(event.doing ?? t("Thinking…"), true);
        return "";
      case "buffered":
        this.#wait.say(t("Waiting for the whole answer, which this provider can't stream…"), true);
        return t("The answer will come in one piece.");
      case "limits":
        this.#limits = event.limits;
        return "";
      case "text": {
        const isFirst = this.#texts.length === 0;
        this.#wait.say("");
        this.#say(event.text);
        return isFirst ? t("The answer begins.") : "";
      }
      case "retract":
        this.#takeBack();
        this.#wait.say(t("Thinking…"), true);
        return "";
      case "call":
        this.#wait.say("");
        return this.#call(event.call);
      case "reply":
      case "reread":
        this.#steps.some((steps) => steps.end(event.message));
        return "";
      case "retry":
        this.#takeBack();
        this.#wait.say(
          t("{reason} Trying again in {time}…", {
            reason: event.because,
            time: inUnit(Math.max(Math.round(event.inMs / 1000), 1), "second"),
          }),
        );
        return event.because;
      case "shortened":
        for (const steps of this.#steps) steps.shorten(event.ids);
        return "";
      default:
        return "";
    }
  }

  /** Shows a change of a plan below its call. */
  plan(proposal: Shown): void {
    this.#text = undefined;
    showPlan(this.#app, this.#bodyEl, proposal);
  }

  /** Shows changes below their calls, and waits for the user's choices. */
  async ask(question: ChangeQuestion): Promise<readonly Choice[]> {
    const wait = (isWaiting: boolean): void => this.#steps.forEach((steps) => steps.wait(isWaiting));
    wait(true);
    try {
      this.#text = undefined;
      return await askAbout(this.#app, this.#bodyEl, question);
    } finally {
      wait(false);
    }
  }

  /** Shows what is about to be sent, and waits for the user's choice. */
  send(question: SendQuestion): Promise<SendChoice> {
    this.#wait.say("");
    this.#text = undefined;
    return askToSend(this.#bodyEl, question);
  }

  /** Shows a message of a saved conversation. */
  recall(message: Message): void {
    if (message.role === "assistant") {
      if (message.text) this.#say(message.text, true);
      for (const call of message.calls) this.#call(call);
    } else if (message.role === "tool") {
      this.#steps.some((steps) => steps.end(message));
    }
  }

  /** Marks the answer as in progress. Not as busy: some screen readers hide that. */
  set isBusy(busy: boolean) {
    this.el.toggleClass("is-busy", busy);
  }

  /** Marks the answer as finished. */
  async end(ended: Ended): Promise<void> {
    this.#wait.say("");
    for (const steps of this.#steps) steps.settle();
    await Promise.all(this.#texts.map((text) => text.whole()));
    this.isBusy = false;
    const source = this.#texts.map((text) => text.source).join("\n\n");
    drawEnd(this.#app, this.#endEl, source, { ...ended, limits: this.#limits }, this.#actions);
  }

  /** Marks `words` in the quotations, once all text is shown. */
  async mark(words: readonly string[]): Promise<void> {
    for (const text of this.#texts) {
      await text.whole();
      markFound(text.el, words);
    }
  }

  /** Checks the citations, once the model is done. */
  async verify(evidence: Evidence, call: Surroundings["call"]): Promise<void> {
    for (const text of this.#texts) {
      await text.whole();
      await verify(text.el, text.source, evidence, call, this.#checking.signal);
    }
  }

  #say(text: string, isRecalled = false): void {
    if (!this.#text) {
      this.#steps[this.#steps.length - 1]?.settle();
      this.#text = new MarkdownText(this.#app, this.#bodyEl, this, makeChips);
      this.#texts.push(this.#text);
    }
    this.#text.append(text, isRecalled);
  }

  #call(call: Parameters<Steps["begin"]>[0]): string {
    let steps = this.#steps[this.#steps.length - 1];
    // If the next turn has only calls, they join the existing rows.
    if (!steps || !this.#bodyEl.lastElementChild?.hasClass("lectern-chat-steps")) {
      this.#text = undefined;
      this.#steps.push((steps = new Steps(this.#bodyEl)));
    }
    this.#turn.calls.add(call.id);
    steps.begin(call);
    return steps.words;
  }

  /** Removes the output of a turn that is retried. */
  #takeBack(): void {
    for (const text of this.#texts.splice(this.#turn.texts)) text.el.remove();
    for (const steps of this.#steps) steps.drop(this.#turn.calls);
    this.#text = undefined;
  }
}
