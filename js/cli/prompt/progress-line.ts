// A line in the terminal that says what takes long: the model, a tool, or the index being made. It is erased before
// anything else is printed, and never written where no terminal is.
import type { ConversationEvent } from "../../agent/events.ts";
import { printable } from "../../base/printable.ts";
import type { Indexed } from "../../../pkg/lectern.js";
import { ERASE, EVERY_MS, readingText, showLine, type Stream, waitingText } from "../reading-line.ts";

export class ProgressLine {
  readonly #stream: Stream;
  readonly #indexed: () => Indexed | undefined;
  /** The tools that run, by the ids of their calls, and since when. */
  readonly #running = new Map<string, readonly [tool: string, since: number]>();
  /** What the model does, until it says something. */
  #waiting = "";
  #waitingSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #isShown = false;
  #questions = 0;

  /** `indexed` tells how far the index is. */
  constructor(stream: Stream, indexed: () => Indexed | undefined) {
    this.#stream = stream;
    this.#indexed = indexed;
  }

  /** Erases the line for what `event` may print. Call `next` after that. */
  take(event: ConversationEvent): void {
    if (event.type === "call") this.#running.set(event.call.id, [event.call.tool, performance.now()]);
    if (event.type === "reply") this.#running.delete(event.message.id);
    if (event.type === "end") this.#running.clear();
    if (event.type === "turn" || event.type === "retract") {
      this.#waiting = "Thinking";
      this.#waitingSince = performance.now();
    }
    // The answer's line would be erased.
    if (event.type === "retry" && this.#waiting !== "") this.#waiting = `${event.because} Trying again`;
    if (event.type === "text" || event.type === "call" || event.type === "end") this.#waiting = "";
    this.#stop();
  }

  /** Goes on, if the model or a tool is still awaited. */
  next(): void {
    const isAwaited = this.#running.size > 0 || this.#waiting !== "";
    if (!this.#stream.isTTY || !isAwaited || this.#questions > 0) return;
    this.#timer ??= setInterval(() => this.#write(), EVERY_MS);
  }

  /** Writes nothing while the user is asked. */
  async during<T>(question: () => Promise<T>): Promise<T> {
    this.#questions++;
    this.#stop();
    try {
      return await question();
    } finally {
      this.#questions--;
      // The user's time is not the tool's.
      for (const [id, [tool]] of this.#running) this.#running.set(id, [tool, performance.now()]);
      this.next();
    }
  }

  #write(): void {
    const [running] = this.#running.values();
    const [what, since] = running ?? [this.#waiting, this.#waitingSince];
    const text = waitingText((running && readingText(this.#indexed())) ?? what, since);
    // The model chose the name. A line break could not be erased.
    const line = printable(text).replace(/\s/g, " ");
    showLine(this.#stream, line);
    this.#isShown = true;
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#isShown) this.#stream.write(ERASE);
    this.#isShown = false;
  }
}
