// Everything that the command line prints. Text from notes, names, answers and messages could contain control
// sequences: move the cursor, write to the clipboard, hide a link, change the text direction. Such characters are
// printed as `<U+001B>`, in pipes too, which often end in a terminal. Colors are added after that.
import { format } from "node:util";
import { printable, safeJson } from "../base/printable.ts";

/** A part of a line and its color: SGR parameters such as `1;31`; empty for plain text. */
export interface StyledText {
  readonly text: string;
  readonly colour?: string;
}

/** What is printed while a question is open; undefined if none is. */
let held: (() => void)[] | undefined;

/** Prints nothing while `question` is open: lines would run into it. They are printed once it is answered. */
export async function whileAsked<T>(question: () => Promise<T>): Promise<T> {
  held ??= [];
  try {
    return await question();
  } finally {
    printHeld();
  }
}

/** Prints what waits for the answer to a question. */
export function printHeld(): void {
  const waiting = held ?? [];
  held = undefined;
  for (const print of waiting) print();
}

/** An output stream. */
export class Terminal {
  readonly #stream: { write(text: string): unknown };
  readonly #hasColours: boolean;

  constructor(stream: { write(text: string): unknown }, hasColours = false) {
    this.#stream = stream;
    this.#hasColours = hasColours;
  }

  /** Prints the parts and a line feed. */
  line(...parts: readonly (string | StyledText)[]): void {
    const shown = parts.map((part) => {
      const { text, colour = "" } = typeof part === "string" ? { text: part } : part;
      const safe = printable(text);
      return this.#hasColours && colour !== "" && safe !== "" ? `\x1b[${colour}m${safe}\x1b[0m` : safe;
    });
    this.#write(`${shown.join("")}\n`);
  }

  /** Prints text that a program reads, as it is. Not for a terminal. */
  raw(text: string): void {
    this.#write(text);
  }

  json(value: unknown): void {
    this.#write(`${safeJson(value)}\n`);
  }

  #write(text: string): void {
    if (held) held.push(() => void this.#stream.write(text));
    else this.#stream.write(text);
  }

  /** Redirects the console, which libraries use, to this output. */
  takeConsole(): void {
    for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const) {
      console[name] = (...words: unknown[]) => this.line(format(...words));
    }
  }
}
