// Standard input and output as the transport of the server. When its input ends, the calls in progress are still answered.
import type { Readable } from "node:stream";
import { isJSONRPCRequest, isJSONRPCResponse, type JSONRPCMessage, type RequestId } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { MessageLines } from "./message-lines.ts";

/** How long a call may still take once the client sends no more, in milliseconds. */
const MOST_MS = 60_000;
/** It is answered when the server ends. */
const LISTEN = "subscriptions/listen";

export class StdioTransport extends StdioServerTransport {
  /** The requests of the client, and those to it, that are not answered. */
  readonly #calls = new Set<RequestId>();
  readonly #questions = new Set<RequestId>();
  #hasLeft = false;
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
    this.ended = new Promise((resolve) => lines.once("end", resolve));
    // An input that fails does not end.
    input.once("close", () => lines.end());
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
      if (message.method !== LISTEN) this.#calls.add(message.id);
    } else if (isJSONRPCResponse(message)) {
      if (message.id !== undefined) this.#questions.delete(message.id);
    } else if (message.method === "notifications/cancelled") {
      // A call that was cancelled gets no answer.
      this.#settle(message.params?.["requestId"] as RequestId | undefined);
    }
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#calls.delete(id);
    if (this.#calls.size === 0) this.#answered?.();
  }

  /** Resolves once all calls are answered. */
  async #left(): Promise<void> {
    this.#hasLeft = true;
    this.#refuseQuestions();
    if (this.#calls.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MOST_MS);
      this.#answered = () => {
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
