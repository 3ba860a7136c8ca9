// The commands, by their names. What one of them alone needs is loaded when it runs.
import { UnaskedLosses } from "../vault/approval.ts";
import type { Context, Reply } from "../../pkg/lectern.js";
import { approver, modeOf } from "./approve.ts";
import { EXIT, Failure, UsageError, wrongValue } from "./exit-codes.ts";
import type { Command } from "./command-table.ts";
import { interruptions } from "./interrupt.ts";
import { contextOf, type Options } from "./options.ts";
import { named, namedVault, NoVault, onlyVault, type Opened, openVault, vaultHere } from "./open-vault.ts";
import { indexedText, keptText, whileReading } from "./reading-line.ts";
import { failed, print, printChange, printNothing, type Terminals } from "./reply.ts";
import { screens, wantsColours } from "./screens.ts";
import { Terminal } from "./terminal.ts";
import { changingDefinitions, definitions } from "../vault/definitions.ts";

/** Runs a command with the words after its name. Returns the exit code. */
export const run: Readonly<
  Record<Exclude<Command, "help">, (words: string[], values: Options, terminals: Terminals) => number | Promise<number>>
> = {
  call,
  search,
  why,
  related,
  mcp,
  tools: list,
  ask: prompt,
  undo: takeBack,
  verify: async (...given) => (await import("./verify-command.ts")).verify(...given),
  embed: embedNotes,
  index,
  doctor: diagnose,
  models,
  completions,
};

/** Opens the vault for a command whose reply waits for all documents to be read, unless `--no-wait` is given. */
async function openAndWait(values: Options, changes = false): Promise<Opened> {
  const opened = await openVault(values, changes);
  // As long as it takes: a month.
  opened.host.documentMs = values["no-wait"] ? 0 : 2 ** 31;
  return opened;
}

/** Calls a tool, and says meanwhile how far the reading has come. If it is interrupted, the index so far is kept. */
async function callWaiting(
  { host, tools }: Opened,
  tool: string,
  args: unknown,
  context?: Partial<Context>,
): Promise<Reply> {
  const { signal, stop } = interruptions();
  try {
    const reply = await whileReading(process.stderr, tools, () => tools.call(tool, args, signal, context));
    if (!signal.aborted) return reply;
    host.documentMs = 0;
    await tools.keep();
    throw new Failure(EXIT.interrupted, `interrupted. ${keptText(tools.indexed())}`);
  } finally {
    stop();
  }
}

/** Throws if there is a word that the command does not take. */
function noMore([unexpected]: readonly string[]): void {
  if (unexpected !== undefined) throw new UsageError(`unexpected argument "${unexpected}"`);
}

/** Prints the definitions of the tools. */
function list(words: string[], { json }: Options, { output }: Terminals): number {
  noMore(words);
  for (const definition of [...definitions, ...changingDefinitions]) {
    if (json) output.json(definition);
    else output.line(`${definition.name}: ${definition.description}`);
  }
  return 0;
}

/** Calls a tool. */
async function call([tool, ...rest]: string[], values: Options, { output }: Terminals): Promise<number> {
  noMore(rest);
  const all = [...definitions, ...changingDefinitions];
  const names = all.map(({ name }) => name).join(", ");
  if (tool === undefined) throw new UsageError(`no tool given; the tools are ${names}`);
  if (!all.some(({ name }) => name === tool)) {
    throw new UsageError(`unknown tool "${tool}"; the tools are ${names}`);
  }
  onlyVault(values);
  if (values.args === undefined) throw new UsageError(`no arguments given; add --args '{"path": "Notes/a.md"}'`);
  const mode = modeOf(values.approve);
  const allowed = values.approve !== undefined || changingDefinitions.some(({ name }) => name === tool);
  const { tools, journal } = await openAndWait(values, allowed);
  const approve = approver(mode, screens(values), values.args === "-" ? undefined : process.stdin);
  const changes = journal && { approve, journal };
  const context = contextOf(values["max-tokens"], values.numbering, values.today);
  const answer = async (args: string): Promise<number> => {
    const reply = await whileReading(process.stderr, tools, () =>
      tools.callJson(tool, args, undefined, context, changes),
    );
    const { outcome } = reply.structuredContent.change ?? {};
    // The plan is the diff, which is printed already.
    const isRead = process.stdout.isTTY && outcome !== undefined;
    if (values.json || outcome !== "planned") (isRead ? printChange : print)(reply, values, output);
    return reply.isError || outcome === "rejected" ? 1 : 0;
  };
  if (values.args !== "-") return answer(values.args);
  const { createInterface } = await import("node:readline");
  let worst = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() !== "") worst = Math.max(worst, await answer(line));
  }
  return worst;
}

