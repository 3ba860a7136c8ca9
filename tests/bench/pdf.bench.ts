// How long the command line takes for PDFs, as a process of its own: the first reply of a long one, one of its pages, and
// searches of many. Run by `npm run bench -- --documents`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, test } from "vitest";
import { pdf, text } from "../shim/pdf-file.ts";
import { whole } from "./cli.ts";
import { pick, seeded } from "./random.mjs";

const CLI = fileURLToPath(new URL("../../pkg/cli.mjs", import.meta.url));
const WORDS = "north south lamp order invoice paid open late storage silver return box letter kilo market".split(" ");
const [LINES, WORDS_A_LINE] = [45, 12];
/** The best counts, since the machine has other work too. */
const ROUNDS = 3;

const random = seeded(1);
const line = (): string => Array.from({ length: WORDS_A_LINE }, () => pick(random, WORDS)).join(" ");
const page = (): string => Array.from({ length: LINES }, (_, row) => text(72, 740 - 14 * row, line())).join("");
const pages = (count: number): string[] => Array.from({ length: count }, page);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-pdfs-"));
  for (const vault of ["long", "many"]) mkdirSync(join(folder, vault, ".obsidian"), { recursive: true });
  writeFileSync(join(folder, "long/300.pdf"), pdf(pages(300)));
  writeFileSync(join(folder, "long/3000.pdf"), pdf(pages(3000)));
  for (let paper = 0; paper < 58; paper++)
    writeFileSync(
      join(folder, `many/${paper}.pdf`),
      pdf([text(72, 700, `Paper ${paper} about a lighthouse`), ...pages(13)]),
    );
}, 300_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const read = (path: string, more = {}): string[] => ["call", "read_file", "--args", JSON.stringify({ path, ...more })];
const rows: [what: string, vault: string, args: string[], isKept: boolean][] = [
  ["the first reply of 300 pages", "long", read("300.pdf"), false],
  ["page 2,990 of 3,000", "long", read("3000.pdf", { page: 2990 }), false],
  ["a search of 58 PDFs with 14 pages each", "many", ["search", "lighthouse"], false],
  ["the next search", "many", ["search", "lighthouse"], true],
];

test("in a terminal", { timeout: 600_000 }, async () => {
  const cache = join(folder, "cache");
  for (const [what, vault, args, isKept] of rows) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      if (!isKept) rmSync(cache, { recursive: true, force: true });
      times.push(await whole([CLI, ...args, "--vault", join(folder, vault)], { XDG_CACHE_HOME: cache }));
    }
    console.log(`${what}: ${Math.min(...times).toFixed(0)} ms`);
  }
});
