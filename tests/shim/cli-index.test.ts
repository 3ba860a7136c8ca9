// The search index that the command line keeps: the next process reads only the notes that have changed.
import { existsSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ended, start, type Ended } from "./cli.ts";
import { addFiles, folderWith } from "./vault.ts";

let vault: string;
let cache: string;

beforeEach(async () => {
  cache = await folderWith();
  vault = await folderWith({
    "Lamp.md": "An apple lamp.\n",
    "Private/diary.md": "A zanzibar lamp.\n",
    "Tagged.md": "---\nlectern: false\n---\nA quokka lamp.\n",
    ".lecternignore": "Private/\n",
  });
});

function search(words: string, ...args: string[]): Promise<Ended> {
  const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  return ended(start(["search", words, "--vault", vault, ...args], { env }));
}

/** The files of the index. */
function files(): string[] {
  const folder = ["lectern", "Library/Caches/lectern"].map((name) => join(cache, name, "index")).find(existsSync);
  return folder === undefined ? [] : readdirSync(folder).map((name) => join(folder, name));
}

/** Writes a note, as if that was in 2001. */
function writeLongAgo(path: string, text: string): void {
  writeFileSync(join(vault, path), text);
  utimesSync(join(vault, path), 1e9, 1e9);
}

test("a later search reads no note that has not changed", async () => {
  writeLongAgo("Lamp.md", "An apple lamp.\n");
  expect((await search("apple", "--keep-index", "on")).stdout).toContain("1: An apple lamp.");
  const [file = "", ...others] = files();
  expect(others).toEqual([]);
  const kept = readFileSync(file, "latin1");
  expect(["apple", "zanzibar", "diary", "quokka", "Tagged"].filter((word) => kept.includes(word))).toEqual(["apple"]);
  // Neither its size nor its time tells of the change: only reading it anew would.
  writeLongAgo("Lamp.md", "An mango lamp.\n");
  expect((await search("mango", "--keep-index", "on")).stdout).toContain("no note");
  await addFiles(vault, { "Other.md": "A mango.\n" });
  expect((await search("mango", "--keep-index", "on")).stdout).toBe("== Other.md ==\n1: A mango.\n");
});

test("without the option, it is kept for large vaults only", async () => {
  await search("apple");
  expect(files()).toEqual([]);
  await addFiles(vault, Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`many/${n}.md`, "apple\n"])));
  await search("apple");
  expect(files()).toHaveLength(1);
  await search("apple", "--protect", "many");
  expect(files()).toHaveLength(1);
});

test("off deletes it, and so does the plugin's setting", async () => {
  await search("apple", "--keep-index", "on");
  await search("apple", "--keep-index", "off");
  expect(files()).toEqual([]);
  await search("apple", "--keep-index", "on");
  await addFiles(vault, {
    ".obsidian/plugins/lectern/manifest.json": '{"id": "lectern"}',
    ".obsidian/plugins/lectern/data.json": '{"keepIndex": "off"}',
  });
  await search("apple", "--keep-index", "on");
  expect(files()).toEqual([]);
});

test("other rules of the vault forget it", async () => {
  await search("apple", "--keep-index", "on");
  await addFiles(vault, { ".lecternignore": "Private/\nLamp.md\n", "Other.md": "A pear.\n" });
  await search("pear", "--keep-index", "on");
  const kept = files().map((file) => readFileSync(file, "latin1"));
  expect(kept.map((text) => [text.includes("apple"), text.includes("pear")])).toEqual([[false, true]]);
});

test("a damaged file is no error", async () => {
  await search("apple", "--keep-index", "on");
  const [file = ""] = files();
  const content = readFileSync(file);
  for (const damaged of [content.subarray(0, content.length - 9), Buffer.alloc(content.length, 7), Buffer.alloc(0)]) {
    writeFileSync(file, damaged);
    expect(await search("apple", "--keep-index", "on")).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(file).length).toBe(content.length);
  }
});

test("each command that may make the index takes the option, and no other word than auto, on and off", async () => {
  const commands = [
    ...[["search", "apple"], ["why", "apple", "--path", "Lamp.md"], ["related", "Lamp.md"], ["doctor"], ["mcp"]],
    ...[
      ["call", "search_notes", "--args", "{}"],
      ["ask", "apple?"],
    ],
  ];
  for (const command of commands) {
    const { code, stderr } = await ended(start([...command, "--vault", vault, "--keep-index", "never"]));
    expect([code, stderr], command[0]).toEqual([2, 'lectern: --keep-index is "never"; give auto, on or off\n']);
  }
});