/** The words need no shell quotes: each argument is one word. */
async function search(words: string[], values: Options, terminals: Terminals): Promise<number> {
  const { path, tag, where, tasks, since, until, time, sort, context, limit, cursor } = values;
  if (words.length === 0 && [where, tasks, since, until].every((given) => given === undefined))
    throw new UsageError('no words given, such as lectern search "budget 2025"');
  onlyVault(values);
  const args = {
    query: words.join(" "),
    any_of: values["any-of"],
    passages: values.passages,
    mode: values.regex ? "regex" : "text",
    case: values.case,
    ...{ path, tag, where, tasks, since, until, time, sort, context, limit, cursor },
  };
  const coloured = new Terminal(process.stdout, wantsColours(values.color));
  const opened = await openAndWait(values);
  const bounds = contextOf(values["max-tokens"], values.numbering, values.today);
  const reply = await callWaiting(opened, "search_notes", args, { ...bounds, layout: !values.json });
  // As with grep.
  if (reply.isError) return failed(reply, values, terminals.output, EXIT.usage);
  if (reply.structuredContent.notes?.length === 0) return printNothing(reply, values, terminals);
  if (values.json) terminals.output.json(reply);
  else coloured.line(...(await import("./search-command.ts")).shownSearch(reply));
  return EXIT.done;
}

/** Says why a search finds a note where it does. */
function why(words: string[], values: Options, terminals: Terminals): Promise<number> {
  const { path, passages } = values;
  if (words.length === 0 || path === undefined)
    throw new UsageError('words or note missing, such as lectern why "lamp oil" --path Notes/a.md');
  return aboutNote("why", { query: words.join(" "), path, passages }, values, terminals);
}

/** Lists the notes that have to do with a note. */
function related([path, ...rest]: string[], values: Options, terminals: Terminals): Promise<number> {
  if (path === undefined || rest.length > 0) throw new UsageError("give one note, such as lectern related Notes/a.md");
  const { selection, limit } = values;
  return aboutNote("related_notes", { path, selection, limit }, values, terminals);
}

/** Calls a tool for a note. Only the user is told that it is excluded. */
async function aboutNote(
  tool: string,
  args: { path: string; [name: string]: unknown },
  values: Options,
  terminals: Terminals,
): Promise<number> {
  const opened = await openAndWait(values);
  const reply = await callWaiting(opened, tool, args);
  if (reply.structuredContent.related?.length === 0) return printNothing(reply, values, terminals);
  if (!reply.isError) {
    print(reply, values, terminals.output);
    return EXIT.done;
  }
  const { whyClosed } = await import("./doctor/what-models-see.ts");
  const reason = await whyClosed(opened.host, opened.tools, args.path, { protected: values.protect ?? [] });
  if (reason !== undefined) terminals.errors.line(`lectern: ${reason}; models are not told`);
  return failed(reply, values, terminals.output, EXIT.failed);
}

/** Answers a prompt: `-p`, `ask`, or what comes on standard input. */
async function prompt(words: string[], values: Options, { output }: Terminals): Promise<number> {
  onlyVault(values);
  const mode = modeOf(values.approve);
  const allowed = values.approve !== undefined;
  const { host, tools, journal } = await openVault(values, allowed).catch((error: unknown) => {
    throw error instanceof NoVault ? new Failure(EXIT.vault, error.message) : error;
  });
  const { questions } = screens(values);
  // Standard output is the answer's.
  const approve = approver(mode, { plan: questions, isPiped: false, questions }, process.stdin);
  const { promptCommand } = await import("./prompt/prompt-command.ts");
  return promptCommand(words, values, {
    ...{ host, tools, changes: journal && { approve, journal } },
    answers: output,
    steps: new Terminal(process.stderr, wantsColours(values.color, process.stderr)),
  });
}

