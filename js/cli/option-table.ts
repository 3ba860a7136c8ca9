// The options of the commands in command-table.ts: what is parsed, the help, the man page and the completions are made from
// this table.
import { type Command, COMMAND_NAMES } from "./command-table.ts";

/** The same for all commands, or what it is for each. */
type For<T> = T | Readonly<Partial<Record<Command, T>>>;

/** An option, for `parseArgs` and as the help tells of it. */
export interface OptionEntry {
  readonly type: "string" | "boolean";
  readonly multiple?: true;
  readonly short?: string;
  /** The commands that take it. */
  readonly of: readonly Command[];
  /** What it takes: `DIR`, `FILE`, another word in capitals, or all of its values: `ask|accept`. */
  readonly value?: For<string>;
  readonly says: For<string>;
}

/** `of` for `command`. */
export function forCommand(of: For<string> | undefined, command: Command): string {
  return (typeof of === "object" ? of[command] : of) ?? "";
}

type Takers = readonly Command[];
const text = <const Of extends Takers>(value: For<string>, says: For<string>, ...of: Of) =>
  ({ type: "string", value, says, of }) as const;
const texts = <const Of extends Takers>(value: For<string>, says: For<string>, ...of: Of) =>
  ({ ...text(value, says, ...of), multiple: true }) as const;
const flag = <const Of extends Takers>(says: For<string>, ...of: Of) => ({ type: "boolean", says, of }) as const;

const VAULT = ["ask", "search", "related", "why", "call", "undo", "verify", "doctor", "index", "embed", "mcp"] as const;
const CHANGES =
  "ask (default), accept, or plan: print a diff that git apply takes, and write nothing. A deletion, a move, a change that removes more than half of a note, or leaves properties or a base that can't be read, is asked about in any case";

/** The commands that can search by meaning. */
const SEARCHING = ["ask", "search", "related", "call", "embed", "mcp"] as const;

