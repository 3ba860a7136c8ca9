// What the user excludes never reaches the model, by any path, from the moment it is excluded.
import { expect, test } from "vitest";
import { askAndWait, type ChatOptions, FIELD, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { changeSettings } from "./release.ts";

useModel();

const FILES = {
  "Open.md": "A pear is a fruit.\n",
  "Diary.md": "The marmalade is in the cellar.\n",
  "Prompts/Sum up.md": "Sum up in three lines.\n",
  "Prompts/Own.md": "---\nlectern: false\n---\nMarmalade for me.\n",
};

async function open(options: Partial<ChatOptions> = {}): Promise<void> {
  await openChat({ files: FILES, standIn: model, ...options });
}

const wire = (): string => JSON.stringify(model.last.body);
const READS = { parts: [{ call: "read_file", args: { path: "Diary.md" }, id: "d" }] };

test.each([
  ["a folder or a note", () => changeSettings({ closed: ["Diary.md"] })],
  ["a pattern", () => changeSettings({ patterns: ["D*.md"] })],
  [
    "a tag in the note",
    async () => {
      await changeSettings({ closedTags: ["private"] });
      await write("Diary.md", "#private The marmalade is in the cellar.\n");
    },
  ],
  ["the property", () => write("Diary.md", "---\nlectern: no\n---\nThe marmalade is in the cellar.\n")],
])("a note that %s closes after it was read is not sent again", async (_, close) => {
  await open();
  model.script(READS, { parts: ["In the cellar."] });
  await askAndWait("Where is it?");
  expect(wire()).toContain("marmalade");
  await close();
  model.script({ parts: ["No idea."] });
  await askAndWait("Once more?", 2);
  expect(wire()).not.toMatch(/marmalade|cellar|Diary/);
  expect(await page.locator(".lectern-chat-exchange:last-child .lectern-chat-notice").textContent()).toContain(
    "Left out: 1 now-excluded item and the answers based on it",
  );
});

const read = (path: string) => ({ parts: [{ call: "read_file", args: { path }, id: "c" }] });
const search = { parts: [{ call: "search_notes", args: { query: "^The.*r", mode: "regex" }, id: "c" }] };
const list = (path: string) => ({ parts: [{ call: "list_files", args: { path }, id: "c" }] });

/** What may be done to a note between two questions. Of what was shown of it, nothing may be sent again. */
const GONE = [
  ["is moved into a closed folder", read("Diary.md"), () => rename("Diary.md", "Private/Diary.md")],
  ["was only found and is moved", search, () => rename("Diary.md", "Private/Diary.md")],
  ["was only listed and is moved", list(""), () => rename("Diary.md", "Private/Diary.md")],
  ["is in a folder that is moved", read("Work/Ledger.md"), () => rename("Work", "Private/Work")],
  ["is in a listed folder that is moved", list("Work"), () => rename("Work", "Private/Work")],
  [
    "is renamed and closed",
    read("Diary.md"),
    async () => {
      await rename("Diary.md", "Journal.md");
      await changeSettings({ closed: ["Journal.md", "Private"] });
    },
  ],
  ["is renamed to a hidden name", read("Diary.md"), () => rename("Diary.md", ".x.md")],
  ["is deleted", read("Diary.md"), () => remove("Diary.md")],
  [
    "is moved into a closed folder, and another one takes its place",
    read("Diary.md"),
    async () => {
      await rename("Diary.md", "Private/Diary.md");
      await create("Diary.md", "Nothing here.\n");
    },
  ],
  [
    "is deleted, and another one takes its place with the same time and size",
    search,
    async () => {
      const { mtime, size } = await remove("Diary.md");
      await create("Diary.md", "-".repeat(size), mtime);
    },
  ],
  [
    "has a decomposed name on the disk and closes itself",
    read("Caf\u00e9 Diary.md"),
    () => write("Cafe\u0301 Diary.md", "---\nlectern: no\n---\nThe marmalade is in the cellar.\n"),
  ],
  [
    "has a decomposed name on the disk and is moved",
    read("Caf\u00e9 Diary.md"),
    () => rename("Cafe\u0301 Diary.md", "Private/Diary.md"),
  ],
] as const;

test.each(GONE)("a note that %s is not sent again", async (_, calls, close) => {
  const text = FILES["Diary.md"];
  await open({
    files: { ...FILES, "Work/Ledger.md": text, "Cafe\u0301 Diary.md": text, "Private/x.md": "" },
    settings: { closed: ["Private"] },
  });
  model.script(calls, { parts: ["As the Diary and the Ledger say."] });
  await askAndWait("Where is it?");
  expect(wire()).toMatch(/marmalade|Diary|Ledger/);
  await close();
  model.script({ parts: ["No idea."] });
  await askAndWait("Once more?", 2);
  expect(wire()).not.toMatch(/marmalade|cellar|Diary|Ledger/);
  expect(wire()).toContain("excluded, moved or deleted since");
});

test("a note with a decomposed name is sent again while it is open", async () => {
  await open({ files: { "Cafe\u0301/Cafe\u0301.md": "The marmalade is in the cellar.\n" } });
  model.script(read("Caf\u00e9/Caf\u00e9.md"), list("Caf\u00e9"), { parts: ["In the cellar."] });
  await askAndWait("Where is it?");
  model.script({ parts: ["Yes."] });
  await askAndWait("Once more?", 2);
  expect(wire()).toMatch(/marmalade[^]*In the cellar/);
});

test("a note that took another one's place is sent once it is read", async () => {
  await open();
  model.script(read("Diary.md"), { parts: ["In the cellar."] });
  await askAndWait("Where is it?");
  await remove("Diary.md");
  await create("Diary.md", "The honey is in the attic.\n");
  model.script({ parts: [{ call: "read_file", args: { path: "Diary.md" }, id: "e" }] }, { parts: ["In the attic."] });
  await askAndWait("And now?", 2);
  expect(wire()).toContain("honey");
  expect(wire()).not.toContain("marmalade");
});

test("an attachment whose note is closed before it is sent is not sent", async () => {
  await open();
  await page.locator(FIELD).pressSequentially("@Dia");
  await page.locator(".lectern-chat-suggestion, [role=option]").first().click();
  await page.locator(".lectern-chat-attached .lectern-chat-chip").waitFor();
  await changeSettings({ closed: ["Diary.md"] });
  model.script({ parts: ["No."] });
  await askAndWait("What is in it?");
  expect(wire()).not.toMatch(/marmalade|Diary/);
});

test("an attachment is not sent if another note took its place", async () => {
  await open({ files: { ...FILES, "Private/x.md": "" }, settings: { closed: ["Private"] } });
  await page.locator(FIELD).pressSequentially("@Dia");
  await page.locator(".lectern-chat-suggestion, [role=option]").first().click();
  await page.locator(".lectern-chat-attached .lectern-chat-chip").waitFor();
  await rename("Diary.md", "Private/Diary.md");
  await create("Diary.md", "Nothing here.\n");
  model.script({ parts: ["No."] });
  await askAndWait("What is in it?");
  expect(wire()).not.toMatch(/marmalade/);
});

test("a prompt that closes itself is not filled in", async () => {
  await open({ chat: { promptsFolder: "Prompts" } });
  await page.locator(FIELD).pressSequentially("/");
  const offered = page.locator("[role=option]");
  await offered.filter({ hasText: "Sum up" }).waitFor();
  // The app may not have read it yet; the core has the last word.
  await offered.filter({ hasText: "Own" }).click();
  await page.locator(".notice", { hasText: "“Own” is excluded" }).waitFor();
  expect(await page.locator(FIELD).inputValue()).toBe("");
});

test("a question made of a note goes once the note is closed", async () => {
  await open();
  const questions = page.locator(".lectern-chat-ask");
  await questions.filter({ hasText: "Diary" }).waitFor();
  await changeSettings({ closed: ["Diary.md"] });
  await expect.poll(async () => (await questions.allTextContents()).join()).toMatch(/Open/);
  await expect.poll(async () => (await questions.allTextContents()).join()).not.toMatch(/Diary/);
});

test("conversations that were saved are not read, found or listed, wherever they lie now", async () => {
  await open({ chat: { saves: true, folder: "Chats [a] *" } });
  model.script({ parts: ["The marmalade again."] });
  await askAndWait("First words");
  const path = await page.waitForFunction(
    () => window.app.vault.getFiles().find((file) => file.path.startsWith("Chats"))?.path,
  );
  const saved = String(await path.jsonValue());
  for (const file of [saved, "Moved.md"]) {
    if (file !== saved) {
      await page.evaluate(
        async ([from, to]) => {
          const { vault } = window.app;
          const file = vault.getFileByPath(from ?? "");
          if (file) await vault.rename(file, to ?? "");
        },
        [saved, file],
      );
    }
    const replies = await page.evaluate(async (path) => {
      const { api } =
        (
          window.app.plugins as unknown as {
            plugins: Record<string, { api: { call(name: string, args: unknown): Promise<{ content: unknown }> } }>;
          }
        ).plugins["lectern"] ?? {};
      const calls = [
        ["read_file", { path }],
        ["search_notes", { query: "marmalade again" }],
        ["list_files", {}],
      ] as const;
      return Promise.all(calls.map(async ([name, args]) => JSON.stringify((await api?.call(name, args))?.content)));
    }, file);
    expect(replies[0]).toContain("closed");
    expect(replies[1]).not.toMatch(/again|First words/);
    if (file === saved) expect(replies[2]).not.toContain("First words");
  }
});

async function write(path: string, text: string): Promise<void> {
  await page.evaluate(
    async ({ path, text }) => {
      const file = window.app.vault.getFileByPath(path);
      if (file) await window.app.vault.modify(file, text);
    },
    { path, text },
  );
}

async function rename(from: string, to: string): Promise<void> {
  await page.evaluate(
    async ({ from, to }) => {
      const { vault } = window.app;
      const file = vault.getAbstractFileByPath(from);
      if (!file) throw new Error(`there is no ${from}`);
      await vault.rename(file, to);
    },
    { from, to },
  );
}

const remove = (path: string): Promise<{ mtime: number; size: number }> =>
  page.evaluate(async (path) => {
    const file = window.app.vault.getFileByPath(path);
    if (!file) throw new Error(`there is no ${path}`);
    const { mtime, size } = file.stat;
    await window.app.vault.delete(file);
    return { mtime, size };
  }, path);

async function create(path: string, text: string, mtime?: number): Promise<void> {
  await page.evaluate(
    async ({ path, text, mtime }) => {
      await window.app.vault.create(path, text, mtime === undefined ? {} : { mtime });
    },
    { path, text, mtime },
  );
}

test("a note that was deleted is not called excluded", async () => {
  await open();
  model.script(READS, { parts: ["In the cellar."] });
  await askAndWait("Where is it?");
  await remove("Diary.md");
  model.script({ parts: ["No idea."] });
  await askAndWait("Once more?", 2);
  expect(await page.locator(".lectern-chat-exchange:last-child .lectern-chat-notice").allTextContents()).toEqual([
    "Left out: 1 item that was moved or deleted, and the answers based on it",
  ]);
});
