// `lectern search`: its output, the colors, and the exit code. Needs pkg/cli.mjs, which built.ts makes.
import { basename, dirname } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { ended, lectern, start, type Ended } from "./cli.ts";
import { folderWith } from "./vault.ts";

const ASTRONAUT = "\u{1f469}\u200d\u{1f680}";
const LONG = `${"stra\u00dfe ".repeat(5000)}needle${" \u6771\u4eac".repeat(5000)}`;

let vault: string;
const search = (...args: string[]): Promise<Ended> => lectern(["search", "--vault", vault, ...args]);
const coloured = (...args: string[]): Promise<Ended> => search("--color", "always", ...args);

/** The text without its colours, and each part that has one. */
function painted(text: string): { plain: string; parts: [colour: string, part: string][] } {
  const pattern = /\x1b\[([0-9;]+)m(.*?)\x1b\[0m/gs;
  const parts = [...text.matchAll(pattern)].map(([, colour = "", part = ""]): [string, string] => [colour, part]);
  return { plain: text.replace(pattern, "$2"), parts };
}
const hits = (text: string): string[] =>
  painted(text)
    .parts.filter(([colour]) => colour === "1;31")
    .map(([, part]) => part);

beforeAll(async () => {
  vault = await folderWith({
    "Lamps.md": "# Lamps\n\nA lamp.\nNo light.\nThe lamp of a lighthouse: a LAMP.\n",
    "Folder/Other.md": "One lamp, in a folder. #light/blue\n",
    "accents.md": "\u00dcber den Wolken, uber alles, u\u0308ber uns.\n",
    "emoji.md": `${ASTRONAUT} rocket \u{1f680} rocket ${ASTRONAUT}\n`,
    "cjk.md": "\u4eca\u65e5\u306f\u6771\u4eac\u90fd\u306b\u884c\u304f\u3002\n",
    "long.md": LONG,
    "Private/diary.md": "A lamp at night.\n",
    ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`many/${index}.md`, `common word ${index}\n`])),
  });
});

