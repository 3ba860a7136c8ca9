// Formats a passage as a Markdown blockquote with its citation. Links of the note become text, so that the citation is the
// only link; embeds stay.
import { closesFence, fenceIn } from "../markdown/code.ts";
import { quotable } from "../markdown/inline.ts";
import { withEmbedsOf, withoutEmbeds } from "./embeds.ts";
import { placeNamed } from "../citations/seen-lines.ts";
import { nameOf } from "../../base/names.ts";
import { t } from "../../base/translate.ts";
import type { Block } from "./note-blocks.ts";
import type { Passage } from "./passages.ts";
import { OMITTED, sentencesWithin } from "./sentences.ts";

/** Maximum characters quoted of one passage: about ten lines of a side panel, and a few more of a list. */
const MOST_CHARS = 720;
const MOST_LIST_CHARS = 900;

/** Maximum lines quoted of code or of a table. */
const MOST_LINES = 14;

/**
 * The passage as Markdown. Its note and headings come first, unless `above`, the passage quoted before it, is in the same
 * section of the same note.
 */
export function quotation(passage: Passage, above?: Passage): string {
  const [first] = passage.blocks;
  const lines: string[] = [];
  let room = passage.blocks.some(({ kind }) => kind !== "text") ? MOST_LIST_CHARS : MOST_CHARS;
  let endLine = first?.startLine ?? 1;
  let before: Block | undefined;
  for (const block of passage.blocks.map(withEmbeds)) {
    const shown = shownOf(block, before, room);
    if (before && shown.lines.length === 0) break;
    const isApart = before && (before.kind !== block.kind || block.kind === "text");
    lines.push(...(isApart ? [""] : []), ...shown.lines);
    endLine = shown.endLine;
    room -= shown.lines.join("\n").length;
    before = block;
    if (room <= 0 || shown.isCut) break;
  }
  const from = first?.headLine ?? first?.startLine ?? 1;
  const name = nameOf(placeNamed(passage.path).path);
  const head = passage.headings
    .map((title) => quotable(withoutEmbeds(title)).trim())
    .filter((title) => title !== "" && !isSameName(title, name));
  const isSaid = above?.path === passage.path && above.headings.join("\n") === passage.headings.join("\n");
  const where = isSaid ? [] : [`**${[quotable(name), ...head.slice(-2)].join(" › ")}**`, ""];
  const rows = lines.map((line) => `> ${line}`.trimEnd());
  return [...where, ...rows, ">", `> ${citation(passage.path, from, endLine)}`].join("\n");
}

/** Whether two names differ at most in case and accents. */
function isSameName(a: string, b: string): boolean {
  return a.localeCompare(b, undefined, { sensitivity: "base" }) === 0;
}

/** A link to lines of a note, such as `[[Season#L3-5]]`. */
export function citation(path: string, startLine: number, endLine: number): string {
  return `[[${path.replace(/\.md$/, "")}#L${startLine}${endLine > startLine ? `-${endLine}` : ""}]]`;
}

/** `block` with embeds that lead to the same files from any note. */
function withEmbeds(block: Block): Block {
  if (block.kind === "code") return block;
  return { ...block, lines: block.lines.map((line) => withEmbedsOf(line, placeNamed(block.path).path)) };
}

/** The quoted lines of a block. */
interface Shown {
  readonly lines: string[];
  readonly endLine: number;
  readonly isCut: boolean;
}

function shownOf(block: Block, before: Block | undefined, room: number): Shown {
  if (block.kind === "code") return code(block);
  if (block.kind === "table") return rows(block, before);
  if (block.kind === "list") return list(block, room);
  return prose(block, room);
}

/** A paragraph; if there is no room for all of it, its first sentences. */
function prose(block: Block, room: number): Shown {
  const whole = block.lines.map((line) => quotable(line).trimStart());
  const isCut = whole.join("\n").length > room;
  // The citation covers all lines of the block, even if only some of its sentences are quoted.
  const shown = isCut
    ? shortened(block.lines.join("\n"), Math.max(room, 200))
    : block.isPart
      ? paired(block.lines)
      : whole;
  return { lines: shown.map((line) => line.trimStart()).filter((line) => line !== ""), endLine: block.endLine, isCut };
}

