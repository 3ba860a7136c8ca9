// A conversation that is open in a panel: its exchanges with their elements, the questions that wait, and what the user
// has begun to write. It goes on while the panel shows another one.
import { Component, Notice, type WorkspaceLeaf } from "obsidian";
import type { ConversationEvent } from "../../agent/events.ts";
import type { Question } from "../../agent/loop/conversation.ts";
import { type Attachment, isLeftOut, pinnedIn, pinnedTo } from "../../agent/message.ts";
import { t } from "../../base/translate.ts";
import type { Chat, ChatParts, ChatViewer } from "../chat.ts";
import { attachmentName } from "../amounts.ts";
import { conversationOf, readAnew } from "../composer/attached-conversation.ts";
import { isSame } from "../composer/attached-pages.ts";
import type { Composer } from "../composer/composer.ts";
import { saveConversation } from "./conversation-files.ts";
import type { Exchange } from "./exchange.ts";
import { Exchanges, type ExchangesPanel } from "./exchanges.ts";
import { listenToMessages, MessageList } from "./message-list.ts";
import { modelName, pickModel } from "../model/model-menu.ts";
import { EMPTY, isBlank, joined, unpinned } from "../composer/queued-questions.ts";

/** The panel that a conversation is open in. */
export interface ConversationPanel extends Pick<ExchangesPanel, "show"> {
  readonly parts: ChatParts;
  readonly leaf: WorkspaceLeaf;
  /** The composer, which all conversations share. */
  readonly composer: Composer;
  /** Where it draws its list. */
  readonly contentEl: HTMLElement;
  /** Asks in the conversation that is shown. */
  readonly ask: (question: Question) => Promise<void>;
  readonly isShown: (one: OpenConversation) => boolean;
  /** Called when what the panel shows of `one` has changed. */
  readonly changed: (one: OpenConversation) => void;
  /** Tells screen readers, and with `isNews` the user who looks at something else. */
  readonly say: (one: OpenConversation, words: string, isNews?: boolean) => void;
}

/** What a conversation does, or has for the user. */
export type Mark = "answering" | "waits" | "answered" | undefined;

/** One of the conversations of a panel. */
export class OpenConversation extends Component {
  readonly chat: Chat;
  readonly messages: MessageList;
  readonly exchanges: Exchanges;
  /** The questions that are asked once the model has answered. */
  readonly waiting: Question[] = [];
  /** What was in the field when the panel left it; undefined before that. */
  draft: Question | undefined;
  isClosed = false;
  /** Whether the user deleted its note while it was open: it is not saved again. */
  isDeleted = false;
  /** Whether the user wants to see what the next question sends. */
  showsSent = false;
  readonly #panel: ConversationPanel;
  readonly #el: HTMLElement;
  /** How many cards wait for the user. */
  #cards = 0;
  #isNew = false;
  #isSummarizing = false;
  /** The messages as its note has them. */
  #saved: Chat["messages"] | undefined;

