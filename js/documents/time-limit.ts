// A time limit, which ends when the call is cancelled too.
import { nextTurn } from "../base/turns.ts";

/** For how long work that does not wait goes on before others get their turn, in ms. */
const SLICE = 8;

/** Why nothing more is waited for. */
export class TimeIsUp extends Error {}

/** Runs from the start; to be stopped. */
export class TimeLimit {
  readonly #end: number;
  readonly #up: Promise<never>;
  readonly #signal: AbortSignal | undefined;
  #stop = (): void => undefined;
  /** Since when nobody else had a turn. */
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
    // Nobody may be waiting when it goes off.
    this.#up.catch(() => undefined);
  }

  /** Whether it is not the time that ended it. */
  get isCancelled(): boolean {
    return this.#signal?.aborted === true;
  }

  /** What `work` ends in; throws `TimeIsUp` as soon as the time is up. What `work` still does then is not waited for. */
  async within<T>(work: Promise<T>): Promise<T> {
    const done = await Promise.race([work, this.#up]);
    // Where pdf.js gets no worker, it works on this thread, and may never let a timer go off.
    if (performance.now() > this.#end) throw new TimeIsUp();
    return done;
  }

  /** Whether `pause` is due. */
  get isPauseDue(): boolean {
    return performance.now() - this.#since > SLICE;
  }

  /** Gives others their turn; throws `TimeIsUp`. Not by a timer: those are slowed down where many are set. */
  async pause(): Promise<void> {
    try {
      await this.within(nextTurn());
    } finally {
      this.#since = performance.now();
    }
  }

  /** Ends the watch. */
  stop(): void {
    this.#stop();
  }
}