describe("a search", () => {
  test("prints the notes that are found and ends with 0", async () => {
    const reply = await search("folder lamp", "--path", "Folder");
    expect(reply).toStrictEqual({
      code: 0,
      stdout: "== Folder/Other.md ==\n1: One lamp, in a folder. #light/blue\n",
      stderr: "",
    });
  });

  test("takes each argument for one more word", async () => {
    expect(await search("lamp", "folder")).toStrictEqual(await search("lamp folder"));
  });

  test("finds tasks, and notes of a time, without words", async () => {
    const journal = await folderWith({
      "2026-10-08.md": "# Plan\n\n- [ ] wind the lamp\n- [x] trim the wick\n",
      "2026-10-09.md": "- [ ] buy oil\n",
    });
    const find = async (...args: string[]): Promise<string> =>
      (await lectern(["search", "--vault", journal, ...args])).stdout;
    expect(await find("--tasks", "done")).toBe("== 2026-10-08.md ==\n1: # Plan\n[...]\n4: - [x] trim the wick\n");
    expect(await find("--since", "yesterday", "--until", "yesterday", "--today", "2026-10-10")).toBe(
      "== 2026-10-09.md ==\n",
    );
    expect(await find("--tasks", "open", "--until", "1d", "--today", "2026-10-09")).toBe(
      "== 2026-10-08.md ==\n1: # Plan\n[...]\n3: - [ ] wind the lamp\n",
    );
    // The files were made just now.
    for (const time of ["changed", "created"])
      expect(await find("--since", "1d", "--time", time, "--path", "*-08.md")).toBe("== 2026-10-08.md ==\n");
    expect(await find("9. Oktober")).toBe("== 2026-10-09.md ==\n[its name matches]\n");
  });

  test("takes words that begin with a hyphen behind --", async () => {
    const { stdout } = await search("--path", "*.md", "--", "lamp", "-lighthouse");
    expect(stdout).toContain("== Folder/Other.md ==");
    expect(stdout).not.toContain("== Lamps.md ==");
  });

  test.each([
    [["zzyzx"], 'no note matches "zzyzx"; try other words, or a part of a word with --regex'],
    [["zzyzx", "--path", "Folder", "--tag", "x"], "; leave out --path and --tag, or try other words, or a part of "],
    [["--tasks", "open"], "; try --tasks done"],
    [["lamp", "--tasks", "done"], "; leave out --tasks to search all lines"],
    [["--where", "status = none"], "; ask for less in --where"],
    [["lamp", "--since", "2030"], "; notes without a date are not found: try --time changed"],
    [["lamp", "--until", "2000", "--time", "changed"], "; try an earlier --since"],
    [["--regex", "zzy+zx"], "; try a simpler expression"],
  ])("that finds nothing ends with 1 as grep does, and says what to do: %j", async (args, advice) => {
    const { code, stdout, stderr } = await search(...args);
    expect([code, stdout]).toStrictEqual([1, ""]);
    expect(stderr).toMatch(/^lectern: no note matches .+\n$/);
    expect(stderr).toContain(advice);
    const json = await search(...args, "--json");
    expect([json.code, json.stderr]).toStrictEqual([1, ""]);
    expect((JSON.parse(json.stdout) as Reply).structuredContent.notes).toStrictEqual([]);
  });

  test("by a regular expression finds lines, with --case as they are written", async () => {
    const lines = async (...args: string[]): Promise<string[]> =>
      (await search("--regex", ...args, "--path", "Lamps.md")).stdout.split("\n").filter((line) => /^\d/.test(line));
    expect(await lines("^(a|no) l")).toEqual(["3: A lamp.", "4: No light."]);
    expect(await lines("--case", "LAMP")).toEqual(["5: The lamp of a lighthouse: a LAMP."]);
  });

  test("shows lines around with --context, and only notes of --tag", async () => {
    const around = await search("light", "--path", "Lamps.md", "--context", "1", "--case");
    expect(around.stdout).toMatch(
      /^== Lamps.md ==\n3: A lamp\.\n4: No light\.\n5: The lamp of a lighthouse: a LAMP\.\n/,
    );
    const tagged = await search("lamp", "--tag", "light");
    expect(tagged.stdout.match(/^== .*/gm)).toEqual(["== Folder/Other.md =="]);
  });

  test("with --limit names the call that goes on, and --cursor goes on there to the end", async () => {
    const paths: string[] = [];
    let pages = 0;
    for (let cursor: string[] = []; pages < 10; pages++) {
      const { code, stdout } = await search("common", "--limit", "5", ...cursor);
      expect(code).toBe(0);
      paths.push(...(stdout.match(/^== .*/gm) ?? []));
      const [, next] = /for more, add --cursor (\S+)\]\n$/.exec(stdout) ?? [];
      if (next === undefined) break;
      cursor = ["--cursor", next];
    }
    expect(pages).toBe(2);
    expect(paths.sort()).toEqual(Array.from({ length: 12 }, (_, index) => `== many/${index}.md ==`).sort());
  });

  test("prints the whole result in one line with --json, never with colours", async () => {
    const { code, stdout, stderr } = await coloured("lighthouse", "--json");
    expect([code, stderr, stdout.indexOf("\n")]).toStrictEqual([0, "", stdout.length - 1]);
    const { structuredContent } = JSON.parse(stdout) as Reply;
    expect(structuredContent.notes).toEqual([
      { path: "Lamps.md", lines: 1, passage: [3, 5], hits: [{ line: 5, column: 1, spans: [[15, 24]] }] },
    ]);
  });

  test("leaves out what --protect closes", async () => {
    expect((await search("lamp")).stdout).toContain("diary");
    expect((await search("lamp", "--protect", "Private")).stdout).not.toContain("diary");
  });

  test("finds a relative vault from where the person stands, and shows no more than --max-bytes", async () => {
    const options = { cwd: dirname(vault), env: { ...process.env, INIT_CWD: dirname(vault) } };
    const args = ["search", "common", "--vault", basename(vault), "--max-bytes", "200"];
    const { code, stdout } = await ended(start(args, options));
    expect(code).toBe(0);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(201);
    expect(stdout).toContain("--cursor");
  });

  test("takes other wordings, whose notes come last", async () => {
    const { stdout } = await search("lighthouse", "--any-of", "rocket", "--any-of", "Lamps", "--limit", "2");
    expect(stdout.match(/^== .* ==$/gm)).toStrictEqual(["== Lamps.md ==", "== emoji.md =="]);
  });

  test("takes conditions on properties, and sorts by one", async () => {
    const folder = await folderWith({
      "a.md": "---\nstatus: open\ndue: 2026-03-01\n---\nA lamp.\n",
      "b.md": "---\nstatus: open\ndue: 2026-02-01\n---\nA lamp.\n",
      "c.md": "---\nstatus: done\n---\nA lamp.\n",
    });
    const order = async (...args: string[]) => {
      const { stdout } = await lectern(["search", "--vault", folder, ...args]);
      return stdout.match(/^== .* ==$/gm);
    };
    const open = ["--where", "status = open", "--sort", "due"];
    expect(await order("lamp", ...open)).toStrictEqual(["== b.md ==", "== a.md =="]);
    expect(await order(...open)).toStrictEqual(["== b.md ==", "== a.md =="]);
    expect((await lectern(["search", "--vault", folder])).code).toBe(2);
  });

  test.each([
    [["--", "-w"], "the query only has words that notes must not contain; add a word"],
    [["«»"], "the query has no word to search for; give words"],
    [["(", "--regex"], "the regular expression is invalid at character 1"],
    [["lamp", "--limit", "abc"], '--limit is "abc", not a whole number; give a whole number from 1 to 50'],
    [["lamp", "--limit", "0"], '--limit is "0", but counting starts at 1; '],
    [["lamp", "--context", "x"], '--context is "x", not a whole number; '],
    [["--tasks", "all"], '--tasks is "all", which is not a known value; give open or done'],
    [["--where", "(("], "--where is not understood at character 3"],
    [["lamp", "--since", "soon"], '--since is "soon", which is not understood; '],
    [["lamp", "--any-of", "oil", "--regex"], "--any-of takes words, not a regular expression; leave out --regex, or "],
    [["lamp", "--path", "No/where"], 'no note is at or in "No/where"; leave out --path to search everywhere, or '],
  ])("that is an error names the option, and ends with 2: %j", async (args, message) => {
    const { code, stdout, stderr } = await search(...args);
    expect([code, stdout]).toStrictEqual([2, ""]);
    expect(stderr.startsWith(`lectern: ${message}`), stderr).toBe(true);
    expect(stderr).toMatch(/^.+\n$/);
    const json = await search("--json", ...args);
    expect([json.code, json.stderr, (JSON.parse(json.stdout) as Reply).isError]).toStrictEqual([2, "", true]);
  });

  test("ends as soon as it has answered, though folders are watched", async () => {
    const begin = performance.now();
    const child = start(["search", "lamp", "--vault", vault]);
    let [output, wrote] = ["", 0];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      wrote = performance.now();
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, output.endsWith("\n")]).toStrictEqual([0, true]);
    // What has changed is read after two seconds: nothing may wait for that.
    expect(performance.now() - Math.max(wrote, begin)).toBeLessThan(1500);
  });
});

