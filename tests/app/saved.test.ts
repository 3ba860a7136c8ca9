// Conversations saved as notes: their names, that no other change is lost, and that they can be loaded again.
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import type { SavedConversation } from "../../js/agent/saved/message-comments.ts";
import type { SavedConversations } from "../../js/chat/conversation/saved-notes.ts";
import type { SettingsStore } from "../../js/settings/settings-store.ts";
import { installPlugin, openApp } from "../obsidian/browser.ts";
import { page, usePages } from "./page.ts";
import { manifest } from "./release.ts";

/** A plugin that is nothing but what is tested here. */
const PROBE = `
import { Plugin } from "obsidian";
import { SavedConversations } from "./js/chat/conversation/saved-notes.ts";
import { SettingsStore } from "./js/settings/settings-store.ts";
export default class extends Plugin {
  store = new SettingsStore(this);
  saved = new SavedConversations(this.app, this.store);
  async onload() { window.saved = this.saved; window.store = this.store; await this.store.load(); }
}`;

declare global {
  interface Window {
    saved: SavedConversations;
    store: SettingsStore;
  }
}

let main: string;
beforeAll(async () => {
  const resolveDir = new URL("../../", import.meta.url).pathname;
  const stdin = { contents: PROBE, resolveDir, loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "cjs", external: ["obsidian"] });
  main = outputFiles[0]?.text ?? "";
});
usePages();

async function open(files: Record<string, string> = {}): Promise<void> {
  await openApp({ files });
  await installPlugin(page, { main, manifest: { ...manifest, id: "saved-probe" } });
}

const talk = (title: string, ...questions: string[]): SavedConversation => ({
  title,
  created: Date.UTC(2026, 9, 9, 12),
  messages: [title, ...questions].map((text) => ({ role: "user", text, attachments: [] })),
});
/** Saves, to the file at `path` where one is given, and tells the path. */
const save = (conversation: SavedConversation, path?: string): Promise<string> =>
  page.evaluate(
    async ({ conversation, path }) => {
      const file = path === undefined ? undefined : (window.app.vault.getFileByPath(path) ?? undefined);
      return (await window.saved.save(conversation, file)).path;
    },
    { conversation, path },
  );
const load = (path: string): Promise<SavedConversation> =>
  page.evaluate((path) => {
    const file = window.app.vault.getFileByPath(path);
    if (!file) throw new Error("there is no such file");
    return window.saved.load(file);
  }, path);
const write = (path: string, text: string): Promise<void> =>
  page.evaluate(({ path, text }) => window.app.vault.adapter.write(path, text), { path, text });
const list = (): Promise<string[]> => page.evaluate(() => window.saved.list().map(({ file }) => file.path));

test.each([
  ["What did we decide?", "What did we decide"],
  ["Was [[A/B]] #done: yes|no * <x>?", "Was A B done yes no x"],
  ["…/../..\\x", "… .. .. x"],
  ["..hidden", "hidden"],
  ["CON", "Conversation CON"],
  ["nul.txt", "Conversation nul.txt"],
  ["console", "console"],
  ["\u202e\u0000?", "Conversation"],
  ["  two\n\nlines  ", "two lines"],
  ["Cafe\u0301", "Caf\u00e9"],
  ["מה החלטנו?", "מה החלטנו"],
  ["👩‍👩‍👧 family", "👩‍👩‍👧 family"],
  ["word ".repeat(30), "word ".repeat(12).trim()],
  ["字".repeat(100), "字".repeat(60)],
])("a conversation that begins with %j is the note %j", async (title, name) => {
  await open();
  expect(await save(talk(title))).toBe(`Lectern/2026-10-09 ${name}.md`);
});

test("a conversation goes on in its note, and comes back", async () => {
  await open();
  const path = await save(talk("Why?"));
  expect(await save(talk("Why?", "And then?"), path)).toBe(path);
  expect(await load(path)).toEqual(talk("Why?", "And then?"));
  expect(await save(talk("Why?", "And then?", "Loaded?"), path)).toBe(path);
  expect(await list()).toEqual([path]);
});

test("the folder is that of the settings, made with all above it, and not made twice", async () => {
  await open({ ".obsidian/plugins/saved-probe/data.json": '{"chat":{"folder":"Talks/With models"}}' });
  expect(await save(talk("One"))).toBe("Talks/With models/2026-10-09 One.md");
  expect(await save(talk("Two"))).toBe("Talks/With models/2026-10-09 Two.md");
});

test("the folder is the one that is there, whatever the form of its name", async () => {
  const data = '{"chat":{"folder":"Caf\u00e9"}}';
  await open({ ".obsidian/plugins/saved-probe/data.json": data, "Cafe\u0301/2026-10-09 Why.md": "mine" });
  expect(await save(talk("Why?"))).toBe("Cafe\u0301/2026-10-09 Why 2.md");
  expect(await list()).toEqual(["Cafe\u0301/2026-10-09 Why 2.md", "Cafe\u0301/2026-10-09 Why.md"]);
});

