// The command line: `lectern call TOOL --vault DIR --args JSON`. Prints replies on standard output, and everything else
// on standard error. Exits 0; 1 when a reply is an error; 2 when it was used wrongly.
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { Context, Reply } from "../pkg/lectern.js";
import { reason } from "./host.ts";
import { NodeHost } from "./host/node.ts";
import { definitions, textOf, Tools } from "./tools.ts";

const USAGE = `usage: lectern call TOOL --vault DIR --args JSON [options]
       lectern tools [--json]

Calls a tool as a language model would, and prints what the model would read.

  --vault DIR      the vault's folder
  --args JSON      the tool's arguments, such as '{"path": "Notes/a.md"}'
  --args -         one JSON object a line from standard input; one reply each, in order
  --json           print whole results, one a line
  --max-bytes N    bytes of numbered text in one reply (default 102400)
  --max-tokens N   tokens of one reply, by estimate
  --numbering W    all, or compact: blank lines without a number
  --protect NAME   close a file or folder to the model, besides those always closed; may be repeated
  --help           print this

Exits with 0, with 1 when a reply is an error, with 2 when used wrongly.
`;

class UsageError extends Error {}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [command, tool, ...rest] = positionals;
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const [unexpected] = command === "tools" ? positionals.slice(1) : rest;
  if (unexpected !== undefined) throw new UsageError(`unexpected argument "${unexpected}"`);
  if (command === "tools") {
    const lines = values.json
      ? definitions.map(oneLine)
      : definitions.map(({ name, description }) => `${name}: ${description}`);
    process.stdout.write(`${lines.join("\n")}\n`);
    return 0;
  }
  if (command !== "call") throw new UsageError(command ? `unknown command "${command}"` : "no command given");
  return call(tool, values);
}

async function call(tool: string | undefined, values: ReturnType<typeof parse>["values"]): Promise<number> {
  const names = definitions.map(({ name }) => name).join(", ");
  if (tool === undefined) throw new UsageError(`no tool given; the tools are ${names}`);
  if (!definitions.some(({ name }) => name === tool)) {
    throw new UsageError(`unknown tool "${tool}"; the tools are ${names}`);
  }
  if (!values.vault) throw new UsageError("no vault given; add --vault DIR");
  if (values.args === undefined) throw new UsageError(`no arguments given; add --args '{"path": "Notes/a.md"}'`);
  const tools = await openVault(values.vault, values["max-bytes"], values.protect ?? []);

  const context = contextOf(values["max-tokens"], values.numbering);
  const print = (reply: Reply): number => {
    process.stdout.write(`${values.json ? oneLine(reply) : textOf(reply)}\n`);
    return reply.isError ? 1 : 0;
  };
  if (values.args !== "-") return print(await tools.callJson(tool, values.args, undefined, context));
  let worst = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() !== "") worst = Math.max(worst, print(await tools.callJson(tool, line, undefined, context)));
  }
  return worst;
}

function contextOf(maxTokens: string | undefined, numbering = "all"): Partial<Context> {
  if (maxTokens !== undefined && !/^[0-9]+$/.test(maxTokens)) {
    throw new UsageError(`--max-tokens is "${maxTokens}"; give a whole number from 100, such as 4000`);
  }
  if (numbering !== "all" && numbering !== "compact") {
    throw new UsageError(`--numbering is "${numbering}"; give all or compact`);
  }
  return { numbering, ...(maxTokens !== undefined && { maxTokens: Number(maxTokens) }) };
}

/** JSON on one line for every reader: some end a line at U+0085, U+2028 and U+2029 too. */
function oneLine(value: unknown): string {
  const escape = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, escape);
}

function vaultAt(path: string): NodeHost {
  try {
    return NodeHost.open(path);
  } catch (error) {
    throw new UsageError(`no vault at "${path}": ${reason(error)}`);
  }
}

async function openVault(folder: string, maxBytes: string | undefined, protect: string[]): Promise<Tools> {
  // npm changes to the package's folder first; a relative path is meant from where the person stands.
  const path = resolve(process.env.INIT_CWD ?? ".", folder);
  const host = vaultAt(path);
  if (maxBytes !== undefined && !/^[0-9]+$/.test(maxBytes)) {
    throw new UsageError(`--max-bytes is "${maxBytes}"; give a whole number from 1, such as 102400`);
  }
  const config = { protected: protect, ...(maxBytes !== undefined && { maxBytes: Number(maxBytes) }) };
  const tools = new Tools(host, config);
  await tools.ready().catch((error: unknown) => {
    throw new UsageError(reason(error));
  });
  return tools;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        vault: { type: "string" },
        args: { type: "string" },
        json: { type: "boolean" },
        "max-bytes": { type: "string" },
        "max-tokens": { type: "string" },
        numbering: { type: "string" },
        protect: { type: "string", multiple: true },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(reason(error));
  }
}

// Whoever reads our output may stop early, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`lectern: the output cannot be written: ${error.message}\n`);
  process.exit(1);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`lectern: ${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
