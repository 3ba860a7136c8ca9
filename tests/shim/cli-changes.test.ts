// Changes from the command line: approval, what is written, diffs that git takes, and undo. The journal is in a folder of
// the test's own.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import type { Proposal, Reply } from "../../pkg/lectern.js";
import { approver, answered } from "../../js/cli/approve.ts";
import { Terminal } from "../../js/cli/terminal.ts";
import { ended, start, type Ended } from "./cli.ts";
import { folderWith } from "./vault.ts";

const state = await folderWith();
const lectern = (...args: string[]): Promise<Ended> =>
  ended(start(args, { env: { ...process.env, XDG_STATE_HOME: state, LOCALAPPDATA: state, HOME: state } }));

const call = (vault: string, tool: string, args: object, ...options: string[]): Promise<Ended> =>
  lectern("call", tool, "--vault", vault, "--args", JSON.stringify(args), ...options);

/** An edit of `path` that replaces `old` by `text`. */
const edit = (path: string, old: string, text: string) => ({ path, edits: [{ old, new: text }] });

const contentOf = (vault: string, path: string): string => readFileSync(join(vault, path), "utf8");

test("without a terminal nothing is written unless a mode says so", async () => {
  const vault = await folderWith({ "a.md": "one\n" });
  const { code, stdout } = await call(vault, "edit_file", edit("a.md", "one", "two"));
  expect(stdout).toBe(
    'error[unreadable]: "a.md" could not be shown for approval: there is no terminal to ask in; add "--approve accept" or ' +
      '"--approve plan"\nhelp: try once more, then tell the user\n',
  );
  expect([code, contentOf(vault, "a.md"), readdirSync(vault)]).toStrictEqual([1, "one\n", ["a.md"]]);
});

test("an accepted change is written, told, and undone", async () => {
  const vault = await folderWith({ "a.md": "one\r\ntwo\r\n" });
  const { code, stdout } = await call(vault, "edit_file", edit("a", "two", "2"), "--approve", "accept");
  expect(stdout).toMatch(/^changed "a.md": 1 change, version [0-9a-v]{8}\n2: 2\n$/);
  expect([code, contentOf(vault, "a.md")]).toStrictEqual([0, "one\r\n2\r\n"]);
  const made = await call(vault, "write_file", { path: "New/b", content: "b\n" }, "--approve", "accept", "--json");
  const { change } = (JSON.parse(made.stdout) as Reply).structuredContent;
  expect(change).toMatchObject({ path: "New/b.md", outcome: "accepted", rejected: [] });
  expect(change?.diff).toContain("+++ b/New/b.md\n@@ -0,0 +1 @@\n+b\n");

  const list = await lectern("undo", "--vault", vault, "--list");
  expect(list.stdout).toMatch(/^[0-9a-f]{8} {2}[0-9-]{10} [0-9:]{5} {2}created {2}New\/b\.md\n.*1 change {2}a\.md\n$/);
  expect(await lectern("undo", "--vault", vault, "--all", "--yes")).toMatchObject({ code: 0, stderr: "" });
  expect([contentOf(vault, "a.md"), readdirSync(vault).sort()]).toStrictEqual(["one\r\ntwo\r\n", [".trash", "a.md"]]);
  expect(contentOf(vault, ".trash/b.md")).toBe("b\n");
  expect(await lectern("undo", "--vault", vault, "--yes")).toMatchObject({ code: 1, stdout: "nothing to undo\n" });
});

test("changes are undone in any order, and one that other changes lie on is refused", async () => {
  const vault = await folderWith({ "a.md": "1\n2\n3\n" });
  const accept = (old: string, text: string) =>
    call(vault, "edit_file", edit("a.md", old, text), "--approve", "accept");
  await accept("2", "two");
  await accept("two", "TWO");
  await accept("3", "three");
  const list = (await lectern("undo", "--vault", vault, "--list")).stdout.trim().split("\n");
  const [third = "", second = "", first = ""] = list.map((line) => line.slice(0, 8));
  const refused = await lectern("undo", first, "--vault", vault, "--yes");
  expect([refused.code, refused.stdout]).toStrictEqual([
    1,
    'error[outdated]: the place in "a.md" has changed since\nhelp: undo the later changes first, or change it by hand\n',
  ]);
  await lectern("undo", second, "--vault", vault, "--yes");
  expect(contentOf(vault, "a.md")).toBe("1\ntwo\nthree\n");
  await lectern("undo", first, third, "--vault", vault, "--yes");
  expect(contentOf(vault, "a.md")).toBe("1\n2\n3\n");
});

