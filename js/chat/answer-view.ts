// Draws one answer: steps and text in order, and its usage. steps.ts draws the rows, markdown-view.ts the Markdown.
import { type App, Component, setTooltip } from "obsidian";
import type { Evidence } from "../agent/citations/evidence.ts";
import type { Surroundings } from "../agent/loop/conversation.ts";
import { noticeOf } from "../agent/loop/endings.ts";
import type { AnswerEnd, ConversationEvent } from "../agent/events.ts";
import type { Cut, Message } from "../agent/message.ts";
import { counted, inUnit, t } from "../base/translate.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { notesSeen, taken } from "./amounts.ts";
import type { ChangeQuestion, Choice } from "./approvals.ts";
import { copyButton, drawIcon, iconButton } from "./button.ts";
import { askAbout, showPlan } from "./change-card.ts";
import { makeChips, verify } from "./citation-chip.ts";
import { copiedAnswer } from "./copied-text.ts";
import type { Shown } from "./corrections.ts";
import { markFound } from "./found-words.ts";
import { MarkdownText } from "./markdown-view.ts";
import { askToSend } from "./send-card.ts";
import type { SendChoice, SendQuestion } from "./send-review.ts";
import { drawSent, type Sent } from "./sent-list.ts";
import { Steps } from "./steps.ts";
import { WaitLine } from "./wait-line.ts";
import { drawWriter } from "./writer.ts";

/** What a saved conversation records about how an answer ended. */
export type Remembered = Pick<AnswerEnd, "read" | "answer" | "isUngrounded"> & { readonly cut: Cut | undefined };

/** The user's actions on an answer. */
export interface AnswerActions {
  retry(): void;
  /** Asks again, once the user has chosen a model in the menu at `button`. */
  retryWith(button: HTMLElement): void;
  /** Asks for the rest of the answer. */
  goOn(): void;
  /** Goes on from here in a new conversation. */
  fork(): void;
  openSettings(): void;
  /** Opens the menu of notes for the text `source` at `button`. */
  addToNote(source: string, button: HTMLElement): void;
}

/** An answer in progress, or a finished one. */
export class Answer extends Component {
  readonly el: HTMLElement;
  readonly #app: App;
  readonly #actions: AnswerActions;
  readonly #bodyEl: HTMLElement;
  readonly #wait: WaitLine;
  readonly #endEl: HTMLElement;
  readonly #checking = new AbortController();
  /** How many cards wait for the user. */
  #asked = 0;
  #steps: Steps[] = [];
  #text: MarkdownText | undefined;
  #texts: MarkdownText[] = [];
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

