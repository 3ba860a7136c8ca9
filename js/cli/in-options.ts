// What the core says to a model, for a user of the command line: arguments become options.
import { OPTION_NAMES } from "./option-table.ts";

/** The option for an argument of a tool, or `undefined` if the command line has no such option. */
function optionOf(argument: string, value?: string): string | undefined {
  if (argument === "mode") return "--regex";
  const name = OPTION_NAMES.find((name) => name === argument.replaceAll("_", "-"));
  if (name === undefined) return undefined;
  if (value === undefined) return `--${name}`;
  return /^[\w.-]+$/.test(value) ? `--${name} ${value}` : `--${name} ${inShell(value)}`;
}

const PAIR = String.raw`\w+=(?:"[^"]*"|\d+)`;
const PAIRS = `(${PAIR}(?:, ${PAIR})*)`;

/** What is replaced, and by what. */
const RULES: readonly (readonly [RegExp, (...found: string[]) => string | undefined])[] = [
  [/call search_notes with cursor="([^"]*)"/g, (_, cursor = "") => `add --cursor ${cursor}`],
  [new RegExp(`call (read_file) with ${PAIRS}`, "g"), (_, tool = "", pairs = "") => callOf(tool, pairs)],
  [new RegExp(`for what follows ${PAIRS}`, "g"), (_, pairs = "") => `for what follows with ${jsonOf(pairs)}`],
  [/call list_files/g, () => "lectern call list_files --args '{}'"],
  // {"since": "7d"}, {"any_of": ["auto policy"]}
  [/\{"(\w+)": \[?"([^"]*)"\]?\}/g, (_, name = "", value = "") => optionOf(name, value)],
  [/\b(\w+)="([^"]*)"/g, (_, name = "", value = "") => optionOf(name, value)],
  [/\bleave (\w+)( and (\w+))? out\b/g, (_, one = "", __, two = "") => leaveOut(one, two)],
  [/\b(leave out|less in|earlier|no) (\w+)\b/g, (_, words = "", name = "") => prefixed(`${words} `, name)],
  [/\bany_of\b/g, () => "--any-of"],
  [/^(\w+)(?= is )/, (_, name = "") => optionOf(name)],
  [/ as query\b/g, () => ""],
  // It is the user who reads it.
  [/(?:^|; )(?:tell the user|ask the user for [^;]*)(?=;|$)/g, () => ""],
];

/** `text` with options in place of arguments. */
export function inOptions(text: string): string {
  return RULES.reduce(
    (said, [pattern, by]) => said.replace(pattern, (found: string, ...parts: string[]) => by(found, ...parts) ?? found),
    text,
  ).replace(/^; /, "");
}

function leaveOut(one: string, two: string | undefined): string | undefined {
  const options = [one, two ?? ""].filter((name) => name !== "").map((name) => optionOf(name));
  return options.includes(undefined) ? undefined : `leave out ${options.join(" and ")}`;
}

function prefixed(words: string, name: string): string | undefined {
  const option = optionOf(name);
  return option && `${words}${option}`;
}

/** A call of a tool as a command. */
const callOf = (tool: string, pairs: string): string => `lectern call ${tool} --args ${inShell(jsonOf(pairs))}`;

/** `text` as one word of a shell, in which nothing is replaced. */
const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** `path="a.md", start_line=10` as JSON. */
const jsonOf = (pairs: string): string => `{${pairs.replace(/(\w+)=/g, '"$1": ')}}`;
