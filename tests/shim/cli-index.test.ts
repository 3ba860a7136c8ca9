// The search index that the command line keeps: the next process reads only the notes that have changed.
import { appendFileSync, existsSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { ended, start, type Ended } from "./cli.ts";
import { pdf, text } from "./pdf-file.ts";
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

function run(...args: string[]): Promise<Ended> {
  const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  return ended(start([...args, "--vault", vault], { env }));
}

const search = (words: string, ...args: string[]): Promise<Ended> => run("search", words, ...args);

/** The files of the index, or of the texts of documents. */
function files(name = "index"): string[] {
  const folder = ["lectern", "Library/Caches/lectern"].map((parent) => join(cache, parent, name)).find(existsSync);
  if (folder === undefined) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
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
  expect((await search("mango", "--keep-index", "on")).stderr).toContain("no note");
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

/** A PDF of so many pages, the last of which has this word. */
const paper = (pages: number, word: string): Uint8Array =>
  pdf(Array.from({ length: pages }, (_, n) => text(72, 700, n + 1 === pages ? `The word ${word} here` : `Page ${n}`)));

test("a search reads all documents, and the next one none of them", async () => {
  await addFiles(vault, { "Paper.pdf": paper(90, "walrus"), "Tab.csv": "animal\nwalrus\n" });
  expect((await search("walrus", "--no-wait")).stderr).toContain("2 files are not read yet");
  const first = (await search("walrus")).stdout;
  expect(first).toContain("== Paper.pdf#page=90 ==\n3: The word walrus here");
  expect(files()).toHaveLength(1);
  // With the index and the texts, nothing has to be read.
  expect((await search("walrus", "--no-wait")).stdout).toBe(first);
  const [kept = "", ...others] = files("texts");
  expect(others).toEqual([]);
  writeFileSync(kept, readFileSync(kept, "utf8").replace("walrus here", "walrus kept"));
  expect((await search("walrus")).stdout).toContain("3: The word walrus kept");
  // The page that is cut off is read again.
  writeFileSync(kept, readFileSync(kept, "utf8").replace(/walrus kept[^]*/, "wal"));
  expect((await search("walrus")).stdout).toBe(first);
});

/** The end of an `index` with these options that gets Ctrl+C once it has read Paper.pdf. */
async function interrupted(...options: string[]): Promise<Ended> {
  // The smaller one is read first.
  await addFiles(vault, { "Paper.pdf": paper(2, "walrus"), "Thesis.pdf": paper(4000, "quokka") });
  const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  const reading = start(["index", ...options, "--vault", vault], { env });
  const end = ended(reading);
  while (files("texts").length < 2 && reading.exitCode === null) await setTimeout(5);
  reading.kill("SIGINT");
  const stopped = await end;
  expect(stopped).toMatchObject({ code: 130, stdout: "" });
  return stopped;
}

test("Ctrl+C while documents are read keeps what was read so far", async () => {
  const { stderr: said } = await interrupted("--keep-index", "on");
  expect(said).toMatch(/^lectern: interrupted\. The index is kept \([0-9]+ KB\)\.\n$/);
  const { stdout, stderr } = await search("walrus", "--keep-index", "on", "--no-wait");
  expect(stdout).toContain("== Paper.pdf#page=2 ==");
  expect(stdout + stderr).toContain("1 file is not read yet");
});

test("Ctrl+C does not claim that a small vault's index is kept", async () => {
  const { stderr } = await interrupted();
  expect(stderr).toMatch(/^lectern: interrupted\. The index is not kept: the vault is small, /);
  expect(files()).toEqual([]);
});

test("the texts of documents are those of the vault's rules, and go with them", async () => {
  await addFiles(vault, { "Paper.pdf": paper(2, "walrus"), "Secret.pdf": paper(2, "quokka") });
  await search("walrus");
  const [one = "", two = ""] = files("texts");
  expect(readFileSync(one, "utf8") + readFileSync(two, "utf8")).toContain("quokka");
  appendFileSync(join(vault, ".lecternignore"), "Secret.pdf\n");
  await search("walrus");
  const left = files("texts").map((path) => readFileSync(path, "utf8"));
  expect(left.join("")).toContain("walrus");
  expect(left.join("")).not.toContain("quokka");
  await search("walrus", "--keep-index", "off");
  expect(files("texts")).toEqual([]);
});

test("index reads everything ahead, and says what it keeps", async () => {
  await addFiles(vault, { "Paper.pdf": paper(2, "walrus"), "Broken.pdf": "no PDF" });
  const small = await run("index");
  expect(small).toMatchObject({ code: 0, stderr: "" });
  expect(small.stdout).toMatch(/^Indexed: notes: 1, documents: 1, can't be read: 1\. The index is not kept: /);
  expect((await run("index", "--keep-index", "on")).stdout).toMatch(/The index is kept \([0-9]+ KB\)\.\n$/);
  expect((await search("walrus", "--keep-index", "on", "--no-wait")).stdout).toContain("== Paper.pdf#page=2 ==");
  const texts = files("texts").map((path) => readFileSync(path, "utf8"));
  expect(texts.filter((text) => text.includes("fault"))).toHaveLength(1);
});

test("without a cache folder, documents are read all the same", async () => {
  await addFiles(vault, { "Paper.pdf": paper(2, "walrus") });
  cache = join(vault, "Lamp.md");
  expect((await search("walrus")).stdout).toContain("== Paper.pdf#page=2 ==");
});
