// The chat's part of the settings tab: the provider, the key, what leaves the device, and the counts of excluded files.
import type { App } from "obsidian";
import { describe, expect, test } from "vitest";
import { APPS, openSettings, openTab, row, withChat } from "./settings-page.ts";
import { page, usePages } from "./page.ts";
import { saved } from "./release.ts";

usePages();

const NOTES = {
  "Note.md": "One\n",
  "Diary/Today.md": "marmalade\n",
  "Diary/Photo.png": "no picture",
  "Old.txt": "old",
};
const chat = async (): Promise<unknown> => (await saved())["chat"];
const leaves = (): Promise<string[]> => page.locator(".lectern-settings-leaves li").allTextContents();

describe.each(APPS)("in Obsidian %s, the card of the first run", (apiVersion) => {
  test("offers four ways instead of fields, and stays away once one is taken", async () => {
    await openSettings(NOTES, { apiVersion });
    expect(await page.locator(".lectern-first-run-name").allTextContents()).toEqual([
      "Quotes · no AI",
      "Cloud model (API key)",
      "Your subscription",
      "Local model",
    ]);
    expect(await row("Who answers").count()).toBe(0);
    await page.getByRole("button", { name: "Use Quotes" }).click();
    await row("Who answers").waitFor();
    expect(await chat()).toMatchObject({ provider: "quotes", isChosen: true });
    await openTab();
    await row("Who answers").waitFor();
    expect(await page.locator(".lectern-first-run").isVisible()).toBe(false);
  });

  test("leads to the rows that the choice needs", async () => {
    await openSettings(NOTES, { apiVersion });
    await page.getByRole("button", { name: "Local server" }).click();
    await row("Server URL").waitFor();
    expect(await row("Who answers").locator("select").inputValue()).toBe("compatible");
    await row("Who answers").locator("select").selectOption("anthropic");
    await expect.poll(() => row("Server URL").count()).toBe(0);
    expect(await row("API key").count()).toBe(1);
  });

  test("says why a choice could not be saved", async () => {
    await openSettings(NOTES, { apiVersion });
    await page.evaluate(() => {
      const plugin = window.app.plugins.plugins["lectern"] as unknown as { saveData: () => Promise<void> };
      plugin.saveData = () => Promise.reject(new Error("the disk is full"));
    });
    await page.getByRole("button", { name: "Google" }).click();
    const failure = page.locator(".lectern-first-run .lectern-settings-error");
    await expect.poll(() => failure.textContent()).toBe("Not saved: the disk is full.");
  });
});

