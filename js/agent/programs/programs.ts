// The programs that can answer.
import type { ModelChoice, ProgramId } from "../model-choice.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { geminiCli } from "./gemini-cli.ts";
import { otherAgent } from "./other-agent.ts";
import type { AgentProgram } from "./program.ts";

/** Those that are shut in. */
export const walled = { "claude-code": claudeCode, codex, "gemini-cli": geminiCli } as const;

/** The program of a choice. */
export const programOf = (provider: ProgramId, { command = "" }: Pick<ModelChoice, "command">): AgentProgram =>
  provider === "other-agent" ? otherAgent(command) : walled[provider];
