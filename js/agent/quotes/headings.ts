// The headings of a note, instead of a summary.
import { nameOf } from "../../base/names.ts";
import { quotable } from "../markdown/inline.ts";
import type { Block } from "./note-blocks.ts";
import { citation } from "./quotation.ts";
import { t } from "../../base/translate.ts";

/** Maximum headings that are shown of a note. */
const MOST = 30;

/** The headings of the note at `path` as a list, each with the lines of the first text below it; empty if it has none. */
export function headingsOf(path: string, blocks: readonly Block[]): string {
  const lines: string[] = [];
  let before = "";
  for (const { headings, startLine, endLine } of blocks.filter((block) => block.path === path)) {
    const title = headings.at(-1);
    const here = headings.join("\n");
    if (title === undefined || here === before) continue;
    before = here;
    const indent = "  ".repeat(Math.max(0, headings.length - 1));
    lines.push(`${indent}- ${quotable(title).trim()} ${citation(path, startLine, endLine)}`);
  }
  const cut = lines.length > MOST ? [...lines.slice(0, MOST), "- …"] : lines;
  return cut.length > 0 ? `${t("The headings of “{name}”:", { name: nameOf(path) })}\n\n${cut.join("\n")}` : "";
}
