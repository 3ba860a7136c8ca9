// Which way the parts of an answer run. `dir="auto"` looks past what has a direction of its own, as the app gives each
// paragraph and each item, so around these it is always left to right.

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The direction of the first letter. `undefined` for a text without letters, such as `123`. */
function directionOf(text: string): "ltr" | "rtl" | undefined {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  return letter === undefined ? undefined : RTL.test(letter) ? "rtl" : "ltr";
}

/** What an answer quotes. */
const QUOTED = "blockquote, .callout";

/** Sets the direction of the lists, tables and quotations in `block`, a part of an answer that `text` contains. */
export function direct(text: HTMLElement, block: HTMLElement): void {
  // Lists and tables run as the text around them, even if their first word is foreign.
  for (const el of block.findAll("ul, ol, li, table")) el.removeAttribute("dir");
  for (const el of block.findAll("pre")) el.setAttr("dir", "ltr");
  for (const el of block.findAll(QUOTED)) el.setAttr("dir", directionOf(el.textContent) ?? "auto");
  if (text.dir === "ltr" || text.dir === "rtl") return;
  const own = Array.from(block.children).filter((el) => !el.matches(`${QUOTED}, pre`));
  const direction = directionOf(own.map((el) => el.textContent).join(" "));
  if (direction) text.setAttr("dir", direction);
}
