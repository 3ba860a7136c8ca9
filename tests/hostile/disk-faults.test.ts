// Each change on a disk, with a fault at the calls of the system: what is left is the old or the new content, complete,
// the reply says which, and the journal undoes it. Needs pkg/, which built.ts makes.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { NodeJournal } from "../../js/host/node-journal.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { undoChange, type UndoPlace } from "../../js/vault/undo-change.ts";
import { folderWith } from "../shim/vault.ts";
import { DiskFaults, type DiskFault, KILLED, lockHere } from "./disk-faults.ts";
import { SECONDS } from "./effort.ts";

type Files = Record<string, string>;

/** A change, and the vault before and after it. */
interface Operation {
  make(at: UndoPlace): Promise<Reply | undefined>;
  old: Files;
  new: Files;
}

const A = "# One\n\ntext\n";
const B = "[[a]] and [text](Notes/a.md)\n";
const C = "c\nc\nc\n";
const VAULT: Files = { "Notes/a.md": A, "b.md": B };
const EDITED: Files = { ...VAULT, "Notes/a.md": A.replace("One", "Two") };

const call =
  (tool: string, args: object) =>
  ({ tools, journal, approve }: UndoPlace): Promise<Reply> =>
    tools.call(tool, args, undefined, undefined, { journal, approve });
const edit = call("edit_file", { path: "Notes/a.md", edits: [{ old: "One", new: "Two" }] });

const CHANGES: Record<string, Operation> = {
  edit: { make: edit, old: VAULT, new: EDITED },
  create: {
    make: call("write_file", { path: "New/Deep/c.md", content: C }),
    old: VAULT,
    new: { ...VAULT, "New/Deep/c.md": C },
  },
  delete: {
    make: call("delete_file", { path: "Notes/a.md" }),
    old: VAULT,
    new: { "b.md": B, ".trash/a.md": A },
  },
  move: {
    make: call("move_file", { from: "Notes/a.md", to: "New/x.md" }),
    old: VAULT,
    new: { "New/x.md": A, "b.md": "[[x]] and [text](New/x.md)\n" },
  },
  undo: { make: undoLast, old: EDITED, new: VAULT },
};

let vault: string;
let state: string;
let unlock = (): void => undefined;
beforeAll(async () => {
  [vault, state] = [await folderWith(), await folderWith()];
  // A long run has the time for the real program.
  if (SECONDS === 0) unlock = lockHere();
});
afterAll(() => unlock());

/** The vault and the journal as they are before `operation`. */
async function begin({ old }: Operation): Promise<void> {
  for (const folder of [vault, state])
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  for (const [path, text] of Object.entries(VAULT)) put(path, text);
  if (old === EDITED) await edit(place());
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(vault, path)), { recursive: true });
  writeFileSync(join(vault, path), text);
}

/** What is in the vault now: files with their text, and other folders than those of `VAULT` if they are empty. */
function now(): Files {
  const entries = readdirSync(vault, { recursive: true, withFileTypes: true }).map((entry): [string, string] => {
    const at = join(entry.parentPath, entry.name);
    return [at.slice(vault.length + 1), entry.isFile() ? readFileSync(at, "utf8") : "folder"];
  });
  const isNews = ([path, text]: [string, string]): boolean =>
    text !== "folder" || (path !== "Notes" && readdirSync(join(vault, path)).length === 0);
  return Object.fromEntries(entries.filter(isNews));
}

const without = (files: Files, name: RegExp): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !name.test(path)));
const isSame = (a: Files, b: Files): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** Where changes are made, as after a start: by a user who accepts everything but what is not his. */
function place(faults?: DiskFaults, tellsPlaces = true): UndoPlace {
  const [host, journal] = [NodeHost.open(vault, tellsPlaces), new NodeJournal(vault, state)];
  return {
    tools: new Tools(faults?.host(host) ?? host, { changes: true }),
    journal: faults?.journal(journal) ?? journal,
    approve: ({ diff }) =>
      Promise.resolve({ outcome: diff.includes("theirs") ? "rejected" : "accepted", hunks: null, comment: null }),
  };
}

async function undoLast(at: UndoPlace): Promise<Reply | undefined> {
  const [last] = (await at.journal.entries()).filter(({ move }) => move === undefined).slice(-1);
  return last && undoChange(last, null, at);
}

/** What is left after a fault. */
interface Left {
  /** The call with the fault; undefined if there were fewer calls. */
  call: string | undefined;
  /** Undefined if the process was killed. */
  text: string | undefined;
  files: Files;
  /** All of the above, for the message of an assertion. */
  told: string;
}

async function faulty(operation: Operation, at: number, fault: DiskFault, tellsPlaces: boolean): Promise<Left> {
  await begin(operation);
  const faults = new DiskFaults(at, fault);
  let reply: Reply | undefined;
  try {
    reply = await faults.during(() => operation.make(place(faults, tellsPlaces)));
  } catch (error) {
    // Undoing throws if the journal can't be written afterwards.
    if (error !== KILLED && operation.make !== undoLast) throw error;
  }
  const isKilled = fault === "killed" && faults.reached !== undefined;
  const text = !reply || isKilled ? undefined : textOf(reply);
  const files = now();
  return { call: faults.reached, text, files, told: `call ${at}, ${faults.reached}: ${text} ${JSON.stringify(files)}` };
}

/** The calls at which `fault` happens: in a short run, `faults` take turns; in a long one, each happens at each call. */
function* callsOf<T>(fault: T, faults: readonly T[]): Generator<number> {
  const [first, step] = SECONDS > 0 ? [0, 1] : [faults.indexOf(fault), faults.length];
  for (let at = first + 1; ; at += step) yield at;
}

