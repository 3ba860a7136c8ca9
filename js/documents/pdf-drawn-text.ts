// The text that signatures and stamps draw: who signed, and when. pdf.js tells it only among its drawing operations.
import type { PdfLibrary, PdfOperations } from "./pdfjs.ts";

/** The longest text to keep, in UTF-16 units. */
const MAX_TEXT = 4000;
/** A space between letters that is this wide, in thousandths of the font size, separates words. */
const SPACE = -200;
/** Letters that are drawn from the left but read from the right: their order would be wrong. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The text of each annotation by its id. `operations` are those of a page with its annotations. */
export function drawnTexts({ OPS }: PdfLibrary, { fnArray, argsArray }: PdfOperations): Map<string, string> {
  const texts = new Map<string, string>();
  let [id, text] = [undefined as string | undefined, ""];
  fnArray.forEach((fn, index) => {
    const [first] = (argsArray[index] ?? []) as readonly unknown[];
    if (fn === OPS["beginAnnotation"]) [id, text] = [String(first), ""];
    else if (fn === OPS["endAnnotation"]) {
      if (id !== undefined && text.trim() !== "" && !RIGHT_TO_LEFT.test(text)) texts.set(id, text.trim());
      id = undefined;
    } else if (id === undefined || text.length > MAX_TEXT) return;
    else if (fn === OPS["showText"]) text += lettersOf(first);
    else if (MOVES.some((name) => fn === OPS[name])) text += " ";
  });
  return texts;
}

/** The operations that begin to draw elsewhere. */
const MOVES = ["beginText", "setTextMatrix", "moveText", "setLeadingMoveText", "nextLine"];

/** The letters of an operation that shows text. */
export function lettersOf(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return "";
  const letters = glyphs.map((glyph: unknown) => {
    if (typeof glyph === "number") return glyph < SPACE ? " " : "";
    const unicode: unknown = typeof glyph === "object" && glyph && "unicode" in glyph ? glyph.unicode : "";
    return typeof unicode === "string" ? unicode : "";
  });
  return letters.join("");
}
