// Turns: long work gives way to the app after a few milliseconds, so that typing and scrolling never wait for it.

/** How long work goes on before it gives way: with the step behind it, half of what a frame has at 60 a second. */
const SLICE_MS = 3;

/** The work of one call, as it takes turns with the rest of the app. */
export class Turns {
  #began = performance.now();

  /** Waits for the next turn of the loop, if this one has taken long enough. */
  async give(): Promise<void> {
    if (performance.now() - this.#began < SLICE_MS) return;
    await nextTurn();
    this.#began = performance.now();
  }
}

/** Resolves when the app has had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // A timer would wait for four milliseconds where it is set again and again.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (): void => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
