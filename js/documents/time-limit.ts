// A time limit that also ends when the call is cancelled.
import { nextTurn } from "../base/turns.ts";

/** How long work runs before it yields, in ms. */
const SLICE = 8;

/** The time is up, or the call was cancelled. */
export class TimeIsUp extends Error {}

/** Starts at once. Call `stop` when done. */
export class TimeLimit {
  readonly #end: number;
  readonly #up: Promise<never>;
  readonly #signal: AbortSignal | undefined;
  #stop = (): void => undefined;
  /** When the app last had a turn. */
  #since = performance.now();

  constructor(ms: number, signal?: AbortSignal) {
    this.#end = performance.now() + ms;
    this.#signal = signal;
    this.#up = new Promise((_, reject) => {
      const end = (): void => {
        this.#stop();
        reject(new TimeIsUp());
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener("abort", end, { once: true });
      this.#stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
      };
      if (signal?.aborted) end();
    });
    // Nobody may be waiting when it fires.
    this.#up.catch(() => undefined);
  }

  /** Whether the call was cancelled. */
  get isCancelled(): boolean {
    return this.#signal?.aborted === true;
  }

  /** The result of `work`; throws `TimeIsUp` when the time is up, without waiting for `work`. */
  async within<T>(work: Promise<T>): Promise<T> {
    const done = await Promise.race([work, this.#up]);
    // Without a worker, pdf.js runs on this thread and may keep the timer from firing.
    if (performance.now() > this.#end) throw new TimeIsUp();
    return done;
  }

  /** Whether `pause` should be called. */
  get isPauseDue(): boolean {
    return performance.now() - this.#since > SLICE;
  }

  /** Yields to the app; throws `TimeIsUp`. */
  async pause(): Promise<void> {
    try {
      await this.within(nextTurn());
    } finally {
      this.#since = performance.now();
    }
  }

  /** Clears the timer. */
  stop(): void {
    this.#stop();
  }
}
