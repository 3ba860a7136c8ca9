// Codex answers in the panel: the program itself, against a stand-in of its provider, with Lectern's tools.
import { afterEach, beforeEach, expect, test } from "vitest";
import { delimiter, dirname } from "node:path";
import { clientCommand } from "../../js/build/mcp-clients.mjs";
import { folderWith } from "../shim/vault.ts";
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
const inIt = test.skipIf(command === "");

let server: StandIn;
let electron: Electron;
beforeEach(async () => (server = await StandIn.start(responses)));
afterEach(async () => {
  electron.stop();
  await server.close();
});
usePages(closeContext);

/** What the user has set up for it. */
const config = (): string =>
  `model_provider = "standin"\n[model_providers.standin]\nname = "stand-in"\nbase_url = "${server.baseUrl}"\nenv_key = "KEY"`;

async function electronic(files: Record<string, string>): Promise<void> {
  const home = await folderWith(files);
  const path = [dirname(command), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
  electron = await addRequire(page, { PATH: path, HOME: home, KEY: "key" }, home);
}

async function open(settings: object = {}): Promise<void> {
  await openForChat({
    files: { "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n" },
    settings,
    chat: { provider: "codex", model: "" },
    hosts: ["Codex"],
  });
  await electronic({ ".codex/config.toml": config() });
  await runCommand("open-chat");
  await page.locator(FIELD).waitFor();
}

inIt("it answers from notes, with steps and checked citations", async () => {
  await open();
  server.script(
    { parts: ["Let me look.", { thinking: "Where?" }, { call: "lectern/read_file", args: { path: "Lamp" } }] },
    { parts: ["It was lit in 1957 [[Lamp#L3]]."], usage: { input: 900, output: 12 } },
  );
  await askAndWait("When was the lamp lit?");
  expect(await page.locator(".lectern-chat-row-head").first().innerText()).toContain("Lamp");
  expect(await page.locator(".lectern-chat-text").last().innerText()).toContain("It was lit in 1957");
  expect(await page.locator(".lectern-chat-model").innerText()).toContain("Codex");
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

inIt("the settings say whether the user is signed in there", async () => {
  await openSettings(withChat({}));
  await electronic({ ".codex/auth.json": JSON.stringify({ OPENAI_API_KEY: "key" }) });
  await row("Who answers").locator("select").selectOption({ label: "Codex" });
  await row("Model ID")
    .getByText(/^Codex \d+\.\d+\.\d+, signed in\.$/)
    .waitFor();
  await capture(page, "codex-settings");
  electron.stop();
  await page.evaluate(() => ((window.require("process") as NodeJS.Process).env["HOME"] = "/nowhere"));
  await row("Who answers").locator("select").selectOption({ label: "Claude Code" });
  await row("Who answers").locator("select").selectOption({ label: "Codex" });
  await row("Model ID").getByText("Codex is not signed in. Run `codex` in a terminal").waitFor();
});
