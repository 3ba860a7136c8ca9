// The composer: a text field that grows, the attachments, and the button that sends or stops. suggest.ts shows
// suggestions while the user types.
import type { Question } from "../../agent/loop/conversation.ts";
import { type AttachedPlace, type Attachment, pinnedIn } from "../../agent/message.ts";
import { Component, Notice, Platform, setIcon, setTooltip } from "obsidian";
import { t } from "../../base/translate.ts";
import type { ChatSettings } from "../../settings/chat-settings.ts";
import type { ConversationParts } from "./attached-conversation.ts";
import { Attachments } from "./attachments.ts";
import { iconButton, textButton } from "../button.ts";
import { type Command, commandIn, mistakenCommand, slashes } from "./commands.ts";
import { ContextMeter, type MeterActions } from "./context-meter.ts";
import { droppedPaths, imagesIn } from "./paste-drop.ts";
import { mentions } from "./mentions.ts";
import { joined, QueuedQuestions } from "./queued-questions.ts";
import { Suggest } from "./suggest.ts";

/** The user's actions in the composer. */
export interface ComposerListener extends MeterActions {
  /** Sends `question`, or has it wait for the answer that is running. */
  send(question: Question): void;
  stop(): void;
  /** Edits the last question: the user pressed Arrow up in the empty field. */
  editLast(): void;
  /** Cancels an edit and keeps the question as it was. */
  cancelEdit(): void;
  /** The user wants to choose the model; the menu opens at `button`. */
  pickModel(button: HTMLElement): void;
  /** The settings with the conversation's model. Rejects if that is not set up here. */
  chosen(): Promise<ChatSettings>;
  readonly commands: readonly Command[];
}

/** The field, its attachments and its buttons. */
export class Composer extends Component {
  readonly el: HTMLElement;
  readonly field: HTMLTextAreaElement;
  readonly attachments: Attachments;
  readonly meter: ContextMeter;
  readonly queue: QueuedQuestions;
  readonly #parts: ConversationParts;
  readonly #listener: ComposerListener;
  readonly #suggest: Suggest;
  readonly #editEl: HTMLElement;
  readonly #sendEl: HTMLButtonElement;
  readonly #modelEl: HTMLButtonElement;
  #isRunning = false;
  #isSending = false;
  /** Changes when nothing that was sent before may be asked anymore. */
  #round = 0;
  #hasJustComposed = false;

  constructor(parts: ConversationParts, parent: HTMLElement, listener: ComposerListener) {
    super();
    this.#parts = parts;
    this.#listener = listener;
    this.el = parent.createDiv("lectern-chat-composer");
    this.#editEl = this.el.createDiv({ cls: "lectern-chat-editing is-hidden", attr: { role: "status" } });
    this.queue = new QueuedQuestions(this.el, (question) => this.takeBack(question, true));
    const box = this.el.createDiv("lectern-chat-box");
    this.attachments = this.addChild(
      new Attachments(
        parts,
        box,
        () => this.field.focus(),
        () => listener.chosen(),
      ),
    );
    const attr = {
      rows: 1,
      dir: "auto",
      placeholder: t("Ask your notes"),
      "aria-label": t("Your question"),
      enterkeyhint: "send",
    };
    this.field = box.createEl("textarea", { cls: "lectern-chat-field", attr });
    const bar = box.createDiv("lectern-chat-bar");
    this.#modelEl = textButton(bar, "", () => this.pickModel(), "lectern-chat-model");
    this.#modelEl.setAttr("aria-haspopup", "menu");
    this.meter = new ContextMeter(box, bar, listener);
    const attach = (place: AttachedPlace): void => void this.attachments.attach(place);
    const sources = [...mentions(parts, attach), slashes(parts, listener.commands, attach)];
    iconButton(bar, "at-sign", t("Attach a note, folder or conversation"), () => this.#type("@"));
    this.#sendEl = iconButton(bar, "arrow-up", t("Send"), () =>
      this.#isRunning ? listener.stop() : void this.#send(),
    );
    this.#sendEl.addClass("lectern-chat-send");
    this.#suggest = this.addChild(new Suggest(this.el, this.field, sources));
  }

