// The model of a conversation: chosen in the panel, saved with the conversation, named in each answer; and asking again.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChatSettings } from "../../js/settings/chat-settings.ts";
import type { StandIn } from "../standins/standin.ts";
import { closeApp } from "../obsidian/browser.ts";
import {
  answered,
  answers,
  askAndWait,
  type ChatOptions,
  FIELD,
  openChat,
  pickModel,
  setup,
  startModel,
} from "./chat.ts";
import { page, usePages } from "./page.ts";
import { saved } from "./release.ts";

let first: StandIn;
let second: StandIn;
beforeEach(async () => ([first, second] = await Promise.all([startModel(), startModel()])));
afterEach(() => Promise.all([first.close(), second.close()]));
usePages();

/** The panel with two servers that are set up: `scripted` of the first is the default, `small` of the second is recent. */
async function open(chat: Partial<ChatSettings> = {}, options: Partial<ChatOptions> = {}): Promise<void> {
  await openChat({
    files: { "Bell.md": "Cast in 1911.\n" },
    ...{ standIn: first, others: [second] },
    ...options,
    chat: { saves: true, folder: "Talks", recent: [setup({ baseUrl: second.baseUrl })], ...chat },
  });
}

const chip = (): Promise<string | null> => page.textContent(".lectern-chat-model");
const items = (): Promise<string[]> => page.locator(".menu-item-title").allTextContents();
const writers = (): Promise<string[]> => page.locator(".lectern-chat-writer").allTextContents();
const notices = (): Promise<string[]> => page.locator(".notice").allTextContents();
const pick = (name: string | RegExp): Promise<void> => pickModel(name);
const notes = (): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const files = window.app.vault.getFiles().filter(({ path }) => path.startsWith("Talks/"));
    return Object.fromEntries(
      await Promise.all(files.map(async (file) => [file.path, await window.app.vault.read(file)] as const)),
    );
  });

test("a model is chosen for the conversation with two clicks; the next conversation has the default", async () => {
  first.script({ parts: ["From the first."] }, { parts: ["New."] });
  second.script({ parts: ["From the second."] });
  await open();
  await askAndWait("Who?");
  await page.locator(".lectern-chat-model").click();
  expect(await items()).toEqual([
    `${first.host}, on this device: scripted`,
    `${second.host}, on this device: small`,
    ...["Quotes (no AI, on this device)", "Reading: Auto", "Reading: Tools", "Reading: Passages first"],
    ...["More models", "Model settings"],
  ]);
  expect(await page.locator(".menu-item.mod-checked").first().textContent()).toContain("scripted");
  await page.locator(".menu-item").getByText("small").click();
  await expect.poll(chip).toBe("small");
  await askAndWait("And you?", 2);
  expect(await answers()).toEqual(["From the first.", "From the second."]);
  expect(await writers()).toEqual(["scripted", "small"]);
  expect(JSON.stringify(second.last.body)).toContain("From the first.");
  await page.locator("[aria-label='New conversation']").click();
  await expect.poll(chip).toBe("scripted");
  await askAndWait("Again?");
  expect((await saved())["chat"]).toMatchObject({ model: "scripted", baseUrl: first.baseUrl });
});

test("the choice is saved with the conversation, and so is who wrote each answer", async () => {
  first.script({ parts: ["From the first."] });
  second.script({ parts: ["From the second."] }, { parts: ["Again."] });
  await open();
  await askAndWait("Who?");
  await pick("small");
  await askAndWait("And you?", 2);
  await expect.poll(async () => Object.values(await notes()).join()).toContain("From the second.");
  const [path = "", text = ""] = Object.entries(await notes()).flat();
  expect(text).toContain("\n*Model: scripted*\n\nFrom the first.\n");
  expect(text).toContain("\n*Model: small*\n\nFrom the second.\n");
  const options = { files: { [path]: text }, standIn: first, others: [second] };
  await closeApp(page);
  await open({}, options);
  await page.getByRole("button", { name: "Conversations", exact: true }).click();
  await page.locator(".lectern-saved-open").click();
  await answered(2);
  expect(await writers()).toEqual(["scripted", "small"]);
  await expect.poll(chip).toBe("small");
  await askAndWait("Once more?", 3);
  expect((await answers()).at(-1)).toBe("Again.");
  await closeApp(page);

  // On a device where the second server is not set up, nothing is sent anywhere.
  const asked = [first.requests.length, second.requests.length];
  await open({ recent: [] }, options);
  await page.getByRole("button", { name: "Conversations", exact: true }).click();
  await page.locator(".lectern-saved-open").click();
  await answered(2);
  await expect.poll(chip).toBe("small: not set up");
  await askAndWait("Once more?", 3);
  expect(await page.textContent(".lectern-chat-notice-words")).toBe(
    `This conversation is set to small (${second.host}, on this device), which is not set up here. Choose another model.`,
  );
  expect([first.requests.length, second.requests.length]).toEqual(asked);
});

test("a model that answered is remembered when another one becomes the default, with its key", async () => {
  first.script({ parts: ["Here."] });
  await open({ secret: "first-key", recent: [] });
  await page.evaluate(() => window.app.secretStorage.setSecret("first-key", "sk-first"));
  await askAndWait("Who?");
  const { chat } = (await saved()) as { chat: ChatSettings };
  expect(chat.recent).toEqual([setup({ model: "scripted", baseUrl: first.baseUrl, secret: "first-key" })]);
  expect(JSON.stringify([chat, await notes()])).not.toContain("sk-first");
  expect(JSON.stringify(await notes())).not.toContain("first-key");
});

