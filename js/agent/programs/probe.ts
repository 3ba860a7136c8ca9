// Which tools a program offers its model, for one that does not say so: it is started once with a server of ours as its
// provider, and nothing of the notes. The first request tells.
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { unlessStopped } from "../../base/aborted.ts";
import { platformClock } from "../../base/clock.ts";
import { t } from "../../base/translate.ts";
import { ModelError } from "../model.ts";
import type { ToolDefinition } from "../../../pkg/lectern.js";
import { AgentRun } from "./agent-run.ts";
import type { Computer } from "./computer.ts";
import type { AgentProgram } from "./program.ts";
import { foreignTools } from "./program-fault.ts";

/** How long a program may take to ask. */
const MOST_MS = 60_000;
const REFUSED = JSON.stringify({
  error: { code: 400, status: "INVALID_ARGUMENT", message: "this is a test of the tools" },
});

/** What was seen of each program file, while the app runs. */
const seen = new Map<string, readonly string[]>();

/** Rejects with a `ModelError` if the model of `program` with `tools` is offered others, or if that can't be seen. */
export async function examine(
  computer: Computer,
  program: AgentProgram,
  tools: readonly ToolDefinition[],
  signal: AbortSignal,
): Promise<void> {
  if (!program.probe) return;
  const version = await computer.version(program.command);
  const key = [program.name, version, ...tools.map(({ name }) => name)].join("\n");
  const offered = seen.get(key) ?? (await offeredTo(computer, program, tools, signal));
  const fault = foreignTools(
    program,
    offered,
    tools.map(({ name }) => name),
  );
  if (fault) throw fault;
  seen.set(key, offered);
}

async function offeredTo(
  computer: Computer,
  program: AgentProgram,
  tools: readonly ToolDefinition[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { probe, name } = program;
  let tell: (offered: readonly string[]) => void = () => undefined;
  const told = new Promise<readonly string[]>((resolve) => (tell = resolve));
  let requests = 0;
  const provider = await computer.serve(({ body }) => {
    requests++;
    const offered = probe?.toolsIn(fieldsOf(valueOf(body)));
    if (offered) tell(offered);
    return { status: 400, headers: { "content-type": "application/json" }, body: REFUSED };
  });
  const request = { system: "", messages: [], tools };
  const asked = {
    request,
    prompt: [{ type: "text" as const, text: "ok" }],
    model: "",
    thinking: "" as const,
    isProbe: true,
  };
  const stop = new AbortController();
  let run: AgentRun | undefined;
  try {
    run = await AgentRun.start(computer, program, asked, signal, probe?.env(`http://127.0.0.1:${provider.port}`));
    const late = platformClock.wait(MOST_MS, stop.signal).then(() => undefined);
    const offered = await unlessStopped(Promise.race([told, failure(run), late]), signal);
    if (Array.isArray(offered)) return offered as readonly string[];
    // With no tools at all, its requests tell nothing.
    if (offered instanceof Error && (requests === 0 || tools.length > 0)) throw offered;
    if (!offered) throw new ModelError("refused", t("{name} ended without an answer.", { name }));
    return [];
  } finally {
    stop.abort();
    provider.close();
    await run?.close();
  }
}

/** Why `run` ended. */
async function failure(run: AgentRun): Promise<ModelError | undefined> {
  for (;;) {
    const event = await run.next();
    if (event.type === "failed") return event.error;
    if (event.type === "end") return undefined;
  }
}
