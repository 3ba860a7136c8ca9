// Gemini CLI, by the Agent Client Protocol.
//
// What shuts it in was tried with the version below (tests/clients/agent-programs.test.ts): settings of
// the folder that it starts in, which come before the user's own, allow our tools alone, and no extensions, hooks, skills
// or sub-agents. It does not say which tools its model is offered, so it is asked once with a server of ours as its
// provider: see `probe`.
import { fieldsOf, valueOf } from "../../base/fields.ts";
import type { ModelError } from "../model.ts";
import { acpModels, speakAcp } from "./acp.ts";
import { MOST_WAIT_MS, SERVER } from "./mcp-endpoint.ts";
import type { AgentProgram, RunParts, RunStart } from "./program.ts";
import { programFault } from "./program-fault.ts";

const PREFIX = `mcp_${SERVER}_`;
const OFF = { enabled: false };

export const geminiCli: AgentProgram = {
  name: "Gemini CLI",
  command: "gemini",
  tried: "0.61.0",
  contextTokens: 1_048_576,
  seesImages: true,
  ownTool: (offered) => (offered.startsWith(PREFIX) ? offered.slice(PREFIX.length) : undefined),
  start,
  probe: {
    env: (address) => ({ GEMINI_API_KEY: "probe", GOOGLE_GEMINI_BASE_URL: address }),
    toolsIn: (body) => {
      const { tools } = fieldsOf(body);
      // Another request chooses the model, and has none.
      if (!Array.isArray(tools)) return undefined;
      return tools.map(fieldsOf).flatMap(({ functionDeclarations: declared, ...others }) => {
        const names = Array.isArray(declared) ? declared.map((one) => String(fieldsOf(one)["name"])) : [];
        // Such as a search of the provider's own.
        return [...names, ...Object.keys(others)];
      });
    },
  },
};

async function start({ place, folder, serve, request, prompt, model, offered, isProbe }: RunParts): Promise<RunStart> {
  const { address, token } = await serve();
  const server = {
    httpUrl: address,
    headers: { Authorization: `Bearer ${token}` },
    trust: true,
    timeout: MOST_WAIT_MS,
  };
  const settings = {
    tools: {
      // An empty list would allow all.
      core: [`${PREFIX}none`, ...request.tools.map(({ name }) => `${PREFIX}${name}`)],
      ...{ allowed: [], sandbox: false, discoveryCommand: "echo []", truncateToolOutputThreshold: 4_000_000 },
    },
    // It would ask the model after thirty calls; our loop has bounds of its own.
    model: { disableLoopDetection: true },
    mcp: { allowed: [SERVER] },
    mcpServers: { [SERVER]: server },
    context: { fileName: "lectern-has-none", includeDirectories: [] },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, checkpointing: OFF, maxAttempts: 3 },
    ...{ hooksConfig: OFF, skills: OFF, ide: OFF, experimental: { enableAgents: false } },
    ...(isProbe === true && { security: { auth: { selectedType: "gemini-api-key" } } }),
  };
  await folder.write("work/.gemini/settings.json", JSON.stringify(settings));
  return {
    command: [
      ...[place, "--acp", "--skip-trust", "--approval-mode", "default", "-e", "none"],
      ...["--allowed-mcp-server-names", SERVER, ...(model === "" ? [] : ["-m", model])],
    ],
    env: {
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      // It would start itself anew, in a container that can't reach our server.
      GEMINI_SANDBOX: "false",
      GEMINI_SYSTEM_MD: await folder.write("system.md", request.system),
    },
    speak: speakAcp({ folder: folder.work, prompt, fault: faultOf, ...(offered && { offered }) }),
    models: acpModels(folder.work),
  };
}

/** It passes on what its provider says, as JSON. */
function faultOf(words: string): ModelError {
  const { code, message } = fieldsOf(fieldsOf(valueOf(words))["error"]);
  return programFault(geminiCli, typeof message === "string" ? message : words, typeof code === "number" ? code : 0);
}