/** The options; those of most commands last. */
export const OPTIONS = {
  prompt: {
    ...text("PROMPT", "the question; without it, standard input is the question", "ask"),
    short: "p",
  },
  model: text(
    "P/NAME",
    "the model, with its provider: ollama, lmstudio, anthropic, openai, google, openrouter and others, or compatible for any server with OpenAI's API; lectern models lists them",
    "ask",
    "doctor",
  ),
  "base-url": text(
    "URL",
    "where the server is, such as http://localhost:11434/v1; for compatible, azure, and servers on this computer",
    ...(["ask", "models", "doctor"] as const),
  ),
  reading: text(
    "auto|tools|passages",
    "how the model reads: by tools, or from passages that Lectern finds and sends with the prompt; auto (default): by tools, unless the model can't call any",
    "ask",
  ),
  "output-format": text(
    "text|json|stream-json",
    "text (default), json: one object at the end, or stream-json: one event a line",
    "ask",
  ),
  output: { ...text("FILE", "write the answer to a file", "ask"), short: "o" },
  "output-schema": text("FILE", "the answer is JSON that follows the JSON Schema in this file", "ask"),
  approve: text(
    { ask: "ask|accept|plan", call: "ask|accept|plan", mcp: "ask|accept" },
    {
      ask: `let the model propose changes, and what to do with one: ${CHANGES}`,
      call: `what to do with a change: ${CHANGES}`,
      mcp: "whether the user is asked about each change (default: ask)",
    },
    ...(["ask", "call", "mcp"] as const),
  ),
  continue: text("FILE", "go on with the conversation in this file", "ask"),
  save: text("FILE", "save the conversation to this file", "ask"),
  ephemeral: flag("with --continue: leave the file as it is", "ask"),
  strict: flag("exit with 3 if a citation can't be verified, or nothing was read", "ask"),
  "allowed-tools": text("TOOL,TOOL", "the only tools that the model has, such as read_file,list_files", "ask"),
  "max-turns": text("N", "how often the model may be asked (default 25)", "ask"),
  "max-cost": text("N", "stop asking once this is spent; needs a price", "ask"),
  "input-price": text("N", "the price of a million tokens that are sent", "ask"),
  "output-price": text("N", "the price of a million tokens that the model writes", "ask"),
  timeout: text("N", "stop after N seconds", "ask"),
  "idle-limit": text("N", "seconds to wait while the provider sends nothing (default 120)", "ask", "doctor"),
  quiet: flag("print no steps", "ask"),
  verbose: flag("print calls, turns and times too", "ask"),
  args: text("JSON", "the tool's arguments; - reads one JSON object per line from standard input", "call"),
  path: text(
    { search: "PATH", why: "NOTE" },
    { search: "only notes in this folder, or whose path has this pattern: Journal/2025-*", why: "the note" },
    "search",
    "why",
  ),
  tag: text("TAG", "only notes with this tag", "search"),
  where: text("CONDITION", "only notes with these properties: status = open and due < 2026-03-01", "search"),
  tasks: text("open|done", "only check boxes in this state", "search"),
  since: text("DAY", "only notes from this day on: 2026-10-09, 7d, last week", "search"),
  until: text("DAY", "only notes up to this day", "search"),
  time: text("date|changed|created", "what --since and --until mean (default: the note's date)", "search"),
  sort: text("PROPERTY", "sort by this property; -due: the last first", "search"),
  regex: flag("use a regular expression, line by line", "search"),
  case: flag("match case and accents", "search"),
  "any-of": texts("WORDS", "another wording, whose notes come last; may be repeated", "search"),
  passages: flag(
    {
      search: "show the passages that answer best, in full, instead of matching lines",
      why: "explain a search for passages",
    },
    "search",
    "why",
  ),
  context: text("N", "lines to show around each hit, up to 20 (default 0)", "search"),
  limit: text(
    "N",
    {
      search: "how many notes to show, up to 50 (default 10)",
      related: "how many notes to show, up to 50 (default 20)",
    },
    "search",
    "related",
  ),
  cursor: text("CURSOR", "go on where the search before ended; its last line names it", "search"),
  selection: text("TEXT", "a part of the note, word for word, to look for instead of all of it", "related"),
  list: flag("print the changes that can be undone, newest first", "undo"),
  all: flag("undo all of them", "undo"),
  yes: flag("don't ask", "undo", "embed"),
  http: text(
    "PORT",
    "serve over HTTP on this computer, not on standard input and output; clients send the token in LECTERN_MCP_TOKEN, or else one that is printed",
    "mcp",
  ),
  "allow-write": flag("let clients change notes; the user is asked in the client, unless --approve is accept", "mcp"),
  today: text("DAY", "the date that 7d and last week count from: 2026-10-09, 2026-10-09T08:30", "search", "call"),
  numbering: text("all|compact", "compact: blank lines without a number", "search", "call"),
  "no-wait": flag(
    "reply at once with what is indexed, and read no more documents",
    ...(["search", "related", "why", "call"] as const),
  ),
  embeddings: text(
    "S",
    "search by meaning too, with embeddings from: openai, google, ollama, lmstudio, or the URL of a server with OpenAI's API; the words of each search are sent there",
    ...SEARCHING,
  ),
  "embedding-model": text("NAME", "the embedding model", ...SEARCHING),
  "embedding-dims": text("N", "how many dimensions of its vectors are used", ...SEARCHING),
  "max-day-tokens": text("N", "stop for today once so many tokens were sent to the embedding model", ...SEARCHING),
  "max-bytes": text(
    "N",
    "bytes of numbered text in one reply (default: from the plugin's settings, or 102400)",
    ...(["ask", "search", "call", "mcp"] as const),
  ),
  "max-tokens": text(
    "N",
    {
      ask: "stop asking once so many tokens are used",
      search: "tokens in the reply, estimated",
      call: "tokens in the reply, estimated",
    },
    ...(["ask", "search", "call"] as const),
  ),
  vault: texts(
    { mcp: "[NAME=]DIR", ...Object.fromEntries(VAULT.filter((name) => name !== "mcp").map((name) => [name, "DIR"])) },
    "the vault's folder (default: the folder at or above this one that has .obsidian, or else LECTERN_VAULT)",
    ...VAULT,
  ),
  protect: texts("NAME", "exclude a file or folder, in addition to what the vault excludes; may be repeated", ...VAULT),
  "keep-index": text(
    "auto|on|off",
    "keep the words of the notes in the user's cache folder for later searches: auto (default): of more than 2,000 notes or 80 pages of documents, on, or off, which deletes them",
    ...(["ask", "search", "related", "why", "call", "verify", "doctor", "index", "embed", "mcp"] as const),
  ),
  json: flag(
    "print whole results as JSON, one per line",
    ...(["ask", "search", "related", "why", "call", "tools", "undo", "verify", "models", "doctor", "help"] as const),
  ),
  color: text(
    "always|never|auto",
    "auto (default): in a terminal, unless NO_COLOR is set",
    ...(["ask", "search", "call", "undo"] as const),
  ),
  help: { ...flag("show this", ...COMMAND_NAMES), short: "h" },
  version: flag("print Lectern's version", ...COMMAND_NAMES),
} as const satisfies Readonly<Record<string, OptionEntry>>;

export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];

/** The options of `command`, as entries. */
export function optionsOf(command: Command): [OptionName, OptionEntry][] {
  return OPTION_NAMES.map((name): [OptionName, OptionEntry] => [name, OPTIONS[name]]).filter(([, { of }]) =>
    of.includes(command),
  );
}
