// `search_notes` over a folder on disk: what is found after other programs change files, what is watched, and what
// happens where watching is impossible. Needs pkg/, which built.ts makes.
import * as fs from "node:fs";
import { rename, rm, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Config } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { addFiles, folderWith } from "./vault.ts";

vi.mock("node:fs", { spy: true });

const FILES = {
  "a.md": "A lamp.\n",
  "b.md": "No light.\n",
  "Folder/c.md": "Another lamp.\n",
  "Folder/Deep/d.md": "A third lamp.\n",
  "Private/e.md": "A hidden lamp.\n",
  "secret.png": "A lamp that is no note.\n",
};

let vault: string;
let tools: Tools;
const at = (path: string): string => join(vault, path);
const open = (config: Partial<Config> = {}): Tools => (tools = new Tools(NodeHost.open(vault), config));
/** The paths of the notes that hold the word, sorted. */
async function found(query = "lamp"): Promise<string[]> {
  const { structuredContent, isError } = await tools.call("search_notes", { query, limit: 50 });
  expect(isError).toBe(false);
  return (structuredContent.notes ?? []).map(({ path }) => path).sort();
}
/** The vault paths of the folders that were watched, and of those that were listed. */
let watched: string[];
let listed: string[];
/** The system tells of changes when it likes to. */
const poll = (query?: string) => expect.poll(() => found(query));

beforeEach(async () => {
  vault = await folderWith(FILES);
  vi.mocked(fs.watch).mockClear();
  [watched, listed] = [[], []];
  const { readdirSync, realpathSync, watch } = await vi.importActual<typeof fs>("node:fs");
  // By the time of the call: an open folder has another path than its own.
  const placeOf = (path: unknown): string => relative(vault, realpathSync(String(path)));
  vi.mocked(fs.watch).mockImplementation((...args: Parameters<typeof watch>) => {
    watched.push(placeOf(args[0]));
    return watch(...args);
  });
  vi.mocked(fs.readdirSync).mockImplementation((...args: Parameters<typeof readdirSync>) => {
    listed.push(placeOf(args[0]));
    return readdirSync(...args);
  });
});
afterEach(() => tools.close());

const ALL = ["Folder/Deep/d.md", "Folder/c.md", "Private/e.md", "a.md"];
const without = (...paths: string[]): string[] => ALL.filter((path) => !paths.includes(path));

