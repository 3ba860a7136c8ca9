// One question with its answer: drawn live while the model answers, or later from the conversation's messages.
import { type App, Component } from "obsidian";
import type { AnswerEnd, ConversationEvent } from "../agent/events.ts";
import type { Message, UserMessage } from "../agent/message.ts";
import { isGrounded } from "../agent/citations/grounded.ts";
import { pathsIn } from "../agent/citations/seen-lines.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { Answer } from "./answer-view.ts";
import type { ChangeQuestion, Choice } from "./approvals.ts";
import type { Chat } from "./chat.ts";
import type { Shown } from "./corrections.ts";
import { showNoteMenu } from "./into-note.ts";
import { wordsFoundIn } from "./found-words.ts";
import type { SendChoice, SendQuestion } from "./send-review.ts";
import type { Sent } from "./sent-list.ts";
import { drawQuestion } from "./question-view.ts";
import { drawVersions } from "./version-buttons.ts";
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
  openSettings(): void;
}

/** A question with its answer. The message list may remove its elements and draw it again. */
export class Exchange implements Drawable {
  readonly #app: App;
  readonly #chat: Chat;
  readonly #listener: ExchangeListener;
  readonly question: UserMessage;
  /** The index of the question in the conversation's messages. */
  readonly start: number;
  /** How the answer ended; undefined if it was loaded from a saved conversation. */
  #end:
    | {
        readonly end: AnswerEnd;
        readonly settings: ChatSettings | undefined;
        readonly isRemote: boolean;
        readonly sent: Sent | undefined;
      }
    | undefined;
  /** The answer's elements, while it is drawn. */
  #answer: Answer | undefined;
  #isLive: boolean;
  /** Whether the conversation contains it: false if the model could not even be asked. */
  #isHeld = true;

  constructor(app: App, chat: Chat, listener: ExchangeListener, start: number, question: UserMessage, isLive: boolean) {
    this.#app = app;
    this.#chat = chat;
    this.#listener = listener;
    this.start = start;
    this.question = question;
    this.#isLive = isLive;
  }

  draw(parent: HTMLElement): Component {
    const el = drawQuestion(
      parent,
      this.question,
      () => this.#listener.edit(this),
      () => this.#listener.fork(this, false),
    );
    drawVersions(el, this.#listener.version(this), (number) => this.#listener.showVersion(this, number));
    const answer = (this.#answer = new Answer(this.#app, parent, {
      retry: () => this.#listener.retry(this),
      retryWith: (button) => this.#listener.retryWith(this, button),
      goOn: () => this.#listener.goOn(),
      fork: () => this.#listener.fork(this, true),
      openSettings: () => this.#listener.openSettings(),
      addToNote: (source, button) =>
        showNoteMenu({ ...this.#chat.forNote(), question: this.question.text, source }, button),
    }));
    // Releases removed elements.
    answer.register(() => this.#answer === answer && (this.#answer = undefined));
    if (this.#isLive) {
      answer.isBusy = true;
      return answer;
    }
    const messages = this.#isHeld ? answerOf(this.#chat.messages, this.start) : [];
    for (const message of messages) answer.recall(message);
    const last = messages.filter((message) => message.role === "assistant").pop();
    const isUngrounded = !isGrounded(this.#chat.messages.slice(0, this.start), [this.question, ...messages]);
    const ended = this.#end;
    const cut = last?.cut;
    void answer
      .end(
        ended?.end ?? { cut, read: readIn(this.question, messages), answer: last, isUngrounded },
        ended?.settings,
        ended?.isRemote ?? false,
        ended?.sent,
      )
      .then(() => this.#verify(answer));
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
  async finish(end: AnswerEnd, settings: ChatSettings | undefined, isRemote: boolean, sent?: Sent): Promise<void> {
    this.#end = { end, settings, isRemote, sent };
    this.#isLive = false;
    this.#isHeld = this.#chat.messages.length > this.start;
    const answer = this.#answer;
    if (!answer) return;
    await answer.end(end, settings, isRemote, sent);
    await this.#verify(answer);
  }

  async #verify(answer: Answer): Promise<void> {
    await answer.mark(wordsFoundIn(answerOf(this.#chat.messages, this.start)));
    await answer.verify(this.#chat.evidence(), this.#chat.call);
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
export function exchangesOf(app: App, chat: Chat, listener: ExchangeListener): Exchange[] {
  return chat.messages.flatMap((message, index) =>
    message.role === "user" ? [new Exchange(app, chat, listener, index, message, false)] : [],
  );
}
