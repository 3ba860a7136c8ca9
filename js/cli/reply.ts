// Prints the reply of a tool.
import type { Reply } from "../../pkg/lectern.js";
import { textOf } from "../vault/tools.ts";
import { EXIT, type ExitCode, Failure } from "./exit-codes.ts";
import { inOptions } from "./in-options.ts";
import type { Options } from "./options.ts";
import type { Terminal } from "./terminal.ts";

/** Where the commands print. */
export interface Terminals {
  readonly output: Terminal;
  readonly errors: Terminal;
}

/** Prints what the model reads, or all with `--json`. */
export function print(reply: Reply, { json }: Options, output: Terminal): void {
  if (json) output.json(reply);
  else output.line(textOf(reply));
}

/** Prints it for people: the version of a changed note is for a model, which may change it again. */
export function printChange(reply: Reply, { json }: Options, output: Terminal): void {
  if (json) output.json(reply);
  else output.line(textOf(reply).replace(/^((?:changed|created) .*), version \w+$/m, "$1"));
}

/** Says that nothing was found, and what to do. */
export function printNothing(reply: Reply, { json }: Options, { output, errors }: Terminals): ExitCode {
  if (json) output.json(reply);
  else
    for (const line of textOf(reply).split("\n"))
      errors.line(`lectern: ${inOptions(line.replace(/^\[(.*)\]$/, "$1"))}`);
  return EXIT.failed;
}

/** Ends a command whose tool failed. An option with a wrong value is wrong usage; for other errors, `code`. */
export function failed(reply: Reply, { json }: Options, output: Terminal, code: ExitCode): ExitCode {
  const { error } = reply.structuredContent;
  const ending = error?.code === "invalid_arguments" ? EXIT.usage : code;
  if (!json && error) throw new Failure(ending, `${inOptions(error.message)}; ${inOptions(error.help)}`);
  output.json(reply);
  return ending;
}