describe("after the first search", () => {
  beforeEach(async () => {
    open();
    expect(await found()).toEqual(ALL);
    listed = [];
  });

  test("nothing is listed again while nothing changes", async () => {
    expect(await found()).toEqual(ALL);
    expect(await found("light")).toEqual(["b.md"]);
    expect(listed).toEqual([]);
  });

  test("a note that is written is found, and no longer by what it held", async () => {
    await writeFile(at("b.md"), "A lamp now.\n");
    await poll().toEqual([...ALL, "b.md"]);
    expect(await found("light")).toEqual([]);
    expect(listed).toEqual([]);
  });

  test("a note that is made or deleted is found or not, without listing anything", async () => {
    await writeFile(at("Folder/new.md"), "A new lamp.\n");
    await rm(at("a.md"));
    await poll().toEqual(["Folder/Deep/d.md", "Folder/c.md", "Folder/new.md", "Private/e.md"]);
    expect(listed).toEqual([]);
  });

  test("a note that is renamed or moved is found by its new path only", async () => {
    await rename(at("a.md"), at("z.md"));
    await rename(at("Folder/c.md"), at("Private/c.md"));
    await poll().toEqual(["Folder/Deep/d.md", "Private/c.md", "Private/e.md", "z.md"]);
  });

  test("a note that becomes no note is found no longer, and the other way round", async () => {
    await rename(at("a.md"), at("a.png"));
    await rename(at("secret.png"), at("told.md"));
    await poll().toEqual([...without("a.md"), "told.md"]);
  });

  test("a new folder is watched too", async () => {
    await addFiles(vault, { "New/Deeper/f.md": "A lamp.\n" });
    await poll().toEqual(["Folder/Deep/d.md", "Folder/c.md", "New/Deeper/f.md", "Private/e.md", "a.md"]);
    await writeFile(at("New/Deeper/f.md"), "Dark.\n");
    await writeFile(at("New/g.md"), "A lamp.\n");
    await poll().toEqual(["Folder/Deep/d.md", "Folder/c.md", "New/g.md", "Private/e.md", "a.md"]);
  });

  test("a folder that is deleted takes its notes along, and may come again", async () => {
    await rm(at("Folder"), { recursive: true });
    await poll().toEqual(["Private/e.md", "a.md"]);
    await addFiles(vault, { "Folder/c.md": "A lamp again.\n" });
    await poll().toEqual(["Folder/c.md", "Private/e.md", "a.md"]);
    await writeFile(at("Folder/c.md"), "Dark.\n");
    await poll().toEqual(["Private/e.md", "a.md"]);
  });

  test("a folder that is renamed takes its notes along, and is still watched", async () => {
    await rename(at("Folder"), at("Renamed"));
    await poll().toEqual(["Private/e.md", "Renamed/Deep/d.md", "Renamed/c.md", "a.md"]);
    await writeFile(at("Renamed/Deep/x.md"), "One more lamp.\n");
    await rm(at("Renamed/c.md"));
    await poll().toEqual(["Private/e.md", "Renamed/Deep/d.md", "Renamed/Deep/x.md", "a.md"]);
  });

  test("a folder that is moved into the vault is found, and one moved out is not", async () => {
    const elsewhere = await folderWith({ "Box/h.md": "A lamp from elsewhere.\n" });
    await rename(join(elsewhere, "Box"), at("Box"));
    await rename(at("Folder"), join(elsewhere, "Folder"));
    await poll().toEqual(["Box/h.md", "Private/e.md", "a.md"]);
    await writeFile(join(elsewhere, "Folder/c.md"), "Written where nobody looks.\n");
    expect(await found("nobody")).toEqual([]);
  });

  test("a folder in the place of another that went is the new one", async () => {
    await rename(at("Folder"), at("Old"));
    await addFiles(vault, { "Folder/new.md": "A lamp.\n" });
    await poll().toEqual(["Folder/new.md", "Old/Deep/d.md", "Old/c.md", "Private/e.md", "a.md"]);
    await writeFile(at("Folder/newer.md"), "A lamp.\n");
    await writeFile(at("Old/c.md"), "Dark.\n");
    await poll().toEqual(["Folder/new.md", "Folder/newer.md", "Old/Deep/d.md", "Private/e.md", "a.md"]);
  });

  test("a folder that is deleted and made again at once is the new one", async () => {
    for (const round of [1, 2, 3]) {
      await rm(at("Folder"), { recursive: true });
      await addFiles(vault, { "Folder/c.md": `A lamp, number${round}.\n` });
      await poll().toEqual(["Folder/c.md", "Private/e.md", "a.md"]);
      await writeFile(at("Folder/later.md"), `Later${round}.\n`);
      await poll(`later${round}`).toEqual(["Folder/later.md"]);
    }
  });

  test.skipIf(process.platform === "win32")("a folder in whose place a link is has gone", async () => {
    const elsewhere = await folderWith({ "c.md": "An outer lamp.\n" });
    await rm(at("Folder"), { recursive: true });
    await symlink(elsewhere, at("Folder"));
    await poll().toEqual(["Private/e.md", "a.md"]);
    await writeFile(join(elsewhere, "c.md"), "An outer lamp, changed.\n");
    expect(await found("changed")).toEqual([]);
  });

  test("a burst of changes is all taken in", async () => {
    await Promise.all(
      Array.from({ length: 500 }, (_, index) => writeFile(at(`Folder/${index}.md`), `Number${index}.\n`)),
    );
    await poll("number499").toEqual(["Folder/499.md"]);
    for (const index of [0, 123, 250]) expect(await found(`number${index}`)).toEqual([`Folder/${index}.md`]);
    await Promise.all(Array.from({ length: 500 }, (_, index) => rm(at(`Folder/${index}.md`))));
    await poll("number0").toEqual([]);
    expect(await found()).toEqual(ALL);
  });

  test.skipIf(process.platform === "win32")("a symbolic link is not followed, wherever it leads", async () => {
    const elsewhere = await folderWith({ "out.md": "An outer lamp.\n" });
    await symlink(elsewhere, at("Link"));
    await symlink(join(elsewhere, "out.md"), at("link.md"));
    await symlink(at("Folder"), at("Twin"));
    await writeFile(at("last.md"), "A lamp.\n");
    await poll().toEqual([...ALL, "last.md"]);
    expect(watched.filter((path) => /^(Link|Twin)/.test(path))).toEqual([]);
  });
});

test.skipIf(process.platform === "win32")("a link that was there before is neither listed nor watched", async () => {
  const elsewhere = await folderWith({ "out.md": "An outer lamp.\n" });
  await symlink(elsewhere, at("Link"));
  await symlink(at("Folder"), at("Folder/Deep/Loop"));
  open();
  expect(await found()).toEqual(ALL);
  expect(watched.sort()).toEqual(["", "Folder", "Folder/Deep", "Private"]);
  await writeFile(join(elsewhere, "out.md"), "An outer lamp, changed.\n");
  expect(await found("changed")).toEqual([]);
});

