// The benchmark's code for the page: runs the released plugin and the baseline over the same vault, in turns.
import type { LecternApi } from "../../js/api.ts";
import type { FileShown, Reply } from "../../pkg/lectern.js";
import type {} from "../obsidian/index.ts";
import { atHand, inTurns, numbered, timed, type Timing } from "./turns.ts";

/** What a call shows, as the baseline needs it: 1-indexed, inclusive; negative from the end. */
export interface Lines {
  start: number;
  end?: number;
}

const api = (): LecternApi =>
  (window.app.plugins.plugins as unknown as Record<string, { api: LecternApi }>)["lectern"]?.api ??
  fail("the plugin is not installed");

/**
 * Has the vault hand out the bytes that the host holds, one buffer a file: for both ways the clock starts behind the
 * disk. Text is decoded from it at every read, as in the app.
 */
async function holdBytes(paths: string[]): Promise<void> {
  const { vault } = window.app;
  const read = async (path: string): Promise<[string, ArrayBuffer]> => [path, await vault.readBinary(file(path))];
  const held = new Map(await Promise.all(paths.map(read)));
  const bytes = ({ path }: { path: string }): ArrayBuffer => held.get(path) ?? fail(`no ${path}`);
  vault.readBinary = (file) => Promise.resolve(bytes(file));
  vault.read = (file) => Promise.resolve(new TextDecoder().decode(bytes(file)));
}

/** As plugins in JavaScript read a part of a note: all of it as one string, all of its lines, then the lines wanted. */
async function baseline(path: string, { start, end }: Lines): Promise<string> {
  return numbered(await window.app.vault.read(file(path)), start, end);
}

async function ours(path: string, { start, end }: Lines): Promise<Reply> {
  const reply = await api().call("read_file", { path, start_line: start, end_line: end });
  for (const part of reply.content) if (part.type === "text") atHand(part.text);
  return reply;
}

async function oursOfSeveral(paths: string[]): Promise<string> {
  for (const path of paths) file(path).stat.mtime++;
  const reply = await api().call("read_file", { files: paths.map((path) => ({ path })) });
  return atHand(reply.content.map((part) => (part.type === "text" ? part.text : "")).join(""));
}

/** Several files in one call against the baseline, which reads them one after another. */
async function several(paths: string[], rounds: number, batch: number): Promise<Timing> {
  const mine = (): Promise<string> => oursOfSeveral(paths);
  const theirs = async (): Promise<string> => {
    const texts: string[] = [];
    for (const path of paths) texts.push(`== ${path} ==`, await baseline(path, { start: 1 }));
    return atHand(texts.join("\n"));
  };
  if ((await mine()) !== (await theirs())) fail("the baseline reads other text");
  return inTurns(rounds, batch, mine, theirs);
}

/** A new time of change: nothing that was kept from the call before counts. */
function oursAfresh(path: string, lines: Lines): Promise<Reply> {
  file(path).stat.mtime++;
  return ours(path, lines);
}

/** Reads `lines` of a file that neither side has at hand, `rounds` times, `batch` calls a turn. */
async function read(path: string, lines: Lines, rounds: number, batch: number): Promise<Timing> {
  await sameText(path, lines);
  return inTurns(
    rounds,
    batch,
    () => oursAfresh(path, lines),
    () => baseline(path, lines),
  );
}

/** Follows `next` to the end, and tells which lines the pages had. */
async function allPages(path: string): Promise<Lines[]> {
  file(path).stat.mtime++;
  const pages: Lines[] = [];
  for (let args: Record<string, unknown> | null = { path }; args;) {
    const shown = firstFile(await api().call("read_file", args));
    pages.push({ start: shown.start_line, end: shown.end_line });
    args = shown.next && { ...shown.next };
  }
  return pages;
}

/**
 * Follows `next` to the end, `batch` times. The baseline reads the same pages; at most `samples` of them, evenly
 * spread, and scaled.
 */
async function follow(
  path: string,
  samples: number,
  batch: number,
): Promise<Timing & { pages: number; sampled: number }> {
  let pages: Lines[] = [];
  const mine = await timed(batch, async () => (pages = await allPages(path)));
  const step = Math.max(1, pages.length / samples);
  const chosen = pages.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const sampled = await timed(batch, async () => {
    for (const lines of chosen) await baseline(path, lines);
  });
  const theirs = (sampled * pages.length) / chosen.length;
  return { ours: mine, baseline: theirs, ratio: theirs / mine, pages: pages.length, sampled: chosen.length };
}

/** Where the parts of a file are that are read: the first page, `count` lines in the middle, and the last ones. */
async function parts(path: string, count: number): Promise<Record<"head" | "middle" | "tail", Lines>> {
  const { total_lines: total, end_line: end } = firstFile(await ours(path, { start: 1 }));
  const middle = Math.max(1, Math.floor(total / 2) - count / 2);
  return {
    head: { start: 1, end },
    middle: { start: middle, end: Math.min(total, middle + count - 1) },
    tail: { start: -count },
  };
}

/** Both must say the same, or nothing is compared. */
async function sameText(path: string, lines: Lines): Promise<void> {
  const reply = await ours(path, lines);
  const { start_line: start, end_line: end } = firstFile(reply);
  const text = reply.content
    .map((part) => (part.type === "text" ? part.text.replace(/\n\[[^\n]*\]$/, "") : ""))
    .join("");
  if (text !== (await baseline(path, { start, end }))) fail(`the baseline reads other lines of ${path}`);
}

function firstFile(reply: Reply): FileShown {
  return reply.structuredContent.files[0] ?? fail(reply.structuredContent.display);
}

const file = (path: string): ReturnType<typeof window.app.vault.getFiles>[number] =>
  window.app.vault.getFileByPath(path) ?? fail(`no ${path}`);

function fail(message: string): never {
  throw new Error(message);
}

const bench = {
  holdBytes,
  read,
  several,
  follow,
  parts,
  timeOf: (path: string, lines: Lines, batch: number) => timed(batch, () => oursAfresh(path, lines)),
  timeOfAllPages: (path: string, batch: number) => timed(batch, () => allPages(path)),
  timeOfSeveral: (paths: string[], batch: number) => timed(batch, () => oursOfSeveral(paths)),
  firstPage: async (path: string) => firstFile(await ours(path, { start: 1 })),
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
