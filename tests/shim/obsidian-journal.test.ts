// The app's journal of changes, on a disk in memory: what it keeps, and what a crash leaves.
import type { App } from "obsidian";
import { expect, test, vi } from "vitest";
import type { HeldJournal, JournalEntry } from "../../js/vault/changes.ts";
import { journalOf } from "../../js/host/obsidian-journal.ts";

const FILE = ".obsidian/plugins/lectern/journal.jsonl";
const NEW = ".obsidian/plugins/lectern/journal.new.jsonl";

/** The part of an app that the journal uses. */
function appWith(files: Map<string, string>): App {
  const get = (path: string): string => files.get(path) ?? "";
  const adapter = {
    exists: vi.fn((path: string) =>
      Promise.resolve([...files.keys()].some((file) => file === path || file.startsWith(`${path}/`))),
    ),
    stat: (path: string) => Promise.resolve(files.has(path) ? { type: "file", size: get(path).length } : null),
    read: (path: string) => Promise.resolve(get(path)),
    write: (path: string, text: string) => Promise.resolve(void files.set(path, text)),
    append: (path: string, text: string) => Promise.resolve(void files.set(path, get(path) + text)),
    remove: (path: string) => Promise.resolve(void files.delete(path)),
    rename: (path: string, to: string) => {
      if (files.has(to)) return Promise.reject(new Error("Destination file already exists!"));
      files.set(to, get(path));
      files.delete(path);
      return Promise.resolve();
    },
    mkdir: () => Promise.resolve(),
    list: (folder: string) =>
      Promise.resolve({ files: [...files.keys()].filter((path) => path.startsWith(`${folder}/`)), folders: [] }),
  };
  return { vault: { adapter, configDir: ".obsidian" } } as unknown as App;
}

/** The journal as it is during a change. */
const heldBy = (app: App): HeldJournal => ({
  record: (entry) => journalOf(app).alone((held) => held.record(entry)),
  replace: (ids, entries) => journalOf(app).alone((held) => held.replace(ids, entries)),
});
const entry = (id: string, minute = 0, text = ""): JournalEntry => ({
  ...{ id, time: new Date(Date.now() - (60 - minute) * 60_000).toISOString(), path: `${id}.md` },
  ...{
    version: null,
    newVersion: "00000000",
    replaced: [{ at: 0, line: 1, old: "", new: text, above: "", below: "" }],
  },
});
const ids = async (app: App): Promise<string[]> => (await journalOf(app).entries()).map(({ id }) => id);

test("entries are kept, replaced, and there again after a restart", async () => {
  const files = new Map<string, string>();
  const app = appWith(files);
  const journal = heldBy(app);
  expect(await journalOf(app).entries()).toEqual([]);
  await Promise.all([journal.record(entry("b", 2)), journal.record(entry("a", 1)), journal.record(entry("c", 3))]);
  await journal.replace(["b", "c"], [entry("d", 4)]);
  expect(await ids(app)).toEqual(["a", "d"]);
  expect(await ids(appWith(files))).toEqual(["a", "d"]);
  expect([...files.keys()]).toEqual([FILE]);
});

test("a replacement that can't be written is kept, and written before the next entry", async () => {
  const files = new Map<string, string>();
  const app = appWith(files);
  const { adapter } = app.vault;
  const append = adapter.append.bind(adapter);
  const journal = heldBy(app);
  for (const id of ["a", "b"]) await journal.record(entry(id, 1));
  // Half of it, as on a full disk.
  adapter.append = async (path, text) => {
    await append(path, text.slice(0, 10));
    throw new Error("the disk is full");
  };
  await journal.replace(["a"], []);
  expect([await ids(app), await ids(appWith(files))]).toEqual([["b"], ["a", "b"]]);
  await expect(journal.record(entry("c", 2))).rejects.toThrow("the disk is full");
  adapter.append = append;
  await journal.record(entry("d", 3));
  expect([await ids(app), await ids(appWith(files))]).toEqual([
    ["b", "d"],
    ["b", "d"],
  ]);
});

test("all of a vault use one journal", () => {
  const app = appWith(new Map());
  expect(journalOf(app)).toBe(journalOf({ vault: app.vault } as App));
  expect(journalOf(app)).not.toBe(journalOf(appWith(new Map())));
});

test("half a line that a crash left costs only its own entry", async () => {
  const files = new Map([[FILE, `${JSON.stringify(entry("a", 1))}\n{"id":"b","ti`]]);
  const app = appWith(files);
  expect(await ids(app)).toEqual(["a"]);
  await heldBy(app).record(entry("c", 3));
  expect(await ids(app)).toEqual(["a", "c"]);
});

