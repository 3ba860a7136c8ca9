// The exchanges that the panel shows of one conversation, with the versions of their questions: keeps the list of
// elements and the messages of the conversation in step.
import type { App } from "obsidian";
import type { Question } from "../agent/loop/conversation.ts";
import type { Chat } from "./chat.ts";
import { Exchange, type ExchangeListener, exchangesOf } from "./exchange.ts";
import type { MessageList } from "./message-list.ts";
import { Versions } from "./versions.ts";

/** The exchanges of `chat`, in order. */
export class ShownExchanges {
  readonly #app: App;
  readonly #chat: Chat;
  readonly #list: MessageList;
  readonly #listener: ExchangeListener;
  readonly #exchanges: Exchange[];
  readonly #versions = new Versions<Exchange>();

  constructor(app: App, chat: Chat, list: MessageList, listener: ExchangeListener) {
    this.#app = app;
    this.#chat = chat;
    this.#list = list;
    this.#listener = listener;
    this.#exchanges = exchangesOf(app, chat, listener);
  }

  /** Replaces what the list shows. Each exchange then asks its listener for its version. */
  draw(): void {
    this.#list.set(this.#exchanges);
  }

  get isEmpty(): boolean {
    return this.#exchanges.length === 0;
  }

  get last(): Exchange | undefined {
    return this.#exchanges[this.#exchanges.length - 1];
  }

  /** Adds a question that is about to be asked. */
  add(question: Question): Exchange {
    const { length } = this.#chat.messages;
    const exchange = new Exchange(this.#app, this.#chat, this.#listener, length, { role: "user", ...question }, true);
    this.#exchanges.push(exchange);
    this.#list.add(exchange);
    return exchange;
  }

  has(exchange: Exchange): boolean {
    return this.#exchanges.includes(exchange);
  }

  /** Shows which replies were shortened. */
  shortened(ids: readonly string[]): void {
    for (const exchange of this.#exchanges) exchange.take({ type: "shortened", ids });
  }

  /** Removes `exchange` and later ones, from the conversation too. */
  remove(exchange: Exchange): void {
    const index = this.#exchanges.indexOf(exchange);
    this.#chat.rewind(exchange.start);
    this.#exchanges.splice(index);
    this.#list.truncate(index);
  }

  /** Removes `exchange` and later ones, but keeps them as a version. */
  leave(exchange: Exchange): void {
    const index = this.#exchanges.indexOf(exchange);
    this.#versions.leave(exchange.start, this.#chat.messages, this.#exchanges.slice(index));
    this.remove(exchange);
  }

  /** Which version of its question an exchange is, counted from 1, and how many there are. */
  version({ start }: Exchange): { number: number; count: number } {
    return this.#versions.at(start);
  }

  /** Shows another version of the question of `exchange`, and what followed it. Returns whether there is one. */
  showVersion(exchange: Exchange, number: number): boolean {
    const { start } = exchange;
    const index = this.#exchanges.indexOf(exchange);
    const version = this.#versions.show(start, number, this.#chat.messages, this.#exchanges.slice(index));
    if (!version) return false;
    this.#chat.resume(start, version.messages);
    this.#exchanges.splice(index, Infinity, ...version.shown);
    this.#list.replace(index, version.shown);
    return true;
  }

  /** A new conversation that begins like this one, up to and with `exchange` or, without its answer, before it. */
  fork(exchange: Exchange, withAnswer: boolean): Chat {
    const next = this.#exchanges[this.#exchanges.indexOf(exchange) + 1];
    return this.#chat.fork(withAnswer ? (next?.start ?? Infinity) : exchange.start);
  }
}
