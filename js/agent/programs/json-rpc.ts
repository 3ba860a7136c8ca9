// JSON-RPC 2.0 (https://www.jsonrpc.org/specification) with a program, one message a line.
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { reason } from "../../base/reason.ts";

type Params = Readonly<Record<string, unknown>>;

/** What the program may send. */
export interface Listener {
  /** Answers a request of the program; undefined if there is no such method. */
  request(method: string, params: Params): Promise<object> | undefined;
  event(method: string, params: Params): void;
}

interface Waiting {
  resolve(result: Params): void;
  reject(error: Error): void;
}

const NO_METHOD = -32601;
const FAILED = -32603;

/** The details say more than a message such as `Internal error`. */
function errorOf(error: unknown): Error {
  const { message, data } = fieldsOf(error);
  const { details } = fieldsOf(data);
  return new Error([message, details].filter((words) => typeof words === "string" && words !== "").join(": "));
}

/** The program at the other end. */
export class Peer {
  readonly #write: (text: string) => void;
  readonly #listener: Listener;
  readonly #waiting = new Map<unknown, Waiting>();
  #asked = 0;

  constructor(write: (text: string) => void, listener: Listener) {
    this.#write = write;
    this.#listener = listener;
  }

  /** Resolves to the fields of the result. Rejects with what the program says is wrong. */
  ask(method: string, params: object): Promise<Params> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  tell(method: string, params: object = {}): void {
    this.#send({ method, params });
  }

  /** Reads a line of the program's output. */
  read(line: string): void {
    const { id, method, params, result, error } = fieldsOf(valueOf(line));
    if (typeof method !== "string") {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (!error) waiting?.resolve(fieldsOf(result));
      else if (id === null) for (const one of this.#waiting.values()) one.reject(errorOf(error));
      else waiting?.reject(errorOf(error));
    } else if (id === undefined) this.#listener.event(method, fieldsOf(params));
    else void this.#answer(id, method, fieldsOf(params));
  }

  async #answer(id: unknown, method: string, params: Params): Promise<void> {
    try {
      const result = await this.#listener.request(method, params);
      this.#send(result ? { id, result } : { id, error: { code: NO_METHOD, message: `there is no ${method}` } });
    } catch (error) {
      this.#send({ id, error: { code: FAILED, message: reason(error) } });
    }
  }

  #send(message: object): void {
    this.#write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
