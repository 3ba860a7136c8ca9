// The chat panel: a view for the right sidebar, the main area, a separate window, and phones. Assembles its parts; each
// has its own file.
import { ItemView, Notice, Platform, TFile, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import type { Question } from "../agent/loop/conversation.ts";
import type { ConversationEvent } from "../agent/events.ts";
import type { LecternApi } from "../api.ts";
import { reason } from "../base/reason.ts";
import { t } from "../base/translate.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { Chat, type ChatParts } from "./chat.ts";
import { notSetUp, roomOf, shownModel } from "./chosen-model.ts";
import { openChip } from "./citation-chip.ts";
import type { Command } from "./commands.ts";
import { copySelection } from "./copied-text.ts";
import { Composer } from "./composer.ts";
import { ConversationsModal } from "./conversations-modal.ts";
import { drawEmpty } from "./empty-state.ts";
import { Exchange, exchangesOf } from "./exchange.ts";
import { Header } from "./header.ts";
import { showHelp } from "./help.ts";
import { openSettings } from "./open-note.ts";
import { openOutward } from "./external-link.ts";
import { SavedConversations } from "./saved-notes.ts";
import { MessageList } from "./message-list.ts";
import { Versions } from "./versions.ts";
import { misfits } from "./model-fit.ts";
import { showModelMenu } from "./model-menu.ts";

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
  /** Conversations whose notes the user deleted while they were shown: they are not saved again. */
  readonly #deleted = new WeakSet<Chat>();
  #versions = new Versions<Exchange>();
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
    this.#header = new Header(contentEl, this.#parts, {
      startAnew: () => this.startAnew(),
      listConversations: () => this.showConversations(),
    });
    // The title is the name of the file.
    this.registerEvent(this.app.vault.on("rename", () => this.#header.show(this.#chat)));
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
        pickModel: (button) => this.#pickModel(button),
        room: () => roomOf(this.app, () => this.#chat.settings()),
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
    this.registerDomEvent(this.#messages.el, "copy", (event) => copySelection(this.app, event));
    let rules = rulesOf(settings);
    const changed = settings.onChange(() => {
      this.#showModel();
      this.#showChat();
      // A suggested question may name a note that is excluded now; or who answers was chosen in the settings.
      if (rules !== (rules = rulesOf(settings))) this.#showEmpty();
    });
    this.register(changed);
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

  /** Lists the saved conversations. */
  showConversations(): void {
    const { settings, saved } = this.#parts;
    void settings.load().then(
      ({ chat }) => {
        const list = new ConversationsModal(this.app, saved, chat.saves, this.#chat.file, {
          load: (file) => void this.#load(file),
          removing: (file) => {
            if (file !== this.#chat.file) return;
            this.#deleted.add(this.#chat);
            this.startAnew();
          },
        });
        list.open();
      },
      (error: unknown) => new Notice(t("The settings can't be read: {reason}", { reason: reason(error) })),
    );
  }

  /** What the user is about to ask. */
  get composer(): Composer {
    return this.#composer;
  }

  #commands(): Command[] {
    return [
      { name: "new", icon: "square-pen", says: t("Start a new conversation"), run: () => this.startAnew() },
      {
        name: "conversations",
        icon: "history",
        says: t("Show conversations"),
        run: () => this.showConversations(),
      },
      { name: "model", icon: "bot", says: t("Choose a model"), run: () => this.#composer.pickModel() },
      {
        name: "help",
        icon: "circle-help",
        says: t("Shortcuts"),
        run: () => showHelp(this.#parts.settings.current),
      },
      { name: "save", icon: "save", says: t("Save this conversation as a note"), run: () => void this.#save(true) },
      {
        name: "preview",
        icon: "eye",
        says: t("Show what the next question sends, before it is sent"),
        run: () => {
          this.#showsSent = true;
          new Notice(t("You'll see what is sent before your next question goes out."));
        },
      },
    ];
  }

  #follow(event: MouseEvent | KeyboardEvent): void {
    if (!openOutward(event)) openChip(this.app, event, this.leaf);
  }

  /** Shows `chat`, scrolled to its end. */
  #show(chat: Chat): void {
    if (this.#chat !== chat) this.#chat.stop();
    this.#chat = chat;
    // Keeps the draft, unless it was an edit of a question that is gone.
    if (this.#editing) this.#composer.fill({ text: "", attachments: [] }, false);
    this.#editing = undefined;
    this.#versions = new Versions();
    this.#exchanges = exchangesOf(this.app, chat, this.#listener);
    this.#messages.set(this.#exchanges);
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

  /** Shows the name of the conversation's model. A hidden panel should not access the vault, so this waits. */
  #showModel(): void {
    const chat = this.#chat;
    const show = (words: string): void => {
      if (this.#chat !== chat) return;
      this.#composer.model = words;
      this.#composer.meter.show(chat);
    };
    this.app.workspace.onLayoutReady(() => {
      void chat.settings().then(
        (settings) => show(shownModel(this.app, settings)),
        () => show(chat.model ? notSetUp(chat.model.model) : t("Settings")),
      );
    });
  }

  /** Lets the user choose the model of the conversation. `then` is called once it is chosen. */
  #pickModel(button: HTMLElement, then: () => void = () => undefined): void {
    const chat = this.#chat;
    void this.#parts.settings.load().then(
      async ({ chat: settings }) => {
        const current = await chat.settings().catch(() => undefined);
        showModelMenu(button, {
          app: this.app,
          settings,
          current,
          openSettings: () => openSettings(this.app),
          choose: (model) => {
            chat.model = model;
            this.#showModel();
            void this.#tellFit(chat);
            // The choice is saved with the conversation, if that is saved already.
            if (chat.file && settings.saves && !chat.isRunning) void this.#saveQuietly(chat);
            then();
          },
        });
      },
      () => openSettings(this.app),
    );
  }

  /** Tells what the conversation's model can't take of it. */
  async #tellFit(chat: Chat): Promise<void> {
    for (const words of await misfits(this.app, chat)) new Notice(words);
  }

  readonly #listener = {
    edit: (exchange: Exchange): void => this.#edit(exchange),
    retry: (exchange: Exchange): void => void this.#again(exchange, exchange.question),
    retryWith: (exchange: Exchange, button: HTMLElement): void =>
      this.#pickModel(button, () => void this.#again(exchange, exchange.question)),
    goOn: (): void => {
      if (this.#editing) this.#leaveEdit();
      void this.#ask({ text: t("Go on."), attachments: [] });
    },
    fork: (exchange: Exchange, withAnswer: boolean): void => this.#fork(exchange, withAnswer),
    version: ({ start }: Exchange) => this.#versions.at(start),
    showVersion: (exchange: Exchange, number: number): void => this.#showVersion(exchange, number),
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
    this.#say(t("Question sent. Waiting for the answer."));
    const tell = (event: ConversationEvent): void => {
      const words = exchange.take(event);
      if (this.#chat !== chat) return;
      this.#say(words);
      if (event.type === "message") this.#showChat();
      if (event.type === "shortened") this.#shortened(event.ids);
    };
    const showsSent = this.#showsSent;
    this.#showsSent = false;
    const { end, model, sent, isHeldBack } = await chat.ask(question, tell, {
      showsSent,
      send: (asked) => {
        const chosen = exchange.send(asked);
        this.#say(t("Check what is sent, then choose Send or Cancel."));
        this.#messages.reveal();
        return chosen;
      },
      plan: (proposal) => exchange.plan(proposal),
      ask: (changes) => {
        const decided = exchange.ask(changes);
        this.#say(changes.announcement);
        this.#messages.reveal();
        return decided;
      },
    });
    const settings = await chat.settings().catch(() => this.#parts.settings.current?.chat);
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
    await exchange.finish(end, settings, model?.isRemote ?? false, sent);
    // The next question may have been asked meanwhile.
    if (this.#chat === chat && !this.#chat.isRunning) this.#say(end.because ?? t("The answer is complete."));
    this.#showChat();
    if (settings?.saves && chat.messages.length > length && !this.#deleted.has(chat)) await this.#saveQuietly(chat);
  }

  /** Puts the question of the last exchange, which was not sent, back into the field. */
  #takeBack(exchange: Exchange): void {
    const index = this.#exchanges.indexOf(exchange);
    if (index < 0) return;
    this.#chat.rewind(exchange.start);
    this.#exchanges.splice(index);
    this.#messages.truncate(index);
    this.#composer.takeBack(exchange.question, true);
    this.#showEmpty();
    this.#header.show(this.#chat);
    this.#say(t("Not sent."));
  }

  /** Asks `question` in place of an exchange and of later ones, which are kept as a version. */
  async #again(exchange: Exchange, question: Question): Promise<void> {
    const index = this.#exchanges.indexOf(exchange);
    if (index < 0 || this.#chat.isRunning) return;
    // The focused element is removed. On a phone, focusing the field would open the keyboard.
    if (Platform.isMobile) this.#messages.el.focus({ preventScroll: true });
    else this.#composer.focus();
    this.#versions.leave(exchange.start, this.#chat.messages, this.#exchanges.slice(index));
    this.#chat.rewind(exchange.start);
    this.#exchanges.splice(index);
    this.#messages.truncate(index);
    await this.#ask({ text: question.text, attachments: question.attachments });
  }

  /** Goes on in a new conversation, after the exchange or, with its question in the field, before it. */
  #fork(exchange: Exchange, withAnswer: boolean): void {
    const next = this.#exchanges[this.#exchanges.indexOf(exchange) + 1];
    this.#show(this.#chat.fork(withAnswer ? (next?.start ?? Infinity) : exchange.start));
    this.app.workspace.requestSaveLayout();
    if (!withAnswer) this.#composer.fill(exchange.question, false);
    this.focus();
    this.#say(t("This is a new conversation."));
  }

  /** Shows another version of the question of `exchange`, and what followed it. */
  #showVersion(exchange: Exchange, number: number): void {
    const [chat, index] = [this.#chat, this.#exchanges.indexOf(exchange)];
    if (index < 0 || chat.isRunning) return;
    if (this.#editing) this.#leaveEdit();
    const { start } = exchange;
    const version = this.#versions.show(start, number, chat.messages, this.#exchanges.slice(index));
    if (!version) return;
    chat.resume(start, version.messages);
    this.#exchanges.splice(index, Infinity, ...version.shown);
    this.#messages.replace(index, version.shown);
    this.#say(t("Version {number} of {count}", this.#versions.at(start)));
    if (this.#parts.settings.current?.chat.saves) void this.#saveQuietly(chat);
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
      new Notice(t("Couldn't open “{name}”: {reason}.", { name: file.basename, reason: reason(error) }));
    }
  }

  async #save(tells: boolean): Promise<void> {
    if (this.#chat.messages.length === 0) {
      new Notice(t("There is nothing to save yet."));
      return;
    }
    try {
      const file = await this.#chat.save();
      this.app.workspace.requestSaveLayout();
      if (tells) new Notice(t("Saved as “{path}”.", { path: file.path }));
    } catch (error) {
      new Notice(notSaved(error));
    }
  }

  async #saveQuietly(chat: Chat): Promise<void> {
    if (chat === this.#chat) return this.#save(false);
    await chat.save().catch((error: unknown) => new Notice(notSaved(error)));
  }
}

const notSaved = (error: unknown): string => t("Couldn't save the conversation: {reason}.", { reason: reason(error) });

/** The exclusion rules, as a string. */
const rulesOf = ({ current }: SettingsStore): string =>
  JSON.stringify([current?.closed, current?.patterns, current?.closedTags, current?.chat.isChosen]);
