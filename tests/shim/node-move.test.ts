// Moving files on a real disk: nothing is replaced, links are updated, and all of it can be undone.
import { execFileSync } from "node:child_process";
import { cpSync, linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Move, Proposal } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { NodeJournal } from "../../js/host/node-journal.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { undoChange, type UndoPlace } from "../../js/vault/undo-change.ts";
import { folderWith } from "./vault.ts";

const move = (path: string, to: string, before: string): Move => ({
  path,
  to,
  before: new TextEncoder().encode(before),
  version: "",
  links: [],
});

/** All files below `folder`, with their text. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(named.sort().map((file) => [file.slice(folder.length + 1), readFileSync(file, "utf8")]));
}

describe.each([
  ["by descriptor", undefined],
  ["by identity", false],
])("a file that is held %s", (_, tellsPlaces) => {
  test("moves into new folders, and replaces nothing", async () => {
    const folder = await folderWith({ "a.md": "a", "b.md": "b", "C/c.md": "c" });
    const host = NodeHost.open(folder, tellsPlaces);
    expect(host.move(move("a.md", "b.md", "a"))).toStrictEqual({ written: "outdated" });
    expect(host.move(move("a.md", "New/b.md", "other"))).toStrictEqual({ written: "outdated" });
    expect(host.move(move("x.md", "New/b.md", "a"))).toStrictEqual({ written: "outdated" });
    expect(host.move(move("a.md", "b.md/a.md", "a"))).toStrictEqual({ failed: "b.md is a file, not a folder" });
    expect(filesIn(folder)).toStrictEqual({ "a.md": "a", "b.md": "b", "C/c.md": "c" });
    expect(readdirSync(folder).sort()).toStrictEqual(["C", "a.md", "b.md"]);
    expect(host.move(move("a.md", "New/Deep/a b.md", "a"))).toStrictEqual({ written: "done" });
    expect(host.move(move("C/c.md", "C/C.md", "c"))).toStrictEqual({ written: "done" });
    expect(filesIn(folder)).toStrictEqual({ "b.md": "b", "C/C.md": "c", "New/Deep/a b.md": "a" });
  });

  test("does not follow links, nor is it lost beside a second name of its own", async () => {
    const [folder, outside] = [await folderWith({ "a.md": "a" }), await folderWith({ "o.md": "o" })];
    symlinkSync(outside, join(folder, "Out"));
    symlinkSync(join(outside, "o.md"), join(folder, "o.md"));
    linkSync(join(folder, "a.md"), join(folder, "b.md"));
    const host = NodeHost.open(folder, tellsPlaces);
    for (const [from, to, text] of [
      ["a.md", "Out/a.md", "a"],
      ["Out/o.md", "p.md", "o"],
      ["o.md", "p.md", "o"],
      ["a.md", "b.md", "a"],
    ] as const) {
      expect(host.move(move(from, to, text))).not.toStrictEqual({ written: "done" });
    }
    expect(readdirSync(outside)).toStrictEqual(["o.md"]);
    expect(readdirSync(folder).sort()).toStrictEqual(["Out", "a.md", "b.md", "o.md"]);
  });
});

/** Tools for the vault in `folder`, whose user accepts everything. */
async function place(folder: string, host = NodeHost.open(folder)): Promise<UndoPlace & { proposals: Proposal[] }> {
  const proposals: Proposal[] = [];
  const tools = new Tools(host, { changes: true });
  const journal = new NodeJournal(folder, await folderWith());
  const approve = (proposal: Proposal) => {
    proposals.push(proposal);
    return Promise.resolve({ outcome: "accepted", hunks: null, comment: null } as const);
  };
  return { tools, journal, approve, proposals };
}

const call = async ({ tools, journal, approve }: UndoPlace, tool: string, args: object): Promise<string> =>
  textOf(await tools.call(tool, args, undefined, undefined, { journal, approve }));

const VAULT = {
  "Notes/a.md": "# One\n\nSee [b](../b.md).\r\n",
  "b.md": "[[a#One]] and [text](Notes/a.md)\n",
  "c.md": "`[[a]]`",
};

test("links are updated, git takes the diff, and every change can be undone in any order", async () => {
  const folder = await folderWith(VAULT);
  const at = await place(folder);
  await call(at, "edit_file", { path: "a", edits: [{ old: "One", new: "Two" }] });
  await call(at, "edit_file", { path: "b", edits: [{ old: " and ", new: " or " }] });
  const before = await folderWith();
  cpSync(folder, before, { recursive: true });
  expect(await call(at, "move_file", { from: "a", to: "Archive/x y" })).toMatch(
    /^moved "Notes\/a.md" to "Archive\/x y.md"/,
  );
  await call(at, "edit_file", { path: "x y", edits: [{ old: "See", new: "Read" }] });
  const now = {
    "Archive/x y.md": "# Two\n\nRead [b](../b.md).\r\n",
    "b.md": "[[x y#One]] or [text](Archive/x%20y.md)\n",
    "c.md": "`[[a]]`",
  };
  expect(filesIn(folder)).toStrictEqual(now);

  writeFileSync(join(before, "change.diff"), at.proposals[2]?.diff ?? "");
  execFileSync("git", ["apply", "change.diff"], { cwd: before });
  expect(filesIn(before)).toMatchObject({ ...now, "Archive/x y.md": now["Archive/x y.md"].replace("Read", "See") });

  const entries = await at.journal.entries();
  const [first, second, moved, link, last] = entries;
  expect(entries.map(({ path, movedTo, move }) => [path, movedTo, move])).toStrictEqual([
    ["Notes/a.md", undefined, undefined],
    ["b.md", undefined, undefined],
    ["Notes/a.md", "Archive/x y.md", undefined],
    ["b.md", undefined, moved?.id],
    ["Archive/x y.md", undefined, undefined],
  ]);
  expect(link).toBeDefined();
  for (const entry of [first, moved, last, second]) {
    const reply = entry && (await undoChange(entry, null, at));
    expect(reply && textOf(reply)).not.toMatch(/^error/);
  }
  expect(filesIn(folder)).toStrictEqual(VAULT);
  expect(await at.journal.entries()).toStrictEqual([]);
});

test("a crash between the move and its links leaves a move that can be undone", async () => {
  const folder = await folderWith(VAULT);
  const host = NodeHost.open(folder);
  const at = await place(folder, host);
  host.write = () => ({ failed: "the disk is full" });
  const reply = await call(at, "move_file", { from: "a", to: "x" });
  expect(reply).toContain('warning: 2 links in "b.md" do not open the same file any more');
  expect(reply).not.toContain("links are updated");
  expect(filesIn(folder)).toStrictEqual({ "b.md": VAULT["b.md"], "c.md": VAULT["c.md"], "x.md": VAULT["Notes/a.md"] });
  const [entry, ...others] = await at.journal.entries();
  expect([entry?.movedTo, others]).toStrictEqual(["x.md", []]);
  if (entry) await undoChange(entry, null, at);
  expect(filesIn(folder)).toStrictEqual(VAULT);
});
