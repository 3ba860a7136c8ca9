// The options of the command line, their checks, and the limits they set.
import { parseArgs } from "node:util";
import { closestMatch } from "leven";
import type { Context } from "../../pkg/lectern.js";
import { reason } from "../base/reason.ts";
import { UsageError } from "./exit-codes.ts";

/** The environment variables of the providers' keys. */
export const KEYS = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  compatible: "LECTERN_API_KEY",
} as const;

/** The options, for `parseArgs`. */
export const OPTIONS = {
  vault: { type: "string", multiple: true },
  http: { type: "string" },
  "allow-write": { type: "boolean" },
  args: { type: "string" },
  approve: { type: "string" },
  list: { type: "boolean" },
  all: { type: "boolean" },
  yes: { type: "boolean" },
  json: { type: "boolean" },
  "max-bytes": { type: "string" },
  "max-tokens": { type: "string" },
  numbering: { type: "string" },
  protect: { type: "string", multiple: true },
  "keep-index": { type: "string" },
  regex: { type: "boolean" },
  case: { type: "boolean" },
  "any-of": { type: "string", multiple: true },
  passages: { type: "boolean" },
  path: { type: "string" },
  tag: { type: "string" },
  where: { type: "string" },
  tasks: { type: "string" },
  since: { type: "string" },
  until: { type: "string" },
  time: { type: "string" },
  today: { type: "string" },
  sort: { type: "string" },
  context: { type: "string" },
  limit: { type: "string" },
  selection: { type: "string" },
  embeddings: { type: "string" },
  "embedding-model": { type: "string" },
  "embedding-dims": { type: "string" },
  "max-day-tokens": { type: "string" },
  cursor: { type: "string" },
  model: { type: "string" },
  "base-url": { type: "string" },
  "idle-limit": { type: "string" },
  reading: { type: "string" },
  color: { type: "string" },
  prompt: { type: "string", short: "p" },
  "output-format": { type: "string" },
  output: { type: "string", short: "o" },
  "output-schema": { type: "string" },
  "max-turns": { type: "string" },
  "max-cost": { type: "string" },
  "input-price": { type: "string" },
  "output-price": { type: "string" },
  timeout: { type: "string" },
  "allowed-tools": { type: "string" },
  quiet: { type: "boolean" },
  verbose: { type: "boolean" },
  continue: { type: "string" },
  save: { type: "string" },
  ephemeral: { type: "boolean" },
  strict: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
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
const MEANING = ["embeddings", "embedding-model", "embedding-dims", "max-day-tokens"] as const;

/** The options of each command; all of them take `--help` and `--version`. */
const TAKEN = {
  call: [
    "vault",
    "args",
    "json",
    "approve",
    "max-bytes",
    "max-tokens",
    "numbering",
    "today",
    "protect",
    "keep-index",
    "color",
    ...MEANING,
  ],
  embed: ["vault", "protect", "keep-index", "yes", ...MEANING],
  undo: ["vault", "list", "all", "yes", "json", "protect", "color"],
  search: [
    ...(["vault", "json", "max-bytes", "max-tokens", "numbering", "protect", "keep-index", "color"] as const),
    ...(["regex", "case", "any-of", "passages", "path", "tag", "where", "tasks", "since", "until", "time"] as const),
    ...(["today", "sort", "context", "limit", "cursor"] as const),
    ...MEANING,
  ],
  why: ["vault", "path", "json", "protect", "keep-index"],
  related: ["vault", "selection", "limit", "json", "protect", "keep-index", ...MEANING],
  ask: [
    ...(["vault", "prompt", "json", "approve", "max-bytes", "max-tokens", "protect", "keep-index", "color"] as const),
    ...(["model", "base-url", "reading", "idle-limit", "output-format", "output", "output-schema"] as const),
    ...(["max-turns", "max-cost", "input-price", "output-price", "timeout", "allowed-tools", "quiet"] as const),
    ...(["verbose", "continue", "save", "ephemeral", "strict"] as const),
    ...MEANING,
  ],
  mcp: ["vault", "http", "allow-write", "approve", "max-bytes", "protect", "keep-index", ...MEANING],
  doctor: ["vault", "json", "protect", "keep-index", "model", "base-url", "idle-limit"],
  tools: ["json"],
} satisfies Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>>;

export type Command = keyof typeof TAKEN;

/** The commands. */
export const COMMANDS = Object.keys(TAKEN) as Command[];

/** Throws if an option does not belong to `command`. */
export function refuseOthers(command: Command, given: readonly string[]): void {
  const taken: readonly string[] = TAKEN[command];
  const other = given.find((name) => name !== "help" && name !== "version" && !taken.includes(name));
  if (other === undefined) return;
  const names: readonly (readonly [string, readonly string[]])[] = Object.entries(TAKEN);
  const owners = names.flatMap(([name, options]) => (options.includes(other) ? [`"${name}"`] : []));
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
  if (maxTokens !== undefined && !/^[0-9]+$/.test(maxTokens)) {
    throw new UsageError(`--max-tokens is "${maxTokens}"; give a whole number from 100, such as 4000`);
  }
  if (numbering !== "all" && numbering !== "compact") {
    throw new UsageError(`--numbering is "${numbering}"; give all or compact`);
  }
  if (today !== undefined && !/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(today)) {
    throw new UsageError(`--today is "${today}"; give a date such as 2026-10-09, or 2026-10-09T08:30`);
  }
  const known = today === undefined ? {} : { today };
  return { numbering, ...known, ...(maxTokens !== undefined && { maxTokens: Number(maxTokens) }) };
}
