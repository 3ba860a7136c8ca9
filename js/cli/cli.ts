// The command line: `lectern -p PROMPT --vault DIR`, `lectern call TOOL --vault DIR --args JSON` and `lectern search WORDS
// --vault DIR`. Prints replies and answers to standard output, and everything else to standard error. exit-codes.ts has
// the exit codes of a prompt; the other commands exit with 0, with 1 if a reply is an error, and with 2 for wrong usage.
// Only what every command needs is imported here: the rest is loaded when it is used.
//
// The command line loads parts: `cli.ts` what every command needs, `commands.ts` what reads a vault. Of Node's own
// modules that take milliseconds to load (`crypto`, `child_process`, `worker_threads`, `readline`), none is loaded to
// read a note.
import nodeModule from "node:module";
import { format } from "node:util";
import manifest from "../../manifest.json" with { type: "json" };
import { EXIT, Failure, jsonError, UsageError } from "./exit-codes.ts";
import { type Command, COMMAND_NAMES } from "./command-table.ts";
import { meant, parse, refuseOthers, type Typed } from "./options.ts";
import { reason } from "../base/reason.ts";
import { cacheFolder } from "../host/node-folders.ts";
import { printHeld, Terminal } from "./terminal.ts";

const output = new Terminal(process.stdout);
const errors = new Terminal(process.stderr);
errors.takeConsole();

async function main(args: string[]): Promise<number> {
  const typed = parse(args);
  const { values, positionals } = typed;
  const [first, ...words] = positionals;
  const isPrompt = values.prompt !== undefined || first === "ask" || (first === undefined && isFed(typed));
  if (values.version) {
    output.line(`lectern ${manifest.version}`);
    return 0;
  }
  if (values.help || first === "help") {
    const topic = first === "help" ? words[0] : isPrompt ? "ask" : first;
    const { printHelp } = await import("./help.ts");
    printHelp(topic === undefined ? undefined : commandOf(topic), values.json ?? false, output);
    return 0;
  }
  const command = isPrompt ? "ask" : commandOf(first);
  // "lectern search -p PROMPT" is no prompt.
  const named = isPrompt ? COMMAND_NAMES.find((name) => name === first && values.prompt !== "") : undefined;
  refuseOthers(named ?? command, typed);
  // With "-p" alone, the other words are the prompt.
  const isWords = isPrompt && first !== "ask" && values.prompt === "";
  if (isPrompt && !isWords && first !== undefined && first !== "ask")
    throw new UsageError(`unexpected argument "${first}"`);
  // From Node 22.1 on. Not in the system's folder for temporary files, where others may write.
  (nodeModule as { enableCompileCache?(folder: string): unknown }).enableCompileCache?.(cacheFolder("compiled"));
  const { run } = await import("./commands.ts");
  return run[command](isWords ? positionals : words, values, { output, errors });
}

function commandOf(word: string | undefined): Exclude<Command, "help"> {
  if (word === undefined) throw new UsageError("no command given; see lectern --help");
  const command = COMMAND_NAMES.find((name) => name === word);
  if (command === undefined || command === "help")
    throw new UsageError(`unknown command "${word}"; ${meant(word, COMMAND_NAMES)}`);
  return command;
}

/** Whether a prompt may come on standard input. */
const isFed = ({ values: { vault, model } }: Typed): boolean =>
  (vault !== undefined || model !== undefined) && !process.stdin.isTTY;

/** Prints why the command failed, and returns its exit code. Programs that read JSON get an object. */
function ended(error: unknown): number {
  printHeld();
  const args = process.argv.slice(2);
  const { code, message } = error instanceof Failure ? error : { code: EXIT.failed, message: reason(error) };
  const wanted = args.map(
    (arg, index) =>
      /^--output-format(?:=(.*))?$/s.exec(arg)?.[1] ?? (arg === "--output-format" ? args[index + 1] : undefined),
  );
  const failed = { error: jsonError(code, message) };
  if (wanted.includes("json")) output.json(failed);
  else if (wanted.includes("stream-json"))
    output.json({ type: "result", timestamp: new Date().toISOString(), status: "error", ...failed });
  if (error instanceof Failure) errors.line(`lectern: ${message}`);
  else errors.line(`lectern: a bug in Lectern ended the command: ${format(error)}`);
  return code;
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader may stop early, as `head` does.
  if (error.code === "EPIPE") process.exit();
  errors.line(`lectern: can't write the output: ${error.message}`);
  process.exit(1);
});
process.on("uncaughtException", (error) => process.exit(ended(error)));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = ended(error);
}
