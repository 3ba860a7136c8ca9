// The settings as definitions, which the app's own search finds, and the tab that an older app lets the plugin draw.
import { describe, expect, test } from "vitest";
import { DATA, openLectern, textAt, writeSettings } from "./release.ts";
import { APPS, openAdvanced, openSettings, openTab, row, withChat } from "./settings-page.ts";
import { page, usePages } from "./page.ts";

usePages();

const found = (query: string): Promise<{ name: string; pages: string[] }[]> =>
  page.evaluate((query) => window.app.setting.testSearch(query), query);
const names = async (query: string): Promise<string[]> => (await found(query)).map(({ name }) => name);

const data = (): Promise<string> => textAt(DATA);

const EVERY = { provider: "compatible", baseUrl: "https://openrouter.ai/api/v1" };
const MEANING = [
  ...["Embedding source", "Embedding server URL", "Embedding API key", "Embedding model", "Passages"],
  ...["Dimensions", "Tokens a day", "Embedding price", "Budget a day"],
];
const ROWS = [
  ...["Who answers", "Server URL", "API key", "Model ID", "Thinking", "Reading"],
  ...["What leaves this device", "Show before sending", "Record of what was sent"],
  ...["Excluded folders", "Excluded patterns", "Excluded tags", "Currently excluded"],
  ...["Search by meaning", ...MEANING],
  ...["Allow changes to notes", "Approve changes", "Correct changes with warnings", "Read-only files"],
  ...["Send with Enter", "Save conversations", "Conversations folder", "Save what the model read"],
  ...["Save the model's reasoning", "Prompts folder", "Instructions", "Note with instructions", "Prompts"],
  ...["Let agents on this computer use this vault"],
];
const ADVANCED = [
  ...["Maximum steps per answer", "Temperature", "Context size", "Timeout", "Input price", "Output price"],
  ...["Search index", "Search in documents", "Document size", "Memory for documents", "Keep the search index"],
  ...["Reply size", "Reply lines", "Parallel reads", "Image size", "Image size per reply"],
];
const EVERYTHING = {
  [DATA]: JSON.stringify({ changes: true, meaning: { isOn: true }, chat: { isChosen: true, ...EVERY } }),
};

/** The layout is there, but the app is never idle, so nothing is read. */
const finishLayout = (): Promise<void> =>
  page.evaluate(() => {
    window.requestIdleCallback = () => 0;
    window.app.workspace.finishLayout();
  });

describe("the search of the app's settings", () => {
  test("finds every setting by its name, before the tab was opened and the settings were read", async () => {
    await openLectern({ files: { [DATA]: '{"closed":[]}' }, layoutReady: false });
    await finishLayout();
    // Without a provider, changes and the search by meaning, their rows are hidden.
    const hidden = ["Who answers", "Server URL", "API key", "Model ID", "Thinking", "Reading", "Approve changes"];
    const alsoHidden = ["Correct changes with warnings", "Read-only files", "Temperature", "Context size", "Timeout"];
    for (const name of ROWS) {
      const isHidden = [...hidden, ...alsoHidden, ...MEANING].includes(name);
      expect([name, (await names(name)).includes(name)]).toEqual([name, !isHidden]);
    }
    expect(await page.evaluate(() => window.app.testCounts.counts)).toEqual({});
    expect(await names("api key")).toEqual(["Choose who answers"]);
    expect(await names("ollama")).toEqual(["Choose who answers"]);
  });

  test("finds every setting of a model and of changes once there are, and those on the page by it", async () => {
    await openLectern({ files: EVERYTHING });
    await page.evaluate(() => window.lectern.ready());
    for (const name of ROWS) expect(await found(name)).toContainEqual({ name, pages: [] });
    for (const name of ADVANCED) expect(await found(name)).toContainEqual({ name, pages: ["Advanced"] });
    expect(await names("Choose who answers")).toEqual([]);
  });

  test("finds them by other words, and no prompt of the user's own", async () => {
    const prompts = [{ name: "Marmalade", text: "Spread it" }];
    await openLectern({ files: withChat({ ...EVERY, prompts }) });
    await page.evaluate(() => window.lectern.ready());
    expect(await names("provider")).toContain("Who answers");
    expect(await names("system prompt")).toEqual(["Instructions", "Note with instructions"]);
    expect(await names("cost")).toContain("Output price");
    expect(await names("marmalade")).toEqual([]);
  });

  test("is right after a change in the tab, and one from elsewhere", async () => {
    await openSettings(withChat({ provider: "quotes" }));
    expect(await names("Model ID")).toEqual([]);
    await row("Who answers").locator("select").selectOption("anthropic");
    await expect.poll(() => names("Model ID")).toEqual(["Model ID"]);
    expect(await names("Approve changes")).toEqual([]);
    await row("Allow changes to notes").locator(".checkbox-container").click();
    await expect.poll(() => names("Approve changes")).toEqual(["Approve changes"]);
    await page.evaluate(() => window.app.setting.close());
    await writeSettings({ chat: { saves: false } });
    expect(await names("Conversations folder")).toEqual([]);
  });

  test("leads to a page whose rows work, even if the settings were not read before", async () => {
    await openLectern({ files: EVERYTHING, layoutReady: false });
    await finishLayout();
    await page.evaluate(() => {
      window.app.setting.open();
      const [first] = window.app.setting.testSearch("reply lines");
      window.app.setting.openTabById("lectern", first?.pages);
    });
    await row("Reply lines").locator("input").fill("12");
    await expect.poll(data).toContain('"maxLines": 12');
    // The page stays open.
    expect(await row("Reply lines").locator("input").inputValue()).toBe("12");
    await page.getByRole("button", { name: "Back" }).click();
    await row("Who answers").locator("select").waitFor();
  });
});

