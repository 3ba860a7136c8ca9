// Every tool takes linear time: twice the input is at most about twice the work, whatever repeats in it. Work is counted,
// not time.
import { beforeAll, expect, test } from "vitest";
import type { Answer, Move, Reply, Write } from "../../pkg/lectern.js";
import { NO_JOURNAL } from "../../js/vault/changes.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "../shim/vault.ts";
import { countingCore, type CountingCore } from "./work.ts";

class ChangingHost extends MemoryHost {
  readonly updatesLinks = false;

  write({ path, after }: Write): Answer {
    this.put(path, after?.slice() ?? "");
    return { written: "done" };
  }

  move({ path, to, before }: Move): Answer {
    this.put(to, before.slice());
    return { written: path === to ? "outdated" : "done" };
  }
}

const changes = {
  approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const),
  journal: NO_JOURNAL,
};

let counting: CountingCore;
beforeAll(async () => (counting = await countingCore()), 300_000);

interface Made {
  readonly files: Record<string, string>;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

const note = (text: string, args: Record<string, unknown>, tool = "edit_file"): Made => ({
  files: { "a.md": text },
  tool,
  args: { path: "a.md", ...args },
});
const edit = (text: string, ...edits: object[]): Made => note(text, { edits });
const lines = (count: number, line: (at: number) => string, ending = "\n"): string =>
  Array.from({ length: count }, (_, at) => line(at) + ending).join("");
const words = (count: number): string => lines(count, () => "word");

/** Inputs of a size in lines or words; each call of a tool that they make slowest. */
const CASES: Record<string, (size: number) => Made> = {
  "an edit that is found once": (n) => edit(`${words(n)}end\n`, { old: "end", new: "x" }),
  "an edit that is found on every line": (n) => edit(words(n), { old: "word", new: "x" }),
  "the same near a line": (n) => edit(words(n), { old: "word", new: "x", near_line: n }),
  "the same everywhere": (n) => edit(words(n), { old: "word", new: "x", all: true }),
  "the same with CRLF": (n) =>
    edit(
      lines(n, () => "word", "\r\n"),
      { old: "word\n", new: "x\n", all: true },
    ),
  "blanks of a long line": (n) => edit("word ".repeat(n), { old: " ", new: "_", all: true }),
  "one of the blanks of a long line": (n) => edit("word ".repeat(n), { old: " ", new: "_", near_line: 1 }),
  tasks: (n) =>
    edit(
      lines(n, (at) => `- [ ] task ${at}`),
      { old: "- [ ]", new: "- [x]", near_line: n / 2 },
    ),
  "a result that is there": (n) =>
    edit(
      lines(n, () => "a, b"),
      { old: "a", new: "a, b", all: true },
    ),
  "several edits": (n) =>
    edit(
      lines(n, (at) => `line ${at}`),
      ...[0, 1, 2, 3].map((at) => ({ old: `line ${at}\n`, new: "x\n" })),
    ),
  "an edit that is not found": (n) => edit(words(n), { old: "sword in a stone", new: "x" }),
  "a misquoted line, near a line": (n) =>
    edit(
      lines(n, () => "a  word"),
      { old: "a word", new: "x", near_line: n },
    ),
  "misquoted lines that are the same": (n) => edit(words(n), { old: `${words(n / 4)}sword`, new: "x" }),
  "a misquoted long line": (n) =>
    edit(
      lines(n, (at) => `word ${at}`),
      { old: "word of mine ".repeat(n / 4), new: "x" },
    ),
  "invisible characters": (n) => edit(`${"\u200b".repeat(n)}word\n`, { old: "word", new: "\u200c" }),
  "text that is rewritten": (n) =>
    edit(
      lines(n, (at) => `line ${at}`),
      { old: lines(n, (at) => `line ${at}`), new: lines(n, (at) => `row ${at % 7}`) },
    ),
  "text that is added below a heading": (n) =>
    note(
      lines(n, (at) => `# ${at % 9}\n## ${at}`),
      { append: "x", under: `${n - 1}` },
    ),
  "a heading that is there many times": (n) =>
    note(
      lines(n, () => "# A\n## B"),
      { append: "x", under: "A#B" },
    ),
  "a new note": (n) => note("", { content: lines(n, (at) => `| ${at} | [[a]] | #tag`), path: "b.md" }, "write_file"),
  properties: (n) =>
    note(
      `---\n${lines(n, (at) => `p${at}: ${at}`)}---\n`,
      { set: { p3: "x", q: 1 }, remove: ["p7"] },
      "edit_properties",
    ),
  "a property that is a long list": (n) =>
    note(`---\ntags:\n${lines(n, (at) => `  - t${at}`)}---\n`, { set: { tags: ["a"] } }, "edit_properties"),
  "many properties at once": (n) =>
    note(
      `---\n${lines(n / 8, (at) => `p${at}: ${at}\nq${at}: ${at}`)}---\n`,
      {
        set: Object.fromEntries(Array.from({ length: n / 8 }, (_, at) => [`p${at}`, -1])),
        remove: Array.from({ length: n / 8 }, (_, at) => `Q${at} `),
      },
      "edit_properties",
    ),
  "a move that changes many links": (n) => ({
    files: { "a.md": "# A\n", "b.md": lines(n, () => "see [[a]] and [a](a.md)"), "c/d.md": "" },
    tool: "move_file",
    args: { from: "a.md", to: "c/e.md" },
  }),
  "a move of a note with many links": (n) => ({
    files: { "a.md": lines(n, () => "see [b](b.md#B) ![[b#^x]]"), "b.md": "# B\n" },
    tool: "move_file",
    args: { from: "a.md", to: "c/a.md" },
  }),
  "links of a note": (n) =>
    note(
      lines(n, (at) => `[[a#${at}]] [x](a.md)`),
      {},
      "links",
    ),
  "links to a note": (n) => ({
    files: { "a.md": "", "b.md": "[[a]] ".repeat(n) },
    tool: "links",
    args: { path: "a.md", direction: "in" },
  }),
  "a word on every line": (n) => note(words(n), { query: "word" }, "search_notes"),
  "a word many times in a line": (n) => note("word ".repeat(n), { query: "word" }, "search_notes"),
  "a pattern on every line": (n) => note(words(n), { query: "/w.rd/" }, "search_notes"),
  "open tasks": (n) =>
    note(
      lines(n, (at) => `- [ ] task ${at}`),
      { query: "task", tasks: "open" },
      "search_notes",
    ),
  passages: (n) =>
    note(
      lines(n, (at) => `# ${at}\n\nword and word\n`),
      { query: "word", passages: true },
      "search_notes",
    ),
};

/** The work of the call, and that of its longest step. */
async function workOf({ files, tool, args }: Made): Promise<{ work: number; most: number; reply: Reply }> {
  const tools = new Tools(new ChangingHost(files), { changes: true }, counting.core);
  await tools.ready();
  const before = counting.total();
  counting.most();
  const reply = await tools.call(tool, args, undefined, {}, changes);
  const work = counting.total() - before;
  return { work, most: counting.most(), reply };
}

/** With sorting, twice the input is somewhat more than twice the work. */
const DOUBLED = 2.5;
/** About 16 ms of the app's time. */
const MOST_OF_STEP = 12_000_000;

test.each(Object.keys(CASES))("%s takes linear work", async (name) => {
  const make = CASES[name] as (size: number) => Made;
  const [small, large] = [await workOf(make(4000)), await workOf(make(8000))];
  if (process.env["LECTERN_WORK"])
    console.log(name, small.work, large.work, large.most, textOf(large.reply).slice(0, 80));
  expect(textOf(large.reply)).not.toMatch(/invalid_arguments|internal/);
  expect(large.work).toBeGreaterThan(4000);
  expect(large.work / small.work).toBeLessThan(DOUBLED);
  // A move reads each note in one step.
  if (make(1).tool !== "move_file") expect(large.most).toBeLessThan(MOST_OF_STEP);
});

test("an error lists at most 20 lines, the nearest first", async () => {
  const everySecond = lines(9000, (at) => (at % 2 === 0 ? "word" : ""));
  const { reply } = await workOf(edit(everySecond, { old: "word", new: "x", near_line: 4000 }));
  expect(textOf(reply)).toContain("4500 times, on lines 3999, 4001, 3997, 4003,");
  expect(textOf(reply)).toMatch(/(\d+, ){19}\d+ and 4480 more\n/);
});