  override onload(): void {
    this.registerDomEvent(this.field, "input", () => this.grow());
    this.registerDomEvent(this.field, "compositionend", () => {
      this.#hasJustComposed = true;
      // The timers are the first window's: another window may close meanwhile.
      window.setTimeout(() => (this.#hasJustComposed = false));
    });
    this.registerDomEvent(this.field, "keydown", (event) => this.#key(event));
    this.registerDomEvent(this.field, "paste", (event) => {
      const images = imagesIn(event.clipboardData);
      if (images.length === 0) return;
      event.preventDefault();
      void this.attachments.attachImages(images);
    });
    this.registerDomEvent(this.el, "dragover", (event) => {
      if (!event.dataTransfer?.types.includes("text/plain")) return;
      event.preventDefault();
      this.el.addClass("is-target");
    });
    this.registerDomEvent(this.el, "dragleave", () => this.el.removeClass("is-target"));
    this.registerDomEvent(this.el, "drop", (event) => this.#drop(event));
    this.#draw();
  }

  /** Whether a model is answering. If so, the button stops it, and questions wait. */
  set isRunning(running: boolean) {
    if (running === this.#isRunning) return;
    this.#isRunning = running;
    this.#draw();
  }

  override onunload(): void {
    this.holdBack();
  }

  /** Keeps a question in the field whose attachments are being read. */
  holdBack(): void {
    this.#round++;
  }

  /** The field is about to be that of another conversation. */
  leave(): void {
    this.holdBack();
    this.attachments.leave();
  }

  /** What is in the field. */
  get draft(): Question {
    return { text: this.field.value, attachments: this.attachments.attached };
  }

  /** The name of the model, shown on the button that chooses another. */
  set model(words: string) {
    this.#modelEl.empty();
    this.#modelEl.createSpan({ cls: "lectern-chat-model-name", text: words });
    setTooltip(this.#modelEl, t("{model}: choose the model", { model: words }));
    // Another model may have less room.
    void this.attachments.checkRoom();
  }

  /** Lets the user choose the model. */
  pickModel(): void {
    this.#listener.pickModel(this.#modelEl);
  }

  focus(): void {
    this.field.focus({ preventScroll: true });
  }

  /** Puts a question into the field. With `isEdit`, it will replace a question that was asked before. */
  fill({ text, attachments }: Question, isEdit: boolean, takesFocus = isEdit || text !== ""): void {
    this.field.value = text;
    this.attachments.set(attachments);
    this.#editEl.empty();
    this.#editEl.toggleClass("is-hidden", !isEdit);
    if (isEdit) {
      this.#editEl.createSpan({ text: t("Editing. Sending replaces everything after this question.") });
      iconButton(this.#editEl, "x", t("Cancel editing"), () => this.#listener.cancelEdit());
    }
    this.grow();
    this.#suggest.close();
    if (takesFocus) this.focus();
    this.field.setSelectionRange(text.length, text.length);
  }

  get isEmpty(): boolean {
    return this.field.value.trim() === "";
  }

  #draw(): void {
    setIcon(this.#sendEl, this.#isRunning ? "square" : "arrow-up");
    setTooltip(this.#sendEl, this.#isRunning ? t("Stop (Escape)") : t("Send"));
    this.#sendEl.toggleClass("is-stop", this.#isRunning);
    // Not `disabled`: a disabled button loses the focus.
    this.#sendEl.setAttr("aria-disabled", String(!this.#isRunning && this.isEmpty));
  }

  /** Makes the field as high as its text. */
  grow(): void {
    this.field.setCssStyles({ height: "auto" });
    const { scrollHeight } = this.field;
    // 0 while the field is hidden.
    if (scrollHeight > 0) this.field.setCssStyles({ height: `${scrollHeight}px` });
    this.#draw();
  }

  #type(sign: string): void {
    const { field } = this;
    const before = field.value.slice(0, field.selectionStart);
    field.focus();
    const typed = before === "" || /\s$/.test(before) ? sign : ` ${sign}`;
    field.setRangeText(typed, field.selectionStart, field.selectionEnd, "end");
    this.grow();
    this.#suggest.update();
  }

  #key(event: KeyboardEvent): void {
    // During composition, Enter ends the composition. Safari sends `compositionend` first, and then that Enter as if it
    // were an ordinary one.
    if (event.isComposing || this.#hasJustComposed) return;
    if (this.#suggest.key(event)) return;
    if (event.key === "Escape" && this.#isRunning) {
      event.preventDefault();
      this.#listener.stop();
    } else if (event.key === "Escape" && !this.#editEl.hasClass("is-hidden")) {
      event.preventDefault();
      this.#listener.cancelEdit();
    } else if (event.key === "ArrowUp" && this.isEmpty && !this.#isRunning) {
      event.preventDefault();
      this.#listener.editLast();
    } else if (event.key === "Enter" && this.#sends(event)) {
      event.preventDefault();
      void this.#send();
    }
  }

  /** Whether this Enter sends. Phone keyboards have no Shift+Enter, so there Enter breaks the line. */
  #sends(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) return true;
    return (
      (this.#parts.settings.current?.chat.enterSends ?? true) && !event.shiftKey && !event.altKey && !Platform.isMobile
    );
  }

  async #send(): Promise<void> {
    const text = this.field.value.trim();
    if (text === "" || this.#isSending) return;
    const command = commandIn(text, this.#listener.commands);
    if (command) {
      this.fill({ text: "", attachments: this.attachments.attached }, false);
      command.run();
      return;
    }
    const mistake = mistakenCommand(this.#parts, this.field.value, this.#listener.commands);
    if (mistake !== undefined) {
      new Notice(mistake);
      return;
    }
    this.#isSending = true;
    const round = this.#round;
    let attachments: Attachment[];
    try {
      await this.attachments.settled();
      attachments = await this.attachments.forQuestion(this.field.value.trim());
    } finally {
      this.#isSending = false;
    }
    // Another conversation is shown now, or the answer was stopped: the question stays in the field.
    if (round !== this.#round || this.isEmpty) return;
    const question = { text: this.field.value.trim(), attachments };
    this.fill({ text: "", attachments: pinnedIn(attachments) }, false);
    this.submit(question);
  }

  /** Sends `question`. The field keeps what is in it. */
  submit(question: Question): void {
    // It would take the place of the question that is edited.
    if (!this.#editEl.hasClass("is-hidden")) this.#listener.cancelEdit();
    this.#listener.send(question);
  }

  /** Puts a question that was not sent into the field, below what is there. */
  takeBack(question: Question, takesFocus: boolean): void {
    this.fill(joined(this.draft, question), !this.#editEl.hasClass("is-hidden"), takesFocus);
  }

  #drop(event: DragEvent): void {
    this.el.removeClass("is-target");
    const paths = event.dataTransfer ? droppedPaths(this.#parts.app, event.dataTransfer) : [];
    // The browser inserts other text where it is dropped.
    if (paths.length === 0) return;
    event.preventDefault();
    for (const path of paths) void this.attachments.attach({ path });
    this.focus();
  }
}