/** What is left for each of the calls at which `fault` happens. */
async function* everyCall(operation: Operation, fault: DiskFault, tellsPlaces: boolean): AsyncGenerator<Left> {
  const faults = HOLDS.flatMap(([, tells, others]) => (tells === tellsPlaces ? others : []));
  for (const at of callsOf<DiskFault>(fault, [...faults, "killed"])) {
    const left = await faulty(operation, at, fault, tellsPlaces);
    if (left.call === undefined) {
      expect(left.files, left.told).toStrictEqual(operation.new);
      expect(at).toBeGreaterThan(20);
      return;
    }
    yield left;
  }
}

const TEMPORARY = /(^|\/)\.lectern-[0-9a-f]{16}\.tmp$/;
const HOLDS: [string, boolean, Exclude<DiskFault, "killed">[]][] = [
  ["by descriptor", true, ["stays full", "EACCES", "EIO"]],
  ["by identity", false, ["ENOSPC"]],
];

describe.each(Object.entries(CHANGES))("%s", { timeout: 300_000 }, (name, operation) => {
  describe.each(HOLDS)("of files held %s", (_, tellsPlaces, faults) => {
    test.each(faults)("%s at any call", async (fault) => {
      for await (const { call, text, files, told } of everyCall(operation, fault, tellsPlaces)) {
        // What could not be removed is hidden, and removed an hour later.
        const isLeft = /^(rm|unlink|rmdir)Sync$/.test(call ?? "");
        const own = isLeft ? without(files, TEMPORARY) : files;
        // A move is made before its links, and the model learns which are not.
        const moved = { ...operation.new, "b.md": B };
        const isMoved = name === "move" && isSame(own, moved) && /warning: 2 links in "b.md"/.test(text ?? "");
        const isMade = isMoved || isSame(own, operation.new);
        if (!isMade) expect(own, told).toStrictEqual(operation.old);
        if (text !== undefined) expect(text.startsWith("error"), told).toBe(!isMade);
        // The system's own words tell where things lie on the disk.
        expect(text ?? "", told).not.toMatch(/E[A-Z]+: /);
        await expectUndone(isMade ? operation.new : operation.old, told);
      }
    });

    test("killed at any call", async () => {
      for await (const { files, told } of everyCall(operation, "killed", tellsPlaces)) {
        const own = without(files, TEMPORARY);
        // New folders may be left, which are empty. While a file moves, it may have both names.
        const states = [operation.old, operation.new];
        if (name === "create") states.push(...["New", "New/Deep"].map((path) => ({ ...VAULT, [path]: "folder" })));
        if (name === "delete") states.push({ ...VAULT, ".trash": "folder" });
        const twice = { ...VAULT, "New/x.md": A };
        if (name === "move") states.push({ ...VAULT, New: "folder" }, { "New/x.md": A, "b.md": B }, twice);
        expect(
          states.some((one) => isSame(one, own)),
          told,
        ).toBe(true);
        if (name !== "move" || !isSame(own, twice))
          await expectUndone(without(own, /^(New|\.trash)$|^New\/Deep$/), told);
      }
    });
  });
});

/** What the journal has gives `VAULT` again after a restart, or is refused if nothing was changed. */
async function expectUndone(files: Files, told: string): Promise<void> {
  const journal = new NodeJournal(vault, state);
  for (let left = await journal.entries(); left.length > 0; left = await journal.entries()) {
    const reply = await undoLast(place());
    if (isSame(files, VAULT) && reply?.isError) break;
    expect(reply && textOf(reply), told).not.toMatch(/^error/);
  }
  expect(without(now(), /\.tmp$|^\.trash|^New/), told).toStrictEqual(VAULT);
}

/** The ways in which other programs write. */
const WRITERS: [string, (path: string) => void][] = [
  ["in place", (path) => put(path, "theirs\n")],
  [
    "by renaming",
    (path) => {
      put("other", "theirs\n");
      mkdirSync(dirname(join(vault, path)), { recursive: true });
      renameSync(join(vault, "other"), join(vault, path));
    },
  ],
];
/** What they write, for each change, and where it is afterwards. */
const WRITTEN: [string, string, readonly string[]][] = [
  ["edit", "Notes/a.md", ["Notes/a.md"]],
  ["undo", "Notes/a.md", ["Notes/a.md"]],
  ["create", "New/Deep/c.md", ["New/Deep/c.md"]],
  ["delete", "Notes/a.md", ["Notes/a.md"]],
  ["move", "Notes/a.md", ["Notes/a.md", "New/x.md"]],
  ["move", "New/x.md", ["New/x.md"]],
];

describe.each(WRITERS)("what another program writes %s before any call", (_, write) => {
  test.each(WRITTEN)("during %s, to %s, stays", { timeout: 300_000 }, async (name, path, places) => {
    const operation = CHANGES[name];
    if (!operation) throw new Error(name);
    for (const at of callsOf(
      write,
      WRITERS.map(([, one]) => one),
    )) {
      const { call, text, files, told } = await faulty(operation, at, () => write(path), true);
      if (call === undefined) return;
      // Nothing can be looked at between the last look and the call that moves.
      if (call === "unlinkSync" || (call === "renameSync" && name !== "delete")) continue;
      expect(
        places.map((place) => files[place]),
        told,
      ).toContain("theirs\n");
      expect(
        Object.keys(files).filter((path) => TEMPORARY.test(path)),
        told,
      ).toEqual([]);
      const isOld = files["b.md"] === B && files["New/Deep/c.md"] !== C && files[".trash/a.md"] === undefined;
      if (text?.startsWith("error")) expect(isOld, told).toBe(true);
    }
  });
});
