// Everything that the command line prints. Text from notes, names, answers and messages could contain control
// sequences: move the cursor, write to the clipboard, hide a link, change the text direction. Such characters are
// printed as `<U+001B>`, in pipes too, which often end in a terminal. Colors are added after that.
import { format } from "node:util";

/** A part of a line and its color: SGR parameters such as `1;31`; empty for plain text. */
export interface StyledText {
  readonly text: string;
  readonly colour?: string;
}

/**
 * Unsafe characters besides control characters: unpaired surrogates, line and paragraph separators, direction marks,
 * and invisible characters. Joiners and zero-width spaces stay: scripts and emoji need them.
 */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206a-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** `text` with every unsafe character made visible. Only line feeds and tabs stay. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** `value` as JSON on one line, with every unsafe character escaped. It is the same value. */
export function safeJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(UNSAFE, (character) => character.split("").map(escaped).join(""));
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
    this.#stream.write(`${shown.join("")}\n`);
  }

  /** Prints text that a program reads, as it is. Not for a terminal. */
  raw(text: string): void {
    this.#stream.write(text);
  }

  json(value: unknown): void {
    this.#stream.write(`${safeJson(value)}\n`);
  }

  /** Redirects the console, which libraries use, to this output. */
  takeConsole(): void {
    for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const) {
      console[name] = (...words: unknown[]) => this.line(format(...words));
    }
  }
}
