// Passages as the reply to a search: exactly the lines that the model is sent.
import type { LineRun, NoteFound, Reply } from "../../../pkg/lectern.js";
import { t } from "../../base/translate.ts";
import { pageName, placeNamed } from "../citations/seen-lines.ts";
import { seenLinesIn } from "../citations/seen-lines.ts";
import { tokensOf } from "../context/token-estimate.ts";

/** A passage that is cut to fewer tokens tells too little. */
const LEAST_TOKENS = 40;
/** Tokens of a passage besides its text, and of a line. */
const FRAME = 12;
const LINE_FRAME = 3;

/** Lines of one note that belong together. */
export interface Extract {
  /** With its page, if its lines are counted in one. */
  readonly path: string;
  readonly headings: readonly string[];
  readonly lines: readonly (readonly [line: number, text: string])[];
  /** Whether it is a part of a long paragraph: its first and last line may be cut. */
  readonly isPart: boolean;
}

/** The first of `extracts` that fit in `maxTokens`; the last may be cut between two lines. */
export function fitting(extracts: readonly Extract[], maxTokens: number): Extract[] {
  const all: Extract[] = [];
  let left = maxTokens;
  for (const extract of extracts) {
    left -= FRAME + tokensOf([pageName(extract), ...extract.headings].join(" "));
    const lines: Extract["lines"][number][] = [];
    for (const row of extract.lines) {
      left -= tokensOf(row[1]) + LINE_FRAME;
      if (left < 0) break;
      lines.push(row);
    }
    const isWhole = lines.length === extract.lines.length;
    if (isWhole || tokensOf(lines.map(([, text]) => text).join("\n")) >= LEAST_TOKENS) all.push({ ...extract, lines });
    if (!isWhole) break;
  }
  return all;
}

/** What `reply`, made here, shows in at most `maxTokens`. */
export function lessOf(reply: Reply, maxTokens: number): Reply {
  const { notes = [] } = reply.structuredContent;
  const extracts = seenLinesIn(reply).map((seen, index): Extract => {
    const headings = notes[index]?.found?.headings ?? [];
    return { path: pageName(seen), headings, lines: [...seen.lines], isPart: seen.parts.size > 0 };
  });
  return replyWith(fitting(extracts, maxTokens), new Set());
}

/** The reply with `extracts` of one note. `suspicious`: lines that may be meant for the model, as `line path`. */
export function replyWith(extracts: readonly Extract[], suspicious: ReadonlySet<string>): Reply {
  const rows: string[] = [];
  const ranges: string[] = [];
  const notes = extracts.map(({ path: name, headings, lines, isPart }): NoteFound => {
    const header = rows.push(`== ${name} ==`) - 1;
    const runs: LineRun[] = [];
    for (const [line, text] of lines) {
      const last = runs.at(-1);
      const startsInside = isPart && !last;
      const row = rows.push(`${line}${startsInside ? "+" : ""}: ${text}`) - 1;
      if (last && line === last.line + last.count) last.count++;
      else runs.push({ row, line, count: 1, starts_inside: startsInside, is_cut: isPart });
    }
    ranges.push(...runs.map(({ line, count }) => (count === 1 ? `L${line}` : `L${line}–${line + count - 1}`)));
    const numbers = lines.map(([line]) => line);
    const text = lines.map(([, text]) => text).join("\n");
    const found = { headings: [...headings], text, starts_inside: isPart, ends_inside: isPart };
    const marked = numbers.filter((line) => suspicious.has(`${line} ${name}`));
    return {
      ...placeNamed(name),
      ...{ lines: lines.length, passage: [numbers[0] ?? 1, numbers.at(-1) ?? 1] },
      found: { ...found, score: 1, covered: 1, likely: true, missing: [], absent: [] },
      hits: numbers.map((line) => ({ line, column: 1, spans: [] })),
      ...(marked.length > 0 && { suspicious: marked }),
      layout: { part: 0, header, lines: runs },
    };
  });
  const [first] = extracts;
  const display = first
    ? t("Found for the model: {path}, {lines}", { path: first.path, lines: ranges.join(", ") })
    : t("shortened");
  const text = rows.join("\n") || "[left out: no room]";
  return { content: [{ type: "text", text }], isError: false, structuredContent: { display, files: [], notes } };
}
