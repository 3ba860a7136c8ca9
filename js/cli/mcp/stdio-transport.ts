// Standard input and output as the transport of the server. When its input ends, the calls in progress are still answered.
import type { Readable } from "node:stream";
import {
  INTERNAL_ERROR,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { MessageLines } from "./message-lines.ts";

/** How long the next answer may still take once the client sends no more, in milliseconds. */
const MOST_MS = 60_000;
/** It lasts as long as the client listens: nothing of it is waited for. */
const LISTEN = "subscriptions/listen";

export class StdioTransport extends StdioServerTransport {
  readonly #input: Readable;
  readonly #lines: MessageLines;
  readonly #refuse: (error: object) => void;
  /** How many requests of the client with each id are not answered; those to it. */
  readonly #calls = new Map<RequestId, number>();
  readonly #questions = new Set<RequestId>();
  #hasLeft = false;
  /** Goes on waiting, or ends the wait if nothing is left. */
  #answered: (() => void) | undefined;
  /** Resolves after the last answer. */
  readonly ended: Promise<void>;

  constructor(input: Readable, refuse: (error: object) => void) {
    const lines = new MessageLines({
      refuse,
      passed: (message) => this.#received(message),
      ended: () => this.#left(),
    });
    super(input.pipe(lines));
    [this.#input, this.#lines, this.#refuse] = [input, lines, refuse];
    this.ended = new Promise((resolve) => lines.once("end", resolve));
    // An input that fails does not end.
    input.once("close", () => lines.end());
  }

  override async close(): Promise<void> {
    // Nothing waits any more, and an open input would keep the process alive.
    this.#calls.clear();
    this.#answered?.();
    this.#input.unpipe(this.#lines);
    this.#input.destroy();
    await super.close();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCRequest(message)) {
      this.#questions.add(message.id);
      if (this.#hasLeft) this.#refuseQuestions();
    }
    try {
      await super.send(message);
    } finally {
      if (isJSONRPCResponse(message)) this.#settle(message.id);
    }
  }

  #received(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method !== LISTEN) this.#calls.set(message.id, (this.#calls.get(message.id) ?? 0) + 1);
    } else if (isJSONRPCResponse(message)) {
      if (message.id !== undefined) this.#questions.delete(message.id);
    } else if (message.method === "notifications/cancelled") {
      const { requestId, reason = "" } = message.params ?? {};
      // A call that was cancelled gets no answer. The library ignores an invalid notification.
      if (typeof reason === "string") this.#settle(requestId as RequestId | undefined);
    }
  }

  #settle(id: RequestId | undefined): void {
    const left = id === undefined ? 0 : (this.#calls.get(id) ?? 0) - 1;
    if (id !== undefined && left > 0) this.#calls.set(id, left);
    else if (id !== undefined) this.#calls.delete(id);
    this.#answered?.();
  }

  /** Resolves once all calls are answered. */
  async #left(): Promise<void> {
    this.#hasLeft = true;
    this.#refuseQuestions();
    if (this.#calls.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        const error = { code: INTERNAL_ERROR, message: "the call took too long after the end of the input" };
        for (const id of this.#calls.keys()) this.#refuse({ jsonrpc: "2.0", id, error });
        this.onerror?.(new Error(`${error.message}: ${this.#calls.size} in all`));
        resolve();
      }, MOST_MS);
      this.#answered = () => {
        timer.refresh();
        if (this.#calls.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Nobody answers them any more. */
  #refuseQuestions(): void {
    for (const id of this.#questions) {
      this.#questions.delete(id);
      const error = { code: -32_000, message: "the client has left" };
      setImmediate(() => this.onmessage?.({ jsonrpc: "2.0", id, error }));
    }
  }
}
