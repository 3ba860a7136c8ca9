// Another agent, by a command that the user names, over the Agent Client Protocol. Nothing shuts it in: it can read the
// disk with its own tools. It gets ours beside them, and no permission for others.
import { acpModels, speakAcp } from "./acp.ts";
import type { AgentProgram } from "./program.ts";
import { programFault } from "./program-fault.ts";

/** A program by its command, such as `opencode acp` or `"/opt/my agent/agent" --acp`. */
export function otherAgent(line: string): AgentProgram {
  const [command = "", ...args] = wordsIn(line);
  const program: AgentProgram = {
    name: command.replace(/^.*[\\/]/s, "").replace(/\.exe$/i, ""),
    command,
    contextTokens: 128_000,
    seesImages: false,
    canReadDisk: true,
    ownTool: () => undefined,
    start: async ({ place, folder, serve, request, prompt, model }) => {
      const tools = { ...(await serve()), names: request.tools.map(({ name }) => name), program: program.name };
      return {
        command: [place, ...args],
        env: {},
        models: acpModels(folder.work),
        speak: speakAcp({
          // The protocol has no place for a system prompt.
          prompt: [{ type: "text", text: request.system }, ...prompt],
          ...{ folder: folder.work, tools, model, fault: (words) => programFault(program, words) },
        }),
      };
    },
  };
  return program;
}

/** The words of a command. One in quotation marks may have spaces. */
const wordsIn = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([word, double, single]) => double ?? single ?? word);
