// Codex and Gemini CLI answer in the panel: the programs themselves, against stand-ins of their providers.
import { afterEach, expect, test } from "vitest";
import { mkdir, symlink } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { clientCommand } from "../../js/build/mcp-clients.mjs";
import { folderWith } from "../shim/vault.ts";
import { google } from "../standins/google.ts";
import { responses } from "../standins/responses.ts";
import { StandIn } from "../standins/standin.ts";
import { capture } from "./capture.ts";
import { answered, ask, askAndWait, FIELD, openForChat } from "./chat.ts";
import { button } from "./changes-page.ts";
import { addRequire, type Electron } from "./electron.ts";
import { closeContext, page, usePages } from "./page.ts";
import { runCommand } from "./release.ts";
import { openSettings, row, withChat } from "./settings-page.ts";

const command = clientCommand("codex")?.[0] ?? "";
const gemini = clientCommand("gemini-cli")?.at(-1) ?? "";
const inIt = test.skipIf(command === "");

let server: StandIn;
let electron: Electron;
afterEach(async () => {
  electron.stop();
  await server.close();
});
usePages(closeContext);

/** What the user has set up for it. */
const config = (): string =>
  `model_provider = "standin"\n[model_providers.standin]\nname = "stand-in"\nbase_url = "${server.baseUrl}"\nenv_key = "KEY"`;

