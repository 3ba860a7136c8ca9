// The command of another agent, which can read the disk. It is kept on this device: what comes with a synced vault must not
// start programs.
import type { App } from "obsidian";
import { fieldsOf } from "../../base/fields.ts";
import { t } from "../../base/translate.ts";

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

/** What such an agent can do. */
export const saysUnwalled = (): string =>
  t(
    "It can read your disk, excluded notes too, run programs and use the network, with tools of its own. Lectern gives it its tools, and permission for nothing else; it can't control the rest.",
  );

/** The command, if the user has allowed it. */
export function allowedCommand(app: App): string | undefined {
  const { command, isAllowed } = agentCommand(app);
  return isAllowed && command !== "" ? command : undefined;
}
