// What can be completed, from the tables of commands and options.
import { changingDefinitions, definitions } from "../../vault/definitions.ts";
import { type Command, COMMAND_NAMES, COMMANDS } from "../command-table.ts";
import { PROVIDERS } from "../model-providers.ts";
import { forCommand, optionsOf } from "../option-table.ts";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** An option of a command. */
export interface CompletedOption {
  /** `--output`. */
  readonly long: string;
  /** `-o`; empty if it has none. */
  readonly short: string;
  readonly text: string;
  /** What it takes: nothing, a folder, a file, one of `values`, or any word. */
  readonly takes: "nothing" | "folder" | "file" | "word";
  readonly values: readonly string[];
}

/** A command. */
export interface CompletedCommand {
  readonly name: Command;
  readonly summary: string;
  /** What may follow it; undefined if names of notes may. */
  readonly words: readonly string[] | undefined;
  readonly options: readonly CompletedOption[];
}

/** What may follow the commands. */
const WORDS: Readonly<Partial<Record<Command, readonly string[]>>> = {
  call: [...definitions, ...changingDefinitions].map(({ name }) => name),
  completions: SHELLS,
  help: COMMAND_NAMES,
  models: PROVIDERS.map(({ id }) => id),
};

/** All commands with their options. */
export const completed = (): CompletedCommand[] =>
  COMMAND_NAMES.map((name) => ({
    name,
    summary: COMMANDS[name].summary,
    words: name === "related" ? undefined : (WORDS[name] ?? []),
    options: optionsOf(name).map(([option, { short, value: given, says }]) => {
      const value = forCommand(given, name);
      return {
        long: `--${option}`,
        short: short === undefined ? "" : `-${short}`,
        text: forCommand(says, name),
        takes: value === "" ? "nothing" : value.endsWith("DIR") ? "folder" : value === "FILE" ? "file" : "word",
        values: value.includes("|") ? value.split("|") : [],
      };
    }),
  }));

/** What an option takes, by the names that all commands have it by. The same name takes the same everywhere. */
export function optionsThat(take: (option: CompletedOption) => boolean): string[] {
  const all = completed().flatMap(({ options }) => options.filter(take));
  return [...new Set(all.flatMap(({ long, short }) => (short === "" ? [long] : [short, long])))];
}

/** `text` in single quotes, for bash, zsh and fish. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
