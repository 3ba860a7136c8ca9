// A program that answers in the panel: Claude Code itself, against a stand-in of its provider, with Lectern's tools.
import { afterEach, beforeEach, expect, test } from "vitest";
import { delimiter, dirname } from "node:path";
import { clientCommand } from "../../js/build/mcp-clients.mjs";
import { folderWith } from "../shim/vault.ts";
import { anthropic } from "../standins/anthropic.ts";
import { StandIn } from "../standins/standin.ts";
import { capture } from "./capture.ts";
import { answered, ask, askAndWait, openForChat, FIELD, setup } from "./chat.ts";
import { addRequire, type Electron } from "./electron.ts";
import { button } from "./changes-page.ts";
import { closeContext, page, usePages } from "./page.ts";
import { runCommand } from "./release.ts";
import { openSettings, openTab, row, withChat } from "./settings-page.ts";

const command = clientCommand("claude-code")?.[0] ?? "";
const inIt = test.skipIf(command === "");

let server: StandIn;
let electron: Electron;
beforeEach(async () => (server = await StandIn.start(anthropic)));
afterEach(async () => {
  electron.stop();
  await server.close();
});
usePages(closeContext);

const NOTES = { "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n", "Private/Diary.md": "A secret.\n" };
const tool = (name: string, args: Record<string, unknown>) => ({ call: `mcp__lectern__${name}`, args });

/** Gives the page what Electron has; with `path`, the programs there. */
async function electronic(
  path = [dirname(command), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
): Promise<void> {
  const home = await folderWith();
  const env = {
    ...{ PATH: path, HOME: home, IS_SANDBOX: "1", DISABLE_TELEMETRY: "1" },
    ...{ ANTHROPIC_BASE_URL: `http://${server.host}`, ANTHROPIC_API_KEY: "key" },
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  electron = await addRequire(page, env, home);
}

async function open(settings: object = {}, hosts = ["Claude Code"]): Promise<void> {
  await openForChat({
    files: NOTES,
    settings: { closed: ["Private"], ...settings },
    chat: { provider: "claude-code", model: "" },
    hosts,
  });
  await electronic();
  await runCommand("open-chat");
  await page.locator(FIELD).waitFor();
}

inIt("it answers from notes, with steps and checked citations", async () => {
  await open();
  server.script(
    { parts: [tool("read_file", { path: "Lamp" })] },
    { parts: ["It was lit in 1957 [[Lamp#L3]]."], usage: { input: 900, output: 12 } },
  );
  await askAndWait("When was the lamp lit?");
  expect(await page.locator(".lectern-chat-row-head").first().innerText()).toContain("Lamp");
  expect(await page.locator(".lectern-chat-text").last().innerText()).toContain("It was lit in 1957");
  expect(await page.locator(".lectern-chat-model").innerText()).toContain("Claude Code");
  await capture(page, "claude-code");
});

inIt("what is sent is shown first, and named after the program", async () => {
  await open({}, []);
  server.script({ parts: ["Hello."] });
  await ask("Hi");
  await page.getByText("Send this to Claude Code?").waitFor();
  expect(server.requests).toEqual([]);
  await capture(page, "claude-code-send");
  await button("Send").click();
  await answered();
  expect(await page.locator(".lectern-chat-text").last().innerText()).toBe("Hello.");
});

inIt("a change waits on its card, and the program is told what was decided", async () => {
  await open({ changes: true });
  const edit = { path: "Lamp", edits: [{ old: "in 1957", new: "in 1958" }] };
  server.script({ parts: [tool("edit_file", edit)] }, { parts: ["Done."] });
  await ask("Correct the year.");
  await page.locator(".lectern-change").waitFor();
  await capture(page, "claude-code-change");
  await button("Accept").click();
  await answered();
  expect(await page.evaluate(() => window.app.vault.adapter.read("Lamp.md"))).toContain("lit in 1958");
  expect(JSON.stringify(server.last.body)).toContain("3: The lamp was lit in 1958.");
});

inIt("a stopped answer ends the program", async () => {
  await open();
  server.script({ parts: ["Once", "HANG"] });
  await ask("Why?");
  await page.locator(".lectern-chat-text").getByText("Once").waitFor();
  await page.keyboard.press("Escape");
  await answered();
  await expect.poll(() => [...electron.programs.values()].map(({ signalCode }) => signalCode)).toEqual(["SIGKILL"]);
});

test("where it is not installed, the answer says so", async () => {
  await open();
  electron.stop();
  await page.evaluate(() => ((window.require("process") as NodeJS.Process).env["PATH"] = "/nowhere"));
  await askAndWait("Hi");
  expect(await page.locator(".lectern-chat-notice-words").innerText()).toContain(
    "Claude Code was not found on this computer",
  );
  await capture(page, "claude-code-missing");
});

inIt("the settings offer it on a computer, and test it", async () => {
  await openSettings(withChat({}));
  await electronic();
  await row("Who answers").locator("select").selectOption({ label: "Claude Code" });
  await row("Model ID")
    .getByText(/^Claude Code \d+\.\d+\.\d+, signed in\.$/)
    .waitFor();
  expect(server.requests).toEqual([]);
  expect(await row("API key").count()).toBe(0);
  server.script({ parts: ["ok"] });
  await row("Model ID").getByRole("button", { name: "Test" }).click();
  await row("Model ID").getByText("Works: Claude Code").waitFor();
  await capture(page, "claude-code-settings");
});

inIt("the settings say that nobody is signed in there, or that it is not installed", async () => {
  await openSettings(withChat({}));
  await electronic();
  const setEnv = (more: object): Promise<unknown> =>
    page.evaluate((more) => Object.assign((window.require("process") as NodeJS.Process).env, more), more);
  await setEnv({ ANTHROPIC_API_KEY: "" });
  await row("Who answers").locator("select").selectOption({ label: "Claude Code" });
  await row("Model ID").getByText("Claude Code is not signed in. Run `claude` in a terminal").waitFor();
  await setEnv({ PATH: "/nowhere" });
  await openTab();
  await row("Model ID").getByText("Claude Code was not found on this computer").waitFor();
});

test("a phone does not offer it, and says so of a conversation that has it", async () => {
  await openSettings(withChat({}), { isPhone: true });
  await electronic();
  expect(await row("Who answers").locator("option").allInnerTexts()).not.toContain("Claude Code");
  await closeContext(page);
  const used = setup({ provider: "claude-code", model: "" });
  await openForChat({ files: NOTES, isPhone: true, chat: { ...used, recent: [used] } });
  await runCommand("open-chat");
  await electronic();
  await page.locator(".lectern-chat-model").click();
  await page.locator(".menu-item").first().waitFor();
  expect(await page.locator(".menu-item").allInnerTexts()).not.toContain("Claude Code");
  await page.keyboard.press("Escape");
  await page.locator(FIELD).fill("Hi");
  // Enter begins a line on a phone.
  await page.locator(".lectern-chat-send").click();
  await answered();
  expect(await page.locator(".lectern-chat-notice-words").innerText()).toContain("runs on a computer, not on a phone");
});
