// All that the command line prints. What is in notes, names, answers and messages could steer a terminal: move the cursor,
// write to the clipboard, hide a link, turn the direction of text. Such characters are shown as `<U+001B>` instead, in a pipe
// too, which often ends in a terminal. Only then are our own colours added.
import { format } from "node:util";

/** A part of a line, and how it is set apart: parameters of SGR, such as `1;31`; none for plain text. */
export interface StyledText {
  readonly text: string;
  readonly colour?: string;
}

/**
 * What is not printed as it is, besides control characters: halves of surrogate pairs, separators of lines and paragraphs,
 * what turns the direction of text, and characters that hide text. Joiners and spaces without width stay: scripts and emoji
 * need them.
 */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206a-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** `text` with every unsafe character made visible. Only line feeds and tabs stay. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** `value` as JSON on one line for every reader, with every unsafe character escaped. It is the same value. */
export function safeJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(UNSAFE, (character) => character.split("").map(escaped).join(""));
}

/** One of the outputs. */
export class Terminal {
  readonly #stream: { write(text: string): unknown };
  readonly #hasColours: boolean;

  constructor(stream: { write(text: string): unknown }, hasColours = false) {
    this.#stream = stream;
    this.#hasColours = hasColours;
  }

  /** Prints the parts one after another, and ends the line. */
  line(...parts: readonly (string | StyledText)[]): void {
    const shown = parts.map((part) => {
      const { text, colour = "" } = typeof part === "string" ? { text: part } : part;
      const safe = printable(text);
      return this.#hasColours && colour !== "" && safe !== "" ? `\x1b[${colour}m${safe}\x1b[0m` : safe;
    });
    this.#stream.write(`${shown.join("")}\n`);
  }

  json(value: unknown): void {
    this.#stream.write(`${safeJson(value)}\n`);
  }

  /** Has what libraries report to the console printed here. */
  takeConsole(): void {
    for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const) {
      console[name] = (...words: unknown[]) => this.line(format(...words));
    }
  }
}