describe("a closed folder", () => {
  test("is neither listed nor watched, and what is written in it is not told", async () => {
    await addFiles(vault, { ".obsidian/app.json": "{}", ".git/f.md": "A lamp.\n" });
    open({ protected: ["Private"] });
    expect(await found()).toEqual(without("Private/e.md"));
    await addFiles(vault, { "Private/New/g.md": "A lamp.\n", ".git/h.md": "A lamp.\n", "f.md": "A lamp.\n" });
    await poll().toEqual([...without("Private/e.md"), "f.md"]);
    expect(watched.sort()).toEqual(["", "Folder", "Folder/Deep"]);
    expect(listed.filter((path) => /^(Private|\.)/.test(path))).toEqual([]);
  });

  test("that the rules close later is closed at once, and is found again when they open it", async () => {
    open();
    expect(await found()).toEqual(ALL);
    await writeFile(at(".lecternignore"), "Folder/\n");
    expect(await found()).toEqual(without("Folder/Deep/d.md", "Folder/c.md"));
    await writeFile(at("Folder/c.md"), "Another lamp, changed while it was closed.\n");
    expect(await found("changed")).toEqual([]);
    await rm(at(".lecternignore"));
    expect(await found()).toEqual(ALL);
    await poll("changed").toEqual(["Folder/c.md"]);
  });

  test("that the config closes later is closed at once, and what is known of the rest is kept", async () => {
    open();
    expect(await found()).toEqual(ALL);
    const reads = vi.spyOn(NodeHost.prototype, "read");
    tools.configure({ protected: ["Folder"] });
    expect(tools.indexed()?.notes).toBe(5);
    // What is shown is read; nothing else is.
    expect(await found()).toEqual(without("Folder/Deep/d.md", "Folder/c.md"));
    expect(tools.indexed()?.notes).toBe(3);
    expect(reads.mock.calls.map(([path]) => path).sort()).toEqual(["Private/e.md", "a.md"]);
    tools.configure({ protected: [".."] });
    expect((await tools.call("search_notes", { query: "lamp" })).structuredContent.error?.code).toBe("unreadable");
    tools.configure({});
    expect(await found()).toEqual(ALL);
  });
});

describe("where folders cannot be watched", () => {
  /** Each search sees what is there, since it lists. */
  async function expectRightByListing(): Promise<void> {
    await writeFile(at("b.md"), "A lamp now.\n");
    await rm(at("a.md"));
    expect(await found()).toEqual([...without("a.md"), "b.md"]);
    await rename(at("Folder"), at("Renamed"));
    expect(await found()).toEqual(["Private/e.md", "Renamed/Deep/d.md", "Renamed/c.md", "b.md"]);
  }

  test.each([1, 3])("from the watcher number %i on, all files are listed for each search", async (first) => {
    const { watch } = await vi.importActual<typeof fs>("node:fs");
    let count = 0;
    vi.mocked(fs.watch).mockImplementation((...args: Parameters<typeof watch>) => {
      if (++count >= first) throw Object.assign(new Error("ENOSPC: System limit"), { code: "ENOSPC" });
      return watch(...args);
    });
    open();
    expect(await found()).toEqual(ALL);
    await expectRightByListing();
    vi.mocked(fs.watch).mockImplementation(watch);
  });

  test("any longer, all files are listed from then on, and the other watchers end", async () => {
    open();
    expect(await found()).toEqual(ALL);
    const watchers = vi.mocked(fs.watch).mock.results.map(({ value }) => value as fs.FSWatcher);
    const closed = watchers.map((watcher) => vi.spyOn(watcher, "close"));
    watchers[1]?.emit("error", new Error("EPERM"));
    for (const close of closed) expect(close).toHaveBeenCalledTimes(1);
    await expectRightByListing();
    expect(fs.watch).toHaveBeenCalledTimes(watchers.length);
  });

  test("the system says that something changed but not what, all files are listed once", async () => {
    open();
    expect(await found()).toEqual(ALL);
    const [watcher] = vi.mocked(fs.watch).mock.results.map(({ value }) => value as fs.FSWatcher);
    listed = [];
    watcher?.emit("change", "rename", null);
    expect(await found()).toEqual(ALL);
    expect(listed.sort()).toEqual(["", "Folder", "Folder/Deep", "Private"]);
    expect(await found()).toEqual(ALL);
    expect(listed).toHaveLength(4);
  });
});

test("closing ends all watchers, and opens none again", async () => {
  open();
  expect(await found()).toEqual(ALL);
  const closed = vi.mocked(fs.watch).mock.results.map(({ value }) => vi.spyOn(value as fs.FSWatcher, "close"));
  expect(closed).toHaveLength(4);
  tools.close();
  for (const close of closed) expect(close).toHaveBeenCalledTimes(1);
  expect(await found()).toEqual(ALL);
  expect(fs.watch).toHaveBeenCalledTimes(4);
});
