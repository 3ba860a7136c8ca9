// What the cards share that wait for the user in the conversation: change-card.ts asks about changes, send-card.ts about
// what is sent.
import { drawIcon } from "./button.ts";

/** Draws an empty card, which screen readers call `label`. */
export function drawCard(parent: HTMLElement, label: string, cls = ""): HTMLElement {
  const attr = { role: "group", "aria-label": label };
  return parent.createDiv({ cls: `lectern-change ${cls}`.trim(), attr });
}

/** What a card says once it is decided. */
export interface Outcome {
  readonly icon: string;
  readonly text: string;
}

/** Draws `outcomes` in place of what is in `card`, which is decided. */
export function endCard(card: HTMLElement, outcomes: readonly Outcome[], hadFocus: boolean): void {
  card.empty();
  card.addClass("is-decided");
  for (const { icon, text } of outcomes) {
    const line = card.createDiv("lectern-change-outcome");
    drawIcon(line, icon);
    line.createSpan({ text, attr: { dir: "auto" } });
  }
  // Keeps the place of the keyboard in the conversation.
  if (hadFocus) focusCard(card);
}

export const hasFocus = (card: HTMLElement): boolean => card.contains(card.doc.activeElement);

export function focusCard(card: HTMLElement): void {
  card.setAttr("tabindex", "-1");
  card.focus({ preventScroll: true });
}

/**
 * Resolves to the user's choice. `draw` draws what is asked, gets what takes the choice, and returns what chooses nothing:
 * that is called when `signal` is aborted.
 */
export function chosenIn<T>(
  signal: AbortSignal | undefined,
  draw: (choose: (choice: T) => void) => () => void,
): Promise<T> {
  return new Promise<T>((resolve) => {
    const stop = draw((choice) => {
      signal?.removeEventListener("abort", stop);
      resolve(choice);
    });
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop);
  });
}
