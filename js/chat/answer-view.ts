// One answer: what the model did and said, in order, and what it took. Leaves the rows to steps.ts, and Markdown to markdown-view.ts.
import { type App, Component, setIcon, setTooltip } from "obsidian";
import type { Evidence } from "../agent/citations/evidence.ts";
import type { Surroundings } from "../agent/loop/conversation.ts";
import type { AnswerEnd, ConversationEvent } from "../agent/events.ts";
import type { Cut, Message } from "../agent/message.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { notesRead, taken } from "./amounts.ts";
import { copyButton, iconButton } from "./button.ts";
import { makeChips, verify } from "./citation-chip.ts";
import { MarkdownText } from "./markdown-view.ts";
import { Steps } from "./steps.ts";

/** What an answer that was cut says of itself, where nobody said more. */
const CUTS: Record<Cut, string> = {
  cancelled: "Stopped.",
  length: "The model's answer was cut, as it was too long for it.",
  filtered: "The provider held the rest of this answer back.",
  failed: "This answer failed.",
  turns: "The model used all its turns without coming to an end.",
};

/** What is known of how an answer ended once it was saved. */
export type Remembered = Pick<AnswerEnd, "read"> & { readonly cut: Cut | undefined };

/** What a person can do about an answer. */
export interface AnswerActions {
  retry(): void;
  openSettings(): void;
}

/** An answer while it is made, or as it was made once. */
export class Answer extends Component {
  readonly el: HTMLElement;
  readonly #app: App;
  readonly #actions: AnswerActions;
  readonly #bodyEl: HTMLElement;
  readonly #waitEl: HTMLElement;
  readonly #endEl: HTMLElement;
  readonly #checking = new AbortController();
  #steps: Steps[] = [];
  #text: MarkdownText | undefined;
  #texts: MarkdownText[] = [];
  /** Where the model's turn under way began: a retry takes back what it had said. */
  #turn = { texts: 0, calls: new Set<string>() };

  constructor(app: App, parent: HTMLElement, actions: AnswerActions) {
    super();
    this.#app = app;
    this.#actions = actions;
    this.el = parent.createEl("article", { cls: "lectern-chat-answer", attr: { "aria-label": "Answer" } });
    this.#bodyEl = this.el.createDiv("lectern-chat-body");
    this.#waitEl = this.el.createDiv({ cls: "lectern-chat-wait is-hidden" });
    this.#endEl = this.el.createDiv("lectern-chat-end");
  }

  override onunload(): void {
    this.#checking.abort();
  }

  /** All that was said, as Markdown. */
  get source(): string {
    return this.#texts.map(({ source }) => source).join("\n\n");
  }