  constructor(chat: Chat, panel: ConversationPanel) {
    super();
    this.chat = chat;
    this.#panel = panel;
    this.#saved = chat.file && chat.messages;
    const { composer, parts, show } = panel;
    this.#el = panel.contentEl.createDiv("lectern-chat-open");
    this.messages = this.addChild(new MessageList(this.#el));
    const exchangesPanel: ExchangesPanel = {
      ...{ app: parts.app, messages: this.messages, composer, show },
      ask: (question) => this.ask(question),
      pickModel: (button, then) => this.pickModel(button, then),
      versionShown: () => parts.settings.current?.chat.saves && void this.save(),
      say: (words) => panel.say(this, words, true),
    };
    this.exchanges = new Exchanges(exchangesPanel, chat);
    const pinned = pinnedTo(chat.messages);
    if (pinned.length > 0) this.draft = { text: "", attachments: pinned };
  }

  override onload(): void {
    const { parts, leaf } = this.#panel;
    listenToMessages(this, this.messages.el, { app: parts.app, leaf, chat: () => this.chat });
  }

  override onunload(): void {
    this.#el.remove();
  }

  get mark(): Mark {
    if (this.#cards > 0) return "waits";
    return this.chat.isRunning ? "answering" : this.#isNew ? "answered" : undefined;
  }

  /** Whether nothing is lost where it is closed, because it can be opened again as it is. */
  get isKept(): boolean {
    const isSaved = this.#saved === this.chat.messages || this.exchanges.isEmpty;
    const { text, attachments } = this.draft ?? EMPTY;
    const saved = pinnedTo(this.chat.messages).map(({ path }) => path);
    const unsaved = attachments.filter(({ isPinned, path }) => !isPinned || !saved.includes(path));
    return isSaved && this.mark === undefined && isBlank({ text, attachments: unsaved });
  }

  /** Shows its list, or hides it. */
  show(isShown: boolean): void {
    this.#el.toggleClass("is-hidden", !isShown);
    if (!isShown) return;
    this.#isNew = false;
    if (this.#cards > 0) this.messages.reveal();
  }

  /** Stops it. What was not asked goes back into the field. */
  close(): void {
    this.isClosed = true;
    this.chat.stop();
    const begun = unpinned(this.draft ?? EMPTY);
    if (!isBlank(begun)) this.#panel.composer.takeBack(begun, false);
  }

  /** Shows the name of its model in the composer. A hidden panel should not access the vault, so this waits. */
  showModel(): void {
    const { parts, composer, isShown } = this.#panel;
    parts.app.workspace.onLayoutReady(() => {
      void modelName(parts.app, this.chat).then((words) => {
        if (!isShown(this)) return;
        composer.model = words;
        composer.meter.show(this.chat);
      });
    });
  }

  /** Lets the user choose its model in a menu at `button`. `then` is called once it is chosen. */
  pickModel(button: HTMLElement, then: () => void = () => undefined): void {
    const { parts } = this.#panel;
    void pickModel(parts, this.chat, button, () => {
      this.showModel();
      // The choice is saved with the conversation, if that is saved already.
      if (this.chat.file && parts.settings.current?.chat.saves && !this.chat.isRunning) void this.save();
      then();
    });
  }

  /** Asks a question that was suggested. */
  begin(text: string): void {
    this.exchanges.home();
    void this.ask({ text, attachments: [] });
  }

  /** Asks, in place of a question that is edited, or once the model has answered. */
  async ask(question: Question): Promise<void> {
    const { chat, exchanges } = this;
    const panel = this.#panel;
    if (this.chat.isRunning) {
      this.waiting.push(question);
      panel.changed(this);
      return;
    }
    const edited = exchanges.editing;
    exchanges.editing = undefined;
    if (edited) return exchanges.again(edited, question);
    const attachments = await this.#attachedNow(question);
    if (!attachments) return;
    // Another question may have been asked meanwhile.
    if (this.mark === "answering" || this.mark === "waits") return this.ask(question);
    const exchange = exchanges.add({ ...question, attachments });
    const viewer = this.#viewer(exchange);
    const asked = chat.ask({ ...question, attachments }, (event) => this.#take(exchange, event), viewer);
    panel.changed(this);
    panel.say(this, t("Question sent. Waiting for the answer."));
    const { isHeldBack, ...ended } = await asked;
    const { end, settings = panel.parts.settings.current?.chat } = ended;
    // After an answer that failed or was stopped, the user decides.
    if (end.because !== undefined) this.#takeBackWaiting();
    // The timers are the first window's: another window may close meanwhile.
    else window.setTimeout(() => this.#askNext());
    if (isHeldBack && exchanges.has(exchange)) {
      exchanges.remove(exchange);
      this.#takeBack(exchange.question, panel.isShown(this));
      panel.changed(this);
      panel.say(this, t("Not sent."));
      return;
    }
    if (!panel.isShown(this)) this.#isNew = true;
    panel.changed(this);
    await exchange.finish({ ...ended, settings });
    // The next question may have been asked meanwhile.
    if (!chat.isRunning) panel.say(this, end.because ?? t("The answer is complete."), true);
    panel.changed(this);
    if (settings?.saves && chat.messages.length > exchange.start && !this.isDeleted) await this.save();
  }

  /** Opens a new conversation, and asks for a summary of this one there. */
  async summarize(): Promise<void> {
    const { parts, show, ask, composer } = this.#panel;
    const { chat } = this;
    if (chat.isRunning) {
      new Notice(t("Wait for the answer, or stop it first."));
      return;
    }
    if (this.#isSummarizing) return;
    this.#isSummarizing = true;
    this.exchanges.home();
    try {
      const place = { path: chat.file?.path ?? `${chat.title.replaceAll("/", " ")}.md`, isForOneAnswer: true };
      const attachment = await conversationOf(parts, chat, place, await composer.attachments.room());
      const pinned = this.pinned;
      if (!show(chat.successor())) return;
      const asked = ask({ text: summaryPrompt(), attachments: [attachment] });
      composer.takeBack({ text: "", attachments: pinned }, false);
      await asked;
    } finally {
      this.#isSummarizing = false;
    }
  }

  /** The notes that are pinned to it. */
  get pinned(): Attachment[] {
    const { composer, isShown } = this.#panel;
    const isEdited = this.exchanges.editing !== undefined;
    const draft = isShown(this) && !isEdited ? composer.draft : this.draft;
    return draft ? pinnedIn(draft.attachments) : pinnedTo(this.chat.messages);
  }

  /** Saves it, and tells the user what fails; with `tells`, also where it is. */
  async save(tells = false): Promise<void> {
    const { messages } = this.chat;
    const isSaved = await saveConversation(this.#panel.parts.app, this.chat, this.#panel.isShown(this), tells);
    if (isSaved) this.#saved = messages;
    this.#panel.changed(this);
  }

  /** What is attached to `question`, with all pinned notes as they are now. If one can't be read, takes it back. */
  async #attachedNow(question: Question): Promise<readonly Attachment[] | undefined> {
    const { attachments } = joined(question, { text: "", attachments: this.pinned });
    if (!attachments.some(({ isPinned, reply }) => isPinned || isLeftOut(reply))) return attachments;
    const { parts, composer, isShown } = this.#panel;
    const read = await readAnew(parts, attachments, await composer.attachments.room());
    if (!("says" in read)) return read;
    const { place, says, isExcluded } = read;
    this.#takeBack(unpinned(question), isShown(this));
    if (isShown(this)) composer.attachments.drop(place, says, isExcluded);
    else {
      const { text, attachments: begun } = this.draft ?? EMPTY;
      this.draft = { text, attachments: begun.filter((one) => !isSame(one, place)) };
      new Notice(`${attachmentName(place)}: ${says}`);
    }
    return undefined;
  }

  #take(exchange: Exchange, event: ConversationEvent): void {
    this.#panel.say(this, exchange.take(event));
    if (event.type === "message") this.#panel.changed(this);
    if (event.type === "shortened") this.exchanges.shortened(event.ids);
  }

  #viewer(exchange: Exchange): ChatViewer {
    const viewer = this.exchanges.viewerIn(exchange, this.showsSent);
    this.showsSent = false;
    return {
      ...viewer,
      send: (asked) => this.#wait(viewer.send(asked)),
      ask: (changes) => this.#wait(viewer.ask(changes)),
    };
  }

  /** Marks the conversation until the user has decided. */
  async #wait<T>(decided: Promise<T>): Promise<T> {
    this.#cards++;
    this.#panel.changed(this);
    try {
      return await decided;
    } finally {
      this.#cards--;
      this.#panel.changed(this);
    }
  }

  #askNext(): void {
    const question = this.isClosed || this.chat.isRunning ? undefined : this.waiting.shift();
    if (question) void this.ask(question);
  }

  #takeBackWaiting(): void {
    if (this.#panel.isShown(this)) this.#panel.composer.holdBack();
    for (const question of this.waiting.splice(0)) this.#takeBack(question, false);
    this.#panel.changed(this);
  }

  #takeBack(question: Question, takesFocus: boolean): void {
    if (this.isClosed || this.#panel.isShown(this)) this.#panel.composer.takeBack(question, takesFocus);
    else this.draft = joined(this.draft ?? EMPTY, question);
  }
}

const summaryPrompt = (): string =>
  t(
    "Summarize the attached conversation so that we can go on from your summary alone: what I want, what we found and where, what was decided or changed, and what is open.",
  );