test("a part is undone after another program changed the note, and the other parts stay in the journal", async () => {
  const lines = Array.from({ length: 14 }, (_, index) => `line ${index}\n`);
  const vault = await folderWith({ "a.md": lines.join("") });
  const edits = [
    { old: "line 2\n", new: "two\n" },
    { old: "line 10\n", new: "ten\n" },
  ];
  await call(vault, "edit_file", { path: "a.md", edits }, "--approve", "accept");
  writeFileSync(join(vault, "a.md"), `mine\n${contentOf(vault, "a.md")}`);
  const id = (await lectern("undo", "--vault", vault, "--list")).stdout.slice(0, 8);
  expect((await lectern("undo", `${id}:1`, "--vault", vault, "--yes")).code).toBe(0);
  expect(contentOf(vault, "a.md")).toBe(`mine\n${lines.join("").replace("line 10", "ten")}`);
  expect((await lectern("undo", "--vault", vault, "--yes")).code).toBe(0);
  expect(contentOf(vault, "a.md")).toBe(`mine\n${lines.join("")}`);
  expect((await lectern("undo", "--vault", vault, "--list")).stdout).toBe("nothing to undo\n");
});

test("a plan is a diff that git applies, and nothing is written", async () => {
  const files = { "a b.md": "eins\r\nzwei\r\ndrei", 'Nötes/"q".md': "\n\n1\n2\n3\n4\n5\n6\n7\n8\n", "c.md": "gone\n" };
  const vault = await folderWith(files);
  const plans: [string, object][] = [
    ["edit_file", edit("a b.md", "zwei", "2\n2b")],
    [
      "edit_file",
      {
        path: 'Nötes/"q".md',
        edits: [
          { old: "1", new: "one" },
          { old: "8", new: "acht\n9" },
        ],
      },
    ],
    ["write_file", { path: "New/d.md", content: "no newline" }],
    ["delete_file", { path: "c.md" }],
  ];
  for (const [tool, args] of plans) {
    const plan = await call(vault, tool, args, "--approve", "plan");
    expect([plan.code, plan.stderr]).toStrictEqual([0, ""]);
    execFileSync("git", ["apply", "--unsafe-paths", "--whitespace=nowarn", "-"], { cwd: vault, input: plan.stdout });
  }
  expect(contentOf(vault, "a b.md")).toBe("eins\r\n2\r\n2b\r\ndrei");
  expect(contentOf(vault, 'Nötes/"q".md')).toBe("\n\none\n2\n3\n4\n5\n6\n7\nacht\n9\n");
  expect(contentOf(vault, "New/d.md")).toBe("no newline");
  expect(readdirSync(vault).sort()).toStrictEqual(["New", "Nötes", "a b.md"]);
});

test("a plan has the warnings that an accepted change has", async () => {
  const vault = await folderWith({ "a.md": "[[b]]\n", "b.md": "# Part\n" });
  const change = edit("a.md", "[[b]]", "[[b#No such part]] [[nowhere]]");
  const warningsIn = (text: string): string[] => text.match(/^warning: .*$/gm) ?? [];
  const plan = await call(vault, "edit_file", change, "--approve", "plan");
  expect(plan.stdout).not.toContain("warning: ");
  const json = await call(vault, "edit_file", change, "--approve", "plan", "--json");
  const [planned] = (JSON.parse(json.stdout) as Reply).content;
  const accepted = await call(vault, "edit_file", change, "--approve", "accept");
  const warnings = warningsIn(accepted.stdout);
  expect(warnings.length).toBeGreaterThan(0);
  expect([warningsIn(plan.stderr), json.stderr]).toStrictEqual([warnings, ""]);
  expect(warningsIn(planned?.type === "text" ? planned.text : "")).toStrictEqual(warnings);
});

