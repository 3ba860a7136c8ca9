// What was typed after `lectern`: its options, their checks, and the limits they set.
import { parseArgs } from "node:util";
import { closestMatch } from "leven";
import type { Context } from "../../pkg/lectern.js";
import { type Command, COMMAND_NAMES } from "./command-table.ts";
import { UsageError, wrongValue } from "./exit-codes.ts";
import { PROVIDERS } from "./model-providers.ts";
import { forCommand, type OptionName, OPTION_NAMES, OPTIONS, optionsOf } from "./option-table.ts";

/** The options as given. */
export type Options = ReturnType<typeof valuesIn>["values"];

/** What was typed. */
export interface Typed {
  readonly values: Options;
  readonly positionals: string[];
  /** Each option by its name as it was typed: `-p` or `--prompt`. */
  readonly names: ReadonlyMap<OptionName, string>;
}

/** Parses the words after `lectern`. Throws a `UsageError` that names an option as it was typed. */
export function parse(args: readonly string[]): Typed {
  const names = new Map<OptionName, string>();
  const plain: string[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      plain.push(word, ...rest);
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      plain.push(word);
      continue;
    }
    const [, typed = word, given] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
    const name = nameOf(typed, args);
    names.set(name, typed);
    if (OPTIONS[name].type === "boolean") {
      if (given !== undefined) throw new UsageError(`${typed} takes no value`);
      plain.push(`--${name}`);
    } else {
      plain.push(`--${name}=${given ?? valueAfter(typed, name, rest)}`);
    }
  }
  return { ...valuesIn(plain), names };
}

const valuesIn = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS });

/** Finds the option that the user typed. Throws a usage error if no option has that name. */
function nameOf(typed: string, args: readonly string[]): OptionName {
  const name = OPTION_NAMES.find((name) => typed === `--${name}` || typed === shortOf(name));
  if (name !== undefined) return name;
  if (!typed.startsWith("--")) {
    const nearest = near(`-${typed}`, LONG);
    const or = nearest === undefined ? "" : `did you mean ${nearest}? Else `;
    throw new UsageError(`"${typed}" is not an option; ${or}put words inside the quotes of the others, or after "--"`);
  }
  if (/key/i.test(typed)) {
    const variables = [...new Set(PROVIDERS.map(({ variable }) => variable))].join(", ");
    throw new UsageError(`a key is no option, because the shell keeps options; set one of ${variables}`);
  }
  const command = commandIn(args);
  const own = command === undefined ? [] : optionsOf(command).map(([name]) => `--${name}`);
  throw new UsageError(
    `unknown option "${typed}"; ${meant(typed, near(typed, own) === undefined ? LONG : own, command)}`,
  );
}

const LONG = OPTION_NAMES.map((name) => `--${name}`);
const shortOf = (name: OptionName): string | undefined => {
  const option = OPTIONS[name];
  return "short" in option ? `-${option.short}` : undefined;
};

/** Takes the value of an option from the words that follow it. A prompt may come on standard input instead. */
function valueAfter(typed: string, name: OptionName, rest: string[]): string {
  const next = rest[0];
  const isOption = next !== undefined && (next === "--" || isLikeOption(next, name === "prompt"));
  if (next !== undefined && !isOption) return rest.shift() ?? "";
  if (name === "prompt") return "";
  const option = OPTIONS[name];
  const value = "value" in option ? forCommand(option.value, option.of[0]) : "";
  const hint = next === undefined ? "" : `; if it is "${next}", write --${name}=${next}`;
  throw new UsageError(`${typed} needs a value: ${typed} ${value}${hint}`);
}

/** Whether `word` is an option and no value. Some values begin with a hyphen: `--sort -due`, `-p "- which?"`. */
function isLikeOption(word: string, alsoUnknown: boolean): boolean {
  if (/^--[a-z]/i.test(word)) return !/^[^=]*\s/.test(word);
  return alsoUnknown ? /^-[a-z]\S*$/i.test(word) : OPTION_NAMES.some((name) => word === shortOf(name));
}

/** The command that `args` name. */
const commandIn = (args: readonly string[]): Command | undefined =>
  args.map((word) => COMMAND_NAMES.find((name) => name === word)).find((name) => name !== undefined);

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
export function refuseOthers(command: Command, { names, values }: Typed): void {
  const takers = (name: OptionName): readonly Command[] => OPTIONS[name].of;
  const [other, typed] = [...names].find(([name]) => !takers(name).includes(command)) ?? [];
  if (other === undefined) return;
  const owners = takers(other).map((name) => `"${name}"`);
  const last = owners.pop() ?? "";
  const whose = owners.length > 0 ? `${owners.join(", ")} and ${last}` : last;
  const here = command === "ask" && values.prompt !== undefined ? `a prompt (${names.get("prompt")})` : `"${command}"`;
  throw new UsageError(`${typed} belongs to ${whose}, not to ${here}`);
}

/** Suggests the `known` word nearest to an unknown one, or the help of `command`. */
export function meant(word: string, known: readonly string[], command?: Command): string {
  const nearest = near(word, known);
  return nearest === undefined
    ? `see lectern ${command === undefined ? "" : `${command} `}--help`
    : `did you mean ${nearest}?`;
}

/** The nearest of the `known` words to `word`; undefined if none is near. */
export function near(word: string, known: readonly string[]): string | undefined {
  // Two letters that changed places count twice.
  return closestMatch(word, known, { maxDistance: word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3)) });
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
