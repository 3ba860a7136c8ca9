// The programs that answer in the panel, as they are tested: what shuts them in is tried with what the user may have set
// up for them, which must not be started or sent.
import { join } from "node:path";
import { clientCommand } from "../../js/build/mcp-clients.mjs";
import { claudeCode } from "../../js/agent/programs/claude-code.ts";
import { codex } from "../../js/agent/programs/codex.ts";
import { geminiCli } from "../../js/agent/programs/gemini-cli.ts";
import { addFiles } from "../shim/vault.ts";
import { anthropic } from "../standins/anthropic.ts";
import { google } from "../standins/google.ts";
import { responses } from "../standins/responses.ts";
import { claudeCode as claudeClient } from "./claude-code.ts";
import { codex as codexClient } from "./codex.ts";
import { geminiCli as geminiClient } from "./gemini-cli.ts";
import { CANARY, type Walled } from "./walled.ts";

export const walledClaude: Walled = {
  program: claudeCode,
  provider: "claude-code",
  command: clientCommand("claude-code") ?? [],
  format: anthropic,
  setUp: async (home, standIn) => {
    const touch = `touch ${join(home, "started")}`;
    const hook = [{ hooks: [{ type: "command", command: touch }] }];
    // The user's own, which must not be started.
    await addFiles(home, {
      ".claude/settings.json": JSON.stringify({ hooks: { SessionStart: hook, UserPromptSubmit: hook, Stop: hook } }),
      ".claude.json": JSON.stringify({ mcpServers: { own: { command: "touch", args: [join(home, "started")] } } }),
      ".claude/CLAUDE.md": CANARY,
      ".claude/commands/mine.md": CANARY,
      ".claude/skills/mine/SKILL.md": `---\nname: mine\ndescription: ${CANARY}\n---\n`,
      ".claude/agents/mine.md": `---\nname: mine\ndescription: ${CANARY}\n---\n`,
    });
    return {
      ANTHROPIC_BASE_URL: `http://${standIn.host}`,
      ANTHROPIC_API_KEY: "key",
      DISABLE_TELEMETRY: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // Some runners of tests are root.
      IS_SANDBOX: "1",
    };
  },
  client: claudeClient,
  unknown: "No such tool available",
  offered: (tool) => `mcp__lectern__${tool}`,
  callOf: (tool) => `mcp__lectern__${tool}`,
  toolsIn: (body) => ((body as { tools?: { name: string }[] }).tools ?? []).map(({ name }) => name),
};

export const walledCodex: Walled = {
  program: codex,
  provider: "codex",
  command: clientCommand("codex") ?? [],
  format: responses,
  setUp: async (home, standIn) => {
    const touch = `touch ${join(home, "started")}`;
    const skill = (name: string): string => `---\nname: ${name}\ndescription: ${CANARY}\n---\n${CANARY}\n`;
    await addFiles(home, {
      ".codex/config.toml": [
        `model_provider = "standin"\nnotify = ["touch", "${join(home, "started")}"]`,
        `developer_instructions = "${CANARY}"`,
        `[model_providers.standin]\nname = "stand-in"\nbase_url = "${standIn.baseUrl}"\nenv_key = "KEY"`,
        `[mcp_servers.own]\ncommand = "touch"\nargs = ["${join(home, "started")}"]`,
        ...["SessionStart", "UserPromptSubmit", "Stop"].map(
          (at) => `[[hooks.${at}]]\n[[hooks.${at}.hooks]]\ntype = "command"\ncommand = "${touch}"`,
        ),
      ].join("\n"),
      ".codex/prompts/mine.md": CANARY,
      ".codex/skills/mine/SKILL.md": skill("mine"),
      ".agents/skills/yours/SKILL.md": skill("yours"),
    });
    return { KEY: "key" };
  },
  client: codexClient,
  unknown: "unsupported call",
  offered: (tool) => `lectern__${tool}`,
  callOf: (tool) => `lectern/${tool}`,
  toolsIn: (body) => codexTools(body),
};

/** What the model of Codex is offered; `exec` says what its code can call. */
function codexTools(body: unknown): string[] {
  interface Tool {
    readonly name?: string;
    readonly type: string;
    readonly description?: string;
    readonly tools?: readonly Tool[];
  }
  const { tools = [], input = [] } = body as { tools?: Tool[]; input?: { type: string; tools?: Tool[] }[] };
  const more = input.flatMap((item) => (item.type === "additional_tools" ? (item.tools ?? []) : []));
  const all = (some: readonly Tool[]): string[] =>
    some.flatMap(({ name, type, description = "", tools: inner = [] }) => [
      ...(type === "namespace" ? [] : [name ?? type]),
      ...(name === "exec"
        ? [...description.matchAll(/declare const tools: \{ (\w+)\(/g)].map(([, one = ""]) => one)
        : []),
      ...all(inner),
    ]);
  return all([...tools, ...more]);
}

export const walledGemini: Walled = {
  program: geminiCli,
  provider: "gemini-cli",
  command: clientCommand("gemini-cli") ?? [],
  format: google,
  setUp: async (home, standIn) => {
    const touch = { command: "touch", args: [join(home, "started")] };
    const hook = [{ matcher: "*", hooks: [{ type: "command", command: `touch ${join(home, "started")}` }] }];
    const extension = { name: "own", version: "1.0.0", contextFileName: "own.md", mcpServers: { own: touch } };
    await addFiles(home, {
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: true } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        tools: {
          ...{ sandbox: true, core: ["read_file", "run_shell_command"], allowed: ["run_shell_command"] },
          discoveryCommand: `touch ${join(home, "started")}`,
        },
        mcp: { allowed: ["own"] },
        mcpServers: { own: touch },
        context: { includeDirectories: [home] },
        hooksConfig: { enabled: true },
        hooks: { SessionStart: hook, BeforeAgent: hook, SessionEnd: hook },
        skills: { enabled: true },
        experimental: { enableAgents: true },
      }),
      ".gemini/commands/mine.toml": `prompt = "${CANARY}"`,
      ".gemini/skills/mine/SKILL.md": `---\nname: mine\ndescription: ${CANARY}\n---\n${CANARY}\n`,
      ".gemini/agents/mine.md": `---\nname: mine\ndescription: ${CANARY}\n---\n${CANARY}\n`,
      ".gemini/extensions/own/gemini-extension.json": JSON.stringify(extension),
      ".gemini/extensions/own/own.md": CANARY,
    });
    return {
      GEMINI_SANDBOX: "true",
      GEMINI_API_KEY: "key",
      GOOGLE_GEMINI_BASE_URL: `http://${standIn.host}`,
      GEMINI_MODEL: "gemini-2.5-pro",
    };
  },
  client: geminiClient,
  unknown: "not found in registry",
  offered: (tool) => `mcp_lectern_${tool}`,
  callOf: (tool) => `mcp_lectern_${tool}`,
  toolsIn: (body) => {
    const { tools = [] } = body as { tools?: { functionDeclarations?: { name: string }[] }[] };
    return tools.flatMap(({ functionDeclarations = [], ...others }) => [
      ...functionDeclarations.map(({ name }) => name),
      ...Object.keys(others),
    ]);
  },
};

export const PROGRAMS: readonly Walled[] = [walledClaude, walledCodex, walledGemini];
