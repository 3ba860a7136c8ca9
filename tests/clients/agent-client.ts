// A client that lets a model call tools, and its run with our server against a stand-in of the model's provider.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, delimiter } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ToolDefinition } from "../../pkg/lectern.js";
import { CLI } from "../shim/cli.ts";
import type { Ended } from "../shim/cli.ts";
import type { Format, Recorded, Turn } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";
import type { Case, Part } from "./cases.ts";

/** A server as a client is told of it: `asking` is one with `--allow-write`, `accepting` does not ask either. */
export type ServerName = "lectern" | "asking" | "accepting";
export const SERVERS: Readonly<Record<ServerName, readonly string[]>> = {
  lectern: [],
  asking: ["--allow-write"],
  accepting: ["--allow-write", "--approve", "accept"],
};
export const SERVER_NAMES = Object.keys(SERVERS) as ServerName[];

/** A tool as a model is told of it. */
export type Definition = Pick<ToolDefinition, "description" | "inputSchema">;

/** How a client is started. */
export interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A client, and its own wrapping of tools and results. */
export interface AgentClient {
  readonly format: Format;
  /** Sets it up in the folder `home`, by the `lines` of docs/agents.md; the other servers have the same lines. */
  setUp(home: string, lines: string, standIn: StandIn, run: RunClient): Promise<Start>;
  /** How the model calls a tool. */
  callOf(server: string, tool: string): string;
  /** How a tool's schema looks once the client has passed it on; without this, the same. */
  asPassedOn?(schema: JsonSchema): JsonSchema;
  /** What a request tells of a tool; undefined if nothing. */
  definitionIn(body: unknown, server: ServerName, tool: string): Definition | undefined;
  /** The results in a request, by the id of the call, without the client's wrapping. */
  resultsIn(body: unknown): ReadonlyMap<string, readonly Part[]>;
}

/** Runs the client's program. */
export type RunClient = (start: Start) => Promise<Ended>;

/** A run of a client. */
export interface Ran {
  readonly definition: (server: ServerName, tool: string) => Definition | undefined;
  /** What the model was given of a call, by the case's name. */
  readonly results: ReadonlyMap<string, readonly Part[]>;
  readonly output: string;
}

/** A case, and the server that it is for. */
export type ServerCase = Case & { readonly server: ServerName };

/** The maximum duration of a run, in milliseconds. One takes about 3 seconds. */
const MOST_MS = 90_000;
const RETRY_MS = 300;

/** Runs `client` until its model has made all calls, one a turn. */
export async function runAgent(
  client: AgentClient,
  command: readonly string[],
  { home, lines, cases }: { readonly home: string; readonly lines: string; readonly cases: readonly ServerCase[] },
): Promise<Ran> {
  const standIn = await StandIn.start(client.format);
  try {
    const isReady = ({ body }: Recorded): boolean =>
      SERVER_NAMES.every((server) => client.definitionIn(body ?? {}, server, "read_file") !== undefined);
    let at = 0;
    const step = async (request: Recorded): Promise<Turn> => {
      const next = cases[at];
      if (!next) return { parts: ["Done."] };
      if (!isReady(request)) {
        // Some clients don't wait for a server that is slow to start. A call of no tool makes them ask again.
        await delay(RETRY_MS);
        return { parts: [{ call: "not_ready", args: {}, id: "not_ready" }] };
      }
      return { parts: [{ call: client.callOf(next.server, next.tool), args: next.args, id: `call_${at++}` }] };
    };
    standIn.script(...Array.from({ length: cases.length + MOST_MS / RETRY_MS }, () => step));
    const run: RunClient = (start) => runProgram(command, start, home);
    const { code, stdout, stderr } = await run(await client.setUp(home, lines, standIn, run));
    const output = `ended with ${code}\n${stdout}\n${stderr}`;
    const results = new Map<string, readonly Part[]>();
    for (const { body } of standIn.requests) {
      for (const [id, result] of client.resultsIn(body ?? {})) {
        const name = cases[Number(id.replace("call_", ""))]?.name ?? id;
        if (!results.has(name)) results.set(name, result);
      }
    }
    const first = standIn.requests.find(isReady)?.body as unknown;
    return { definition: (server, tool) => client.definitionIn(first ?? {}, server, tool), results, output };
  } finally {
    await standIn.close();
  }
}

/** Runs a program in a home of its own, with none of our environment. */
export async function runProgram(
  command: readonly string[],
  { args, env }: Start,
  home: string,
  path = [dirname(process.execPath), process.env["PATH"]].join(delimiter),
): Promise<Ended> {
  const [program = "", ...words] = command;
  const system = process.platform === "win32" ? { SystemRoot: process.env["SystemRoot"] } : {};
  const child = spawn(program, [...words, ...args], {
    cwd: home,
    env: { PATH: path, HOME: home, USERPROFILE: home, ...system, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: MOST_MS,
    killSignal: "SIGKILL",
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

/** `lines` of docs/agents.md with real places in them. */
export const withPlaces = (lines: string, vault: string): string =>
  lines.replaceAll("/path/to/lectern/pkg/cli.mjs", CLI).replaceAll("/path/to/vault", vault);