describe.each(APPS)("in Obsidian %s, a prepared provider", (apiVersion) => {
  const provider = () => row("Who answers").locator("select");

  test("has its address, a page for its key, and says to which host notes go", async () => {
    await openSettings(withChat({}), { apiVersion });
    expect(await provider().locator("option").allTextContents()).toEqual([
      ...[
        "Quotes · no AI",
        "Anthropic (Claude)",
        "OpenAI (GPT)",
        "Google (Gemini)",
        "Claude Code",
        "Codex",
        "Gemini CLI",
        "Another agent (can read your disk)",
      ],
      ...["Ollama", "LM Studio", "OpenRouter", "Mistral", "DeepSeek", "Groq", "xAI", "Azure"],
      "Local or compatible server",
    ]);
    await provider().selectOption("Groq");
    await expect.poll(chat).toMatchObject({ provider: "compatible", baseUrl: "https://api.groq.com/openai/v1" });
    await expect.poll(() => provider().inputValue()).toBe("Groq");
    expect(await row("API key").locator("a").getAttribute("href")).toBe("https://console.groq.com/keys");
    expect((await leaves())[0]).toMatch(/^To Groq, api\.groq\.com: /);
    expect(await leaves()).toContain(
      "Your API key is kept in Obsidian's secret storage, not in this vault, and sent only to api.groq.com.",
    );
    await row("Model ID").locator("input").fill("llama");
    await page.getByRole("button", { name: "Test" }).click();
    await expect.poll(() => row("API key").textContent()).toContain("No API key for Groq.");
    await provider().selectOption("Ollama");
    await expect.poll(() => row("API key").locator("a").count()).toBe(0);
    expect((await leaves())[0]).toContain("localhost:11434");
  });

  test("has the key and the model that it had, and never those of another", async () => {
    await openSettings(withChat({ provider: "anthropic", model: "claude", secret: "mine" }), {
      apiVersion,
    });
    await provider().selectOption("Mistral");
    await expect.poll(chat).toMatchObject({ baseUrl: "https://api.mistral.ai/v1", model: "", secret: "" });
    await provider().selectOption("anthropic");
    await expect.poll(chat).toMatchObject({ provider: "anthropic", baseUrl: "", model: "claude", secret: "mine" });
  });

  test("whose address has to be filled in is not asked before", async () => {
    await openSettings(withChat({}), { apiVersion });
    await provider().selectOption("Azure");
    await row("Server URL").waitFor();
    await page.evaluate(() => window.app.secretStorage.setSecret("mine", "sk"));
    await openTab();
    await row("API key").locator("select").selectOption("mine");
    await row("Model ID").locator("input").fill("gpt-5");
    await page.evaluate(() => window.app.testCounts.reset());
    await page.getByRole("button", { name: "Test" }).click();
    const says = row("Model ID").locator(".lectern-settings-says");
    await expect.poll(() => says.textContent()).toContain("replace what is in angle brackets");
    expect(await page.evaluate(() => window.app.testCounts.counts)).not.toHaveProperty("fetch");
  });

  test("whose models think says how much they do", async () => {
    await openSettings(withChat({ provider: "anthropic", model: "claude-sonnet-4-5", secret: "mine" }), { apiVersion });
    await row("Thinking").locator("select").selectOption("high");
    await expect.poll(chat).toMatchObject({ thinking: "high" });
  });
});

describe.each(APPS)("in Obsidian %s, what leaves the device", (apiVersion) => {
  test.each([
    [{ provider: "quotes" }, "Nothing. Quotes works on this device and uses no network."],
    [{ provider: "anthropic" }, "To Anthropic (Claude), api.anthropic.com: "],
    [
      { provider: "compatible", baseUrl: "http://localhost:11434/v1" },
      "To the server on this device (localhost:11434): ",
    ],
    [{ provider: "compatible", baseUrl: "https://ai.example/v1" }, "To the server ai.example: "],
  ])("is said for %o", async (given, first) => {
    await openSettings({ ...NOTES, ...withChat(given) }, { apiVersion });
    await expect.poll(async () => (await leaves())[0]?.slice(0, first.length)).toBe(first);
  });

  test("follows the address as it is typed, and whether conversations are saved", async () => {
    await openSettings({ ...NOTES, ...withChat({ provider: "compatible" }) }, { apiVersion });
    await row("Server URL").locator("input").fill("https://ai.example/v1");
    await expect.poll(async () => (await leaves())[0]).toMatch(/^To the server ai\.example: /);
    await row("Save conversations").locator(".checkbox-container").click();
    await expect.poll(async () => (await leaves()).at(-1)).toBe("Conversations aren't saved.");
  });
});

test("with settings of a later version nothing is read and nothing sent", async () => {
  await openSettings({ ...NOTES, ...withChat({ provider: "oracle" }) });
  await expect
    .poll(() => row("Start again with the default settings").locator(".setting-item-description").textContent())
    .toBe("Lectern reads no note until this is fixed: data.json can't be used: Unknown provider: “oracle”.");
  const text = await page.evaluate(() =>
    window.lectern.createReadFileTool(window.app as unknown as App).execute({ path: "Note.md" }),
  );
  expect(text).toMatch(/^error\[\w+\]: Lectern cannot start: /);
});
