// A provider in the settings tab: its key and its models, testing it, and what is refused.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAi } from "../standins/openai.ts";
import { StandIn } from "../standins/standin.ts";
import { openAdvanced, openSettings, openTab, row, withChat } from "./settings-page.ts";
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

describe("a provider", () => {
  const KEY = "sk-very-secret";
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await StandIn.start(openAi);
    standIn.key = KEY;
    standIn.models = [{ id: "qwen-small" }, { id: "qwen-large" }];
  });
  afterAll(() => standIn.close());

  async function open(more: object = {}): Promise<void> {
    const files = { ...NOTES, ...withChat({ provider: "compatible", baseUrl: standIn.baseUrl, ...more }) };
    await openSettings(files, { reaches: [`http://${standIn.host}`] });
    // As in the chat's tests: the app's window need not ask before it speaks to a server on the same machine.
    await page.context().grantPermissions(["local-network-access"]);
    await page.evaluate((key) => window.app.secretStorage.setSecret("my-server", key), KEY);
    await openTab();
    await row("API key").waitFor();
  }
  const says = () => row("Model ID").locator(".lectern-settings-says");

  test("is not reached before a person does something with it", async () => {
    standIn.requests.length = 0;
    await open({ secret: "my-server", model: "qwen-small" });
    await openAdvanced();
    await row("Maximum steps per answer").locator("input").fill("7");
    await expect.poll(chat).toMatchObject({ maxTurns: 7 });
    expect(standIn.requests).toEqual([]);
  });

  test("gets a key by its name, which alone is in data.json", async () => {
    await open();
    await row("API key").locator("select").selectOption("my-server");
    await expect.poll(chat).toMatchObject({ secret: "my-server" });
    expect(JSON.stringify(await saved())).not.toContain(KEY);
  });

  test.each([
    ["without a key, which lets no other origin read its answers,", undefined, ""],
    ["that lets the app in", ["authorization", "content-type"], "my-server"],
  ])("%s offers its models, and any other name can be written", async (_, cors, secret) => {
    standIn.corsHeaders = cors;
    standIn.key = secret === "" ? undefined : KEY;
    await open({ secret });
    await row("Model ID").locator("input").focus();
    await expect.poll(() => says().textContent()).toBe("2 models available.");
    const offered = await page
      .locator("#lectern-models option")
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(offered.sort()).toEqual(["qwen-large", "qwen-small"]);
    await row("Model ID").locator("input").fill("my-own");
    await expect.poll(chat).toMatchObject({ model: "my-own" });
  });

  test("that lets no other origin read its answers is not sent the key by the app's own way, and the row says what to do", async () => {
    standIn.corsHeaders = undefined;
    standIn.requests.length = 0;
    await open({ secret: "my-server", model: "qwen-small" });
    await row("Model ID").getByRole("button", { name: "Test" }).click();
    await expect.poll(() => says().textContent()).toContain("a key is only sent if it does. Allow ");
    await row("Model ID").locator("input").focus();
    await expect.poll(() => says().textContent()).toContain("Couldn't load models. You can still enter a name.");
    const byApp = standIn.requests.filter(({ headers }) => headers["user-agent"] === "node");
    expect(byApp.map(({ path, headers }) => [path, headers["authorization"]])).toStrictEqual([
      ["/", undefined],
      ["/", undefined],
    ]);
  });

  test("that works is said to", async () => {
    standIn.corsHeaders = ["authorization", "content-type"];
    standIn.script({ parts: ["ok"] });
    await open({ secret: "my-server", model: "qwen-small" });
    await row("Model ID").getByRole("button", { name: "Test" }).click();
    await expect.poll(() => says().textContent()).toBe("Works: qwen-small");
    expect(JSON.stringify(standIn.last.body)).not.toContain("marmalade");
  });

  test("that refuses the key is quoted, without the key", async () => {
    standIn.corsHeaders = ["authorization", "content-type"];
    await open({ secret: "my-server", model: "qwen-small" });
    await page.evaluate(() => window.app.secretStorage.setSecret("my-server", "sk-wrong-key"));
    await row("Model ID").getByRole("button", { name: "Test" }).click();
    await expect.poll(() => says().textContent()).toContain("refused the API key");
    expect(await says().textContent()).not.toContain("sk-wrong-key");
    expect(await says().getAttribute("class")).toContain("lectern-settings-error");
  });

  test("that says nothing is given up after the time that is set", async () => {
    standIn.corsHeaders = ["authorization", "content-type"];
    standIn.script({ parts: ["HANG"] });
    await open({ secret: "my-server", model: "qwen-small" });
    await openAdvanced();
    await row("Timeout").locator("input").fill("1");
    await expect.poll(chat).toMatchObject({ idleSeconds: 1 });
    await openTab();
    await row("Model ID").getByRole("button", { name: "Test" }).click();
    const text = `${standIn.host} sent nothing for 1 second. Ask again, or set a longer timeout in settings.`;
    await expect.poll(() => says().textContent()).toBe(text);
  });

  test("that is not set up says what to set, and is not asked", async () => {
    await openSettings({ ...NOTES, ...withChat({ provider: "anthropic" }) });
    await row("Model ID").getByRole("button", { name: "Test" }).click();
    const text = "No API key for Anthropic (Claude). Add one in settings.";
    await expect.poll(() => row("API key").locator(".lectern-settings-says").textContent()).toBe(text);
    expect(await says().textContent()).toBe("");
    expect(await page.evaluate(() => window.app.testCounts.counts)).not.toHaveProperty("requestUrl");
  });

  test("is tested again after a failure and a change", async () => {
    standIn.corsHeaders = ["authorization", "content-type"];
    standIn.script({ parts: ["ok"] });
    await open({ secret: "my-server" });
    await row("Model ID").getByRole("button", { name: "Test" }).click();
    await expect.poll(() => says().textContent()).toContain("No model for");
    await row("Model ID").locator("input").fill("qwen-small");
    await expect.poll(chat).toMatchObject({ model: "qwen-small" });
    await row("Model ID").getByRole("button", { name: "Test" }).click();
    await expect.poll(() => says().textContent()).toBe("Works: qwen-small");
  });

  test.each([
    ["localhost:1234/v1", "http://localhost:1234/v1"],
    ["ai.example/v1", "https://ai.example/v1"],
  ])("may be given as %s", async (typed, address) => {
    await open();
    await row("Server URL").locator("input").fill(typed);
    await expect.poll(chat).toMatchObject({ baseUrl: address });
  });

  test("that is left for another takes nothing of its key, model or address along", async () => {
    await open({ secret: "my-server", model: "qwen-small", contextTokens: 8000 });
    await row("Who answers").locator("select").selectOption("openai");
    await expect
      .poll(chat)
      .toMatchObject({ provider: "openai", secret: "", model: "", baseUrl: "", contextTokens: null });
  });

  test.each([
    ["Server URL", "ftp://localhost", "Enter a URL that starts with http:// or https://"],
    ["Maximum steps per answer", "0", "Enter a whole number from 1 to 1,000"],
    ["Context size", "12.5", "Enter a whole number from 4,000 to 100,000,000"],
    ["Timeout", "0", "Enter a whole number from 1 to 86,400"],
    ["Input price", "-1", "Enter a price of 0 or more"],
    ["Conversations folder", "..", "Enter a folder name"],
    [
      "Conversations folder",
      "a/../../b",
      'Not saved: a closed folder cannot be understood: "/a/../../b" leaves the vault.',
    ],
  ])("with the %s %s is not saved, and the row says why", async (name, value, why) => {
    await open();
    const before = await chat();
    if (!(await row(name).isVisible())) await openAdvanced();
    await row(name).locator("input").fill(value);
    await expect.poll(() => row(name).locator(".lectern-settings-error").allTextContents()).toEqual([why]);
    expect(await chat()).toEqual(before);
  });
});
