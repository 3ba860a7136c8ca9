// The exit codes of a prompt, and errors that end a command with one of them. The names of the errors in JSON are those
// of Gemini CLI where it has one.

/** The exit codes. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  citations: 3,
  key: 41,
  input: 42,
  vault: 44,
  turns: 53,
  tool: 54,
  cost: 55,
  time: 124,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What the exit codes mean. */
export const CODES = {
  [EXIT.done]: "done",
  [EXIT.failed]:
    "nothing was found, a change was not made, a reply is an error, a citation is not what it was, or the vault's rules can't be read",
  [EXIT.usage]: "wrong usage",
  [EXIT.interrupted]: "interrupted",
} as const;

/** What those mean that only a prompt has. */
export const PROMPT_CODES = {
  [EXIT.citations]: "a citation could not be verified, or nothing was read (--strict)",
  [EXIT.key]: "no key, or it was refused",
  [EXIT.input]: "bad input",
  [EXIT.vault]: "the vault can't be used",
  [EXIT.turns]: "--max-turns",
  [EXIT.tool]: "a tool broke",
  [EXIT.cost]: "--max-cost or --max-tokens",
  [EXIT.time]: "--timeout",
} as const;

/** The error of each code, for programs. */
const TYPES: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: "",
  [EXIT.failed]: "Error",
  [EXIT.usage]: "UsageError",
  [EXIT.citations]: "CitationError",
  [EXIT.key]: "FatalAuthenticationError",
  [EXIT.input]: "FatalInputError",
  [EXIT.vault]: "FatalSandboxError",
  [EXIT.turns]: "FatalTurnLimitedError",
  [EXIT.tool]: "FatalToolExecutionError",
  [EXIT.cost]: "CostLimitError",
  [EXIT.time]: "TimeoutError",
  [EXIT.interrupted]: "FatalCancellationError",
};

/** Ends a command with an exit code and a message for the user. */
export class Failure extends Error {
  readonly code: ExitCode;

  constructor(code: ExitCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** An error in how the command was used. */
export class UsageError extends Failure {
  constructor(message: string) {
    super(EXIT.usage, message);
  }
}

/** An option with a value that it can't have; `what` to give instead. */
export const wrongValue = (option: string, given: string, what: string): UsageError =>
  new UsageError(`--${option} is "${given}"; give ${what}`);

/** An error as JSON. */
export interface JsonError {
  readonly type: string;
  readonly message: string;
  readonly code: ExitCode;
}

export const jsonError = (code: ExitCode, message: string): JsonError => ({ type: TYPES[code], message, code });
