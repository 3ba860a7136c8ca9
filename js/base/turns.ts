// Long work yields to the app every few milliseconds, so that typing and scrolling never wait for it.

/** How long work runs before it yields. With the step that follows, half a frame at 60 frames a second. */
const SLICE_MS = 3;

/** How long to wait for a frame. A hidden window has none. */
const NO_FRAME_MS = 250;

/** Lets the app run between the steps of one call. */
export class Turns {
  #began = performance.now();

  /** Yields to the app if this turn has run long enough. */
  async give(): Promise<void> {
    if (performance.now() - this.#began < SLICE_MS) return;
    await nextTurn();
    this.#began = performance.now();
  }
}

/** Resolves after the app has had a turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // Not a timer: browsers delay nested timers by 4 ms.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (): void => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Resolves after the next frame of `win` is drawn, in a task of its own. */
export function nextFrame(win: Window): Promise<void> {
  return new Promise((resolve) => {
    // The timers are the first window's: another window, with its timers, may close meanwhile.
    const timer = window.setTimeout(resolve, NO_FRAME_MS);
    win.requestAnimationFrame(() => {
      window.clearTimeout(timer);
      window.setTimeout(resolve);
    });
  });
}
