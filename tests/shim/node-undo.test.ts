// Undoing on a real disk: what comes back is the file itself, and what was made for a change goes with it.
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Proposal, Reply } from "../../pkg/lectern.js";
import { undo } from "../../js/cli/undo.ts";
import { NodeHost } from "../../js/host/node.ts";
import { NodeJournal } from "../../js/host/node-journal.ts";
import { lock } from "../../js/host/node-lock.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { undoChange, type UndoPlace } from "../../js/vault/undo-change.ts";
import { folderWith } from "./vault.ts";

type Place = UndoPlace & { readonly vault: string; readonly state: string; readonly shown: Proposal[] };

/** A vault whose user accepts everything. */
async function placeWith(files: Record<string, string | Uint8Array>): Promise<Place> {
  const [vault, state] = [await folderWith(files), await folderWith()];
  const host = NodeHost.open(vault);
  const shown: Proposal[] = [];
  return {
    ...{ vault, state, shown },
    tools: new Tools(host, { changes: true }),
    journal: new NodeJournal(host.root, state),
    approve: (proposal) => {
      shown.push(proposal);
      return Promise.resolve({ outcome: "accepted", hunks: null, comment: null });
    },
  };
}

async function call(place: Place, tool: string, args: object): Promise<string> {
  const reply = await place.tools.call(tool, args, undefined, undefined, place);
  expect(reply.isError, textOf(reply)).toBe(false);
  return textOf(reply);
}

async function undoLast(place: Place): Promise<Reply | undefined> {
  const last = (await place.journal.entries()).at(-1);
  return last && undoChange(last, null, place);
}

const wide = new Uint8Array(Buffer.from("\ufeffcaf\u00e9\r\n", "utf16le"));

test("a deleted file comes back from the trash, with its bytes, its mode and the spelling of its name", async () => {
  for (const [name, bytes] of [
    ["a.md", wide],
    ["C# notes.md", "one\n"],
    ["Cafe\u0301 2.md", "\ufefftwo\r\n"],
  ] as const) {
    const place = await placeWith({ [name]: bytes, ".trash/a.md": "another", ".trash/a 2.md": "and another" });
    const { vault } = place;
    chmodSync(join(vault, name), 0o600);
    const { ino } = statSync(join(vault, name));
    await call(place, "delete_file", { path: name.normalize("NFC") });
    expect(existsSync(join(vault, name))).toBe(false);
    expect((await undoLast(place))?.isError).toBe(false);
    expect(readFileSync(join(vault, name))).toStrictEqual(Buffer.from(bytes));
    expect(readdirSync(vault).sort()).toStrictEqual([".trash", name]);
    expect(readdirSync(join(vault, ".trash")).sort()).toStrictEqual(["a 2.md", "a.md"]);
    const now = statSync(join(vault, name));
    expect([now.ino, now.mode & 0o777]).toStrictEqual([ino, 0o600]);
  }
});

test("a deleted file is made anew if the trash does not have it any more", async () => {
  const place = await placeWith({ "Notes/a.md": "one\n", "b.md": "" });
  await call(place, "delete_file", { path: "Notes/a.md" });
  writeFileSync(join(place.vault, ".trash/a.md"), "changed");
  rmSync(join(place.vault, "Notes"), { recursive: true });
  expect((await undoLast(place))?.isError).toBe(false);
  expect(readFileSync(join(place.vault, "Notes/a.md"), "utf8")).toBe("one\n");
  expect(readFileSync(join(place.vault, ".trash/a.md"), "utf8")).toBe("changed");
});

test("folders that were made go once they are empty, in any order, and no others", async () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ]) {
    const place = await placeWith({ "x.md": "x", "Old/y.md": "y" });
    await call(place, "write_file", { path: "New/Deep/a.md", content: "a\n" });
    await call(place, "write_file", { path: "New/Deep/b.md", content: "b\n" });
    await call(place, "move_file", { from: "x.md", to: "New/Other/x.md" });
    const entries = await place.journal.entries();
    for (const index of order) {
      const entry = entries[index];
      const reply = entry && (await undoChange(entry, null, place));
      expect(reply?.isError, reply && textOf(reply)).toBe(false);
    }
    expect(readdirSync(place.vault).sort()).toStrictEqual([".trash", "Old", "x.md"]);
    // A folder that was there stays, though it is empty.
    mkdirSync(join(place.vault, "Empty"));
    await call(place, "write_file", { path: "Empty/In/c.md", content: "c\n" });
    await undoLast(place);
    expect(readdirSync(join(place.vault, "Empty"))).toStrictEqual([]);
    // So does one into which others have put something.
    await call(place, "write_file", { path: "Mine/In/c.md", content: "c\n" });
    writeFileSync(join(place.vault, "Mine/mine.txt"), "mine");
    await undoLast(place);
    expect(readdirSync(join(place.vault, "Mine"))).toStrictEqual(["mine.txt"]);
  }
});

