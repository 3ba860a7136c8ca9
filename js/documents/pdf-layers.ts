// Leaves out the text of layers that are off, which nobody sees. pdf.js tells only among a page's drawing operations to
// which layer a text belongs, so its text is found again there.
import { lettersOf } from "./pdf-drawn-text.ts";
import type { PdfItem, PdfLayers, PdfLibrary, PdfOperations } from "./pdfjs.ts";

/** How many letters ahead an item is looked for: pdf.js leaves out letters that are drawn outside the page. */
const AHEAD = 10_000;

/** Whether a document has layers that are off. */
export function hasHiddenLayers(layers: PdfLayers): boolean {
  return [...layers].some(([, { visible }]) => !visible);
}

/** The items that are drawn on no layer that is off. `operations` are those of their page. */
export function onVisibleLayers(
  items: readonly PdfItem[],
  { fnArray, argsArray }: PdfOperations,
  { OPS }: PdfLibrary,
  layers: PdfLayers,
): PdfItem[] {
  /** Whether each open part of the page is hidden. */
  const open: boolean[] = [];
  /** All letters as they are drawn, and from where to where they are hidden. */
  let drawn = "";
  const hidden: { from: number; to: number }[] = [];
  fnArray.forEach((fn, index) => {
    const args = (argsArray[index] ?? []) as readonly unknown[];
    const isHidden = open[open.length - 1] === true;
    if (fn === OPS["beginMarkedContentProps"]) open.push(isHidden || (args[0] === "OC" && !layers.isVisible(args[1])));
    else if (fn === OPS["beginMarkedContent"]) open.push(isHidden);
    else if (fn === OPS["endMarkedContent"]) open.pop();
    else if (fn === OPS["showText"]) {
      const from = drawn.length;
      drawn += plain(lettersOf(args[0]));
      if (isHidden && drawn.length > from) hidden.push({ from, to: drawn.length });
    }
  });
  let [at, next] = [0, 0];
  return items.filter(({ str, dir }) => {
    const letters = plain(dir === "rtl" ? Array.from(str).reverse().join("") : str);
    const ahead = letters === "" ? -1 : drawn.slice(at, at + letters.length + AHEAD).indexOf(letters);
    if (ahead < 0) return true;
    const found = at + ahead;
    at = found + letters.length;
    while ((hidden[next]?.to ?? Infinity) <= found) next++;
    return found < (hidden[next]?.from ?? Infinity);
  });
}

function plain(text: string): string {
  return text.normalize("NFKC").replace(/[\s\p{Cc}]+/gu, "");
}