test("entries of more than 90 days are gone", async () => {
  const old = { ...entry("a"), time: new Date(Date.now() - 91 * 24 * 60 * 60 * 1000).toISOString() };
  const app = appWith(new Map([[FILE, [old, entry("b")].map((one) => `${JSON.stringify(one)}\n`).join("")]]));
  expect(await ids(app)).toEqual(["b"]);
});

test("a file that would be too large loses its oldest entries, and the user is told before", async () => {
  const text = "x".repeat(1024 * 512 - 1000);
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `${JSON.stringify(entry(`${index}`, index / 2, text))}\n`).join("");
  const files = new Map([[FILE, lines(98)]]);
  const app = appWith(files);
  const journal = journalOf(app);
  expect(await journal.roomFor(text.length)).toEqual([]);
  files.set(FILE, lines(100));
  expect(await journal.roomFor(text.length)).toEqual([
    expect.stringMatching(
      /^the oldest 5\d changes can't be undone afterwards, .*: "0.md", "1.md", "2.md" and 4\d more/,
    ),
  ]);
  await heldBy(app).record(entry("last", 59, text));
  expect((await ids(app)).slice(-3)).toEqual(["98", "99", "last"]);
  expect((await ids(app)).length).toBeLessThan(60);
  expect([...files.keys()]).toEqual([FILE]);
});

test("large entries leave the small ones alone, and their files go with them", async () => {
  const files = new Map<string, string>();
  const app = appWith(files);
  const journal = journalOf(app);
  const large = "x".repeat(60 * 1024 * 1024);
  await heldBy(app).record(entry("small", 1, "x"));
  for (const [index, id] of ["a", "b", "c"].entries()) {
    expect(await journal.roomFor(large.length)).toEqual([]);
    await heldBy(app).record(entry(id, index + 2, large));
  }
  expect((await journal.entries()).map(({ replaced }) => replaced[0]?.new.length)).toEqual([
    1,
    ...[0, 1, 2].map(() => large.length),
  ]);
  expect(await journal.roomFor(large.length)).toEqual([
    `the oldest change can't be undone afterwards, because there is no room to keep it: "a.md"`,
  ]);
  await heldBy(app).record(entry("d", 5, large));
  expect(await ids(app)).toEqual(["small", "b", "c", "d"]);
  await heldBy(app).replace(["b", "c"], [{ ...entry("c", 4, large), path: "moved.md" }]);
  expect((await journalOf(appWith(files)).entries()).map(({ path }) => path)).toEqual(["small.md", "moved.md", "d.md"]);
  expect(files.size).toBe(3);
  await expect(journal.roomFor(201 * 1024 * 1024)).rejects.toThrow("it is too large to be undone: 201 MB");
  // A file that is gone takes its entry with it, and no name leads out of the folder.
  const line = { ...entry("e", 9), apart: { name: "../../app.json", bytes: 1 } };
  files.set(FILE, `${files.get(FILE)}${JSON.stringify(line)}\n`);
  for (const path of files.keys()) if (path.includes("/journal/")) files.delete(path);
  expect(await ids(app)).toEqual(["small"]);
}, 300_000);

test("a crash while it gets shorter leaves the old file or the new one", async () => {
  const line = (id: string): string => `${JSON.stringify(entry(id))}\n`;
  expect(await ids(appWith(new Map([[NEW, line("short")]])))).toEqual(["short"]);
  const both = new Map([
    [FILE, line("long")],
    [NEW, line("sho").slice(0, 9)],
  ]);
  expect(await ids(appWith(both))).toEqual(["long"]);
});

test("an error of the disk reaches the caller, and later entries are kept", async () => {
  const files = new Map<string, string>();
  const app = appWith(files);
  const fault = new Error("no space left on the device");
  vi.spyOn(app.vault.adapter, "write").mockRejectedValueOnce(fault);
  await expect(heldBy(app).record(entry("a"))).rejects.toBe(fault);
  await heldBy(app).record(entry("b"));
  expect(await ids(app)).toEqual(["b"]);
});

test("what is no line of a journal costs only itself", async () => {
  const kept = { ...entry("a", 1), conversation: "1", movedTo: "b.md", newVersion: null };
  const { replaced, ...without } = entry("b", 2);
  const garbage = [
    ...[null, 0, "text", [], {}, without, { ...without, replaced: [{ ...replaced[0], old: 1 }] }],
    ...[
      { ...entry("c"), time: 0 },
      { ...entry("c"), path: null },
      { ...entry("c"), conversation: 1 },
    ],
    ...[{ replaces: "a" }, { replaces: ["a"] }, { replaces: ["a"], entries: [null] }],
  ];
  const lines = [kept, ...garbage].map((line) => JSON.stringify(line));
  const app = appWith(new Map([[FILE, [...lines, "\0\ufffd{", ""].join("\n")]]));
  expect(await journalOf(app).entries()).toStrictEqual([kept]);
});
