// The clock of the platform, which tests replace.

/** Time and chance. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Resolves after `ms`, or as soon as `signal` is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const platformClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    }),
};