test("each server gets its own key alone, for its answers and for its list of models", async () => {
  for (const server of [first, second]) server.models = ["one", "two"].map((id) => ({ id }));
  second.script({ parts: ["Two."] });
  await open({ secret: "a", recent: [setup({ baseUrl: second.baseUrl, secret: "b" })] });
  await page.evaluate(() => {
    window.app.secretStorage.setSecret("a", "sk-first");
    window.app.secretStorage.setSecret("b", "sk-second");
  });
  await pick("More models");
  const names = page.locator(".lectern-saved-name");
  await expect.poll(() => names.allTextContents()).toEqual(["one", "two", "one", "two"]);
  await page.keyboard.type("TWO");
  expect(await names.allTextContents()).toEqual(["two", "two"]);
  await names.last().click();
  await expect.poll(chip).toBe("two");
  await askAndWait("Who?");
  expect(second.last.body).toMatchObject({ model: "two" });
  const keys = (server: StandIn): string[] => [
    ...new Set(server.requests.map(({ headers }) => headers["authorization"] ?? "")),
  ];
  expect([keys(first), keys(second)]).toEqual([["Bearer sk-first"], ["Bearer sk-second"]]);
  expect(JSON.stringify([...first.requests, ...second.requests].map(({ path }) => path))).not.toContain("sk-");
});

test("a model with less room or without sight is told to the user, and gets neither images nor too much", async () => {
  const long = Array.from({ length: 900 }, (_, at) => `Line ${at} of a note that is rather long.`).join("\n");
  const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  first.script(
    {
      parts: ["A.md", "B.md", "Dot.png"].map((path) => ({ call: "read_file", args: { path } })),
    },
    { parts: ["Read."] },
  );
  second.script({ parts: ["Short."] });
  await open(
    { model: "gpt-4o/scripted", recent: [setup({ baseUrl: second.baseUrl, contextTokens: 8000 })] },
    { files: { "A.md": long, "B.md": long, "Dot.png": Buffer.from(PNG, "base64") } },
  );
  await askAndWait("Read all.");
  await pick("small");
  await expect
    .poll(notices)
    .toEqual([
      expect.stringMatching(
        /^This conversation takes [\d.]+k tokens, and small has room for 6\.0k tokens: older results are left out\.$/,
      ),
      "small can't see the images in this conversation.",
    ]);
  await askAndWait("And?", 2);
  const sent = JSON.stringify(second.last.body);
  expect(sent).not.toContain(PNG);
  expect(sent).toContain("[shortened: read_file");
});

test("an answer that ended at a limit can be continued, as long as it is the last", async () => {
  first.script(
    { parts: ["The first half"], finish: "length" },
    { parts: [" and the second.", { call: "read_file", args: { path: "Bell.md" } }] },
    { parts: ["Done."] },
  );
  await open({ maxTurns: 1 });
  const goOn = page.getByRole("button", { name: "Continue" });
  await askAndWait("Tell me all.");
  await goOn.click();
  await answered(2);
  expect(await page.locator(".lectern-chat-question-text").allTextContents()).toEqual(["Tell me all.", "Go on."]);
  expect(JSON.stringify(first.last.body)).toContain("The first half");
  expect(await page.locator(".lectern-chat-notice-words").last().textContent()).toBe("Stopped after 1 step.");
  expect(await goOn.count()).toBe(1);
  await goOn.click();
  await answered(3);
  expect(await goOn.count()).toBe(0);
  expect((await answers()).at(-1)).toBe("Done.");
});

test("another model is asked the same question again, and one can go back to the first answer", async () => {
  first.script({ parts: ["From the first."] });
  second.script({ parts: ["From the second."] });
  await open();
  await askAndWait("Who?");
  await page.getByRole("button", { name: "Ask another model" }).click();
  await page.locator(".menu-item").getByText("small").click();
  await expect.poll(() => answers()).toEqual(["From the second."]);
  expect(await writers()).toEqual(["small"]);
  expect(await chip()).toBe("small");
  await page.getByRole("button", { name: "Previous version" }).click();
  await expect.poll(() => answers()).toEqual(["From the first."]);
  expect(await writers()).toEqual(["scripted"]);
  await page.getByRole("button", { name: "Next version" }).click();
  await expect.poll(() => answers()).toEqual(["From the second."]);
  // Nothing chosen, nothing asked.
  await page.getByRole("button", { name: "Ask another model" }).click();
  await page.keyboard.press("Escape");
  expect(await answers()).toEqual(["From the second."]);
});

test("how much a model thinks is chosen in the same menu, where its provider has levels", async () => {
  first.script({ parts: ["Thought."] });
  await open({ model: "gpt-oss:20b" });
  await page.locator(".lectern-chat-model").focus();
  await page.keyboard.press("Enter");
  expect((await items()).filter((name) => name.startsWith("Thinking"))).toEqual(
    ["default", "low", "medium", "high"].map((level) => `Thinking: ${level}`),
  );
  await page.locator(".menu-item").getByText("Thinking: high").click();
  await page.locator(FIELD).focus();
  await askAndWait("Why?");
  expect(first.last.body).toMatchObject({ reasoning_effort: "high" });
  expect((await saved())["chat"]).toMatchObject({ thinking: "" });
});
