// `npm run bench -- --related FOLDER`: how well `related_notes` finds, in the vault at FOLDER, the notes that a note links
// to, once all links are taken out: their texts stay, or nothing does. Beside it BM25 with all words of the note.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";

const FIRST = 5;
/** BM25: the usual values. */
const [K1, B] = [1.2, 0.75];
/** Link, its target, its own text. */
const LINK = /!?\[\[([^[\]|\n]*)(?:\|([^[\]\n]*))?\]\]/g;

type Ranked = Record<string, readonly string[]>;

/** Prints and returns, for each ranking, for how many notes a linked note is among the first, and what share of them. */
export async function benchRelated(vault: string, tell: (line: string) => void): Promise<unknown> {
  const linked = await linksOf(vault);
  tell(`\n${Object.keys(linked).length} notes with links to others. Found among the first ${FIRST}:\n`);
  tell("links taken out       ranking         any      share");
  const rows: object[] = [];
  for (const [taken, shown] of [
    ["texts stay", "text"],
    ["with their texts", ""],
  ] as const) {
    const folder = await mkdtemp(join(tmpdir(), "lectern-related-"));
    try {
      await cp(vault, folder, { recursive: true });
      const texts = await withoutLinks(folder, shown === "text");
      const rankings = { related_notes: await related(folder, Object.keys(linked)), BM25: bm25(texts, linked) };
      for (const [ranking, found] of Object.entries(rankings)) {
        const row = { taken, ranking, ...judged(linked, found) };
        tell(`${taken.padEnd(22)}${ranking.padEnd(16)}${percent(row.any)}   ${percent(row.share)}`);
        rows.push(row);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  return rows;
}

const percent = (share: number): string => `${(100 * share).toFixed(1).padStart(5)} %`;

async function notesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((path) => path.endsWith(".md")).map((path) => path.replaceAll("\\", "/"));
}

/** The other notes that each note links to, of those with any. */
async function linksOf(folder: string): Promise<Ranked> {
  const tools = new Tools(NodeHost.open(folder), { maxBytes: 1_000_000 });
  const linked: Ranked = {};
  for (const path of await notesIn(folder)) {
    const { links = [] } = (await tools.call("links", { path, direction: "out" })).structuredContent;
    const to = links.flatMap((link) => (link.from === path && link.to?.endsWith(".md") ? [link.to] : []));
    const others = new Set(to.filter((other) => other !== path));
    if (others.size > 0) linked[path] = [...others];
  }
  return linked;
}

/** Takes the wiki links out of all notes. Returns their texts. */
async function withoutLinks(folder: string, isShown: boolean): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of await notesIn(folder)) {
    const text = await readFile(join(folder, path), "utf8");
    const bare = text.replace(LINK, (_, target: string, own?: string) => (isShown ? (own ?? target) : ""));
    texts.set(path, bare);
    await writeFile(join(folder, path), bare);
  }
  return texts;
}

async function related(folder: string, paths: readonly string[]): Promise<Ranked> {
  const tools = new Tools(NodeHost.open(folder));
  const found: Ranked = {};
  for (const path of paths) {
    const { structuredContent } = await tools.call("related_notes", { path, limit: FIRST });
    found[path] = (structuredContent.related ?? []).map((note) => note.path);
  }
  return found;
}

function bm25(texts: ReadonlyMap<string, string>, linked: Ranked): Ranked {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  const notes = [...texts].map(([path, text]) => {
    const counts = new Map<string, number>();
    for (const { segment, isWordLike } of segmenter.segment(`${basename(path, ".md")}\n${text}`.toLowerCase()))
      if (isWordLike) counts.set(segment, (counts.get(segment) ?? 0) + 1);
    return { path, counts, length: [...counts.values()].reduce((sum, count) => sum + count, 0) };
  });
  const holding = new Map<string, number>();
  for (const { counts } of notes) for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  const mean = notes.reduce((sum, { length }) => sum + length, 0) / notes.length;
  const score = (query: ReadonlyMap<string, number>, { counts, length }: (typeof notes)[number]): number =>
    [...query].reduce((sum, [word, times]) => {
      const [count, held] = [counts.get(word) ?? 0, holding.get(word) ?? 0];
      const rarity = Math.log(1 + (notes.length - held + 0.5) / (held + 0.5));
      return sum + (times * rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
    }, 0);
  const asked = notes.filter(({ path }) => path in linked);
  const best = asked.map(({ path, counts }) => {
    const others = notes
      .filter((other) => other.path !== path)
      .map((other) => [other.path, score(counts, other)] as const);
    return [
      path,
      others
        .sort(([, a], [, b]) => b - a)
        .slice(0, FIRST)
        .map(([other]) => other),
    ];
  });
  return Object.fromEntries(best) as Ranked;
}

function judged(linked: Ranked, found: Ranked): { any: number; share: number } {
  const shares = Object.entries(linked).map(([path, others]) => {
    const right = (found[path] ?? []).filter((other) => others.includes(other)).length;
    return right / Math.min(FIRST, others.length);
  });
  const sum = (of: readonly number[]): number => of.reduce((total, one) => total + one, 0) / shares.length;
  return { any: sum(shares.map((share) => Number(share > 0))), share: sum(shares) };
}
