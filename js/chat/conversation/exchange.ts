// One question with its answer: drawn live while the model answers, or later from the conversation's messages.
import { type App, Component } from "obsidian";
import type { ConversationEvent } from "../../agent/events.ts";
import type { Message, UserMessage } from "../../agent/message.ts";
import { isGrounded } from "../../agent/citations/grounded.ts";
import { pathsIn } from "../../agent/citations/seen-lines.ts";
import type { Ended } from "../answer/answer-end.ts";
import { Answer } from "../answer/answer-view.ts";
import type { ChangeQuestion, Choice } from "../changes/approvals.ts";
import type { Chat } from "../chat.ts";
import type { Shown } from "../changes/corrections.ts";
import { showNoteMenu } from "../answer/into-note.ts";
import { wordsFoundIn } from "../answer/found-words.ts";
import type { SendChoice, SendQuestion } from "../sending/send-review.ts";
import { drawQuestion, drawVersions } from "./question-view.ts";
import type { Drawable } from "./message-list.ts";

/** The user's actions on an exchange. */
export interface ExchangeListener {
  edit(exchange: Exchange): void;
  retry(exchange: Exchange): void;
  /** Asks again, once the user has chosen a model in the menu at `button`. */
  retryWith(exchange: Exchange, button: HTMLElement): void;
  /** Asks for the rest of the last answer. */
  goOn(): void;
  /** Goes on in a new conversation, after the exchange or before it. */
  fork(exchange: Exchange, withAnswer: boolean): void;
  /** Which version of the question it is. */
  version(exchange: Exchange): { number: number; count: number };
  showVersion(exchange: Exchange, number: number): void;
}

/** Where an exchange is. */
interface ExchangePlace {
  readonly app: App;
  readonly chat: Chat;
  readonly listener: ExchangeListener;
}

/** A question with its answer. The message list may remove its elements and draw it again. */
export class Exchange implements Drawable {
  readonly #place: ExchangePlace;
  readonly question: UserMessage;
  /** The index of the question in the conversation's messages. */
  readonly start: number;
  /** How the answer ended; undefined if it was loaded from a saved conversation. */
  #ended: Ended | undefined;
  /** The answer's elements, while it is drawn. */
  #answer: Answer | undefined;
  #isLive: boolean;
  /** Whether the conversation contains it: false if the model could not even be asked. */
  #isHeld = true;

  constructor(place: ExchangePlace, start: number, question: UserMessage, isLive: boolean) {
    this.#place = place;
    this.start = start;
    this.question = question;
    this.#isLive = isLive;
  }

  draw(parent: HTMLElement): Component {
    const { app, chat, listener } = this.#place;
    const el = drawQuestion(
      parent,
      this.question,
      () => listener.edit(this),
      () => listener.fork(this, false),
    );
    drawVersions(el, listener.version(this), (number) => listener.showVersion(this, number));
    const answer = (this.#answer = new Answer(app, parent, {
      retry: () => listener.retry(this),
      retryWith: (button) => listener.retryWith(this, button),
      goOn: () => listener.goOn(),
      fork: () => listener.fork(this, true),
      addToNote: (source, button) => showNoteMenu({ ...chat.forNote(), question: this.question.text, source }, button),
    }));
    // Releases removed elements.
    answer.register(() => this.#answer === answer && (this.#answer = undefined));
    if (this.#isLive) {
      answer.isBusy = true;
      return answer;
    }
    const messages = this.#isHeld ? answerOf(chat.messages, this.start) : [];
    for (const message of messages) answer.recall(message);
    const last = messages.filter((message) => message.role === "assistant").pop();
    const isUngrounded = !isGrounded(chat.messages.slice(0, this.start), [this.question, ...messages]);
    const remembered = { cut: last?.cut, read: readIn(this.question, messages), answer: last, isUngrounded };
    const ended = this.#ended ?? { end: remembered };
    void answer.end(ended).then(() => this.#verify(answer));
    return answer;
  }

  /**
   * Shows an event. Once the answer is finished, shows only which of its replies a later answer shortened. Returns
   * words for screen readers.
   */
  take(event: ConversationEvent): string {
    return this.#isLive || event.type === "shortened" ? (this.#answer?.take(event) ?? "") : "";
  }

  /** Shows a change of a plan. */
  plan(proposal: Shown): void {
    this.#answer?.plan(proposal);
  }

  /** Shows changes, and resolves to the user's choices. Without elements, nobody can accept them. */
  async ask(question: ChangeQuestion): Promise<readonly Choice[]> {
    return this.#answer?.ask(question) ?? [];
  }

  /** Shows what is about to be sent, and resolves to the user's choice. Without elements, nothing is sent. */
  async send(question: SendQuestion): Promise<SendChoice> {
    return this.#answer?.send(question);
  }

  /** Shows how the answer ended and what was sent, and checks its citations. */
  async finish(ended: Ended): Promise<void> {
    this.#ended = ended;
    this.#isLive = false;
    this.#isHeld = this.#place.chat.messages.length > this.start;
    const answer = this.#answer;
    if (!answer) return;
    await answer.end(ended);
    await this.#verify(answer);
  }

  async #verify(answer: Answer): Promise<void> {
    const { chat } = this.#place;
    await answer.mark(wordsFoundIn(answerOf(chat.messages, this.start)));
    await answer.verify(chat.evidence(), chat.call);
  }
}

/** The paths of the notes that were read or attached, without duplicates. */
function readIn({ attachments }: UserMessage, messages: readonly Message[]): string[] {
  const replies = messages.flatMap((message) => (message.role === "tool" ? [message.reply] : []));
  return [...new Set([...attachments.map(({ reply }) => reply), ...replies].flatMap(pathsIn))];
}

/** The messages after the question at `start`, up to the next question. */
function answerOf(messages: readonly Message[], start: number): readonly Message[] {
  const next = messages.findIndex(({ role }, index) => index > start && role === "user");
  return messages.slice(start + 1, next < 0 ? undefined : next);
}

/** The exchanges of a conversation. */
export function exchangesOf(place: ExchangePlace): Exchange[] {
  return place.chat.messages.flatMap((message, index) =>
    message.role === "user" ? [new Exchange(place, index, message, false)] : [],
  );
}
