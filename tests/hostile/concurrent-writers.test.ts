// Processes that change one vault at once: every accepted change is in the notes and in the journal, or its call said that
// it was not made. A few processes by default; 24 of them with `LECTERN_HOSTILE_SECONDS`. Needs pkg/, which built.ts makes.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { NodeJournal } from "../../js/host/node-journal.ts";
import { Tools } from "../../js/vault/tools.ts";
import { undoChange, type UndoPlace } from "../../js/vault/undo-change.ts";
import { folderWith } from "../shim/vault.ts";
import { rounds, SECONDS, TIMEOUT_MS } from "./effort.ts";
import { Writer, writerProgram } from "./writers.ts";

const WRITERS = SECONDS > 0 ? 24 : 6;

let program: string;
beforeAll(async () => {
  program = await writerProgram();
});

/** A vault, the folder of its journal, and processes that change it. */
async function begin(count: number): Promise<{ vault: string; state: string; writers: Writer[] }> {
  const [vault, state] = [await folderWith(), await folderWith()];
  const writers = Array.from({ length: count }, () => new Writer(program, vault, state));
  onTestFinished(async () => {
    await Promise.all(writers.map((writer) => writer.end()));
  });
  await Promise.all(writers.map((writer) => writer.ready()));
  return { vault, state, writers };
}

/** The vault without anything but `files`, and an empty journal. */
function clear(vault: string, state: string, files: Record<string, string>): void {
  for (const folder of [vault, state])
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(vault, path), text);
}

function place(vault: string, state: string): UndoPlace {
  const host = NodeHost.open(vault);
  return {
    tools: new Tools(host, { changes: true }),
    journal: new NodeJournal(host.root, state),
    approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null }),
  };
}

const isMade = (reply: Reply | null | undefined): boolean =>
  reply?.structuredContent.change?.outcome === "accepted" && !reply.structuredContent.change.overwritten;

/** A note with a line for each of `count` writers, far enough apart for hunks of their own. */
const noteOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index} of it\n-\n-\n-\n-\n-\n-\n-\n`).join("");
const editOf = (path: string, index: number) =>
  ({ tool: "edit_file", args: { path, edits: [{ old: `line ${index} of it`, new: `LINE ${index} of it` }] } }) as const;
const hasEdit = (text: string, index: number): boolean => text.includes(`LINE ${index} of it`);
const read = (vault: string, path: string): string => readFileSync(join(vault, path), "utf8");

test("no accepted edit of a note is lost, and the journal undoes all of them", { timeout: TIMEOUT_MS }, async () => {
  const { vault, state, writers } = await begin(WRITERS);
  const text = noteOf(WRITERS);
  let made = 0;
  for (const round of rounds(3)) {
    clear(vault, state, { "a.md": text });
    const replies = await Promise.all(writers.map((writer, index) => writer.call(editOf("a.md", index))));
    const told = replies.map(isMade);
    const now = read(vault, "a.md");
    expect(
      writers.map((_, index) => hasEdit(now, index)),
      `round ${round}`,
    ).toStrictEqual(told);
    const at = place(vault, state);
    const entries = await at.journal.entries();
    expect(entries).toHaveLength(told.filter(Boolean).length);
    for (const entry of [...entries].reverse()) expect(isMade(await undoChange(entry, null, at))).toBe(true);
    expect(read(vault, "a.md")).toBe(text);
    expect(await at.journal.entries()).toStrictEqual([]);
    expect(readdirSync(vault)).toStrictEqual(["a.md"]);
    made += told.filter(Boolean).length;
    report("edits", round, made);
  }
  expect(made).toBeGreaterThan(3);
});

test("nothing is lost beside undo, moves, deletions and new notes", { timeout: TIMEOUT_MS }, async () => {
  const { vault, state, writers } = await begin(WRITERS);
  const text = noteOf(WRITERS);
  let made = 0;
  for (const round of rounds(3)) {
    clear(vault, state, { "a.md": text, "b.md": `${text}[[a]]\n`, "c.md": "gone\n" });
    const [first, ...others] = writers;
    if (!first) throw new Error("there is no writer");
    // Something to undo.
    expect(isMade(await first.call({ tool: "write_file", args: { path: "d.md", content: "new\n" } }))).toBe(true);
    expect(isMade(await first.call(editOf("a.md", 0)))).toBe(true);
    const calls = others.map(
      (_, index) =>
        [
          { undo: "a.md" },
          { tool: "move_file", args: { from: "a.md", to: "Moved/a2.md" } },
          { tool: "delete_file", args: { path: "c.md" } },
          { tool: "write_file", args: { path: "e.md", content: `${index}\n` } },
          editOf("b.md", index + 1),
        ][index] ?? editOf(index % 2 > 0 ? "a.md" : "b.md", index + 1),
    );
    const replies = await Promise.all(others.map((writer, index) => writer.call(calls[index] ?? { undo: "" })));
    const isDone = replies.map(isMade);
    const message = `round ${round}: ${JSON.stringify(replies.map((reply) => reply?.content))}`;
    const moved = "Moved/a2.md";
    expect([existsSync(join(vault, "a.md")), existsSync(join(vault, moved))], message).toStrictEqual(
      isDone[1] ? [false, true] : [true, false],
    );
    const now: Record<string, string> = {
      "a.md": read(vault, isDone[1] ? moved : "a.md"),
      "b.md": read(vault, "b.md"),
    };
    for (const [index, call] of calls.entries()) {
      if ("undo" in call || call.tool !== "edit_file") continue;
      expect(hasEdit(now[(call.args as { path: string }).path] ?? "", index + 1), message).toBe(isDone[index]);
    }
    expect(hasEdit(now["a.md"] ?? "", 0), message).toBe(!isDone[0]);
    expect(existsSync(join(vault, "c.md")), message).toBe(!isDone[2]);
    if (isDone[3]) expect(read(vault, "e.md"), message).toBe("3\n");
    made += isDone.filter(Boolean).length;
    report("all tools", round, made);
  }
  expect(made).toBeGreaterThan(6);
});

/** Says how far a long run has come. */
function report(name: string, round: number, made: number): void {
  if (SECONDS > 0) process.stderr.write(`${name}: run ${round + 1}, ${made} changes made\n`);
}
