// What the user does with a question that was asked, or with its answer: edit, ask again, go on, fork, change versions.
import { type App, Platform } from "obsidian";
import type { Question } from "../agent/loop/conversation.ts";
import { t } from "../base/translate.ts";
import type { Chat } from "./chat.ts";
import type { Composer } from "./composer.ts";
import type { Exchange, ExchangeListener } from "./exchange.ts";
import type { MessageList } from "./message-list.ts";
import { openSettings } from "./open-note.ts";
import type { ShownExchanges } from "./shown-exchanges.ts";

/** What the actions need from the panel. */
export interface ActionsPanel {
  readonly app: App;
  readonly chat: () => Chat;
  readonly exchanges: () => ShownExchanges;
  readonly messages: MessageList;
  readonly composer: () => Composer;
  readonly show: (chat: Chat) => void;
  readonly ask: (question: Question) => Promise<void>;
  readonly pickModel: (button: HTMLElement, then: () => void) => void;
  readonly versionShown: (chat: Chat) => void;
  readonly say: (words: string) => void;
}

/** The actions. */
export class ExchangeActions implements ExchangeListener {
  readonly #panel: ActionsPanel;
  /** The exchange whose question is being edited. */
  editing: Exchange | undefined;

  constructor(panel: ActionsPanel) {
    this.#panel = panel;
  }

  edit(exchange: Exchange | undefined): void {
    if (!exchange || this.#panel.chat().isRunning) return;
    this.editing = exchange;
    this.#panel.composer().fill(exchange.question, true);
  }

  leaveEdit(): void {
    this.editing = undefined;
    this.#panel.composer().fill({ text: "", attachments: [] }, false);
    this.#panel.composer().focus();
  }

  retry(exchange: Exchange): void {
    void this.again(exchange, exchange.question);
  }

  retryWith(exchange: Exchange, button: HTMLElement): void {
    this.#panel.pickModel(button, () => this.retry(exchange));
  }

  goOn(): void {
    if (this.editing) this.leaveEdit();
    void this.#panel.ask({ text: t("Go on."), attachments: [] });
  }

  /** Asks `question` in place of an exchange and of later ones, which are kept as a version. */
  async again(exchange: Exchange, question: Question): Promise<void> {
    const { messages, composer, ask } = this.#panel;
    const exchanges = this.#panel.exchanges();
    if (!exchanges.has(exchange) || this.#panel.chat().isRunning) return;
    // The focused element is removed. On a phone, focusing the field would open the keyboard.
    if (Platform.isMobile) messages.el.focus({ preventScroll: true });
    else composer().focus();
    exchanges.leave(exchange);
    await ask({ text: question.text, attachments: question.attachments });
  }

  /** Goes on in a new conversation, after the exchange or, with its question in the field, before it. */
  fork(exchange: Exchange, withAnswer: boolean): void {
    const { app, composer, exchanges, say, show } = this.#panel;
    show(exchanges().fork(exchange, withAnswer));
    app.workspace.requestSaveLayout();
    if (!withAnswer) composer().fill(exchange.question, false);
    composer().focus();
    say(t("This is a new conversation."));
  }

  version(exchange: Exchange): { number: number; count: number } {
    return this.#panel.exchanges().version(exchange);
  }

  /** Shows another version of the question of `exchange`, and what followed it. */
  showVersion(exchange: Exchange, number: number): void {
    const chat = this.#panel.chat();
    const exchanges = this.#panel.exchanges();
    if (!exchanges.has(exchange) || chat.isRunning) return;
    if (this.editing) this.leaveEdit();
    if (!exchanges.showVersion(exchange, number)) return;
    this.#panel.say(t("Version {number} of {count}", exchanges.version(exchange)));
    this.#panel.versionShown(chat);
  }

  openSettings(): void {
    openSettings(this.#panel.app);
  }
}
