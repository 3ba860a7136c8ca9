// The app's journal of changes, on a disk in memory: what it keeps, and what a crash leaves.
import type { App } from "obsidian";
import { expect, test, vi } from "vitest";
import type { JournalEntry } from "../../js/vault/changes.ts";
import { journalOf } from "../../js/host/obsidian-journal.ts";

const FILE = ".obsidian/plugins/lectern/journal.jsonl";
const NEW = ".obsidian/plugins/lectern/journal.new.jsonl";

/** The part of an app that the journal uses. */
function appWith(files: Map<string, string>): App {
  const get = (path: string): string => files.get(path) ?? "";
  const adapter = {
    exists: vi.fn((path: string) => Promise.resolve(files.has(path))),
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
  };
  return { vault: { adapter, configDir: ".obsidian" } } as unknown as App;
}

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
  const journal = journalOf(app);
  expect(await journal.entries()).toEqual([]);
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
  const journal = journalOf(app);
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
  await journalOf(app).record(entry("c", 3));
  expect(await ids(app)).toEqual(["a", "c"]);
});

test("entries of more than 90 days are gone", async () => {
  const old = { ...entry("a"), time: new Date(Date.now() - 91 * 24 * 60 * 60 * 1000).toISOString() };
  const app = appWith(new Map([[FILE, [old, entry("b")].map((one) => `${JSON.stringify(one)}\n`).join("")]]));
  expect(await ids(app)).toEqual(["b"]);
});

test("a file that would be too large loses its oldest entries", async () => {
  const megabytes = "x".repeat(9 * 1024 * 1024);
  const files = new Map<string, string>();
  const app = appWith(files);
  for (let index = 0; index < 6; index++) await journalOf(app).record(entry(`${index}`, index, megabytes));
  expect(await ids(app)).toEqual(["4", "5"]);
  expect([...files.keys()]).toEqual([FILE]);
});

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
  await expect(journalOf(app).record(entry("a"))).rejects.toBe(fault);
  await journalOf(app).record(entry("b"));
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
