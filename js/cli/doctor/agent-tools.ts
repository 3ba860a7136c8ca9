// Which tools a program that answers in the panel offers its model. It is started behind its wall, with a server of ours as
// its provider: without the user's account and notes.
import { unlessStopped } from "../../base/aborted.ts";
import { reason } from "../../base/reason.ts";
import { AgentRun } from "../../agent/programs/agent-run.ts";
import type { Computer, Start } from "../../agent/programs/computer.ts";
import type { AgentProgram } from "../../agent/programs/program.ts";
import { definitions } from "../../vault/definitions.ts";

const MOST_MS = 60_000;

/** What makes a program ask the server at an address, by its command. One with a probe of its own needs nothing. */
const PROVIDERS: Readonly<Record<string, (address: string) => Pick<Start, "command" | "env">>> = {
  claude: (address) => ({
    command: [],
    env: { ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: "probe", CLAUDE_CODE_OAUTH_TOKEN: "" },
  }),
  codex: (address) => {
    const provider = `{ name = "probe", base_url = "${address}", env_key = "LECTERN_PROBE" }`;
    const settings = ['model_provider="probe"', `model_providers.probe=${provider}`];
    return { command: settings.flatMap((setting) => ["-c", setting]), env: { LECTERN_PROBE: "probe" } };
  },
};

/** Thrown in place of a start with the user's account. */
class Seen extends Error {}

/** Why the program can't answer in the panel; undefined if its tools are those that were examined. */
export async function agentFault(computer: Computer, program: AgentProgram): Promise<string | undefined> {
  const refused = JSON.stringify({ error: { type: "invalid_request_error", message: "a test of the tools" } });
  const headers = { "content-type": "application/json" };
  const server = await computer.serve(() => Promise.resolve({ status: 400, headers, body: refused }));
  const { command, env } = PROVIDERS[program.command]?.(`http://127.0.0.1:${server.port}`) ?? { command: [], env: {} };
  let starts = 0;
  const alone: Computer = {
    isWindows: computer.isWindows,
    find: (name) => computer.find(name),
    outputOf: (start) => computer.outputOf(start),
    serve: (answer, port) => computer.serve(answer, port),
    folder: () => computer.folder(),
    secret: () => computer.secret(),
    start: (start, line) => {
      if (starts++ > 0) throw new Seen();
      return computer.start({ ...start, command: [...start.command, ...command], env: { ...start.env, ...env } }, line);
    },
  };
  const signal = AbortSignal.timeout(MOST_MS);
  const request = { system: "", messages: [], tools: definitions };
  try {
    const prompt = [{ type: "text", text: "ok" }] as const;
    const run = await AgentRun.start(alone, program, { request, prompt, model: "", thinking: "" }, signal);
    try {
      const event = await unlessStopped(run.next(), signal);
      if (run.isAllowed === true) return undefined;
      return event.type === "failed" ? event.error.message : `${program.name} does not tell which tools it has.`;
    } finally {
      await run.close();
    }
  } catch (error) {
    return error instanceof Seen ? undefined : reason(error);
  } finally {
    server.close();
  }
}
