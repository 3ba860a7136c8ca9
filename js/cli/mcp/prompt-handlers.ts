// The prompts of the vault, which the user keeps as notes in a folder, as prompts of the protocol.
import { ProtocolError, ProtocolErrorCode, type McpServer } from "@modelcontextprotocol/server";
import { promptsIn, promptText } from "../prompt/slash-commands.ts";
import type { ServedVault } from "./served-vault.ts";

/** Adds the handlers of the prompts to `server`. */
export function addPrompts(server: McpServer["server"], vaults: readonly ServedVault[]): void {
  server.setRequestHandler("prompts/list", async () => {
    const listed = vaults.map(async (vault) => {
      const prompts = promptsIn(vault.host);
      const closed = new Set(await vault.tools.closedPaths(prompts.map(({ path }) => path)));
      const open = prompts.filter(({ path }) => !closed.has(path));
      return open.map(({ name }) => ({
        name: nameOf(vault, name),
        title: name,
        arguments: [{ name: "input", description: "What follows the prompt.", required: false }],
      }));
    });
    const prompts = (await Promise.all(listed)).flat();
    return { prompts: prompts.sort((one, other) => (one.name < other.name ? -1 : 1)) };
  });

  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: given } }) => {
    for (const vault of vaults) {
      const prompt = promptsIn(vault.host).find((one) => nameOf(vault, one.name) === name);
      const text = prompt && (await promptText(prompt.path, vault.host, vault.tools));
      if (text === undefined) continue;
      const whole = [text, given?.["input"]?.trim() ?? ""].filter(Boolean).join("\n\n");
      return { messages: [{ role: "user", content: { type: "text", text: whole } }] };
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${JSON.stringify(name)}`);
  });
}

const nameOf = (vault: ServedVault, name: string): string => (vault.name === "" ? name : `${vault.name}/${name}`);
