// The command of another agent, which can read the disk. It is kept on this device: what comes with a synced vault must not
// start programs.
import type { App } from "obsidian";
import { fieldsOf } from "../../base/fields.ts";

const KEY = "lectern-agent";

export interface AgentCommand {
  /** Such as `opencode acp`. */
  readonly command: string;
  /** Whether the user has allowed it on this device. */
  readonly isAllowed: boolean;
}

export function agentCommand(app: App): AgentCommand {
  const { command, isAllowed } = fieldsOf(app.loadLocalStorage(KEY));
  return { command: typeof command === "string" ? command : "", isAllowed: isAllowed === true };
}

export const keepAgentCommand = (app: App, kept: AgentCommand): void => app.saveLocalStorage(KEY, kept);

/** The command, if the user has allowed it. */
export function allowedCommand(app: App): string | undefined {
  const { command, isAllowed } = agentCommand(app);
  return isAllowed && command !== "" ? command : undefined;
}
