// Which tools a program offers its model, for one that does not say so: it is started once with a server of ours as its
// provider, and nothing of the notes. The first request tells.
import { unlessStopped } from "../../base/aborted.ts";
import { platformClock } from "../../base/clock.ts";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { t } from "../../base/translate.ts";
import { ModelError } from "../model.ts";
import type { Computer } from "./computer.ts";
import type { Probe, RunParts, Said } from "./program.ts";

/** How long a program may take to ask. */
const MOST_MS = 60_000;
const REFUSED = JSON.stringify({ error: { code: 400, status: "INVALID_ARGUMENT", message: "a test of the tools" } });

/** What a version of a program offers. */
export interface Seen {
  readonly version: string;
  readonly tools: readonly string[];
}

/** What was seen while the app runs, by the program, its model and our tools. */
const kept = new Map<string, Seen>();

/** A run of the program, with what is added to its environment. */
type Begin = (
  more: Pick<RunParts, "offered" | "isProbe"> & { readonly env: Readonly<Record<string, string>> },
) => Promise<{ next(): Promise<Said>; close(): Promise<void> }>;

/** What `toolsOffered` needs. */
export interface ProbeParts {
  readonly computer: Computer;
  readonly probe: Probe;
  /** The program, as users know it. */
  readonly name: string;
  /** Of the program, its model and our tools. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly faultOf: (tools: readonly string[]) => ModelError | undefined;
}

/**
 * What the model is offered in a run like that of `key`. Rejects with a `ModelError` if the program fails before or does
 * not ask, or with what `faultOf` says of the tools.
 */
export async function toolsOffered(
  { computer, probe, name, key, signal, faultOf }: ProbeParts,
  begin: Begin,
): Promise<Seen> {
  const known = kept.get(key);
  if (known) return known;
  let tell: (tools: readonly string[]) => void = () => undefined;
  const told = new Promise<readonly string[]>((resolve) => (tell = resolve));
  const provider = await computer.serve(async ({ body }) => {
    const tools = probe.toolsIn(fieldsOf(valueOf(await body())));
    if (tools) tell(tools);
    return { status: 400, headers: { "content-type": "application/json" }, body: REFUSED };
  });
  const stop = new AbortController();
  let version = "";
  const offered = (one: string): undefined => void (version = one);
  const env = probe.env(`http://127.0.0.1:${provider.port}`);
  let run: Awaited<ReturnType<Begin>> | undefined;
  try {
    run = await begin({ env, offered, isProbe: true });
    const tools = await unlessStopped(
      Promise.race([told, ended(run), platformClock.wait(MOST_MS, stop.signal)]),
      signal,
    );
    if (tools instanceof ModelError) throw tools;
    if (!tools) {
      const says = t("{name} was stopped: it did not show which tools it has. Ask again.", { name });
      throw new ModelError("limit", says);
    }
    const fault = faultOf(tools);
    if (fault) throw fault;
    kept.set(key, { version, tools });
    return { version, tools };
  } finally {
    stop.abort();
    provider.close();
    await run?.close();
  }
}

/** The tools that were `seen`. Throws a `ModelError` if the program was updated since. */
export function toolsOf(name: string, key: string, seen: Seen, version: string): readonly string[] {
  if (seen.version === version) return seen.tools;
  kept.delete(key);
  throw new ModelError("limit", t("{name} was updated. Ask again.", { name }));
}

/** Resolves when it has failed, with the failure, or ended. */
async function ended(run: { next(): Promise<Said> }): Promise<ModelError | undefined> {
  for (;;) {
    const said = await run.next();
    if (said.type === "failed") return said.error;
    if (said.type === "end") return undefined;
  }
}
