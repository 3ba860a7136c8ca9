// How long a page does nothing else at once, for the benchmarks.
import type { Page } from "playwright-core";

/** Begins to watch for it. */
export const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watch = { held: 0, isOn: true };
    Object.assign(window, { watch });
    const { port1, port2 } = new MessageChannel();
    let last = performance.now();
    port1.onmessage = (): void => {
      const now = performance.now();
      watch.held = Math.max(watch.held, now - last);
      last = now;
      if (watch.isOn) port2.postMessage(null);
    };
    port2.postMessage(null);
  });

/** The longest of it, in milliseconds. */
export const held = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { watch } = window as unknown as { watch: { held: number; isOn: boolean } };
    watch.isOn = false;
    return watch.held;
  });