async function electronic(files: Record<string, string>, more: Record<string, string> = {}): Promise<void> {
  const home = await folderWith(files);
  // As npm installs it.
  await mkdir(join(home, "bin"));
  if (gemini !== "") await symlink(gemini, join(home, "bin", "gemini"));
  const path = [dirname(command), join(home, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  electron = await addRequire(page, { PATH: path, HOME: home, KEY: "key", ...more }, home);
}

async function open(settings: object = {}): Promise<void> {
  server = await StandIn.start(responses);
  await openWith({ provider: "codex", model: "" }, "Codex", settings);
  await electronic({ ".codex/config.toml": config() });
  await begin();
}

const openWith = (chat: object, host: string, settings: object = {}): Promise<unknown> =>
  openForChat({ files: { "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n" }, settings, chat, hosts: [host] });

async function begin(): Promise<void> {
  await runCommand("open-chat");
  await page.locator(FIELD).waitFor();
}

inIt("it answers from notes, with steps and checked citations", async () => {
  await open();
  const headers = { "x-codex-primary-used-percent": "92", "x-codex-primary-window-minutes": "300" };
  server.script(
    { parts: ["Let me look.", { thinking: "Where?" }, { call: "lectern/read_file", args: { path: "Lamp" } }] },
    { parts: ["It was lit in 1957 [[Lamp#L3]]."], usage: { input: 900, output: 12 }, headers },
  );
  await askAndWait("When was the lamp lit?");
  expect(await page.locator(".lectern-chat-row-head").first().innerText()).toContain("Lamp");
  expect(await page.locator(".lectern-chat-text").last().innerText()).toContain("It was lit in 1957");
  expect(await page.locator(".lectern-chat-model").innerText()).toContain("Codex");
  expect(await page.locator(".lectern-chat-taken").last().innerText()).toContain("92% of 5h used");
  await capture(page, "codex");
});

inIt("a change that its code proposes waits for the user, and it is told what became of it", async () => {
  await open({ changes: true });
  const edit = JSON.stringify({ path: "Lamp", edits: [{ old: "in 1957", new: "in 1958" }] });
  server.script(
    { parts: [{ call: "lectern/read_file", args: { path: "Lamp" } }] },
    { parts: [{ call: "exec", args: `text(await tools.lectern__edit_file(${edit}))` }] },
    { parts: ["Done."] },
  );
  await ask("Correct the year.");
  await button("Accept").click();
  await answered();
  expect(await page.evaluate(() => window.app.vault.adapter.read("Lamp.md"))).toContain("lit in 1958");
  const { input } = server.last.body as { input: { type: string; output?: unknown }[] };
  const output = input.find(({ type }) => type === "custom_tool_call_output")?.output;
  expect(JSON.stringify(output)).toContain("lit in 1958");
});

inIt("what goes wrong is said in one line, with the next step", async () => {
  await open();
  // It tries again itself.
  server.script(...Array.from({ length: 10 }, () => ({ status: 401, message: "Incorrect API key provided" })));
  await askAndWait("Hi");
  expect(await page.locator(".lectern-chat-notice-words").innerText()).toContain(
    "Codex is not signed in. Run `codex` in a terminal",
  );
});

test.skipIf(gemini === "")("Gemini CLI answers from notes, when it was seen which tools it has", async () => {
  server = await StandIn.start(google);
  await openWith({ provider: "gemini-cli", model: "" }, "Gemini CLI", { changes: true });
  const auth = { security: { auth: { selectedType: "gemini-api-key" } }, general: { enableAutoUpdate: false } };
  await electronic(
    { ".gemini/settings.json": JSON.stringify(auth) },
    { GEMINI_API_KEY: "key", GOOGLE_GEMINI_BASE_URL: `http://${server.host}` },
  );
  await begin();
  const edit = { path: "Lamp", edits: [{ old: "in 1957", new: "in 1958" }] };
  server.script(
    { parts: ["Let me look.", { call: "mcp_lectern_read_file", args: { path: "Lamp" } }] },
    { parts: [{ call: "mcp_lectern_edit_file", args: edit }] },
    { parts: ["It was lit in 1958 [[Lamp#L3]]."], usage: { input: 900, output: 12 } },
  );
  await ask("Correct the year.");
  await button("Accept").click();
  await answered();
  expect(await page.evaluate(() => window.app.vault.adapter.read("Lamp.md"))).toContain("lit in 1958");
  expect(await page.locator(".lectern-chat-row-head").first().innerText()).toContain("Lamp");
  expect(await page.locator(".lectern-chat-text").last().innerText()).toContain("It was lit in 1958");
  await capture(page, "gemini-cli");
});

inIt("the settings say whether the user is signed in there", async () => {
  server = await StandIn.start(responses);
  await openSettings(withChat({}));
  await electronic({ ".codex/auth.json": JSON.stringify({ OPENAI_API_KEY: "key" }) });
  await row("Who answers").locator("select").selectOption({ label: "Codex" });
  await row("Model ID")
    .getByText(/^Codex \d+\.\d+\.\d+, signed in\.$/)
    .waitFor();
  await row("Model ID").locator("input").focus();
  await row("Model ID")
    .getByText(/^\d+ models available\.$/)
    .waitFor();
  const offered = row("Model ID").locator("datalist option");
  expect(await offered.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toContainEqual(
    expect.stringMatching(/^gpt-/),
  );
  await capture(page, "codex-settings");
  electron.stop();
  await page.evaluate(() => ((window.require("process") as NodeJS.Process).env["HOME"] = "/nowhere"));
  await row("Who answers").locator("select").selectOption({ label: "Claude Code" });
  await row("Who answers").locator("select").selectOption({ label: "Codex" });
  await row("Model ID").getByText("Codex is not signed in. Run `codex` in a terminal").waitFor();
});

test.skipIf(gemini === "")("another agent is allowed on this device, and answers with Lectern's tools", async () => {
  server = await StandIn.start(google);
  await openSettings({ "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n", ...withChat({}) });
  await electronic(
    { ".gemini/settings.json": JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } }) },
    { GEMINI_API_KEY: "key", GOOGLE_GEMINI_BASE_URL: `http://${server.host}` },
  );
  await row("Who answers").locator("select").selectOption({ label: "Another agent (can read your disk)" });
  const allow = row("Allow it on this device").locator(".checkbox-container");
  await row("Command").locator("input").fill("gemini --acp --skip-trust");
  await allow.click();
  await row("Model ID").getByText("gemini. Test says whether you are signed in there.").waitFor();
  await capture(page, "other-agent-settings");
  // Another command is not allowed by that.
  await row("Command").locator("input").fill("gemini --acp --skip-trust -e none");
  expect(await allow.getAttribute("class")).not.toContain("is-enabled");
  await allow.click();
  expect(await page.locator(".lectern-settings-leaves, .vertical-tab-content").last().innerText()).toContain(
    "It can read your disk, excluded notes too",
  );
  await page.evaluate(() => window.app.setting.close());
  await begin();
  server.script(
    { parts: [{ call: "mcp_lectern_read_file", args: { path: "Lamp" } }] },
    { parts: ["It was lit in 1957 [[Lamp#L3]]."], usage: { input: 900, output: 12 } },
  );
  await ask("When was the lamp lit?");
  await page.getByText("Send this to gemini?").waitFor();
  expect(server.requests).toEqual([]);
  await capture(page, "other-agent-send");
  await button("Send").click();
  await answered();
  expect(await page.locator(".lectern-chat-text").last().innerText()).toContain("It was lit in 1957");
  expect(await page.locator(".lectern-chat-row-head").first().innerText()).toContain("Lamp");
  expect(await page.locator(".lectern-chat-model").innerText()).toContain("can read your disk");
  await capture(page, "other-agent");
});

test("another agent is not started where it is not allowed", async () => {
  server = await StandIn.start(google);
  // As settings that came from another device.
  await openWith({ provider: "other-agent", model: "" }, "gemini");
  await electronic({});
  await begin();
  await askAndWait("Hi");
  expect(await page.locator(".lectern-chat-notice-words").innerText()).toContain(
    "Enter the command of the agent in the settings, and allow it on this device.",
  );
  expect([...electron.programs.values()]).toEqual([]);
});
