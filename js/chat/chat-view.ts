// The chat panel: a view for the right sidebar, the main area, a separate window, and phones. Assembles its parts; each
// has its own file.
import { ItemView, Notice, Platform, TFile, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import type { Question } from "../agent/loop/conversation.ts";
import type { ConversationEvent } from "../agent/events.ts";
import type { LecternApi } from "../api.ts";
import { reason } from "../base/reason.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { Chat, type ChatParts } from "./chat.ts";
import { shownModel } from "./chosen-model.ts";
import { openChip } from "./citation-chip.ts";
import type { Command } from "./commands.ts";
import { Composer } from "./composer.ts";
import { drawEmpty } from "./empty-state.ts";
import { Exchange, exchangesOf } from "./exchange.ts";
import { Header } from "./header.ts";
import { showHelp } from "./help.ts";
import { openSettings } from "./open-note.ts";
import { openOutward } from "./external-link.ts";
import { SavedConversations } from "./saved-notes.ts";
import { MessageList } from "./message-list.ts";

export const CHAT = "lectern-chat";

/** The panel. Its state is the file of its conversation. */
export class ChatView extends ItemView {
  readonly #parts: ChatParts;
  #chat: Chat;
  #messages!: MessageList;
  #composer!: Composer;
  #header!: Header;
  #statusEl!: HTMLElement;
  #emptyEl!: HTMLElement;
  /** The exchanges of the conversation, in order. */
  #exchanges: Exchange[] = [];
  #editing: Exchange | undefined;

  constructor(leaf: WorkspaceLeaf, api: LecternApi, settings: SettingsStore) {
    super(leaf);
    // Links open in another tab, not in place of this one.
    this.navigation = false;
    this.#parts = { app: this.app, api, settings, saved: new SavedConversations(this.app, settings) };
    this.#chat = new Chat(this.#parts);
  }

  override getViewType(): string {
    return CHAT;
  }

  override getDisplayText(): string {
    return "Ask your notes";
  }

  override getIcon(): string {
    return "message-circle";
  }

  override getState(): Record<string, unknown> {
    const file = this.#chat.file?.path;
    return { ...super.getState(), ...(file !== undefined && { file }) };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const path = (state as { file?: unknown } | null)?.file;
    if (typeof path !== "string" || path === this.#chat.file?.path) return;
    // The app restores its layout before the vault is loaded.
    this.app.workspace.onLayoutReady(() => {
      const file = this.app.vault.getFileByPath(path);
      if (file) void this.#load(file);
    });
  }

  override onOpen(): Promise<void> {
    const { contentEl } = this;
    contentEl.empty();
    contentEl.addClass("lectern-chat");
    this.#header = new Header(contentEl, this.#parts, {
      startAnew: () => this.startAnew(),
      load: (file) => void this.#load(file),
    });
    this.#messages = this.addChild(new MessageList(contentEl));
    this.#emptyEl = this.#messages.el.createDiv({ prepend: true });
    this.#statusEl = contentEl.createDiv({ cls: "lectern-chat-unseen", attr: { role: "status" } });
    const { api, settings } = this.#parts;
    this.#composer = this.addChild(
      new Composer(this.app, api, settings, contentEl, {
        send: (question) => void this.#ask(question),
        stop: () => this.#chat.stop(),
        editLast: () => this.#edit(this.#exchanges[this.#exchanges.length - 1]),
        cancelEdit: () => this.#leaveEdit(),
        openSettings: () => openSettings(this.app),
        shortened: (ids) => this.#shortened(ids),
        commands: this.#commands(),
      }),
    );
    this.registerDomEvent(this.#messages.el, "click", (event) => this.#follow(event));
    this.registerDomEvent(this.#messages.el, "auxclick", (event) => event.button === 1 && this.#follow(event));
    this.registerDomEvent(this.#messages.el, "keydown", (event) => {
      if (event.key === "Enter") this.#follow(event);
      if (event.key === "Escape" && this.#chat.isRunning) this.#chat.stop();
    });
    let rules = rulesOf(settings);
    const changed = settings.onChange(() => {
      this.#showModel();
      this.#showChat();
      // A suggested question may name a note that is excluded now; or who answers was chosen in the settings.
      if (rules !== (rules = rulesOf(settings))) this.#showEmpty();
    });
    this.register(changed);
    // Waits for the layout: a hidden panel should not access the vault.
    this.app.workspace.onLayoutReady(() => this.#showModel());
    this.#show(this.#chat);
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.#chat.stop();
    return Promise.resolve();
  }

  override onResize(): void {
    this.#composer.resized();
  }

  /** Focuses the input field. */
  focus(): void {
    this.#composer.focus();
  }

  /** What the user is about to ask. */
  get composer(): Composer {
    return this.#composer;
  }

  #commands(): Command[] {
    return [
      { name: "new", icon: "square-pen", says: "Start a new conversation", run: () => this.startAnew() },
      { name: "model", icon: "bot", says: "Choose the model", run: () => openSettings(this.app) },
      {
        name: "help",
        icon: "circle-help",
        says: "Shortcuts and symbols",
        run: () => showHelp(this.#parts.settings.current),
      },
      { name: "save", icon: "save", says: "Save this conversation as a note", run: () => void this.#save(true) },
    ];
  }

  #follow(event: MouseEvent | KeyboardEvent): void {
    if (!openOutward(event)) openChip(this.app, event);
  }

  /** Shows `chat`, scrolled to its end. */
  #show(chat: Chat): void {
    if (this.#chat !== chat) this.#chat.stop();
    this.#chat = chat;
    // Keeps the draft, unless it was an edit of a question that is gone.
    if (this.#editing) this.#composer.fill({ text: "", attachments: [] }, false);
    this.#editing = undefined;
    this.#exchanges = exchangesOf(this.app, chat, this.#listener);
    this.#messages.set(this.#exchanges);
    this.#composer.unqueue();
    this.#composer.isRunning = false;
    this.#showChat();
    this.#showEmpty();
  }

  #showChat(): void {
    this.#header.show(this.#chat);
    this.#composer.meter.show(this.#chat);
  }

  #shortened(ids: readonly string[]): void {
    for (const exchange of this.#exchanges) exchange.take({ type: "shortened", ids });
  }

  #showEmpty(): void {
    const isEmpty = this.#exchanges.length === 0;
    this.#emptyEl.empty();
    if (!isEmpty) return;
    this.app.workspace.onLayoutReady(() => {
      const { api, settings } = this.#parts;
      void drawEmpty(this.#emptyEl, {
        api,
        settings,
        ask: (text) => void this.#ask({ text, attachments: [] }),
        chosen: (needsSettings) => (needsSettings ? openSettings(this.app) : this.focus()),
      });
    });
  }

  #showModel(): void {
    void this.#parts.settings.load().then(
      ({ chat }) => (this.#composer.model = shownModel(this.app, chat)),
      () => (this.#composer.model = "Settings"),
    );
  }

  readonly #listener = {
    edit: (exchange: Exchange): void => this.#edit(exchange),
    retry: (exchange: Exchange): void => void this.#again(exchange, exchange.question),
    openSettings: (): void => openSettings(this.app),
  };

  async #ask(question: Question): Promise<void> {
    const edited = this.#editing;
    this.#editing = undefined;
    if (edited) return this.#again(edited, question);
    const chat = this.#chat;
    if (chat.isRunning) return;
    this.#emptyEl.empty();
    const { length } = chat.messages;
    const exchange = new Exchange(this.app, chat, this.#listener, length, { role: "user", ...question }, true);
    this.#exchanges.push(exchange);
    this.#messages.add(exchange);
    this.#composer.isRunning = true;
    this.#say("Question sent. Waiting for the answer.");
    const tell = (event: ConversationEvent): void => {
      const words = exchange.take(event);
      if (this.#chat !== chat) return;
      this.#say(words);
      if (event.type === "message") this.#showChat();
      if (event.type === "shortened") this.#shortened(event.ids);
    };
    const { end, model } = await chat.ask(question, tell, {
      plan: (proposal) => exchange.plan(proposal),
      ask: (changes) => {
        const decided = exchange.ask(changes);
        this.#say(changes.announcement);
        this.#messages.reveal();
        return decided;
      },
    });
    const settings = this.#parts.settings.current?.chat;
    // The panel may show another conversation now.
    if (this.#chat === chat) {
      // After an answer that failed or was stopped, the user decides.
      if (end.because !== undefined) this.#composer.unqueue();
      this.#composer.isRunning = false;
    }
    await exchange.finish(end, settings, model?.isRemote ?? false);
    // The next question may have been asked meanwhile.
    if (this.#chat === chat && !this.#chat.isRunning) this.#say(end.because ?? "The answer is complete.");
    this.#showChat();
    if (settings?.saves && chat.messages.length > length) await this.#saveQuietly(chat);
  }

  /** Asks `question` in place of an exchange; later exchanges are removed. */
  async #again(exchange: Exchange, question: Question): Promise<void> {
    const index = this.#exchanges.indexOf(exchange);
    if (index < 0 || this.#chat.isRunning) return;
    // The focused element is removed. On a phone, focusing the field would open the keyboard.
    if (Platform.isMobile) this.#messages.el.focus({ preventScroll: true });
    else this.#composer.focus();
    this.#chat.rewind(exchange.start);
    this.#exchanges.splice(index);
    this.#messages.truncate(index);
    await this.#ask({ text: question.text, attachments: question.attachments });
  }

  #edit(exchange: Exchange | undefined): void {
    if (!exchange || this.#chat.isRunning) return;
    this.#editing = exchange;
    this.#composer.fill(exchange.question, true);
  }

  #leaveEdit(): void {
    this.#editing = undefined;
    this.#composer.fill({ text: "", attachments: [] }, false);
    this.focus();
  }

  /** Shows a new conversation. */
  startAnew(): void {
    this.#show(new Chat(this.#parts));
    this.app.workspace.requestSaveLayout();
    this.focus();
  }

  #say(words: string): void {
    if (words) this.#statusEl.setText(words);
  }

  async #load(file: TFile): Promise<void> {
    try {
      this.#show(await Chat.load(this.#parts, file));
      this.app.workspace.requestSaveLayout();
    } catch (error) {
      new Notice(`“${file.basename}” can't be read as a conversation: ${reason(error)}.`);
    }
  }

  async #save(tells: boolean): Promise<void> {
    if (this.#chat.messages.length === 0) {
      new Notice("There is nothing to save yet.");
      return;
    }
    try {
      const file = await this.#chat.save();
      this.app.workspace.requestSaveLayout();
      if (tells) new Notice(`Saved as “${file.path}”.`);
    } catch (error) {
      new Notice(`Can't save this conversation: ${reason(error)}.`);
    }
  }

  async #saveQuietly(chat: Chat): Promise<void> {
    if (chat === this.#chat) return this.#save(false);
    await chat.save().catch((error: unknown) => new Notice(`Can't save a conversation: ${reason(error)}.`));
  }
}

/** The exclusion rules, as a string. */
const rulesOf = ({ current }: SettingsStore): string =>
  JSON.stringify([current?.closed, current?.patterns, current?.closedTags, current?.chat.isChosen]);
