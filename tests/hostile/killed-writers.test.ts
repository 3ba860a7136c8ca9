// A process that is killed by the system at a call of a change: nothing is lost, the next process gets the lock at once,
// and the journal undoes what was made. Some calls of each change by default, every one with `LECTERN_HOSTILE_SECONDS`.
// disk-faults.test.ts has all of them within one process. Needs pkg/, which built.ts makes.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { NodeHost } from "../../js/host/node.ts";
import { NodeJournal } from "../../js/host/node-journal.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { undoChange, type UndoPlace } from "../../js/vault/undo-change.ts";
import { folderWith } from "../shim/vault.ts";
import { SECONDS, TIMEOUT_MS } from "./effort.ts";
import type { WriterCall } from "./writer.ts";
import { Writer, writerProgram } from "./writers.ts";

const A = "# One\n\ntext\n";
const B = "[[a]] and [text](Notes/a.md)\n";
const C = "c\n";
const VAULT: Readonly<Record<string, string>> = { "Notes/a.md": A, "b.md": B };

/** A change, what is done before, and which contents each file may have afterwards. */
interface Killed {
  readonly call: WriterCall;
  readonly before?: WriterCall;
  readonly files: Readonly<Record<string, readonly (string | undefined)[]>>;
}

const edit = { tool: "edit_file", args: { path: "Notes/a.md", edits: [{ old: "One", new: "Two" }] } };
const deletion = { tool: "delete_file", args: { path: "Notes/a.md" } };
const TWO = A.replace("One", "Two");
const CHANGES: Readonly<Record<string, Killed>> = {
  edit: { call: edit, files: { "Notes/a.md": [A, TWO], "b.md": [B] } },
  create: {
    call: { tool: "write_file", args: { path: "New/Deep/c.md", content: C } },
    files: { "Notes/a.md": [A], "b.md": [B], "New/Deep/c.md": [undefined, C] },
  },
  delete: { call: deletion, files: { "Notes/a.md": [A, undefined], ".trash/a.md": [undefined, A], "b.md": [B] } },
  move: {
    call: { tool: "move_file", args: { from: "Notes/a.md", to: "New/x.md" } },
    files: { "Notes/a.md": [A, undefined], "New/x.md": [undefined, A], "b.md": [B, "[[x]] and [text](New/x.md)\n"] },
  },
  undo: { before: edit, call: { undo: "Notes/a.md" }, files: { "Notes/a.md": [A, TWO], "b.md": [B] } },
  "undo of a deletion": {
    before: deletion,
    call: { undo: "Notes/a.md" },
    files: { "Notes/a.md": [A, undefined], ".trash/a.md": [undefined, A], "b.md": [B] },
  },
};

let program: string;
let vault: string;
let state: string;
beforeAll(async () => {
  program = await writerProgram();
  [vault, state] = [await folderWith(), await folderWith()];
});

function clear(): void {
  for (const folder of [vault, state])
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  for (const [path, text] of Object.entries(VAULT)) {
    mkdirSync(dirname(join(vault, path)), { recursive: true });
    writeFileSync(join(vault, path), text);
  }
}

const contentOf = (path: string): string | undefined =>
  existsSync(join(vault, path)) ? readFileSync(join(vault, path), "utf8") : undefined;

function place(): UndoPlace {
  const host = NodeHost.open(vault);
  return {
    tools: new Tools(host, { changes: true }),
    journal: new NodeJournal(host.root, state),
    approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null }),
  };
}

/** Makes a change in this process, or undoes the first one. */
async function make(call: WriterCall): Promise<void> {
  const at = place();
  const reply = "undo" in call ? undefined : await at.tools.call(call.tool, call.args, undefined, undefined, at);
  expect(reply?.isError, reply && textOf(reply)).toBe(false);
}

/** Kills a process at the call number `at` of its change. Returns whether there were that many. */
async function killAt(at: number, { call, before, files }: Killed): Promise<boolean> {
  clear();
  if (before) await make(before);
  const writer = new Writer(program, vault, state, String(at));
  await writer.ready();
  const reply = await writer.call(call);
  await writer.end();
  const isKilled = reply === undefined;
  const message = `call ${at}, ${writer.process.signalCode}: ${JSON.stringify(readdirSync(vault, { recursive: true }))}`;
  expect(writer.process.signalCode, message).toBe(isKilled ? "SIGKILL" : null);
  for (const [path, contents] of Object.entries(files)) expect(contents, message).toContain(contentOf(path));
  // Each text is still somewhere.
  const all = Object.keys(files).map(contentOf);
  expect(all.includes(A) || all.includes(TWO), message).toBe(true);
  // Between its new name and the end of its old one, a file that moves has both.
  const isTwice = contentOf("Notes/a.md") !== undefined && contentOf("New/x.md") !== undefined;
  // The lock is free, and all that was made can be undone.
  await make({ tool: "write_file", args: { path: "after.md", content: "after\n" } });
  const now = place();
  const entries = (await now.journal.entries()).filter(({ move }) => move === undefined);
  for (const entry of entries.reverse()) await undoChange(entry, null, now);
  if (!isTwice) expect(Object.keys(VAULT).map(contentOf), message).toStrictEqual(Object.values(VAULT));
  return isKilled;
}

test.each(Object.entries(CHANGES))("%s", { timeout: TIMEOUT_MS }, async (_, change) => {
  // Between two of the calls that are tried by default lie as many as make four or five of a change.
  const step = SECONDS > 0 ? 1 : 29;
  let at = 1;
  while (await killAt(at, change)) at += step;
  expect(at).toBeGreaterThan(20);
  if (SECONDS > 0) process.stderr.write(`killed at each of ${at - 1} calls\n`);
});
