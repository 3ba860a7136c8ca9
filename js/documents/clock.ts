// A time limit, which ends when the call is cancelled too.

/** Why nothing more is waited for. */
export class TimeIsUp extends Error {}

/** How long others may be kept waiting: a frame or two are not felt. */
const BREATH_MS = 30;

/** Runs from the start; to be stopped. */
export class Clock {
  readonly #end: number;
  readonly #up: Promise<never>;
  #stop = (): void => undefined;
  #breath = performance.now();

  constructor(ms: number, signal?: AbortSignal) {
    this.#end = performance.now() + ms;
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

  /** What `work` ends in; throws `TimeIsUp` as soon as the time is up. What `work` still does then is not waited for. */
  async within<T>(work: Promise<T>): Promise<T> {
    const done = await Promise.race([work, this.#up]);
    // In Node, pdf.js works on this thread and may never let a timer go off.
    if (performance.now() > this.#end) throw new TimeIsUp();
    return done;
  }

  /** Lets others work, where they have been waiting: timers go off, and a call can be cancelled. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#breath < BREATH_MS) return;
    await this.within(new Promise((resolve) => setTimeout(resolve)));
    this.#breath = performance.now();
  }

  /** Ends the watch. */
  stop(): void {
    this.#stop();
  }
}
