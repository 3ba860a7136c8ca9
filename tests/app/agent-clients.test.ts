// The server in the app with real agents: Claude Code, Codex and Gemini CLI themselves use the vault through it, set up by what the
// settings say, against stand-ins of their providers. `npm test` installs them.
import { delimiter, dirname, join } from "node:path";
import { symlink } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { clientCommand } from "../../js/build/mcp-clients.mjs";
import { type AgentClient, runProgram, type Start } from "../clients/agent-client.ts";
import { claudeCode, claudeWith } from "../clients/claude-code.ts";
import { codex, codexWith } from "../clients/codex.ts";
import { geminiCli, geminiWith } from "../clients/gemini-cli.ts";
import type { Ended } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";
import { StandIn } from "../standins/standin.ts";
import type { Turn } from "../standins/script.ts";
import { closeSettings, EDIT, openWithAgents, setUpOf, turnOn, useAgents } from "./agent-page.ts";
import { capture } from "./capture.ts";
import { button } from "./changes-page.ts";
import { closeContext, page, usePages } from "./page.ts";
import { runCommand, textAt } from "./release.ts";

vi.setConfig({ testTimeout: 120_000 });
usePages(closeContext);

useAgents();

/** What the settings call the server of the vault, which is called Vault. */
const SERVER = "lecternVault";

interface Known {
  readonly client: AgentClient;
  readonly command: readonly string[] | undefined;
  /** Sets it up in the folder `home` by the lines that the settings say, which `run` runs as a command. */
  readonly setUp: (
    home: string,
    lines: string,
    standIn: StandIn,
    run: (start: Start) => Promise<Ended>,
  ) => Promise<Start>;
}

const KNOWN: Record<string, Known> = {
  "Claude Code": {
    client: claudeCode,
    command: clientCommand("claude-code"),
    setUp: (_, __, standIn, run) => claudeWith(standIn, SERVER, run),
  },
  Codex: { client: codex, command: clientCommand("codex"), setUp: codexWith },
  "Gemini CLI": {
    client: geminiCli,
    command: clientCommand("gemini-cli"),
    setUp: (home, _, standIn, run) => geminiWith(home, standIn, run),
  },
};

describe.each(Object.entries(KNOWN))("%s", (name, { client, command, setUp }) => {
  test.skipIf(!command)("uses the vault with what the settings say", async () => {
    await openWithAgents();
    await turnOn();
    const lines = await setUpOf(name);
    const home = await folderWith();
    const standIn = await StandIn.start(client.format);
    const calls: [string, object][] = [
      ["search_notes", { query: "lamp" }],
      ["read_file", { path: "Private/Diary.md" }],
      ["edit_file", EDIT],
    ];
    const turns: Turn[] = calls.map(([tool, args], at) => ({
      parts: [{ call: client.callOf(SERVER, tool), args: { ...args }, id: `call_${at}` }],
    }));
    standIn.script(...turns, { parts: ["Done."] });
    // The command as it is copied, in a shell that finds the program.
    const run = (start: Start): Promise<Ended> => runProgram(["sh", "-c", lines], { ...start, args: [] }, home, path);
    const path = [await linked(name, command ?? []), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    const running = runProgram(command ?? [], await setUp(home, lines, standIn, run), home);
    await closeSettings();
    await runCommand("open-chat");
    await page.locator(".lectern-agent-change").waitFor();
    await capture(page, `agent-change-${name}`);
    await button("Accept").click();
    const { code, stdout, stderr } = await running;
    const results = client.resultsIn(standIn.last.body ?? {});
    const told = calls.map((_, at) => JSON.stringify(results.get(`call_${at}`)));
    await standIn.close();
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining("Done.")]);
    expect(told).toEqual([
      expect.stringContaining("lit in 1957"),
      expect.stringContaining('Private/Diary.md\\" is excluded'),
      expect.stringContaining("lit in 1958"),
    ]);
    expect(await textAt("Lamp.md")).toContain("lit in 1958");
  });
});

/** A folder in which `command` has the name that people call it by. */
async function linked(name: string, [program = "", script]: readonly string[]): Promise<string> {
  const folder = await folderWith();
  await symlink(script ?? program, join(folder, name.toLowerCase().split(" ")[0] ?? ""));
  return folder;
}
