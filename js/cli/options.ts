// The options of the command line, their checks, and the limits they set.
import { parseArgs } from "node:util";
import { closestMatch } from "leven";
import type { Context } from "../../pkg/lectern.js";
import { reason } from "../base/reason.ts";
import { UsageError, wrongValue } from "./exit-codes.ts";

/** The environment variables of the providers' keys. */
export const KEYS = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  compatible: "LECTERN_API_KEY",
} as const;

/** The commands. */
export const COMMANDS = [
  "call",
  "embed",
  "index",
  "undo",
  "search",
  "why",
  "related",
  "ask",
  "mcp",
  "doctor",
  "tools",
] as const;

export type Command = (typeof COMMANDS)[number];

/** The commands that can search by meaning. */
const SEARCHING = ["call", "embed", "search", "related", "ask", "mcp"] as const;

const text = <const Of extends readonly Command[]>(...of: Of) => ({ type: "string", of }) as const;
const texts = <const Of extends readonly Command[]>(...of: Of) => ({ type: "string", multiple: true, of }) as const;
const flag = <const Of extends readonly Command[]>(...of: Of) => ({ type: "boolean", of }) as const;

/** The options, for `parseArgs`, and the commands that take them. */
export const OPTIONS = {
  vault: texts("call", "embed", "index", "undo", "search", "why", "related", "ask", "mcp", "doctor"),
  http: text("mcp"),
  "allow-write": flag("mcp"),
  args: text("call"),
  approve: text("call", "ask", "mcp"),
  list: flag("undo"),
  all: flag("undo"),
  yes: flag("embed", "undo"),
  json: flag("call", "undo", "search", "why", "related", "ask", "doctor", "tools"),
  "max-bytes": text("call", "search", "ask", "mcp"),
  "max-tokens": text("call", "search", "ask"),
  numbering: text("call", "search"),
  protect: texts("call", "embed", "index", "undo", "search", "why", "related", "ask", "mcp", "doctor"),
  "keep-index": text("call", "embed", "index", "search", "why", "related", "ask", "mcp", "doctor"),
  "no-wait": flag("call", "search", "why", "related"),
  regex: flag("search"),
  case: flag("search"),
  "any-of": texts("search"),
  passages: flag("search", "why"),
  path: text("search", "why"),
  tag: text("search"),
  where: text("search"),
  tasks: text("search"),
  since: text("search"),
  until: text("search"),
  time: text("search"),
  today: text("call", "search"),
  sort: text("search"),
  context: text("search"),
  limit: text("search", "related"),
  selection: text("related"),
  embeddings: text(...SEARCHING),
  "embedding-model": text(...SEARCHING),
  "embedding-dims": text(...SEARCHING),
  "max-day-tokens": text(...SEARCHING),
  cursor: text("search"),
  model: text("ask", "doctor"),
  "base-url": text("ask", "doctor"),
  "idle-limit": text("ask", "doctor"),
  reading: text("ask"),
  color: text("call", "undo", "search", "ask"),
  prompt: { ...text("ask"), short: "p" },
  "output-format": text("ask"),
  output: { ...text("ask"), short: "o" },
  "output-schema": text("ask"),
  "max-turns": text("ask"),
  "max-cost": text("ask"),
  "input-price": text("ask"),
  "output-price": text("ask"),
  timeout: text("ask"),
  "allowed-tools": text("ask"),
  quiet: flag("ask"),
  verbose: flag("ask"),
  continue: text("ask"),
  save: text("ask"),
  ephemeral: flag("ask"),
  strict: flag("ask"),
  help: { ...flag(...COMMANDS), short: "h" },
  version: flag(...COMMANDS),
} as const;

/** The options as given. */
export type Options = ReturnType<typeof parse>["values"];

/** Parses the words after `lectern`. Throws a `UsageError`. */
export function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    refuseUnknown(args);
    throw new UsageError(reason(error));
  }
}

/** The options of the search by meaning. */
export const MEANING = ["embeddings", "embedding-model", "embedding-dims", "max-day-tokens"] as const;

/** The options of one command, as given. */
export type OptionsOf<Name extends Command> = {
  [Option in keyof Options as Name extends (typeof OPTIONS)[Option]["of"][number] ? Option : never]: Options[Option];
};

/** The options of the search by meaning, as given. */
export type EmbeddingOptions = Pick<Options, (typeof MEANING)[number]>;

/** The options about the model of a prompt, as given. */
export type ModelOptions = Pick<Options, "model" | "base-url" | "idle-limit" | "reading">;

/** Throws if an option does not belong to `command`. */
export function refuseOthers(command: Command, given: readonly string[]): void {
  const takers = (name: string): readonly Command[] => OPTIONS[name as keyof typeof OPTIONS].of;
  const other = given.find((name) => !takers(name).includes(command));
  if (other === undefined) return;
  const owners = takers(other).map((name) => `"${name}"`);
  const last = owners.pop() ?? "";
  const whose = owners.length > 0 ? `${owners.join(", ")} and ${last}` : last;
  throw new UsageError(`--${other} belongs to ${whose}, not to "${command}"`);
}

/** Throws if `args` contain an option that does not exist. */
function refuseUnknown(args: string[]): void {
  refuseDashes(args);
  const { tokens } = parseArgs({ args, options: OPTIONS, strict: false, allowPositionals: true, tokens: true });
  const unknown = tokens.find((token) => token.kind === "option" && !Object.hasOwn(OPTIONS, token.name));
  if (unknown?.kind !== "option") return;
  if (/key/i.test(unknown.name)) {
    throw new UsageError(`a key is no option, because the shell keeps options; set ${Object.values(KEYS).join(", ")}`);
  }
  const known = Object.keys(OPTIONS).map((name) => `--${name}`);
  throw new UsageError(`unknown option "${unknown.rawName}"; ${meant(unknown.rawName, known)}`);
}

/** The next step after a word that is none of the `known` ones: the nearest, or the help. */
export function meant(word: string, known: readonly string[]): string {
  // Two letters that changed places count twice.
  const maxDistance = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  const nearest = closestMatch(word, known, { maxDistance });
  return nearest === undefined ? "see lectern --help" : `did you mean ${nearest}?`;
}

/** Throws if `args` contain a word that looks like a one-letter option. */
function refuseDashes(args: readonly string[]): void {
  const end = args.indexOf("--");
  const word = args
    .slice(0, end < 0 ? args.length : end)
    .find((arg) => /^-[^-]/.test(arg) && !["-h", "-p", "-o"].includes(arg));
  if (word === undefined) return;
  throw new UsageError(`"${word}" is not an option; put words inside the quotes of the others, or after "--"`);
}

/** The limits of each reply. */
export function contextOf(maxTokens: string | undefined, numbering = "all", today?: string): Partial<Context> {
  if (maxTokens !== undefined && !/^[0-9]+$/.test(maxTokens))
    throw wrongValue("max-tokens", maxTokens, "a whole number from 100, such as 4000");
  if (numbering !== "all" && numbering !== "compact") throw wrongValue("numbering", numbering, "all or compact");
  if (today !== undefined && !/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(today))
    throw wrongValue("today", today, "a date such as 2026-10-09, or 2026-10-09T08:30");
  const known = today === undefined ? {} : { today };
  return { numbering, ...known, ...(maxTokens !== undefined && { maxTokens: Number(maxTokens) }) };
}