describe("a wrong use", () => {
  test.each<[string, string[]]>([
    ['no words given, such as lectern search "budget 2025"', ["search", "--vault", "."]],
    ["no vault: neither this folder nor one above it has .obsidian; ", ["search", "lamp"]],
    ['--color is "red"; give always, never or auto', ["search", "lamp", "--vault", ".", "--color", "red"]],
    ['--max-tokens is "-1"; give a whole number from 100', ["search", "lamp", "--vault", ".", "--max-tokens=-1"]],
    [
      '--today is "9 October"; give a date such as 2026-10-09, or 2026-10-09T08:30',
      ["search", "lamp", "--vault", ".", "--today", "9 October"],
    ],
    ['--numbering is "none"; give all or compact', ["search", "lamp", "--vault", ".", "--numbering", "none"]],
    ['unknown option "--colour"; did you mean --color?', ["search", "lamp", "--vault", ".", "--colour", "always"]],
    [
      '"-w" is not an option; put words inside the quotes of the others, or after "--"',
      ["search", "lamp", "-w", "--vault", "."],
    ],
    ['no vault at "/no/such/folder"', ["search", "lamp", "--vault", "/no/such/folder"]],
  ])("says %s and ends with 2", async (message, args) => {
    const { code, stdout, stderr } = await lectern(args);
    expect([code, stdout]).toStrictEqual([2, ""]);
    expect(stderr.startsWith(`lectern: ${message}`)).toBe(true);
  });
});

describe("colours", () => {
  test("are not for a pipe, unless they are asked for", async () => {
    for (const color of [[], ["--color", "auto"], ["--color", "never"]]) {
      expect((await search("lamp", ...color)).stdout).not.toContain("\x1b");
    }
    const env = { ...process.env, NO_COLOR: "1" };
    const args = ["search", "lamp", "--vault", vault];
    expect((await ended(start([...args, "--color", "always"], { env }))).stdout).toContain("\x1b[1;31m");
  });

  test("set paths, numbers, hits and what is no note's apart, and change no text", async () => {
    const { stdout } = await coloured("lamp", "--path", "Lamps.md", "--limit", "1");
    const { plain, parts } = painted(stdout);
    expect(plain).toBe((await search("lamp", "--path", "Lamps.md", "--limit", "1")).stdout);
    expect(parts).toContainEqual(["35", "== Lamps.md =="]);
    expect(parts.filter(([colour]) => colour === "32").map(([, part]) => part)).toEqual(["1", "3", "5"]);
    expect(hits(stdout)).toEqual(["Lamps", "lamp", "lamp", "LAMP"]);
  });

  test.each<[string, string, string[]]>([
    ["accents, in both forms", "uber", ["\u00dcber", "uber", "u\u0308ber"]],
    ["emoji before them", "rocket", ["rocket", "rocket"]],
    ["words without spaces", "\u6771\u4eac\u90fd", ["\u6771\u4eac\u90fd"]],
  ])("fit hits with %s", async (_, word, expected) => {
    const path = { uber: "accents.md", rocket: "emoji.md" }[word] ?? "cjk.md";
    const { stdout } = await coloured(word, "--path", path);
    expect(hits(stdout)).toEqual(expected);
    expect(painted(stdout).plain).toBe((await search(word, "--path", path)).stdout);
  });

  test("fit a hit in the middle of a long line", async () => {
    const { stdout } = await coloured("needle", "--path", "long.md");
    expect(stdout).toMatch(/\n\x1b\[32m1\x1b\[0m\+: /);
    expect(hits(stdout)).toEqual(["needle"]);
    expect(painted(stdout).plain).toBe((await search("needle", "--path", "long.md")).stdout);
  });

  test("fit hits of a regular expression", async () => {
    const { stdout } = await coloured("--regex", "rocket (.) r|[^ ]+$", "--path", "emoji.md");
    expect(hits(stdout)).toEqual(["rocket \u{1f680} r", ASTRONAUT]);
  });
});
