// What the programs that answer in the panel tell beside their answers: their models, and how much of the user's plan is
// used. The real ones.
import { expect, test, vi } from "vitest";
import { versions } from "../../js/build/tools.mjs";
import { agentFault } from "../../js/cli/doctor/agent-tools.ts";
import { modelsOf } from "../../js/agent/programs/program-state.ts";
import { WalledLoop } from "./walled.ts";
import { PROGRAMS, walledClaude, walledCodex } from "./walled-programs.ts";

vi.setConfig({ testTimeout: 60_000 });

const IN_AN_HOUR = String(Math.floor(Date.now() / 1000) + 3600);

test("the versions that are said to be tried are those that are tested", () => {
  const { claudeCode, codex, geminiCli } = versions;
  expect(PROGRAMS.map(({ program }) => program.tried)).toEqual([claudeCode, codex, geminiCli]);
});

test.each(PROGRAMS)("$program.name tells its models without a question", async (walled) => {
  if (walled.command.length === 0) return;
  const loop = await WalledLoop.start(walled);
  const names = await modelsOf(loop.computer, walled.program);
  expect(names.filter((name) => /^(?:opus|gpt-\d.*|gemini-\d.*)$/.test(name))).not.toEqual([]);
  expect(loop.server.turns).toEqual([]);
  expect(await loop.left()).toEqual([]);
  await expect.poll(() => loop.running()).toEqual([]);
  await loop.close();
});

test.each(PROGRAMS)("$program.name has its tools looked at without its account", async (walled) => {
  if (walled.command.length === 0) return;
  const loop = await WalledLoop.start(walled);
  expect(await agentFault(loop.computer, walled.program)).toBeUndefined();
  expect(await agentFault(loop.computer, { ...walled.program, ownTool: () => undefined })).toContain(
    "it has tools that Lectern can't control",
  );
  // The user's own provider is not asked.
  expect(loop.server.requests).toEqual([]);
  expect(await loop.left()).toEqual([]);
  await expect.poll(() => loop.running()).toEqual([]);
  await loop.close();
});

test.each([
  [
    walledClaude,
    { ANTHROPIC_API_KEY: "", CLAUDE_CODE_OAUTH_TOKEN: "token" },
    {
      "anthropic-ratelimit-unified-status": "allowed_warning",
      "anthropic-ratelimit-unified-representative-claim": "five_hour",
      "anthropic-ratelimit-unified-reset": IN_AN_HOUR,
      "anthropic-ratelimit-unified-5h-utilization": "0.92",
      "anthropic-ratelimit-unified-5h-reset": IN_AN_HOUR,
      "anthropic-ratelimit-unified-7d-utilization": "0.3",
      "anthropic-ratelimit-unified-7d-reset": IN_AN_HOUR,
    },
  ],
  [
    walledCodex,
    {},
    {
      "x-codex-primary-used-percent": "92",
      "x-codex-primary-window-minutes": "300",
      "x-codex-secondary-used-percent": "30",
      "x-codex-secondary-window-minutes": "10080",
    },
  ],
])("$program.name tells how much of the plan is used", async (walled, env, headers) => {
  if (walled.command.length === 0) return;
  const loop = await WalledLoop.start(walled, {}, env);
  const limits: unknown[] = [];
  loop.server.script({ parts: ["Hello."], headers });
  await loop.ask("Hi", { tell: (event) => event.type === "limits" && limits.push(event.limits) });
  await loop.close();
  expect(limits.at(-1)).toEqual([
    { hours: 5, used: 0.92 },
    { hours: 168, used: 0.3 },
  ]);
});
