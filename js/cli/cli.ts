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
import { COMMANDS, meant, type Options, parse, refuseOthers } from "./options.ts";
import { reason } from "../base/reason.ts";
import { cacheFolder } from "../host/node-folders.ts";
import { printHeld, Terminal } from "./terminal.ts";

const output = new Terminal(process.stdout);
const errors = new Terminal(process.stderr);
errors.takeConsole();

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [first, ...words] = positionals;
  if (values.help) {
    output.line((await import("./usage.ts")).USAGE);
    return 0;
  }
  if (values.version) {
    output.line(`lectern ${manifest.version}`);
    return 0;
  }
  const isPrompt = values.prompt !== undefined || first === "ask" || (first === undefined && isFed(values));
  const command = COMMANDS.find((name) => name === (isPrompt ? "ask" : first));
  if (!command) throw unknownCommand(first);
  refuseOthers(command, Object.keys(values));
  if (isPrompt && first !== undefined && first !== "ask") throw new UsageError(`unexpected argument "${first}"`);
  // From Node 22.1 on. Not in the system's folder for temporary files, where others may write.
  (nodeModule as { enableCompileCache?(folder: string): unknown }).enableCompileCache?.(cacheFolder("compiled"));
  const { run } = await import("./commands.ts");
  return run[command](words, values, { output, errors });
}

function unknownCommand(command: string | undefined): UsageError {
  if (!command) return new UsageError("no command given; see lectern --help");
  return new UsageError(`unknown command "${command}"; ${meant(command, COMMANDS)}`);
}

/** Whether a prompt may come on standard input. */
const isFed = ({ vault }: Options): boolean => vault !== undefined && !process.stdin.isTTY;

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