describe.each(APPS)("in Obsidian %s", (apiVersion) => {
  test("every setting is drawn, in this order, and those under Advanced once it is open", async () => {
    await openSettings(EVERYTHING, { apiVersion });
    const shown = (): Promise<string[]> => page.locator(".setting-item-name:visible").allTextContents();
    const headings = ["Model", "Privacy", "Excluded from models", "Search", "Changes", "Chat", "Agents"];
    expect((await shown()).filter((name) => !headings.includes(name) && name !== "Advanced")).toEqual(ROWS);
    await openAdvanced();
    await expect.poll(async () => (await shown()).slice(-ADVANCED.length)).toEqual(ADVANCED);
  });

  test("a row that depends on another one comes and goes without a redraw, so the focus stays", async () => {
    await openSettings(withChat({ provider: "anthropic" }), { apiVersion });
    const saves = row("Save conversations").locator(".checkbox-container");
    const box = saves.locator("input");
    const drawn = await saves.elementHandle();
    await box.press("Space");
    await expect.poll(() => row("Conversations folder").count()).toBe(0);
    await box.press("Space");
    await row("Conversations folder").waitFor();
    expect(await drawn.evaluate((el) => el.isConnected && el.contains(document.activeElement))).toBe(true);
    expect(await row("Thinking").count()).toBe(0);
    await row("Model ID").locator("input").fill("claude-sonnet-4-5");
    await row("Thinking").waitFor();
  });

  test("a choice that was made elsewhere is shown at once", async () => {
    await openSettings(withChat({ provider: "anthropic", model: "claude" }), { apiVersion });
    await writeSettings({ chat: { isChosen: true, provider: "openai", model: "gpt" } });
    expect(await row("Model ID").locator("input").inputValue()).toBe("gpt");
    expect(await row("API key").textContent()).toContain("From your OpenAI account.");
  });

  test("a change that is made elsewhere takes nobody's focus while they type", async () => {
    await openSettings(withChat({ provider: "anthropic", model: "claude" }), { apiVersion });
    await row("Model ID").locator("input").fill("my-own");
    await expect.poll(data).toContain('"model": "my-own"');
    await writeSettings({ chat: { isChosen: true, provider: "anthropic", model: "claude", saves: false } });
    await page.keyboard.type("-model");
    await expect.poll(data).toContain('"model": "my-own-model"');
    await expect.poll(() => row("Conversations folder").count()).toBe(0);
  });

  test("settings that can't be read are told again each time, until they are mended", async () => {
    await openSettings({ [DATA]: "{" }, { apiVersion });
    const reset = row("Start again with the default settings");
    expect(await reset.textContent()).toContain("Lectern reads no note until this is fixed: ");
    await openTab();
    await reset.waitFor();
    expect(await page.locator(".setting-item:visible").count()).toBe(1);
    await page.evaluate((path) => window.app.vault.adapter.write(path, '{"chat":{"isChosen":true}}'), DATA);
    await openTab();
    await row("Who answers").locator("select").waitFor();
    expect(await reset.count()).toBe(0);
  });
});
