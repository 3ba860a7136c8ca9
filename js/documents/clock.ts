// A time limit, which ends when the call is cancelled too.

/** Why nothing more is waited for. */
export class TimeIsUp extends Error {}

/** Runs from the start; to be stopped. */
export class Clock {
  readonly #up: Promise<never>;
  #stop = (): void => undefined;
  #isUp = false;

  constructor(ms: number, signal?: AbortSignal) {
    this.#up = new Promise((_, reject) => {
      const end = (): void => {
        this.#isUp = true;
        this.#stop();
        reject(new TimeIsUp(signal?.aborted ? "the call was cancelled" : "it takes too long"));
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

  /** Whether the time is up. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** What `work` ends in; throws `TimeIsUp` as soon as the time is up. What `work` still does then is not waited for. */
  async within<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#up]);
  }

  /** Ends the watch. */
  stop(): void {
    this.#stop();
  }
}
