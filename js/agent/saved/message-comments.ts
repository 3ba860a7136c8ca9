// What writing and reading a saved conversation share; above all its comments, which say as JSON what programs need of a
// message. A hand, or another program, may have changed them: nothing is taken for what it should be before it was looked at.
import type { Structured } from "../../../pkg/lectern.js";
import type { Cut, Message, ToolCall } from "../message.ts";

/** A conversation as it is kept. */
export interface SavedConversation {
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly messages: readonly Message[];
}

/** The form of the note. A later one that this version could not read has a higher number. */
export const VERSION = 1;
/** The property by which a note is known to be a conversation. `lectern` itself closes notes, and does so here, too. */
export const KEY = "lectern-conversation";
/** A line about an answer that is not whole, for whoever reads the note. */
export function cutNotice(cut: Cut): string {
  const why: Record<Cut, string> = {
    cancelled: "it was stopped",
    length: "the model had no room for more",
    filtered: "its provider held it back",
    failed: "the model could not be reached any longer",
    turns: "the limit of turns was reached",
  };
  return `> [!warning] This answer is not whole: ${why[cut]}`;
}

/** An error about line `line` of the note. */
export const wrong = (line: number, what: string): Error => new Error(`line ${line}: ${what}`);

const CUTS: readonly string[] = ["cancelled", "length", "filtered", "failed", "turns"] satisfies Cut[];
export const isCut = (name: string): name is Cut => CUTS.includes(name);

/** What one comment says. Asking for what it does not say is an error that names the line. */
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
      return new Meta(kind, line, object(JSON.parse(json)));
    } catch {
      throw wrong(line, "this comment of Lectern's cannot be understood");
    }
  }

  has(name: string): boolean {
    // Object.hasOwn came only with iOS 15.4.
    return Object.prototype.hasOwnProperty.call(this.#said, name);
  }

  /** Anything at all. */
  value(name: string): unknown {
    return this.has(name) ? this.#said[name] : undefined;
  }

  text(name: string): string {
    const value = this.value(name);
    if (typeof value !== "string") throw wrong(this.line, `"${name}" is no text`);
    return value;
  }

  number(name: string): number {
    const value = this.value(name);
    if (typeof value !== "number") throw wrong(this.line, `"${name}" is no number`);
    return value;
  }

  /** Not set where it is not said. */
  flag(name: string): boolean {
    const value = this.value(name) ?? false;
    if (typeof value !== "boolean") throw wrong(this.line, `"${name}" is neither true nor false`);
    return value;
  }

  calls(): ToolCall[] {
    const value = this.value("calls") ?? [];
    if (!Array.isArray(value)) throw wrong(this.line, '"calls" is no list');
    return value.map((one: unknown) => {
      const call = new Meta("call", this.line, this.#object(one, "a call"));
      const said = { id: call.text("id"), tool: call.text("tool"), args: call.text("args") };
      return call.has("opaque") ? { ...said, opaque: call.value("opaque") } : said;
    });
  }

  /** What programs know of a reply, as far as the panel relies on it. */
  structured(name: string): Structured {
    const data = this.#object(this.value(name), `"${name}"`);
    const { display, files, notes, entries, error } = data;
    if (typeof display !== "string") throw wrong(this.line, '"display" is no text');
    for (const [of, list] of Object.entries({ files, notes: notes ?? [], entries: entries ?? [] })) {
      if (!Array.isArray(list)) throw wrong(this.line, `"${of}" is no list`);
      for (const one of list as unknown[]) new Meta(of, this.line, this.#object(one, `one of "${of}"`)).text("path");
    }
    for (const file of files as unknown[]) {
      const shown = new Meta("file", this.line, file as Record<string, unknown>);
      for (const number of ["start_line", "end_line", "total_lines"]) shown.number(number);
    }
    for (const one of [...(files as unknown[]), ...((notes ?? []) as unknown[])])
      this.#checkLayout((one as { layout?: unknown }).layout);
    for (const note of (notes ?? []) as { hits?: unknown }[]) {
      if (!Array.isArray(note.hits)) throw wrong(this.line, '"hits" is no list');
      for (const one of note.hits as unknown[]) {
        const hit = new Meta("hit", this.line, this.#object(one, "a hit"));
        for (const number of ["line", "column"]) hit.number(number);
        const spans = hit.value("spans");
        const isSpan = (span: unknown): boolean => Array.isArray(span) && span.every((end) => typeof end === "number");
        if (!Array.isArray(spans) || !spans.every(isSpan)) throw wrong(this.line, '"spans" is no list of columns');
      }
    }
    if (error !== undefined) {
      const failure = new Meta("error", this.line, this.#object(error, '"error"'));
      for (const part of ["code", "message", "help"]) failure.text(part);
    }
    return data as unknown as Structured;
  }

  /** Where lines are in a reply, if that is said. */
  #checkLayout(value: unknown): void {
    if (value === undefined) return;
    const layout = new Meta("layout", this.line, this.#object(value, '"layout"'));
    layout.number("part");
    if (layout.value("header") !== null) layout.number("header");
    const runs = layout.value("lines");
    if (!Array.isArray(runs)) throw wrong(this.line, '"lines" is no list');
    for (const one of runs as unknown[]) {
      const run = new Meta("run", this.line, this.#object(one, 'one of "lines"'));
      for (const number of ["row", "line", "count"]) run.number(number);
      for (const flag of ["starts_inside", "is_cut"]) run.flag(flag);
    }
  }

  #object(value: unknown, what: string): Record<string, unknown> {
    try {
      return object(value);
    } catch {
      throw wrong(this.line, `${what} is no object`);
    }
  }
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("no object");
  return value as Record<string, unknown>;
}
