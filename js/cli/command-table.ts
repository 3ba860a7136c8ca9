// The commands. Their options are in option-table.ts. What is parsed, the help, the man page and the completions are made
// from these tables.

/** A command, as the help tells of it. */
export interface CommandEntry {
  /** What follows `lectern`. */
  readonly usage: readonly string[];
  readonly summary: string;
  /** More than a line says; paragraphs. */
  readonly about?: readonly string[];
  readonly examples: readonly [string, string];
}

const FOUND_NOTHING = "Ends with 1 if nothing is found.";

/** The commands. */
export const COMMANDS = {
  ask: {
    usage: ["-p PROMPT", "ask PROMPT"],
    summary: "answer a question from the notes",
    about: [
      "Without a model, the answer is passages from the notes with their lines: no AI, no network. With --model, a language model answers: the prompt and what the model reads of the notes are sent to it.",
      'Standard input is added to the prompt, or is the prompt. In it, @note.md, @"a note.md", @[[Note]], @folder/ and @note.md:10-40 attach what they name. /help, /tools, /model and /NAME, a prompt of the vault, are as in the panel.',
      "Keys are read from the environment, such as ANTHROPIC_API_KEY: see lectern models --help.",
    ],
    examples: [
      'lectern -p "which pane is thinner?"',
      'git diff | lectern -p "which notes are about this?" --model ollama/qwen3',
    ],
  },
  search: {
    usage: ["search WORDS"],
    summary: "find notes by words, tags, properties or dates",
    about: [
      `Finds what the tool search_notes finds, in colors. ${FOUND_NOTHING}`,
      'Put a word that begins with "-" inside quotes with others, as in "lamp -wick", or after "--", which ends the options: lectern search -- lamp -wick',
    ],
    examples: ['lectern search "storm glass" --limit 3', 'lectern search --regex "fog|bell" --path Projects'],
  },
  related: {
    usage: ["related NOTE"],
    summary: "list the notes that have to do with a note, with the reasons",
    about: [FOUND_NOTHING],
    examples: ["lectern related Home.md --limit 5", 'lectern related Home.md --selection "the glass in the hall"'],
  },
  why: {
    usage: ["why WORDS --path NOTE"],
    summary: "say why a search finds a note where it does",
    about: [
      "Says which of the words the note has, in which form, what ranks above it, and what would bring it up; or which rule excludes it.",
    ],
    examples: [
      'lectern why "storm glass" --path Home.md',
      'lectern why "which pane is thinner?" --path Home.md --passages',
    ],
  },
  call: {
    usage: ["call TOOL --args JSON"],
    summary: "call a tool as a language model would, and print what the model would read",
    about: [
      "lectern tools lists the tools. A change is shown as a diff, and you are asked before anything is written.",
    ],
    examples: [`lectern call read_file --args '{"path": "Home.md"}'`, `lectern call list_files --args '{}' --json`],
  },
  tools: {
    usage: ["tools"],
    summary: "list the tools as they are described to a model",
    examples: ["lectern tools", "lectern tools --json"],
  },
  undo: {
    usage: ["undo [ID ...]"],
    summary: "take back changes that were made in a terminal",
    about: [
      "Takes back the last change, or those with these ids; ID:2 is the second part of one. Refuses where a note has changed since. Ends with 1 if there is nothing to undo.",
    ],
    examples: ["lectern undo --list", "lectern undo 1f3a --yes"],
  },
  verify: {
    usage: ["verify CHAT.md ..."],
    summary: "look up the citations of saved conversations in the notes as they are now",
    about: [
      "CHAT.md is a conversation that --save or the app has saved, or a folder of them. Each citation is unchanged, moved to other lines, changed (with the lines before and now), gone, excluded, unknown, as what was read was not saved, or unsupported: it was never in what was read.",
      "Ends with 0 only if all are unchanged or moved.",
    ],
    examples: ["lectern verify Lectern/", "lectern verify answer.md --json"],
  },
  models: {
    usage: ["models [PROVIDER ...]"],
    summary: "list the models that can be reached, for --model",
    about: [
      "Asks the servers on this computer, and the providers whose key is in the environment, for their models. No note is sent. What can't be reached is told, with what to do. Ends with 1 if no model is found.",
    ],
    examples: ["lectern models", "lectern models ollama"],
  },
  doctor: {
    usage: ["doctor"],
    summary: "say what a model can see of the vault",
    about: [
      "Says how many files are open, which rules exclude others, and whether the model of --model answers. Prints rules, but no names of excluded notes.",
    ],
    examples: ["lectern doctor", "lectern doctor --model ollama/qwen3"],
  },
  index: {
    usage: ["index"],
    summary: "read all notes and documents ahead of searches",
    examples: ["lectern index", "lectern index --keep-index on"],
  },
  embed: {
    usage: ["embed --embeddings S --embedding-model NAME"],
    summary: "make the vectors for the search by meaning",
    about: [
      "Sends the passages of all open notes to an embedding model, once it has said how many, and keeps the vectors in the user's cache folder. Later it sends only what is new. Searches with the same options then find by meaning too.",
    ],
    examples: [
      "lectern embed --embeddings ollama --embedding-model nomic-embed-text",
      "lectern embed --embeddings openai --embedding-model text-embedding-3-small --yes",
    ],
  },
  mcp: {
    usage: ["mcp [--vault NAME=DIR ...]"],
    summary: "serve vaults to an agent over MCP",
    examples: ["lectern mcp --vault DIR", "lectern mcp --vault home=DIR --vault work=DIR --allow-write"],
  },
  completions: {
    usage: ["completions SHELL"],
    summary: "print completions for bash, zsh, fish or powershell",
    about: [
      "bash: add  source <(lectern completions bash)  to ~/.bashrc.",
      "zsh: add  source <(lectern completions zsh)  to ~/.zshrc, after compinit.",
      "fish: lectern completions fish > ~/.config/fish/completions/lectern.fish",
      "PowerShell: add  lectern completions powershell | Out-String | Invoke-Expression  to $PROFILE.",
    ],
    examples: ["lectern completions bash", "lectern completions fish"],
  },
  help: {
    usage: ["help [COMMAND]"],
    summary: "show the commands, or one command with its options",
    examples: ["lectern help search", "lectern help --json"],
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

export type Command = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as Command[];