test("a move that changed the links of the note itself leaves nothing in the journal once it is undone", async () => {
  const text = "[x](../b.md)\n";
  const place = await placeWith({ "x/a.md": text, "b.md": "b\n" });
  await call(place, "move_file", { from: "b.md", to: "c.md" });
  const first = await place.journal.entries();
  await call(place, "move_file", { from: "x/a.md", to: "a.md" });
  expect(readFileSync(join(place.vault, "a.md"), "utf8")).not.toContain("../");
  const moved = (await place.journal.entries()).find(({ movedTo }) => movedTo === "a.md");
  expect(moved && (await undoChange(moved, null, place))?.isError).toBe(false);
  expect(await place.journal.entries()).toStrictEqual(first);
  // So the first move can be undone to the byte.
  expect(first[0] && (await undoChange(first[0], null, place))?.isError).toBe(false);
  expect(readFileSync(join(place.vault, "x/a.md"), "utf8")).toBe(text);
});

test("a file with another name on the disk is changed alone, and the user is told before", async () => {
  const place = await placeWith({ "a.md": "one\n" });
  linkSync(join(place.vault, "a.md"), join(place.vault, "b.md"));
  const text = await call(place, "edit_file", { path: "a.md", edits: [{ old: "one", new: "two" }] });
  const warning = "on the disk, the file has another name (hard link), which keeps the old text";
  expect(place.shown.at(-1)?.warnings).toStrictEqual([warning]);
  expect(text).toContain(`\nwarning: ${warning}`);
  expect(["a.md", "b.md"].map((name) => readFileSync(join(place.vault, name), "utf8"))).toStrictEqual([
    "two\n",
    "one\n",
  ]);
  await call(place, "edit_file", { path: "a.md", edits: [{ old: "two", new: "three" }] });
  expect(place.shown.at(-1)?.warnings).toStrictEqual([]);
});

test("one large change leaves all others in the journal", async () => {
  const large = "some words of a line\n".repeat(200_000);
  const place = await placeWith({ "a.md": "one\n", "large.md": large });
  await call(place, "edit_file", { path: "a.md", edits: [{ old: "one", new: "two" }] });
  const other = large.replaceAll("words", "terms");
  const refused = await place.tools.call(
    "write_file",
    { path: "large.md", content: other },
    undefined,
    undefined,
    place,
  );
  const version = /"expect": "([0-9a-z]+)"/.exec(textOf(refused))?.[1];
  await call(place, "write_file", { path: "large.md", content: other, expect: version });
  expect((await place.journal.entries()).map(({ path }) => path)).toStrictEqual(["a.md", "large.md"]);
  expect((await undoLast(place))?.isError).toBe(false);
  expect(readFileSync(join(place.vault, "large.md"), "utf8") === large).toBe(true);
  await undoLast(place);
  expect(readFileSync(join(place.vault, "a.md"), "utf8")).toBe("one\n");
  const [folder = ""] = readdirSync(place.state).filter((name) => !name.includes("."));
  expect(readdirSync(join(place.state, folder))).toStrictEqual([]);
});

test("after a damaged last line nothing is undone without a question", async () => {
  const place = await placeWith({ "a.md": "one\n" });
  await call(place, "edit_file", { path: "a.md", edits: [{ old: "one", new: "two" }] });
  const [name = ""] = readdirSync(place.state).filter((name) => name.endsWith(".jsonl"));
  writeFileSync(join(place.state, name), '{"id":"b","ti', { flag: "a" });
  const lines: string[] = [];
  const options = {
    ...place,
    ...{ list: false, all: false, print: () => undefined },
    output: { line: (text: string) => lines.push(text) } as never,
  };
  await expect(undo([], { ...options, asks: false })).rejects.toThrow(
    "the last entry of the undo journal is damaged, so the last change may be missing; name the change to undo",
  );
  expect(readFileSync(join(place.vault, "a.md"), "utf8")).toBe("two\n");
  expect(await undo([], { ...options, asks: true })).toBe(0);
  expect(lines[0]).toMatch(/^warning: the last entry of the undo journal is damaged/);
  expect(readFileSync(join(place.vault, "a.md"), "utf8")).toBe("one\n");
});

test("a folder in place of the journal is named, and nothing is written", async () => {
  const place = await placeWith({ "a.md": "one\n" });
  await call(place, "edit_file", { path: "a.md", edits: [{ old: "one", new: "two" }] });
  const [name = ""] = readdirSync(place.state).filter((name) => name.endsWith(".jsonl"));
  rmSync(join(place.state, name));
  mkdirSync(join(place.state, name));
  const why = "there is a folder where its file should be; rename that folder";
  await expect(place.journal.entries()).rejects.toThrow(`the journal that undoes changes can't be read: ${why}`);
  const args = { path: "a.md", edits: [{ old: "two", new: "three" }] };
  const reply = await place.tools.call("edit_file", args, undefined, undefined, place);
  expect(textOf(reply)).toContain(why);
  expect(textOf(reply)).not.toContain(place.state);
  expect(readFileSync(join(place.vault, "a.md"), "utf8")).toBe("two\n");
});

test("a lock that is never freed is waited for only so long", async () => {
  const file = join(await folderWith(), "a.lock");
  const free = await lock(file);
  await expect(lock(file, 100)).rejects.toThrow("another Lectern process has been writing for 1 seconds");
  free();
  (await lock(file, 100))();
});
