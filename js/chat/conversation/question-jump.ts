// Where a jump from question to question leads, and the list of all questions.
import { Menu } from "obsidian";
import { addItem, showMenuAt } from "../button.ts";

/** A conversation with fewer questions has no button for their list. */
export const LONG = 4;
/** A question is at the top of the view if it is closer to it than this, in pixels. */
const NEAR = 4;
/** The most letters of a question in the list. */
const NAMED = 80;

/**
 * The index of the question before (-1) or after (1) the place in `view` where the user is: what has the focus, else the
 * top of the view. `els` are the exchanges; the first ones may not be drawn.
 */
export function neighbour(view: HTMLElement, els: readonly (HTMLElement | undefined)[], by: -1 | 1): number {
  const { top, bottom } = view.getBoundingClientRect();
  const { activeElement } = view.doc;
  const at = els.findIndex((el) => el?.contains(activeElement));
  const focus = activeElement?.getBoundingClientRect();
  // The user may have scrolled away from it.
  if (at >= 0 && focus && focus.bottom > top && focus.top < bottom) {
    const isInAnswer = !activeElement?.closest(".lectern-chat-question");
    return by < 0 && isInAnswer ? at : at + by;
  }
  const tops = els.map((el) => (el ? el.getBoundingClientRect().top - top : -Infinity));
  return by < 0 ? tops.filter((y) => y < -NEAR).length - 1 : tops.filter((y) => y <= NEAR).length;
}

/** Lists `questions` in a menu at `button`. `show` gets the index of the chosen one. */
export function listQuestions(questions: readonly string[], button: HTMLElement, show: (index: number) => void): void {
  const menu = new Menu();
  questions.forEach((text, index) => {
    const [line = ""] = text.trim().split("\n");
    const title = line.length > NAMED ? `${line.slice(0, NAMED)}…` : line;
    addItem(menu, title, "message-circle", () => show(index));
  });
  showMenuAt(menu, button, "top");
}
