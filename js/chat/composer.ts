// Where the person writes: a field that grows, what goes along, and the button that sends or stops. Leaves what is offered
// while typing to suggest.ts.
import type { Question } from "../agent/loop/conversation.ts";
import { type App, Component, Platform, setIcon, setTooltip } from "obsidian";
import type { LecternApi } from "../api.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { Attachments } from "./attachments.ts";
import { iconButton } from "./button.ts";
import { type Command, commandIn, slashes } from "./commands.ts";
import { droppedPaths } from "./drop.ts";
import { mentions } from "./mentions.ts";
import { Suggest } from "./suggest.ts";

/** Who hears of what is done here. */
export interface ComposerListener {
  send(question: Question): void;
  stop(): void;
  /** Arrow up in the empty field. */
  editLast(): void;
  /** What was being edited is left as it was. */
  cancelEdit(): void;
  openSettings(): void;
  readonly commands: readonly Command[];
}

/** The field and what belongs to it. */
export class Composer extends Component {
  readonly el: HTMLElement;
  readonly field: HTMLTextAreaElement;
  readonly attachments: Attachments;
  readonly #settings: SettingsStore;
  readonly #listener: ComposerListener;
  readonly #suggest: Suggest;
  readonly #editEl: HTMLElement;
  readonly #sendEl: HTMLButtonElement;
  readonly #modelEl: HTMLButtonElement;
  readonly #app: App;
  #isRunning = false;
  #isSending = false;
  #hasJustComposed = false;

  constructor(app: App, api: LecternApi, settings: SettingsStore, parent: HTMLElement, listener: ComposerListener) {
    super();
    this.#app = app;
    this.#settings = settings;
    this.#listener = listener;
    this.el = parent.createDiv("lectern-chat-composer");
    this.#editEl = this.el.createDiv({ cls: "lectern-chat-editing is-hidden", attr: { role: "status" } });
    const box = this.el.createDiv("lectern-chat-box");
    this.attachments = this.addChild(new Attachments(app, api, box, () => this.field.focus()));
    const attr = {
      rows: 1,
      dir: "auto",
      placeholder: "Ask your notes",
      "aria-label": "Your question",
      enterkeyhint: "send",
    };
    this.field = box.createEl("textarea", { cls: "lectern-chat-field", attr });
    const bar = box.createDiv("lectern-chat-bar");
    this.#modelEl = bar.createEl("button", { cls: "lectern-chat-model", attr: { type: "button" } });
    const attach = (path: string): void => void this.attachments.attach({ path });
    const sources = [mentions(app, api, settings, attach), slashes(app, api, settings, listener.commands)];
    iconButton(bar, "at-sign", "Attach a note or a folder", () => this.#type("@"));
    this.#sendEl = iconButton(bar, "arrow-up", "Send", () => (this.#isRunning ? listener.stop() : void this.#send()));
    this.#sendEl.addClass("lectern-chat-send");
    this.#suggest = this.addChild(new Suggest(this.el, this.field, sources));
  }

  override onload(): void {
    this.registerDomEvent(this.field, "input", () => this.#grow());
    this.registerDomEvent(this.field, "compositionend", () => {
      this.#hasJustComposed = true;
      this.field.win.setTimeout(() => (this.#hasJustComposed = false));
    });
    this.registerDomEvent(this.field, "keydown", (event) => this.#key(event));
    this.registerDomEvent(this.#modelEl, "click", () => this.#listener.openSettings());
    this.registerDomEvent(this.el, "dragover", (event) => {
      if (!event.dataTransfer?.types.includes("text/plain")) return;
      event.preventDefault();
      this.el.addClass("is-target");
    });
    this.registerDomEvent(this.el, "dragleave", () => this.el.removeClass("is-target"));
    this.registerDomEvent(this.el, "drop", (event) => this.#drop(event));
    this.#draw();
  }

  /** What is asked, and on which the model may be at work already. */
  set isRunning(running: boolean) {
    this.#isRunning = running;
    this.#draw();
  }

  /** Which model answers, in a few words. */
  set model(words: string) {
    this.#modelEl.setText(words);
    setTooltip(this.#modelEl, `${words}: open the settings`);
  }

  focus(): void {
    this.field.focus({ preventScroll: true });
  }

  /** Puts a question into the field. `isEdit` says that it takes the place of one that was asked. */
  fill({ text, attachments }: Question, isEdit: boolean): void {
    this.field.value = text;
    this.attachments.set(attachments);
    this.#editEl.empty();
    this.#editEl.toggleClass("is-hidden", !isEdit);
    if (isEdit) {
      this.#editEl.createSpan({ text: "Editing: what follows the question will be replaced." });
      iconButton(this.#editEl, "x", "Leave it as it was", () => this.#listener.cancelEdit());
    }
    this.#grow();
    this.#suggest.close();
    if (isEdit || text) this.focus();
    this.field.setSelectionRange(text.length, text.length);
  }

  /** The panel has another width. */
  resized(): void {
    this.#grow();
  }

  get isEmpty(): boolean {
    return this.field.value.trim() === "";
  }

  #draw(): void {
    setIcon(this.#sendEl, this.#isRunning ? "square" : "arrow-up");
    setTooltip(this.#sendEl, this.#isRunning ? "Stop (Escape)" : "Send");
    this.#sendEl.toggleClass("is-stop", this.#isRunning);
    // It keeps the focus: what cannot be done is said by `aria-disabled`.
    this.#sendEl.setAttr("aria-disabled", String(!this.#isRunning && this.isEmpty));
  }

  #grow(): void {
    this.field.setCssStyles({ height: "auto" });
    const { scrollHeight } = this.field;
    // Hidden, it has no height to go by.
    if (scrollHeight > 0) this.field.setCssStyles({ height: `${scrollHeight}px` });
    this.#draw();
  }

  #type(sign: string): void {
    const { field } = this;
    const before = field.value.slice(0, field.selectionStart);
    field.focus();
    field.setRangeText(
      before === "" || /\s$/.test(before) ? sign : ` ${sign}`,
      field.selectionStart,
      field.selectionEnd,
      "end",
    );
    this.#grow();
    this.#suggest.update();
  }

  #key(event: KeyboardEvent): void {
    // While a word is being composed, Enter ends the word. Safari tells of its end first, but not who it was for.
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
      if (!this.#isRunning) void this.#send();
    }
  }

  /** A phone's keyboard has no Shift with Enter: there the button sends. */
  #sends(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) return true;
    return (this.#settings.current?.chat.enterSends ?? true) && !event.shiftKey && !event.altKey && !Platform.isMobile;
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
    this.#isSending = true;
    try {
      await this.attachments.settled();
    } finally {
      this.#isSending = false;
    }
    const question = { text, attachments: [...this.attachments.attached] };
    this.fill({ text: "", attachments: [] }, false);
    this.#listener.send(question);
  }

  #drop(event: DragEvent): void {
    this.el.removeClass("is-target");
    const paths = event.dataTransfer ? droppedPaths(this.#app, event.dataTransfer) : [];
    // Other text goes where it is dropped.
    if (paths.length === 0) return;
    event.preventDefault();
    for (const path of paths) void this.attachments.attach({ path });
    this.focus();
  }
}
