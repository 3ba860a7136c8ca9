// `list_files` through the wasm and the hosts: pages, large vaults, and how long the app is blocked. tests/cases covers
// what is listed. Needs pkg/, which built.ts makes.
import { describe, expect, test } from "vitest";
import type { Answer, Listing } from "../../pkg/lectern.js";
import { PAGE, pageAfter } from "../../js/vault/host.ts";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { folderWith, MemoryHost } from "./vault.ts";

/** Listed in pages, as the app's vault is. */
class PagedHost extends MemoryHost {
  #all: Listing["files"] = [];

  override list(path: string, from: number): Answer {
    if (from === 0) this.#all = (super.list(path, from) as { listing: Listing }).listing.files;
    const next = pageAfter(from, this.#all.length);
    return { listing: { files: this.#all.slice(from, from + PAGE), folders: [], next } };
  }
}

describe("a folder on disk", () => {
  test("comes in pages, and what has vanished meanwhile is left out", async () => {
    const files = Object.fromEntries(Array.from({ length: 2 * PAGE + 100 }, (_, index) => [`many/${index}.md`, "x\n"]));
    const vault = await folderWith({ ...files, "many/sub/a.md": "x\n" });
    const host = NodeHost.open(vault);
    const pages = [0, PAGE, 2 * PAGE].map((from) => (host.list("many", from) as { listing: Listing }).listing);
    expect(pages.map(({ files, folders }) => files.length + folders.length)).toEqual([PAGE, PAGE, 101]);
    expect(pages.map(({ next }) => next)).toEqual([PAGE, 2 * PAGE, null]);
    expect(new Set(pages.flatMap(({ files }) => files.map(({ path }) => path)))).toEqual(new Set(Object.keys(files)));
    expect(pages.flatMap(({ folders }) => folders)).toEqual(["many/sub"]);
    expect(pages[0]?.files[0]).toMatchObject({ size: 2 });
  });
});

describe("a vault of 20,000 notes", () => {
  const files = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [
      `folder ${index % 100}/sub ${index % 7}/note ${index}.md`,
      `# The note number ${index}\n\n${"Some words of it. ".repeat(20)}\n`,
    ]),
  );

  test("is summed up, read once, and lets others have their turn", async () => {
    const host = new PagedHost(files);
    const tools = new Tools(host);
    await tools.ready();
    const first = await watched(() => tools.call("list_files", {}));
    expect(textOf(first.result).split("\n")).toHaveLength(101);
    expect(textOf(first.result)).toMatch(/^folder 0\/ {2}200 files, 7 folders, newest 1970-01-01\n/);
    const reads = (): number => host.asked.filter((asked) => asked.startsWith("read ")).length;
    expect(reads()).toBe(20_000);
    const second = await watched(() => tools.call("list_files", { path: "FOLDER 3", limit: 5, sort: "modified" }));
    expect(second.result.structuredContent.next).toEqual({ path: "folder 3", limit: 5, sort: "modified", cursor: 5 });
    const third = await watched(() => tools.call("list_files", {}));
    expect(third.result).toStrictEqual(first.result);
    expect(reads()).toBe(20_000);
    const none = await watched(() => tools.call("list_files", { path: "foldre" }));
    expect(none.result.structuredContent.error?.code).toBe("not_found");
    for (const { turns } of [first, second, third, none]) expect(turns).toBeGreaterThan(5);
  });
});

/** What `work` ends in, and how often something else had its turn meanwhile. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let [turns, done] = [0, false];
  const turn = (): void => {
    turns++;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  done = true;
  return { result, turns };
}