test("a deletion, and a change that leaves less than half, need a terminal in every mode", async () => {
  const vault = await folderWith({ "a.md": "1\n2\n3\n4\n" });
  for (const [tool, args] of [
    ["delete_file", { path: "a.md" }],
    ["edit_file", edit("a.md", "1\n2\n3\n", "")],
  ] as const) {
    const { code, stdout } = await call(vault, tool, args, "--approve", "accept");
    expect([code, stdout]).toStrictEqual([1, expect.stringContaining("there is no terminal to ask in")]);
  }
  expect(contentOf(vault, "a.md")).toBe("1\n2\n3\n4\n");
});

test("a change after which properties or a base can't be read needs a terminal in every mode", async () => {
  const files = { "a.md": "---\ntitle: Q3 Planning\n---\nText\n", "v.base": "views:\n  - type: table\n" };
  const vault = await folderWith(files);
  for (const [tool, args, told] of [
    [
      "edit_file",
      edit("a.md", "Q3 Planning", "Q3: Planning"),
      'line 2 has a colon in its value; write title: "Q3: Planning"',
    ],
    ["edit_file", edit("a.md", "---\ntitle", "Above\n---\ntitle"), "the --- in line 2 must be line 1"],
    ["edit_file", edit("v.base", "  - type", "\t- type"), "line 2 is indented with a tab"],
    ["write_file", { path: "w.base", content: "views: [\n" }, "line 1 opens a quote or bracket that is never closed"],
    ["write_file", { path: "b.md", content: "---\ntitle: a: b\n---\n" }, 'write title: "a: b"'],
  ] as const) {
    const { code, stdout } = await call(vault, tool, args, "--approve", "accept");
    expect([code, stdout]).toStrictEqual([1, expect.stringContaining("there is no terminal to ask in")]);
    expect(stdout).toContain(told);
    expect(stdout).toContain("\nhelp: mend that, and try again\n");
  }
  expect(readdirSync(vault).sort()).toStrictEqual(Object.keys(files));
  for (const [path, content] of Object.entries(files)) expect(contentOf(vault, path)).toBe(content);
  const { code } = await call(vault, "edit_file", edit("a.md", "Q3 Planning", '"Q3: Planning"'), "--approve", "accept");
  expect([code, contentOf(vault, "a.md")]).toStrictEqual([0, '---\ntitle: "Q3: Planning"\n---\nText\n']);
});

test("the journal is the user's alone, and survives half a line", async () => {
  const vault = await folderWith({ "a.md": "one\n" });
  await call(vault, "edit_file", edit("a.md", "one", "two"), "--approve", "accept");
  const folder = join(state, "lectern", "journal");
  const files = readdirSync(folder).map((name) => join(folder, name));
  const newest = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? "";
  expect(statSync(newest).mode & 0o777).toBe(0o600);
  writeFileSync(newest, '{"id":"half', { flag: "a" });
  await call(vault, "edit_file", edit("a.md", "two", "three"), "--approve", "accept");
  await lectern("undo", "--vault", vault, "--all", "--yes");
  expect(contentOf(vault, "a.md")).toBe("one\n");
});

const proposal = (hunks: number): Proposal => ({
  path: "a.md",
  version: "00000000",
  newVersion: "11111111",
  lines: 9,
  loss: { removed: 0, all: 9 },
  hunks: Array.from({ length: hunks }, () => ({
    ...{ line: 1, removed: "a\n", removedLines: 1 },
    ...{ newLine: 1, added: "b\n", addedLines: 1 },
  })),
  movedTo: null,
  linked: [],
  diff: "diff --git a/a.md b/a.md\n-a\u001b[31m\r\n+b\r\n",
  warnings: [],
  alwaysAsk: false,
  correctable: false,
});

/** Waits for the question number `count`, which is printed to standard error. */
async function askedTimes(count: number): Promise<void> {
  await vi.waitFor(() => {
    const texts = written.mock.calls.map(([text]) => String(text)).join("");
    expect(texts.split("[y/N").length - 1).toBe(count);
  });
}
let written: MockInstance<typeof process.stderr.write>;
beforeEach(() => void (written = vi.spyOn(process.stderr, "write").mockReturnValue(true)));

test.each([
  ["y", "accepted", null, null],
  ["YES", "accepted", null, null],
  ["", "rejected", null, null],
  ["n", "rejected", null, null],
  ["no: keep it", "rejected", null, "keep it"],
  ["1, 3", "accepted", [0, 2], null],
  ["4", "rejected", null, null],
  ["yy", "rejected", null, null],
  [" ", "rejected", null, null],
])("the answer %j means %s", (text, outcome, hunks, comment) => {
  expect(answered(text, proposal(3))).toStrictEqual({ outcome, hunks, comment });
});

