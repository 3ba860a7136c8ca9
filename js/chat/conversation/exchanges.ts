// The exchanges that the panel shows of one conversation, with the versions of their questions, and what the user does
// with them: edit, ask again, go on, fork. Keeps the list of elements and the messages of the conversation in step.
import { type App, Platform } from "obsidian";
import type { Question } from "../../agent/loop/conversation.ts";
import { type Attachment, pinnedIn } from "../../agent/message.ts";
import { t } from "../../base/translate.ts";
import type { Chat, ChatViewer } from "../chat.ts";
import type { Composer } from "../composer/composer.ts";
import { Exchange, type ExchangeListener, exchangesOf } from "./exchange.ts";
import type { MessageList } from "./message-list.ts";
import { Versions } from "./versions.ts";

/** What the exchanges need from the panel. */
export interface ExchangesPanel {
  readonly app: App;
  readonly messages: MessageList;
  readonly composer: Composer;
  /** Opens `chat`; false if too many are open. */
  readonly show: (chat: Chat) => boolean;
  readonly ask: (question: Question) => Promise<void>;
  readonly pickModel: (button: HTMLElement, then: () => void) => void;
  /** Called when another version of a question is shown, with what followed it. */
  readonly versionShown: (chat: Chat) => void;
  /** Tells screen readers. */
  readonly say: (words: string) => void;
}

/** The exchanges of the conversation that is shown, in order. */
export class Exchanges implements ExchangeListener {
  readonly #panel: ExchangesPanel;
  readonly #chat: Chat;
  readonly #all: Exchange[];
  readonly #versions = new Versions<Exchange>();
  /** The one whose question is being edited. */
  editing: Exchange | undefined;
  /** What was pinned when the edit began. */
  #pinned: readonly Attachment[] = [];

  constructor(panel: ExchangesPanel, chat: Chat) {
    this.#panel = panel;
    this.#chat = chat;
    this.#all = exchangesOf({ app: panel.app, chat, listener: this });
    panel.messages.set(this.#all);
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  has(exchange: Exchange): boolean {
    return this.#all.includes(exchange);
  }

  /** Adds a question that is about to be asked. */
  add(question: Question): Exchange {
    const { length } = this.#chat.messages;
    const place = { app: this.#panel.app, chat: this.#chat, listener: this };
    const exchange = new Exchange(place, length, { role: "user", ...question }, true);
    this.#all.push(exchange);
    this.#panel.messages.add(exchange);
    return exchange;
  }

  /** Shows in `exchange` what the user decides while its question is asked: what is sent, and changes. */
  viewerIn(exchange: Exchange, showsSent: boolean): ChatViewer {
    const { messages, say } = this.#panel;
    return {
      showsSent,
      send: (asked) => {
        const chosen = exchange.send(asked);
        say(t("Check what is sent, then choose Send or Cancel."));
        messages.reveal();
        return chosen;
      },
      plan: (proposal) => exchange.plan(proposal),
      ask: (changes) => {
        const decided = exchange.ask(changes);
        say(changes.announcement);
        messages.reveal();
        return decided;
      },
    };
  }

  /** Shows which replies were shortened. */
  shortened(ids: readonly string[]): void {
    for (const exchange of this.#all) exchange.take({ type: "shortened", ids });
  }

  /** Removes `exchange` and later ones, from the conversation too. */
  remove(exchange: Exchange): void {
    const index = this.#all.indexOf(exchange);
    this.#chat.rewind(exchange.start);
    this.#all.splice(index);
    this.#panel.messages.truncate(index);
  }

  edit(exchange: Exchange): void {
    if (this.#chat.isRunning) return;
    if (!this.editing) this.#pinned = pinnedIn(this.#panel.composer.draft.attachments);
    this.editing = exchange;
    this.#panel.composer.fill(exchange.question, true);
  }

  /** Lets the user edit the last question. */
  editLast(): void {
    const last = this.#all[this.#all.length - 1];
    if (last) this.edit(last);
  }

  leaveEdit(): void {
    const { composer } = this.#panel;
    this.editing = undefined;
    composer.fill({ text: "", attachments: this.#pinned }, false);
    composer.focus();
  }

  retry(exchange: Exchange): void {
    if (this.editing) this.leaveEdit();
    void this.again(exchange, exchange.question);
  }

  retryWith(exchange: Exchange, button: HTMLElement): void {
    this.#panel.pickModel(button, () => this.retry(exchange));
  }

  goOn(): void {
    if (this.editing) this.leaveEdit();
    this.home();
    void this.#panel.ask({ text: t("Go on."), attachments: [] });
  }

  /** Asks `question` in place of an exchange and of later ones, which are kept as a version. */
  async again(exchange: Exchange, { text, attachments }: Question): Promise<void> {
    if (!this.has(exchange) || this.#chat.isRunning) return;
    this.home();
    const later = this.#all.slice(this.#all.indexOf(exchange));
    this.#versions.leave(exchange.start, this.#chat.messages, later);
    this.remove(exchange);
    await this.#panel.ask({ text, attachments });
  }

  /** Takes the focus from a button that is about to go. On a phone, focusing the field would open the keyboard. */
  home(): void {
    const { messages, composer } = this.#panel;
    if (Platform.isMobile) messages.el.focus({ preventScroll: true });
    else composer.focus();
  }

  /** Goes on in a new conversation, after the exchange or, with its question in the field, before it. */
  fork(exchange: Exchange, withAnswer: boolean): void {
    const { app, composer, show } = this.#panel;
    const next = this.#all[this.#all.indexOf(exchange) + 1];
    if (!show(this.#chat.fork(withAnswer ? (next?.start ?? Infinity) : exchange.start))) return;
    app.workspace.requestSaveLayout();
    if (!withAnswer) composer.fill(exchange.question, false);
    composer.focus();
  }

  version({ start }: Exchange): { number: number; count: number } {
    return this.#versions.at(start);
  }

  showVersion(exchange: Exchange, number: number): void {
    const { start } = exchange;
    const index = this.#all.indexOf(exchange);
    if (index < 0 || this.#chat.isRunning) return;
    if (this.editing) this.leaveEdit();
    const version = this.#versions.show(start, number, this.#chat.messages, this.#all.slice(index));
    if (!version) return;
    this.#chat.resume(start, version.messages);
    this.#all.splice(index, Infinity, ...version.shown);
    this.#panel.messages.replace(index, version.shown);
    this.#panel.say(t("Version {number} of {count}", this.version(exchange)));
    this.#panel.versionShown(this.#chat);
  }
}
