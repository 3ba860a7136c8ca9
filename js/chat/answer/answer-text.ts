// An answer as text for elsewhere, copied or for a note: its citations are links that work there. In a note, nothing of
// it loads or runs when the note is opened.
import { type App, htmlToMarkdown, stripHeadingForLink, type TFile } from "obsidian";
import { type Citation, citationsIn } from "../../agent/citations/citations.ts";
import type { Call } from "../../agent/citations/current-note.ts";
import type { Evidence } from "../../agent/citations/evidence.ts";
import { withDollars } from "../../agent/markdown/dollars.ts";
import { standsAsItIs } from "../../agent/saved/inert.ts";
import type { LecternApi } from "../../api.ts";
import { nameOf } from "../../base/names.ts";
import { t } from "../../base/translate.ts";
import { citedFile, type NotePlace } from "./open-note.ts";
import { linesOf, placeOfChip } from "./citation-chip.ts";

/** What goes into a note. */
export interface AnswerForNote {
  readonly app: App;
  readonly api: LecternApi;
  readonly question: string;
  /** As the model wrote it. */
  readonly source: string;
  readonly evidence: Evidence;
  readonly call: Call;
}

/** An answer, ready for any note. */
export interface NoteText {
  /** Whether it is a code block, as it may load or run something. */
  readonly isFenced: boolean;
  /** The text for the note at `path`. */
  for(path: string): string;
}

/** A citation, and where it leads. */
interface Found extends Pick<Citation, "start" | "end"> {
  readonly isVerified: boolean;
  readonly file: TFile | undefined;
  /** The heading in `file`, as a part of a link. */
  readonly subpath: string;
  /** The note's name, as the answer has it. */
  readonly name: string;
}

/** Prepares an answer. Its citations are checked again: notes may have changed since. */
export async function noteText(answer: AnswerForNote): Promise<NoteText> {
  const given = answer.source.replace(/\r\n?/g, "\n").trim();
  const links = given.replace(/!(?=\[)/g, "");
  const text = [withDollars(given), withDollars(links), given, links].find(standsAsItIs);
  if (text === undefined) {
    const fence = fenceAround(given);
    return { isFenced: true, for: () => `${fence}text\n${given}\n${fence}` };
  }
  const all: Found[] = [];
  for (const citation of citationsIn(text)) all.push(await found(answer, citation));
  return {
    isFenced: false,
    for: (path) =>
      withLinks(text, all, ({ start, end, ...at }) => linkFrom(answer.app, path, text.slice(start, end), at)),
  };
}

/** More backticks than `text` has in a row, but at least `least`. */
export const fenceAround = (text: string, least = 3): string =>
  "`".repeat((text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length + 1), least));

async function found({ app, evidence, call }: AnswerForNote, citation: Citation): Promise<Found> {
  const { start, end, link, startLine, quote } = citation;
  const [path = "", ...headings] = link.split("#");
  const isWhole = startLine === undefined && quote === undefined;
  const verdict = isWhole ? undefined : await evidence.check(citation, call, new AbortController().signal);
  const file = citedFile(app, verdict?.path ?? path) ?? citedFile(app, path);
  const { page, startLine: line } = verdict?.state === "unverified" || !verdict ? {} : verdict;
  const subpath =
    page !== undefined
      ? `#page=${page}`
      : line === undefined
        ? headings.map((one) => `#${one}`).join("")
        : file && headingAt(app, file, line);
  const isVerified = isWhole || verdict?.state !== "unverified";
  return { start, end, isVerified, file, subpath: subpath ?? "", name: nameOf(path) };
}

/** The heading above `line`, counted from 1, as a part of a link; empty if it would lead nowhere else than the note. */
function headingAt({ metadataCache }: App, file: TFile, line: number): string {
  const headings = metadataCache.getFileCache(file)?.headings ?? [];
  const names = headings.map(({ heading }) => stripHeadingForLink(heading));
  const name = names[headings.filter(({ position }) => position.start.line < line).length - 1];
  const isTitle = name === undefined || name === "" || name.toLowerCase() === file.basename.toLowerCase();
  return isTitle || names.indexOf(name) !== names.lastIndexOf(name) ? "" : `#${name}`;
}

/** The link from the note at `path` instead of the one that is `written`. */
function linkFrom(
  { fileManager }: App,
  path: string,
  written: string,
  { file, subpath, isVerified, name }: Omit<Found, "start" | "end">,
): string {
  const mark = isVerified ? "" : ` (${t("not verified")})`;
  // A link to a note that is not there yet may be meant.
  if (!file) return isVerified ? written : name + mark;
  const alias = /\|(.*)\]\]$/s.exec(written)?.[1];
  return fileManager.generateMarkdownLink(file, path, subpath, alias).replace(/^!/, "") + mark;
}

/** Stands for a link while HTML becomes Markdown, which would escape its brackets. */
const LINK = /\uE000(\d+)\uE001/g;

/** The answer as the model has `written` it, with links for notes. */
export function copiedAnswer(app: App, written: string): string {
  const source = withDollars(written);
  return withLinks(source, citationsIn(source), ({ start, end, link, startLine, endLine }) =>
    linkTo(app, { path: link.replace(/#.*/s, ""), startLine, endLine }, source.slice(start, end)),
  );
}

/** Copies what is selected in an answer as Markdown. Anything else is copied as the browser does. */
export function copySelection(app: App, event: ClipboardEvent): void {
  const selection = (event.target as Node | null)?.win.getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const text = (around.instanceOf(Element) ? around : around.parentElement)?.closest(".lectern-chat-text");
  // What is inside one word or one block of code has no marks.
  if (!text || !around.instanceOf(Element) || around.closest("pre")) return;
  const copied = createDiv();
  copied.append(range.cloneContents());
  const places = Array.from(text.querySelectorAll<HTMLElement>(".lectern-chat-citation")).filter((chip) =>
    range.intersectsNode(chip),
  );
  const links = places.map((chip) => linkTo(app, placeOfChip(chip), chip.textContent));
  copied.findAll(".lectern-chat-citation").forEach((chip, index) => chip.replaceWith(`\uE000${index}\uE001`));
  for (const mark of copied.findAll("mark.lectern-chat-found")) mark.replaceWith(mark.textContent);
  const markdown = htmlToMarkdown(copied).replace(LINK, (_, index: string) => links[Number(index)] ?? "");
  event.clipboardData.setData("text/plain", markdown);
  event.preventDefault();
}

/** A link to `place` by its whole path; `otherwise` if there is no such note. */
function linkTo(app: App, place: NotePlace | undefined, otherwise: string): string {
  const file = place && citedFile(app, place.path);
  if (!file) return otherwise;
  const name = [nameOf(file.path), linesOf(place)].filter(Boolean).join(", ");
  return `[[${file.path.replace(/\.md$/, "")}|${name}]]`;
}

/** `text` with `link` in place of each of its `citations`, which are in order. In a row of a table, bars are escaped. */
function withLinks<Cited extends { readonly start: number; readonly end: number }>(
  text: string,
  citations: readonly Cited[],
  link: (citation: Cited) => string,
): string {
  // Backwards, so that the places of the others stay.
  return citations.reduceRight((done, citation) => {
    const { start, end } = citation;
    const isInRow = /^[ \t>]*\|/.test(text.slice(text.lastIndexOf("\n", start) + 1, start));
    const written = link(citation);
    return done.slice(0, start) + (isInRow ? written.replace(/\\?\|/g, "\\|") : written) + done.slice(end);
  }, text);
}
