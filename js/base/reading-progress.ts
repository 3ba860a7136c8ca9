// A line that says how far the first reading of the vault has come.
import { t } from "./translate.ts";

/** How often it is updated. */
const PROGRESS_MS = 500;

/** Draws it at the top of `parent` while notes of `indexed` are unread. Call the returned function to stop. */
export function tellReading(
  parent: HTMLElement,
  cls: string,
  indexed: () => { readonly notes: number; readonly unread: number } | undefined,
): () => void {
  const { win } = parent;
  let line: HTMLElement | undefined;
  const timer = win.setInterval(() => {
    const { notes = 0, unread = 0 } = indexed() ?? {};
    if (unread === 0) return;
    line ??= parent.createDiv({ cls, attr: { role: "status" }, prepend: true });
    line.setText(t("Reading notes: {n} of {all}", { n: notes, all: notes + unread }));
  }, PROGRESS_MS);
  return () => {
    win.clearInterval(timer);
    line?.remove();
  };
}
