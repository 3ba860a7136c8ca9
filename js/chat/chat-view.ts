// The chat panel: a view for the right sidebar, the main area, a separate window, and phones. It makes the parts, each of
// which has its own file, and leads from a question to its answer.
import { ItemView, type TFile, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import type { Question } from "../agent/loop/conversation.ts";
import type { ConversationEvent } from "../agent/events.ts";
import type { LecternApi } from "../api.ts";
import { t } from "../base/translate.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { Chat, type ChatParts } from "./chat.ts";
import { Composer } from "./composer.ts";
import { drawEmpty, rulesOf } from "./empty-state.ts";
import type { Exchange } from "./exchange.ts";
import { Exchanges } from "./exchanges.ts";
import { Header, drawMeaningProgress } from "./header.ts";
import { listenToMessages, MessageList } from "./message-list.ts";
import { listConversations, openConversation, saveConversation } from "./conversation-files.ts";
import { openSettings } from "./open-note.ts";
import { SavedConversations } from "./saved-notes.ts";
import { panelCommands } from "./commands.ts";
import { modelName, pickModel } from "./model-menu.ts";
import { CHAT } from "../base/views.ts";

/** The panel. Its state is the file of its conversation. */
export class ChatView extends ItemView {
  readonly #parts: ChatParts;
  #chat: Chat;
  #messages!: MessageList;
  #composer!: Composer;
  #header!: Header;
  #statusEl!: HTMLElement;
  #emptyEl!: HTMLElement;
  #exchanges!: Exchanges;
  /** Conversations whose notes the user deleted while they were shown: they are not saved again. */
  readonly #deleted = new WeakSet<Chat>();
  /** Whether the user wants to see what the next question sends. */
  #showsSent = false;

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
    return t("Ask your notes");
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
    const { api, settings } = this.#parts;
    const startAnew = (): void => this.startAnew();
    const showConversations = (): void => this.showConversations();
    this.#header = new Header(contentEl, this.#parts, startAnew, showConversations);
    // The title is the name of the file.
    this.registerEvent(this.app.vault.on("rename", () => this.#header.show(this.#chat)));
    this.register(drawMeaningProgress(contentEl, api));
    this.#messages = this.addChild(new MessageList(contentEl));
    this.#emptyEl = this.#messages.el.createDiv({ prepend: true });
    this.#statusEl = contentEl.createDiv({ cls: "lectern-chat-unseen", attr: { role: "status" } });
    const commands = panelCommands(this.#parts, {
      ...{ startAnew, showConversations },
      pickModel: () => this.#composer.pickModel(),
      focus: () => this.focus(),
      save: () => void saveConversation(this.app, this.#chat, true, true),
      preview: () => (this.#showsSent = true),
    });
    this.#composer = this.addChild(
      new Composer(this.#parts, contentEl, {
        send: (question) => void this.#ask(question),
        stop: () => this.#chat.stop(),
        editLast: () => this.#exchanges.editLast(),
        cancelEdit: () => this.#exchanges.leaveEdit(),
        pickModel: (button) => this.#pickModel(button),
        chosen: () => this.#chat.settings(),
        shortened: (ids) => this.#exchanges.shortened(ids),
        commands,
      }),
    );
    const panel = {
      ...{ app: this.app, messages: this.#messages, composer: this.#composer },
      show: (chat: Chat) => this.#show(chat),
      ask: (question: Question) => this.#ask(question),
      pickModel: (button: HTMLElement, then: () => void) => this.#pickModel(button, then),
      versionShown: (chat: Chat) => settings.current?.chat.saves && void this.#saveQuietly(chat),
      say: (words: string) => this.#say(words),
    };
    this.#exchanges = new Exchanges(panel, this.#chat);
    listenToMessages(this, this.#messages.el, { app: this.app, leaf: this.leaf, chat: () => this.#chat });
    let rules = rulesOf(settings);
    this.register(
      settings.onChange(() => {
        this.#showModel();
        this.#showChat();
        // A suggested question may name a note that is excluded now; or who answers was chosen in the settings.
        if (rules !== (rules = rulesOf(settings))) this.#showEmpty();
      }),
    );
    this.#show(this.#chat);
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.#chat.stop();
    return Promise.resolve();
  }

  override onResize(): void {
    this.#composer.grow();
  }

  /** Focuses the input field. */
  focus(): void {
    this.#composer.focus();
  }

  /** Lists the saved conversations. */
  showConversations(): void {
    void listConversations(this.#parts, () => this.#chat.file, {
      load: (file) => void this.#load(file),
      removing: (file) => {
        if (file !== this.#chat.file) return;
        this.#deleted.add(this.#chat);
        this.startAnew();
      },
    });
  }

  /** Leads to the question before or after, or lists all. */
  toQuestion(by: -1 | 1 | "list"): void {
    if (by === "list") this.#messages.listQuestions();
    else this.#messages.step(by);
  }

  /** What the user is about to ask. */
  get composer(): Composer {
    return this.#composer;
  }

  /** Shows `chat`, scrolled to its end. */
  #show(chat: Chat): void {
    if (this.#chat !== chat) this.#chat.stop();
    this.#chat = chat;
    // Keeps the draft, unless it was an edit of a question that is gone.
    if (this.#exchanges.editing) this.#composer.fill({ text: "", attachments: [] }, false);
    this.#exchanges.editing = undefined;
    this.#exchanges.show(chat);
    this.#composer.unqueue();
    this.#composer.isRunning = false;
    this.#showChat();
    this.#showModel();
    this.#showEmpty();
  }

  #showChat(): void {
    this.#header.show(this.#chat);
    this.#composer.meter.show(this.#chat);
  }

  #showEmpty(): void {
    this.#emptyEl.empty();
    if (!this.#exchanges.isEmpty) return;
    this.app.workspace.onLayoutReady(() => {
      const { api, settings } = this.#parts;
      void drawEmpty(this.#emptyEl, {
        api,
        settings,
        ask: (text) => {
          this.#exchanges.home();
          void this.#ask({ text, attachments: [] });
        },
        chosen: (needsSettings) => (needsSettings ? openSettings(this.app) : this.focus()),
      });
    });
  }

  /** Shows the name of the conversation's model. A hidden panel should not access the vault, so this waits. */
  #showModel(): void {
    const chat = this.#chat;
    this.app.workspace.onLayoutReady(() => {
      void modelName(this.app, chat).then((words) => {
        if (this.#chat !== chat) return;
        this.#composer.model = words;
        this.#composer.meter.show(chat);
      });
    });
  }

  /** Lets the user choose the model of the conversation. `then` is called once it is chosen. */
  #pickModel(button: HTMLElement, then: () => void = () => undefined): void {
    const chat = this.#chat;
    void pickModel(this.#parts, chat, button, () => {
      this.#showModel();
      // The choice is saved with the conversation, if that is saved already.
      const saves = this.#parts.settings.current?.chat.saves ?? false;
      if (chat.file && saves && !chat.isRunning) void this.#saveQuietly(chat);
      then();
    });
  }

  async #ask(question: Question): Promise<void> {
    const edited = this.#exchanges.editing;
    this.#exchanges.editing = undefined;
    if (edited) return this.#exchanges.again(edited, question);
    const chat = this.#chat;
    if (chat.isRunning) return;
    this.#emptyEl.empty();
    const exchange = this.#exchanges.add(question);
    this.#composer.isRunning = true;
    this.#say(t("Question sent. Waiting for the answer."));
    const tell = (event: ConversationEvent): void => {
      const words = exchange.take(event);
      if (this.#chat !== chat) return;
      this.#say(words);
      if (event.type === "message") this.#showChat();
      if (event.type === "shortened") this.#exchanges.shortened(event.ids);
    };
    const viewer = this.#exchanges.viewerIn(exchange, this.#showsSent);
    this.#showsSent = false;
    const { isHeldBack, ...ended } = await chat.ask(question, tell, viewer);
    const { end, settings = this.#parts.settings.current?.chat } = ended;
    // The panel may show another conversation now.
    if (this.#chat === chat) {
      // After an answer that failed or was stopped, the user decides.
      if (end.because !== undefined) this.#composer.unqueue();
      this.#composer.isRunning = false;
    }
    if (isHeldBack && this.#chat === chat) {
      this.#takeBack(exchange);
      return;
    }
    await exchange.finish({ ...ended, settings });
    // The next question may have been asked meanwhile.
    if (this.#chat === chat && !this.#chat.isRunning) this.#say(end.because ?? t("The answer is complete."));
    this.#showChat();
    if (settings?.saves && chat.messages.length > exchange.start && !this.#deleted.has(chat))
      await this.#saveQuietly(chat);
  }

  /** Puts the question of the last exchange, which was not sent, back into the field. */
  #takeBack(exchange: Exchange): void {
    if (!this.#exchanges.has(exchange)) return;
    this.#exchanges.remove(exchange);
    this.#composer.takeBack(exchange.question, true);
    this.#showEmpty();
    this.#header.show(this.#chat);
    this.#say(t("Not sent."));
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

  #load(file: TFile): Promise<void> {
    return openConversation(this.#parts, file, (chat) => {
      this.#show(chat);
      this.app.workspace.requestSaveLayout();
    });
  }

  #saveQuietly(chat: Chat): Promise<void> {
    return saveConversation(this.app, chat, chat === this.#chat);
  }
}