  /** Shows what was told. Gives back words for those who do not see it. */
  take(event: ConversationEvent): string {
    switch (event.type) {
      case "turn":
        this.#turn = { texts: this.#texts.length, calls: new Set() };
        this.#text = undefined;
        this.#wait("Thinking …");
        return "";
      case "thinking":
        this.#wait("Thinking …");
        return "";
      case "buffered":
        this.#wait("Waiting for the whole answer: this provider does not let the app stream …");
        return "The answer will come in one piece.";
      case "text":
        this.#wait("");
        this.#say(event.text);
        return "";
      case "call":
        this.#wait("");
        return this.#call(event.call);
      case "reply":
        this.#steps.some((steps) => steps.end(event.message));
        return "";
      case "retry":
        this.#takeBack();
        this.#wait(`${event.because} Trying again in ${Math.max(Math.round(event.inMs / 1000), 1)} s …`);
        return event.because;
      case "shortened":
        for (const steps of this.#steps) steps.shorten(event.ids);
        return "";
      default:
        return "";
    }
  }

  /** Shows a message of a conversation that was had before. */
  recall(message: Message): void {
    if (message.role === "assistant") {
      if (message.text) this.#say(message.text);
      for (const call of message.calls) this.#call(call);
    } else if (message.role === "tool") {
      this.#steps.some((steps) => steps.end(message));
    }
  }

  /** Marks it as being made, or done. While it is made, a screen reader waits. */
  set isBusy(busy: boolean) {
    this.el.setAttr("aria-busy", String(busy));
    this.el.toggleClass("is-busy", busy);
  }

  /** It is done: `end` says how, where that is known. */
  async end(end: AnswerEnd | Remembered, settings: ChatSettings | undefined, isRemote: boolean): Promise<void> {
    this.#wait("");
    for (const steps of this.#steps) steps.settle();
    await Promise.all(this.#texts.map((text) => text.whole()));
    this.isBusy = false;
    this.#endEl.empty();
    if ("withheld" in end) this.#sayWithheld(end.withheld);
    if (end.cut)
      this.#notice(end.cut, "because" in end ? end.because : undefined, "needsSettings" in end && end.needsSettings);
    const line = this.#endEl.createDiv("lectern-chat-line");
    const words = line.createDiv({ cls: "lectern-chat-taken", attr: { dir: "auto" } });
    words.setText("usage" in end && settings ? taken(end, settings, isRemote).join(" · ") : notesRead(end.read));
    if (end.read.length > 0) setTooltip(words, end.read.join("\n"));
    const actions = line.createDiv("lectern-chat-actions");
    if (this.source) copyButton(actions, "Copy the answer", () => this.source);
    iconButton(actions, "refresh-cw", "Ask again", () => this.#actions.retry());
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
    // Another turn may say nothing and go on calling: its calls belong to the rows that there are.
    if (!steps || !this.#bodyEl.lastElementChild?.hasClass("lectern-chat-steps")) {
      this.#text = undefined;
      this.#steps.push((steps = new Steps(this.#bodyEl)));
    }
    this.#turn.calls.add(call.id);
    steps.begin(call);
    return steps.words;
  }

  /** A turn that is tried again has said nothing yet. */
  #takeBack(): void {
    for (const text of this.#texts.splice(this.#turn.texts)) text.el.remove();
    for (const steps of this.#steps) steps.drop(this.#turn.calls);
    this.#text = undefined;
  }

  #wait(words: string): void {
    if (this.#waitEl.textContent === words) return;
    this.#waitEl.setText(words);
    this.#waitEl.toggleClass("is-hidden", words === "");
  }

  /** What was shown earlier, and was not sent this time. */
  #sayWithheld(paths: readonly string[]): void {
    const box = this.#endEl.createDiv({ cls: "lectern-chat-notice", attr: { role: "note" } });
    setIcon(box.createSpan({ cls: "lectern-chat-icon", attr: { "aria-hidden": "true" } }), "lock");
    const what = paths.length === 1 ? "1 file or folder that was" : `${paths.length} files or folders that were`;
    const text = `Not sent to the model: what this conversation had of ${what} excluded, moved or deleted since, and what was answered with it.`;
    setTooltip(box.createDiv({ cls: "lectern-chat-notice-words", text }), paths.join("\n"));
  }

  /** Why the answer is not whole, and what to do about it. */
  #notice(cut: Cut, because: string | undefined, needsSettings: boolean): void {
    const isFault = cut !== "cancelled" && cut !== "turns" && cut !== "length";
    const attr = { role: isFault ? "alert" : "note" };
    const box = this.#endEl.createDiv({ cls: `lectern-chat-notice${isFault ? " is-error" : ""}`, attr });
    const icon = box.createSpan({ cls: "lectern-chat-icon", attr: { "aria-hidden": "true" } });
    setIcon(icon, isFault ? "circle-alert" : cut === "cancelled" ? "circle-stop" : "info");
    box.createDiv({ cls: "lectern-chat-notice-words", text: because ?? CUTS[cut], attr: { dir: "auto" } });
    if (needsSettings) {
      box
        .createEl("button", { text: "Open settings", cls: "mod-cta" })
        .addEventListener("click", () => this.#actions.openSettings());
    } else if (cut === "failed") {
      box.createEl("button", { text: "Try again" }).addEventListener("click", () => this.#actions.retry());
    }
  }
}
