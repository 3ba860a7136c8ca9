// Checks each line of standard input before the library reads it. The library ignores malformed messages and stops at a
// line that is too long. Here each gets the error that JSON-RPC defines, and the server continues.
import { once } from "node:events";
import { Transform, type TransformCallback } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { INVALID_REQUEST, type JSONRPCMessage, PARSE_ERROR, parseJSONRPCMessage } from "@modelcontextprotocol/server";

/** No tool takes a longer message. The library allows 10 MB. */
const MOST_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** What is told of the lines. */
export interface LineListener {
  /** Gets one JSON-RPC error for each line that is no message. */
  refuse(error: object): void;
  /** Gets each message before it is passed on. */
  passed(message: JSONRPCMessage): void;
  /** Called after the last line. The end is passed on once it resolves. */
  ended(): Promise<void>;
}

/** Passes on the lines that are messages. */
export class MessageLines extends Transform {
  readonly #listener: LineListener;
  /** The line so far, and its length; it is not kept once it is too long. */
  #parts: Buffer[] = [];
  #length = 0;

  constructor(listener: LineListener) {
    super();
    this.#listener = listener;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    void this.#lines(chunk).then(() => done(), done);
  }

  async #lines(chunk: Buffer): Promise<void> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#line();
      start = end + 1;
      // Answers come between the lines. A client that does not read gets no more of them, which would fill the memory.
      await setImmediate();
      if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
    }
    this.#keep(chunk.subarray(start));
  }

  override _flush(done: TransformCallback): void {
    // The last line may lack its end.
    this.#line();
    void this.#listener.ended().then(() => done());
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MOST_BYTES) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #line(): void {
    const [length, line] = [this.#length, Buffer.concat(this.#parts)];
    [this.#length, this.#parts] = [0, []];
    if (length > MOST_BYTES) {
      this.#refuse(null, PARSE_ERROR, `a message has more than ${MOST_BYTES} bytes`);
      return;
    }
    const text = textOf(line);
    const value = jsonIn(text);
    if (value === undefined) {
      if (line.toString("latin1").trim() !== "") this.#refuse(null, PARSE_ERROR, "not JSON on one line");
      return;
    }
    const message = messageIn(value);
    if (message) {
      this.#listener.passed(message);
      // Without the byte order mark, which the library rejects.
      this.push(`${text}\n`);
    } else if (!isNotification(value)) this.#refuse(idOf(value), INVALID_REQUEST, "not a JSON-RPC 2.0 message");
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.#listener.refuse({ jsonrpc: "2.0", id, error: { code, message } });
  }
}

/** A line without its byte order mark; empty if it is not UTF-8. */
function textOf(line: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(line);
  } catch {
    return "";
  }
}

/** The value of a line; undefined if it is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function messageIn(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

/** Whether `value` has a method and no id. A notification is never answered, even if it is wrong. */
function isNotification(value: unknown): boolean {
  return typeof value === "object" && value !== null && "method" in value && !("id" in value);
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
