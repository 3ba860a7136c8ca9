// What writing and reading a saved conversation share, above all its comments: JSON with the data of each message. A
// user or another program may have changed them, so every value is checked.
import type { Structured } from "../../../pkg/lectern.js";
import { unpacked } from "./kept.ts";
import type { Cut, Message, ToolCall } from "../message.ts";
import type { SavedModel } from "../saved-model.ts";

/** A saved conversation. */
export interface SavedConversation {
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly messages: readonly Message[];
  /** The model that the user chose for it; absent for the default one. */
  readonly model?: SavedModel | undefined;
}

/** The version of the format. An incompatible format gets a higher number. */
export const VERSION = 1;
/** The property that marks a note as a conversation. The property `lectern: false` excludes it from models. */
export const KEY = "lectern-conversation";
/** Why an answer is incomplete, for readers of the note. */
const WHY: Readonly<Record<Cut, string>> = {
  cancelled: "it was stopped",
  length: "the model had no room for more",
  filtered: "its provider held it back",
  failed: "the model could not be reached any longer",
  turns: "the limit of turns was reached",
  repeated: "the model repeated itself",
  uncalled: "the model wrote a tool call as text",
};
export const isCut = (name: string): name is Cut => Object.keys(WHY).includes(name);

/** A notice about an incomplete answer. */
export const cutNotice = (cut: Cut): string => `> [!warning] This answer is not whole: ${WHY[cut]}`;

/** Says which model wrote an answer, for readers of the note: `*Model: openai/gpt-oss:20b*`, without what is Markdown. */
export function byline(model: string): string {
  if (model === "quotes") return "*Quotes · no AI*";
  return `*Model: ${model.replace(/[^\p{L}\p{N}./:@+-]+|:(?=:)/gu, " ").trim()}*`;
}

/** An error in line `line` of the note. */
export const wrong = (line: number, what: string): Error => new Error(`line ${line}: ${what}`);

/** The data of one comment. Reading a missing or invalid value throws an error with its line. */
export class Meta {
  readonly kind: string;
  readonly line: number;
  readonly #said: Record<string, unknown>;

  private constructor(kind: string, line: number, said: Record<string, unknown>) {
    this.kind = kind;
    this.line = line;
    this.#said = said;
  }

  static of(text: string, line: number): Meta {
    const [, kind = "", json = ""] = /^<!-- lectern:(\w+) (.*) -->\s*$/.exec(text) ?? [];
    try {
      const { packed, ...said } = object(JSON.parse(json));
      return new Meta(kind, line, typeof packed === "string" ? { ...said, ...object(unpacked(packed)) } : said);
    } catch {
      throw wrong(line, "this comment of Lectern is invalid");
    }
  }

  has(name: string): boolean {
    // `Object.hasOwn` needs iOS 15.4.
    return Object.prototype.hasOwnProperty.call(this.#said, name);
  }

  /** Any value. */
  value(name: string): unknown {
    return this.has(name) ? this.#said[name] : undefined;
  }

  text(name: string): string {
    const value = this.value(name);
    if (typeof value !== "string") throw wrong(this.line, `"${name}" is not a string`);
    return value;
  }

  number(name: string): number {
    const value = this.value(name);
    if (typeof value !== "number") throw wrong(this.line, `"${name}" is not a number`);
    return value;
  }

  /** False if absent. */
  flag(name: string): boolean {
    const value = this.value(name) ?? false;
    if (typeof value !== "boolean") throw wrong(this.line, `"${name}" is neither true nor false`);
    return value;
  }

  /** Undefined if absent. */
  texts(name: string): string[] | undefined {
    const value = this.value(name);
    const isText = (one: unknown): one is string => typeof one === "string";
    if (value === undefined || (Array.isArray(value) && value.every(isText))) return value;
    throw wrong(this.line, `"${name}" is not a list of strings`);
  }

  calls(): ToolCall[] {
    return this.#list("calls", "a call", []).map((call) => {
      const said = { id: call.text("id"), tool: call.text("tool"), args: call.text("args") };
      return call.has("opaque") ? { ...said, opaque: call.value("opaque") } : said;
    });
  }

  /** The structured content of a reply, checked as far as the panel relies on it. */
  structured(name: string): Structured {
    const data = this.#of(this.value(name), `"${name}"`);
    data.text("display");
    const files = data.#list("files", 'one of "files"');
    const notes = data.#list("notes", 'one of "notes"', []);
    const entries = data.#list("entries", 'one of "entries"', []);
    for (const one of [...files, ...notes, ...entries]) one.text("path");
    for (const file of files) {
      for (const number of ["start_line", "end_line", "total_lines"]) file.number(number);
    }
    for (const one of [...files, ...notes]) one.#checkLayout();
    for (const hit of notes.flatMap((note) => note.#list("hits", "a hit"))) {
      for (const number of ["line", "column"]) hit.number(number);
      const spans = hit.value("spans");
      const isSpan = (span: unknown): boolean => Array.isArray(span) && span.every((end) => typeof end === "number");
      if (!Array.isArray(spans) || !spans.every(isSpan)) throw wrong(this.line, '"spans" is not a list of columns');
    }
    if (data.has("error")) {
      const failure = this.#of(data.value("error"), '"error"');
      for (const part of ["code", "message", "help"]) failure.text(part);
    }
    return data.#said as unknown as Structured;
  }

  /** Checks the layout, if there is one. */
  #checkLayout(): void {
    if (!this.has("layout")) return;
    const layout = this.#of(this.value("layout"), '"layout"');
    layout.number("part");
    if (layout.value("header") !== null) layout.number("header");
    for (const run of layout.#list("lines", 'one of "lines"')) {
      for (const number of ["row", "line", "count"]) run.number(number);
      for (const flag of ["starts_inside", "is_cut"]) run.flag(flag);
    }
  }

  /** A list of objects; `what` says what each is. `absent` instead of none. */
  #list(name: string, what: string, absent?: unknown[]): Meta[] {
    const value = this.value(name) ?? absent;
    if (!Array.isArray(value)) throw wrong(this.line, `"${name}" is not a list`);
    return value.map((one: unknown) => this.#of(one, what));
  }

  #of(value: unknown, what: string): Meta {
    try {
      return new Meta(this.kind, this.line, object(value));
    } catch {
      throw wrong(this.line, `${what} is not an object`);
    }
  }
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("not an object");
  return value as Record<string, unknown>;
}

// Links and embeds in what an answer quotes: those of the quoted note are none of the conversation's note, where each
// would be a backlink, and load what it embeds. A backslash between their signs ends them; citations stay links.

const QUOTED = /^ {0,3}>.*/gm;
/** The first sign of `![`, `[[` or `](`, also of one that has backslashes already. */
const OPENING = /!(?=\\*\[)|\[(?=\\*\[)|\](?=\\*\()/g;
/** A citation with lines, or an address. */
const KEPT = /^(?:\[\[[^\]]*#\^?L?\d|\]\([a-z]+:)/i;

/** `text` with a backslash in each embed in a quotation, and in each link except for citations. */
export function withoutQuotedLinks(text: string): string {
  return text.replace(QUOTED, (line) =>
    line.replace(OPENING, (sign, at: number) => (KEPT.test(line.slice(at)) ? sign : `${sign}\\`)),
  );
}

/** Takes the backslashes out again. */
export const withQuotedLinks = (text: string): string =>
  text.replace(QUOTED, (line) => line.replace(/[![]\\(?=\\*\[)|\]\\(?=\\*\()/g, (signs) => signs.charAt(0)));