test("no note is overwritten by one of the same name, whatever its case or form", async () => {
  await open({
    "Lectern/2026-10-09 why.md": "mine",
    "Lectern/2026-10-09 Cafe\u0301.md": "mine",
    "Lectern/2026-10-09 Folder.md/x.md": "x",
  });
  expect(await save(talk("Why?"))).toBe("Lectern/2026-10-09 Why 2.md");
  expect(await save(talk("WHY"))).toBe("Lectern/2026-10-09 WHY 3.md");
  expect(await save(talk("caf\u00e9"))).toBe("Lectern/2026-10-09 caf\u00e9 2.md");
  expect(await save(talk("Folder"))).toBe("Lectern/2026-10-09 Folder 2.md");
});

test("a file that somebody else wrote meanwhile is kept, and the conversation goes on beside it", async () => {
  await open();
  const path = await save(talk("Why?"));
  await write(path, "I wrote this.\n");
  const beside = await save(talk("Why?", "And then?"), path);
  expect(beside).toBe("Lectern/2026-10-09 Why 2.md");
  expect(await page.evaluate((path) => window.app.vault.adapter.read(path), path)).toBe("I wrote this.\n");
  expect(await save(talk("Why?", "And then?", "More"), beside)).toBe(beside);
});

test("a file that somebody else writes during the save is kept", async () => {
  await open();
  const path = await save(talk("Why?"));
  await page.evaluate((path) => {
    const { vault } = window.app;
    const process = vault.process;
    vault.process = async (...args) => {
      await vault.adapter.write(path, "I was faster.\n");
      return process(...args);
    };
  }, path);
  expect(await save(talk("Why?", "And then?"), path)).toBe("Lectern/2026-10-09 Why 2.md");
  expect(await page.evaluate((path) => window.app.vault.adapter.read(path), path)).toBe("I was faster.\n");
});

test("a note that was never read here is not written to", async () => {
  await open({ "Lectern/2026-10-09 Why.md": "mine" });
  expect(await save(talk("Why?"), "Lectern/2026-10-09 Why.md")).toBe("Lectern/2026-10-09 Why 2.md");
});

test("a note that was renamed goes on under its name, and one that has gone is made anew", async () => {
  await open();
  const path = await save(talk("Why?"));
  await page.evaluate(async (path) => {
    const file = window.app.vault.getFileByPath(path);
    if (file) await window.app.vault.rename(file, "Kept.md");
  }, path);
  expect(await save(talk("Why?", "More"), "Kept.md")).toBe("Kept.md");
  const made = await page.evaluate(
    async (conversation) => {
      const file = window.app.vault.getFileByPath("Kept.md");
      if (!file) throw new Error("there is no such file");
      await window.app.vault.delete(file);
      return (await window.saved.save(conversation, file)).path;
    },
    talk("Why?", "More"),
  );
  expect(made).toBe("Lectern/Kept.md");
});

test("two saves at once make two notes, and the second of one note wins", async () => {
  await open();
  const paths = await page.evaluate(
    async ([one, two]) => {
      const files = await Promise.all([window.saved.save(one, undefined), window.saved.save(two, undefined)]);
      await Promise.all([window.saved.save(two, files[0]), window.saved.save(one, files[0])]);
      return files.map(({ path }) => path);
    },
    [talk("Why?"), talk("Why?", "More")] as const,
  );
  expect(paths).toEqual(["Lectern/2026-10-09 Why.md", "Lectern/2026-10-09 Why 2.md"]);
  expect(await load("Lectern/2026-10-09 Why.md")).toEqual(talk("Why?"));
  expect((await list()).sort()).toEqual(["Lectern/2026-10-09 Why 2.md", "Lectern/2026-10-09 Why.md"]);
});

test("the list has the newest first, in folders below too, and nothing else of the vault", async () => {
  await open({ "Note.md": "x", "Lectern/Picture.png": "x" });
  const first = await save(talk("First"));
  const second = await save(talk("Second"));
  await page.evaluate(async (path) => {
    await window.app.vault.createFolder("Lectern/Old");
    const file = window.app.vault.getFileByPath(path);
    if (file) await window.app.vault.rename(file, "Lectern/Old/Second.md");
  }, second);
  await save(talk("First", "More"), first);
  expect(await list()).toEqual(["Lectern/2026-10-09 First.md", "Lectern/Old/Second.md"]);
});

test("a note that is no conversation is said to be none, with its line", async () => {
  await open({ "Lectern/2026-10-09 Mine.md": "# Mine\n" });
  await expect(load("Lectern/2026-10-09 Mine.md")).rejects.toThrow("line 1: this note is not a conversation");
});

test("a failure to write is told, and the next save works", async () => {
  await open();
  const why = await page.evaluate(async (conversation) => {
    const { vault } = window.app;
    const create = vault.create;
    vault.create = () => Promise.reject(new Error("the disk is full"));
    const failed = await window.saved.save(conversation, undefined).catch((error: unknown) => String(error));
    vault.create = create;
    return failed;
  }, talk("Why?"));
  expect(why).toBe("Error: the disk is full");
  expect(await save(talk("Why?"))).toBe("Lectern/2026-10-09 Why.md");
});
