// What `lectern --help` and `lectern COMMAND --help` print, from the tables of commands and options.
import { type Command, COMMAND_NAMES, type CommandEntry, COMMANDS } from "./command-table.ts";
import { CODES, PROMPT_CODES } from "./exit-codes.ts";
import { forCommand, optionsOf } from "./option-table.ts";
import type { Terminal } from "./terminal.ts";

const WIDTH = 80;

/** The longest name, in characters, that shares a line with its text. */
const NAMES = 22;

/** An option of a command. */
interface OptionHelp {
  /** `-o, --output FILE`. */
  readonly name: string;
  readonly text: string;
}

/** A command and its options, for the help, the man page and programs. */
interface CommandHelp extends CommandEntry {
  readonly command: Command;
  readonly options: readonly OptionHelp[];
}

/** The help of `command`. */
export function helpOn(command: Command): CommandHelp {
  const options = optionsOf(command).map(([name, { short, value, says }]) => {
    const long = short === undefined ? `--${name}` : `-${short}, --${name}`;
    return { name: `${long} ${forCommand(value, command)}`.trim(), text: forCommand(says, command) };
  });
  return { command, ...COMMANDS[command], options };
}

/** Prints the help on `command`, or on all. */
export function printHelp(command: Command | undefined, json: boolean, output: Terminal): void {
  if (!json) output.line(command === undefined ? overview() : commandText(command));
  else if (command !== undefined) output.json(helpOn(command));
  else output.json({ commands: COMMAND_NAMES.map(helpOn), exit_codes: CODES, prompt_exit_codes: PROMPT_CODES });
}

/** The help on one command. */
export function commandText(command: Command): string {
  const { usage, summary, about = [], options, examples } = helpOn(command);
  return [
    usageText(usage.map((words) => `${words} [options]`)),
    wrapped(sentence(summary)),
    ...about.map((paragraph) => wrapped(paragraph)),
    `Options:\n${options.map(({ name, text }) => row(name, text)).join("\n")}`,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
  ].join("\n\n");
}

function overview(): string {
  const commands = COMMAND_NAMES.map((name) =>
    row(COMMANDS[name].usage.join(", ").replace(/ \[?--.*/, ""), COMMANDS[name].summary),
  );
  const common = helpOn("search").options.filter(({ name }) => /--(?:vault|json|help|version)/.test(name));
  const examples = (["ask", "search", "call", "undo"] as const).map((name) => `  ${COMMANDS[name].examples[0]}`);
  return [
    usageText(["-p PROMPT [options]", "COMMAND [options]"]),
    wrapped(
      "Asks the notes of a vault, and shows what a language model would read of them. Files that the vault excludes are excluded here too: by .lecternignore, the app's Excluded files and the plugin's settings.",
    ),
    `Commands:\n${commands.join("\n")}`,
    `Options of most commands:\n${common.map(({ name, text }) => row(name, text)).join("\n")}`,
    wrapped("Exit codes: " + codes(CODES) + ". Of a prompt also: " + codes(PROMPT_CODES) + "."),
    `Examples:\n${examples.join("\n")}`,
    wrapped("lectern COMMAND --help shows the options of a command."),
  ].join("\n\n");
}

const codes = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .map(([code, what]) => `${code} ${what}`)
    .join("; ");

const usageText = (usages: readonly string[]): string =>
  usages.map((words, index) => `${index === 0 ? "usage:" : "      "} lectern ${words}`).join("\n");

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A name, and its text beside it or below. */
function row(name: string, text: string): string {
  const indent = " ".repeat(NAMES + 2);
  const rest = wrapped(text, WIDTH - indent.length).replaceAll("\n", `\n${indent}`);
  return name.length < NAMES ? `  ${name.padEnd(NAMES)}${rest}` : `  ${name}\n${indent}${rest}`;
}

/** `text` in lines of at most `width` letters. */
function wrapped(text: string, width = WIDTH): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length <= width || lines.at(-1) === "") lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.join("\n");
}
