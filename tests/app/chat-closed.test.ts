// What the person closes stays away from the model: by whatever way it could come there, and from the moment it is closed.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launch } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, FIELD, openChat, startModel, type ChatOptions } from "./chat.ts";

let browser: Browser;
let page: Page;
let model: StandIn;
beforeAll(async () => {
  [browser, model] = [await launch(), await startModel()];
});
afterEach(() => page.context().close());
afterAll(async () => {
  await browser.close();
  await model.close();
});

const FILES = {
  "Open.md": "A pear is a fruit.\n",
  "Diary.md": "The marmalade is in the cellar.\n",
  "Prompts/Sum up.md": "Sum up in three lines.\n",
  "Prompts/Own.md": "---\nlectern: false\n---\nMarmalade for me.\n",
};

async function open(options: Partial<ChatOptions> = {}): Promise<void> {
  page = await openChat(browser, { files: FILES, standIn: model, ...options });
}

/** Changes `data.json` as another device would, and lets the plugin know. */
async function change(settings: Record<string, unknown>): Promise<void> {
  await page.evaluate(async (settings) => {
    const path = ".obsidian/plugins/lectern/data.json";
    const { adapter } = window.app.vault;
    const data = JSON.parse(await adapter.read(path)) as object;
    await adapter.write(path, JSON.stringify({ ...data, ...settings }));
    const { plugins } = window.app.plugins as unknown as {
      plugins: Record<string, { onExternalSettingsChange(): Promise<void> }>;
    };
    await plugins["lectern"]?.onExternalSettingsChange();
  }, settings);
}

const wire = (): string => JSON.stringify(model.last.body);
const READS = { parts: [{ call: "read_file", args: { path: "Diary.md" }, id: "d" }] };

test.each([
  ["a folder or a note", () => change({ closed: ["Diary.md"] })],
  ["a pattern", () => change({ patterns: ["D*.md"] })],
  [
    "a tag in the note",
    async () => {
      await change({ closedTags: ["private"] });
      await write("Diary.md", "#private The marmalade is in the cellar.\n");
    },
  ],
  ["the property", () => write("Diary.md", "---\nlectern: no\n---\nThe marmalade is in the cellar.\n")],
])("a note that %s closes after it was read is not sent again", async (_, close) => {
  await open();
  model.script(READS, { parts: ["In the cellar."] });
  await ask(page, "Where is it?");
  await answered(page);
  expect(wire()).toContain("marmalade");
  await close();
  model.script({ parts: ["No idea."] });
  await ask(page, "Once more?");
  await answered(page, 2);
  expect(wire()).not.toMatch(/marmalade|cellar|Diary/);
  expect(await page.locator(".lectern-chat-exchange:last-child .lectern-chat-notice").textContent()).toContain(
    "Not sent to the model: what this conversation had of 1 file or folder that is closed by now",
  );
});

test("an attachment whose note is closed before it is sent is not sent", async () => {
  await open();
  await page.locator(FIELD).pressSequentially("@Dia");
  await page.locator(".lectern-chat-suggestion, [role=option]").first().click();
  await page.locator(".lectern-chat-attached .lectern-chat-chip").waitFor();
  await change({ closed: ["Diary.md"] });
  model.script({ parts: ["No."] });
  await ask(page, "What is in it?");
  await answered(page);
  expect(wire()).not.toMatch(/marmalade|Diary/);
});

test("a prompt that closes itself is not filled in", async () => {
  await open({ chat: { promptsFolder: "Prompts" } });
  await page.locator(FIELD).pressSequentially("/");
  const offered = page.locator("[role=option]");
  await offered.filter({ hasText: "Sum up" }).waitFor();
  // The app may not have read it yet; the core has the last word.
  await offered.filter({ hasText: "Own" }).click();
  await page.locator(".notice", { hasText: "“Own” is closed to the model" }).waitFor();
  expect(await page.locator(FIELD).inputValue()).toBe("");
});

test("a question made of a note goes once the note is closed", async () => {
  await open();
  const questions = page.locator(".lectern-chat-ask");
  await questions.filter({ hasText: "Diary" }).waitFor();
  await change({ closed: ["Diary.md"] });
  await expect.poll(async () => (await questions.allTextContents()).join()).toMatch(/Open/);
  await expect.poll(async () => (await questions.allTextContents()).join()).not.toMatch(/Diary/);
});

test("conversations that were saved are not read, found or listed, wherever they lie now", async () => {
  await open({ chat: { saves: true, folder: "Chats [a] *" } });
  model.script({ parts: ["The marmalade again."] });
  await ask(page, "First words");
  await answered(page);
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