function list(block: Block, room: number): Shown {
  const shown: string[] = [];
  let left = room;
  const [indent = ""] = /^[ \t]*/.exec(block.lines[0] ?? "") ?? [];
  for (const [index, written] of block.lines.entries()) {
    // Removes the common indentation, which would make the list a code block.
    const line = written.startsWith(indent) ? written.slice(indent.length) : written;
    const text = quotable(line);
    if (left < text.length) {
      const [mark = ""] = /^[ \t]*(?:[-*+][ \t]+\[[^`]\][ \t]|(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)/.exec(line) ?? [];
      if (index === 0) shown.push(...shortened(line.slice(mark.length), Math.max(left, 200), mark));
      else shown.push(OMITTED);
      return { lines: shown, endLine: block.startLine + Math.max(index - 1, 0), isCut: true };
    }
    left -= text.length;
    shown.push(text);
  }
  return { lines: shown, endLine: block.endLine, isCut: false };
}

/** Table rows below their header. A row of "…" marks omitted rows. */
function rows(block: Block, before: Block | undefined): Shown {
  const last = before?.kind === "table" && before.group === block.group ? before : undefined;
  const head = last ? [] : (block.head ?? []);
  const columns = Math.max(1, (block.lines[0]?.split("|").length ?? 3) - 2);
  const omitted = `|${` ${OMITTED} |`.repeat(columns)}`;
  const above = last ? last.endLine : (block.headLine ?? block.startLine) + head.length - 1;
  const isApart = (last !== undefined || head.length > 0) && above + 1 < block.startLine;
  const isCut = block.lines.length > MOST_LINES;
  const lines = [
    ...head,
    ...(isApart ? [omitted] : []),
    ...block.lines.slice(0, MOST_LINES),
    ...(isCut ? [omitted] : []),
  ];
  const endLine = Math.min(block.endLine, block.startLine + MOST_LINES - 1);
  return { lines: lines.map((line) => quotable(line).trim()), endLine, isCut };
}

/** Code unchanged, but with its fence closed. */
function code(block: Block): Shown {
  const [opening = "```"] = block.lines;
  const fence = fenceIn(opening) ?? "```";
  const inside = block.lines.slice(1);
  const body = closesFence(inside.at(-1) ?? "", fence) ? inside.slice(0, -1) : inside;
  const isCut = body.length > MOST_LINES;
  const shown = isCut ? [...body.slice(0, MOST_LINES), OMITTED] : body;
  const endLine = isCut ? block.startLine + MOST_LINES : block.endLine;
  return { lines: [opening.trim(), ...shown, fence], endLine, isCut };
}

/** The first sentences of `text`, about `room` characters at most. `mark` is put before them. */
function shortened(text: string, room: number, mark = ""): string[] {
  const sentences = sentencesWithin(text, room);
  let [count, left] = [0, room];
  for (const sentence of sentences) {
    left -= quotable(sentence).length;
    if (count > 0 && left < 0) break;
    count++;
  }
  const inside = sentences.slice(0, count).join("").trim();
  return paired(`${mark}${inside}${count < sentences.length ? ` ${OMITTED}` : ""}`.split("\n"));
}

/** `lines` of a part of a text, without `**` and `==` if their number is odd, because their partner was omitted. */
function paired(lines: readonly string[]): string[] {
  const whole = lines.map((line) => quotable(line)).join("\n");
  const marks = ["**", "=="].filter((mark) => whole.split(mark).length % 2 === 0);
  return lines.map((line) => quotable(line, marks));
}

/** Maximum headings that are shown of a note. */
const MOST_HEADINGS = 30;

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
    lines.push(`${indent}- ${quotable(withoutEmbeds(title)).trim()} ${citation(path, startLine, endLine)}`);
  }
  const cut = lines.length > MOST_HEADINGS ? [...lines.slice(0, MOST_HEADINGS), "- …"] : lines;
  return cut.length > 0 ? `${t("The headings of “{name}”:", { name: nameOf(path) })}\n\n${cut.join("\n")}` : "";
}