test("changes that are proposed at once are asked about one after the other, and one answer is for one", async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const shown: string[] = [];
  const questions = new Terminal({ write: (text: string) => shown.push(text) });
  const screens = { plan: undefined, isPiped: false, questions };
  const approve = approver("ask", screens, input as unknown as NodeJS.ReadStream);
  const diffs = (): string[] => shown.filter((text) => text.startsWith("diff"));
  const stop = new AbortController();
  const decisions = ["a", "b", "c"].map((name) =>
    approve({ ...proposal(1), diff: `diff ${name}\n` }, name === "b" ? stop.signal : undefined),
  );
  await vi.waitFor(() => expect(diffs()).toStrictEqual(["diff a\n"]), 30_000);
  stop.abort();
  await askedTimes(1);
  input.write("y\n");
  expect(await decisions[0]).toMatchObject({ outcome: "accepted" });
  await expect(decisions[1]).rejects.toThrow();
  await vi.waitFor(() => expect(diffs()).toStrictEqual(["diff a\n", "diff c\n"]), 30_000);
  await askedTimes(2);
  input.write("n\n");
  expect(await decisions[2]).toMatchObject({ outcome: "rejected" });
});

test("a change that removes more than half of the text is asked about, however its lines are", async () => {
  const paragraph = (at: number): string => `${at}: ${"It hangs in the tower, and rings at noon. ".repeat(12)}`;
  const paragraphs = Array.from({ length: 10 }, (_, at) => paragraph(at));
  for (const [before, after] of [
    [paragraphs.join(" "), "x"],
    [`${paragraphs.join("\n")}\n`, paragraphs.map((_, at) => `${at}: line\n`).join("")],
  ] as const) {
    const vault = await folderWith({ "a.md": before });
    const { code, stdout } = await call(vault, "edit_file", edit("a.md", before, after), "--approve", "accept");
    expect(stdout).toContain("such a change is made by hand only");
    expect([code, contentOf(vault, "a.md")]).toStrictEqual([1, before]);
  }
  // Moved text is no loss.
  const vault = await folderWith({ "a.md": paragraphs.join("\n") });
  const moved = edit("a.md", paragraphs.join("\n"), [...paragraphs].reverse().join("\r\n"));
  expect((await call(vault, "edit_file", moved, "--approve", "accept")).stdout).toMatch(/^changed /);
});

test("changes that together remove more than half of a note are asked about; what was asked about counts no more", async () => {
  const screens = { plan: undefined, isPiped: false, questions: new Terminal({ write: () => true }) };
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const approve = approver("accept", screens, input as unknown as NodeJS.ReadStream);
  const removing = (removed: number, all: number, path = "a.md") =>
    approve({ ...proposal(1), path, loss: { removed, all } });
  expect(await removing(400, 1000)).toMatchObject({ outcome: "accepted" });
  expect(await removing(200, 400, "b.md")).toMatchObject({ outcome: "accepted" });
  expect(await removing(0, 600)).toMatchObject({ outcome: "accepted" });
  const refused = removing(200, 600);
  await askedTimes(1);
  input.write("n\n");
  expect(await refused).toMatchObject({ outcome: "rejected" });
  const accepted = removing(200, 600);
  await askedTimes(2);
  input.write("y\n");
  expect(await accepted).toMatchObject({ outcome: "accepted" });
  expect(await removing(150, 400)).toMatchObject({ outcome: "accepted" });
});

test("in a terminal the diff is shown, without what would control it, and the user is asked", async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream;
  let shown = "";
  const questions = new Terminal({ write: (text: string) => (shown += text) }, true);
  const approve = approver("ask", { plan: undefined, isPiped: false, questions }, input);
  const decision = approve(proposal(1));
  await askedTimes(1);
  (input as unknown as PassThrough).write("y\n");
  expect(await decision).toStrictEqual({ outcome: "accepted", hunks: null, comment: null });
  expect(shown).toBe(
    "\u001b[1mdiff --git a/a.md b/a.md\u001b[0m\n\u001b[31m-a<U+001B>[31m␍\u001b[0m\n\u001b[32m+b␍\u001b[0m\n",
  );
});