/** Serves vaults to MCP clients. */
async function mcp(words: string[], values: Options, { errors }: Terminals): Promise<number> {
  noMore(words);
  const { vault = [], http, approve = "ask" } = values;
  const given = vault.length === 0 ? [vaultHere()] : vault.map(named);
  const all = given.map((vault) => namedVault(vault, given.length > 1));
  const twice = all.find(({ name }, index) => all.findIndex((one) => one.name === name) !== index);
  if (twice) throw new UsageError(`two vaults are called "${twice.name}"; give --vault NAME=DIR`);
  if (approve !== "ask" && approve !== "accept") throw wrongValue("approve", approve, "ask or accept");
  if (http !== undefined && !(/^[0-9]{1,5}$/.test(http) && Number(http) < 65_536))
    throw wrongValue("http", http, "a port, or 0 for any that is free");
  // A bundle for MCP clients can't leave out an option, but it can set a variable.
  const allowed = values["allow-write"] ?? process.env.LECTERN_MCP_ALLOW_WRITE === "true";
  if (values.approve !== undefined && !allowed) throw new UsageError("--approve needs --allow-write");
  const serving = import("./mcp/mcp-command.ts");
  const vaults = await Promise.all(
    all.map(async ({ name, folder }) => {
      const opened = await openVault({ ...values, vault: [folder] }, allowed);
      return { name, ...opened, unasked: new UnaskedLosses() };
    }),
  );
  const { serveMcp } = await serving;
  return serveMcp({
    vaults,
    writing: allowed ? approve : undefined,
    port: http === undefined ? undefined : Number(http),
    log: errors,
  });
}

/** Undoes changes; `--yes` asks nothing. */
async function takeBack(ids: string[], values: Options, { output }: Terminals): Promise<number> {
  onlyVault(values);
  const approve = approver(values.yes ? "undo" : "ask-undo", screens(values), process.stdin);
  const { tools, journal } = await openVault(values, true);
  const { undo } = await import("./undo.ts");
  return undo(ids, {
    ...{ tools, journal, approve, output },
    list: values.list ?? false,
    all: values.all ?? false,
    asks: !values.yes,
    print: (reply) => printChange(reply, values, output),
  });
}

/** Makes the vectors of the search by meaning. */
async function embedNotes(words: string[], values: Options, { output }: Terminals): Promise<number> {
  noMore(words);
  onlyVault(values);
  const { meaning, ...opened } = await openVault(values);
  if (!meaning) throw new UsageError("no model given; add --embeddings URL --embedding-model NAME");
  const { embed } = await import("./embed-command.ts");
  const terminals = { output, input: process.stdin, progress: process.stderr };
  return embed({ ...opened, ...terminals, meaning, yes: values.yes ?? false });
}

/** Reads all notes and documents, and keeps the index for later commands. */
async function index(words: string[], values: Options, { output }: Terminals): Promise<number> {
  noMore(words);
  const opened = await openAndWait(values);
  const reply = await callWaiting(opened, "search_notes", { query: "index", limit: 1 });
  if (reply.isError) {
    print(reply, values, output);
    return 1;
  }
  await opened.tools.keep();
  output.line(indexedText(opened.tools.indexed()));
  return 0;
}

/** Says what a model can see. */
async function diagnose(words: string[], values: Options, { output }: Terminals): Promise<number> {
  noMore(words);
  const { choiceOf } = await import("./model-options.ts");
  const { doctor } = await import("./doctor/doctor-command.ts");
  const parts = {
    ...(await openVault(values)),
    config: { protected: values.protect ?? [] },
    model: choiceOf(values, process.env),
  };
  return doctor(parts, output, values.json ?? false);
}

/** Lists the models that can be reached. */
async function models(ids: string[], values: Options, { output, errors }: Terminals): Promise<number> {
  const { listReachable, MOST_MS: mostMs } = await import("./models-command.ts");
  const { "base-url": baseUrl, json = false } = values;
  const { env: environment, stderr: progress } = process;
  return listReachable(ids, { ...{ environment, fetch, baseUrl, json, output, errors, progress, mostMs } });
}

/** Prints the completions of a shell. */
async function completions([shell, ...rest]: string[], _: Options, { output }: Terminals): Promise<number> {
  noMore(rest);
  const { completionsFor, SHELLS } = await import("./completions/completions.ts");
  const script = completionsFor(shell);
  if (script === undefined) throw new UsageError(`give a shell: ${SHELLS.join(", ")}; see lectern completions --help`);
  output.raw(script);
  return 0;
}
