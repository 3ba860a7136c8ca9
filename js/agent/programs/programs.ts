// The programs that can answer.
import type { ProgramId } from "../model-choice.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { geminiCli } from "./gemini-cli.ts";
import type { AgentProgram } from "./program.ts";

export const programs: Readonly<Record<ProgramId, AgentProgram>> = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
};
