// Writes an answer for a note: its citations become links that work there, and nothing in it loads or runs when the note
// is opened.
import { type App, stripHeadingForLink, type TFile } from "obsidian";
import { type Citation, citationsIn } from "../agent/citations/citations.ts";
import type { Call } from "../agent/citations/current-note.ts";
import type { Evidence } from "../agent/citations/evidence.ts";
import { standsAsItIs } from "../agent/saved/inert.ts";
import { nameOf } from "../base/names.ts";
import { t } from "../base/translate.ts";
import { citedFile, withLinks } from "./cited-links.ts";

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

/** Prepares the answer `source`. Its citations are checked again: notes may have changed since. */
export async function noteText(
  app: App,
  source: string,
  evidence: Evidence,
  call: Call,
  signal: AbortSignal,
): Promise<NoteText> {
  const given = source.replace(/\r\n?/g, "\n").trim();
  const text = [given, given.replace(/!(?=\[)/g, "")].find(standsAsItIs);
  if (text === undefined) {
    const longest = (given.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
    const fence = "`".repeat(longest + 1);
    return { isFenced: true, for: () => `${fence}text\n${given}\n${fence}` };
  }
  const all: Found[] = [];
  for (const citation of citationsIn(text)) all.push(await found(app, citation, evidence, call, signal));
  return {
    isFenced: false,
    for: (path) => withLinks(text, all, ({ start, end, ...at }) => linkTo(app, text.slice(start, end), at, path)),
  };
}

async function found(
  app: App,
  citation: Citation,
  evidence: Evidence,
  call: Call,
  signal: AbortSignal,
): Promise<Found> {
  const { start, end, link, startLine, quote } = citation;
  const [path = "", ...headings] = link.split("#");
  const isWhole = startLine === undefined && quote === undefined;
  const verdict = isWhole ? undefined : await evidence.check(citation, call, signal);
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

/** The link instead of the one that is `written`, for the note at `path`. */
function linkTo(
  { fileManager }: App,
  written: string,
  { file, subpath, isVerified, name }: Omit<Found, "start" | "end">,
  path: string,
): string {
  const mark = isVerified ? "" : ` (${t("not verified")})`;
  // A link to a note that is not there yet may be meant.
  if (!file) return isVerified ? written : name + mark;
  const alias = /\|(.*)\]\]$/s.exec(written)?.[1];
  return fileManager.generateMarkdownLink(file, path, subpath, alias).replace(/^!/, "") + mark;
}