  /** The whole text, as Markdown. */
  get source(): string {
    return this.#texts.map(({ source }) => source).join("\n\n");
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
        this.#wait.say(t("Thinking…"), true);
        return "";
      case "buffered":
        this.#wait.say(t("Waiting for the whole answer, which this provider can't stream…"), true);
        return t("The answer will come in one piece.");
      case "text":
        this.#wait.say("");
        this.#say(event.text);
        return "";
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
      return await this.#waitFor(() => askAbout(this.#app, this.#bodyEl, question));
    } finally {
      wait(false);
    }
  }

  /** Shows what is about to be sent, and waits for the user's choice. */
  send(question: SendQuestion): Promise<SendChoice> {
    this.#wait.say("");
    return this.#waitFor(() => askToSend(this.#bodyEl, question));
  }

  /** Shows a card that waits for the user. */
  async #waitFor<T>(ask: () => Promise<T>): Promise<T> {
    this.#text = undefined;
    // Some screen readers hide what is busy.
    this.#asked++;
    this.el.setAttr("aria-busy", "false");
    const choice = await ask();
    this.#asked--;
    this.el.setAttr("aria-busy", String(this.#asked === 0 && this.el.hasClass("is-busy")));
    return choice;
  }

  /** Shows a message of a saved conversation. */
  recall(message: Message): void {
    if (message.role === "assistant") {
      if (message.text) this.#say(message.text);
      for (const call of message.calls) this.#call(call);
    } else if (message.role === "tool") {
      this.#steps.some((steps) => steps.end(message));
    }
  }

  /** Marks the answer as in progress, so that screen readers wait. */
  set isBusy(busy: boolean) {
    this.el.setAttr("aria-busy", String(busy));
    this.el.toggleClass("is-busy", busy);
  }

  /** Marks the answer as finished: `end` says how, if known. */
  async end(
    end: AnswerEnd | Remembered,
    settings: ChatSettings | undefined,
    isRemote: boolean,
    sent?: Sent,
  ): Promise<void> {
    this.#wait.say("");
    for (const steps of this.#steps) steps.settle();
    await Promise.all(this.#texts.map((text) => text.whole()));
    this.isBusy = false;
    this.#endEl.empty();
    if ("usage" in end) this.#sayLeftOut(end);
    if (end.cut) this.#notice(end.cut, "usage" in end ? end : {});
    const line = this.#endEl.createDiv("lectern-chat-line");
    if (end.answer) drawWriter(line, end.answer.model);
    const words = line.createDiv({ cls: "lectern-chat-taken", attr: { dir: "auto" } });
    words.setText("usage" in end && settings ? taken(end, settings, isRemote).join(" · ") : notesSeen(end));
    if (end.read.length > 0) setTooltip(words, end.read.join("\n"));
    const actions = line.createDiv("lectern-chat-actions");
    if (this.source) {
      copyButton(actions, t("Copy answer"), () => copiedAnswer(this.#app, this.source));
      const toNote = iconButton(actions, "file-input", t("Add to a note"), () =>
        this.#actions.addToNote(this.source, toNote),
      );
      toNote.setAttr("aria-haspopup", "menu");
    }
    iconButton(actions, "refresh-cw", t("Ask again"), () => this.#actions.retry());
    const other = iconButton(actions, "bot", t("Ask another model"), () => this.#actions.retryWith(other));
    other.setAttr("aria-haspopup", "menu");
    iconButton(actions, "git-fork", t("Go on in a new conversation"), () => this.#actions.fork());
    if (sent) drawSent(this.#endEl, sent);
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

  #say(text: string): void {
    if (!this.#text) {
      this.#steps[this.#steps.length - 1]?.settle();
      this.#text = new MarkdownText(this.#app, this.#bodyEl, this, makeChips);
      this.#texts.push(this.#text);
    }
    this.#text.append(text);
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

  /** Says what was shown to the model earlier, but not sent this time. */
  #sayLeftOut({ withheld, forgotten }: AnswerEnd): void {
    if (withheld) {
      const text = counted(
        withheld.length,
        "Left out: {n} now-excluded item and the answers based on it",
        "Left out: {n} now-excluded items and the answers based on them",
      );
      setTooltip(this.#box("lock", text), withheld.join("\n"));
    }
    if (!forgotten) return;
    const text = counted(
      forgotten,
      "The model's context is full: {n} earlier question was left out",
      "The model's context is full: {n} earlier questions were left out",
    );
    this.#box("info", text);
  }

  /** Shows `text` with an icon below the answer. */
  #box(icon: string, text: string, isFault = false): HTMLElement {
    const attr = { role: isFault ? "alert" : "note" };
    const box = this.#endEl.createDiv({ cls: `lectern-chat-notice${isFault ? " is-error" : ""}`, attr });
    drawIcon(box, icon);
    box.createDiv({ cls: "lectern-chat-notice-words", text, attr: { dir: "auto" } });
    return box;
  }

  /** Says why the answer is incomplete, and what to do. */
  #notice(cut: Cut, { because, needsSettings, isFinal }: Partial<AnswerEnd>): void {
    const isFault = cut !== "cancelled" && cut !== "turns" && cut !== "length";
    const icon = isFault ? "circle-alert" : cut === "cancelled" ? "circle-stop" : "info";
    const box = this.#box(icon, because ?? noticeOf(cut), isFault);
    if (needsSettings) {
      box
        .createEl("button", { text: t("Open settings"), cls: "mod-cta" })
        .addEventListener("click", () => this.#actions.openSettings());
    } else if (!isFinal && (cut === "failed" || cut === "repeated" || cut === "uncalled")) {
      box.createEl("button", { text: t("Try again") }).addEventListener("click", () => this.#actions.retry());
    } else if (cut === "length" || cut === "turns") {
      const goOn = box.createEl("button", { cls: "lectern-chat-go-on", text: t("Continue") });
      goOn.addEventListener("click", () => this.#actions.goOn());
    }
  }
}
