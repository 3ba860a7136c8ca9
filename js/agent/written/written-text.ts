// Reads what a model writes as text while it comes, and tells the answer from thinking and from calls of tools. Many
// servers pass both on as the model wrote them. Marks in code are text: a user may ask about them.
import { beginsCall } from "./call-start.ts";
import { type CallWritten, callsIn } from "./calls-in-text.ts";
import { channelAt, markerAt, type Marker, nextEnding, nextNotable, runAt } from "./markers.ts";

/** What was read, in order. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thought"; readonly text: string }
  /** All text so far was none of the answer. What of it was is given again. */
  | { readonly type: "retract" };

/** The end of a text. */
export interface TextEnd {
  readonly pieces: readonly Piece[];
  /** The calls that all of the answer consists of. */
  readonly calls: readonly CallWritten[];
  /** Whether calls were taken out of an answer that has more than calls, or that can't be run. */
  readonly isUncalled: boolean;
}

/** What a text is read with. */
export interface ReadingText {
  /** The names of the tools that were offered. */
  readonly tools: ReadonlySet<string>;
  /** Whether `text` stands in what the model was sent: then it is a quotation, not a call. */
  readonly isQuoted: (text: string) => boolean;
  /** Whether the text may begin inside of thinking, because the prompt opened it. */
  readonly mayBeginThinking: boolean;
  /** What becomes of marks of calls, if no call is looked for. */
  readonly marks?: "text" | "dropped";
}

/** Most characters that are held back until it is clear whether they begin a call. */
const LONGEST_START = 300;
/** Backticks from which a run is code, however many follow. */
const LONGEST_RUN = 50;

/** Reads the text of one turn. */
export class WrittenText {
  readonly #with: ReadingText;
  #mode: "text" | "thought" | "call" = "text";
  /** What was not read yet; all of the calls, in that mode. */
  #rest = "";
  /** How thinking began that is text if nothing ends it: with the text, or with a mark within a sentence. */
  #unsure: "start" | "sentence" | undefined;
  /** That thinking. */
  #held = "";
  /** The last character of thinking. */
  #lastThought = "";
  /** The text that was given. */
  #said = "";
  /** Whether it is blank, and its last character. */
  #isStart = true;
  #last = "";
  /** Where the text since the last thinking begins in it. */
  #from = 0;
  #hasThought = false;
  /** Whether thinking was opened inside of thinking. */
  #isNested = false;
  /** The fence or the backticks that the text is inside of. */
  #fence = "";
  #ticks = 0;
  /** Whether the line has only spaces so far. */
  #isLineStart = true;
  /** Whether marks around thinking are text. */
  #isPlain = false;
  #pieces: Piece[] = [];
  /** Whether thinking ended that nothing had begun. */
  endedUnbegun = false;

  constructor(reading: ReadingText) {
    this.#with = reading;
    if (!reading.mayBeginThinking) return;
    this.#mode = "thought";
    this.#unsure = "start";
  }

  /** Tells that the model's thinking comes apart from its text. */
  thought(): void {
    this.#hasThought = true;
    if (this.#unsure === "start") this.#putBack();
  }

  push(delta: string): readonly Piece[] {
    this.#rest += delta;
    if (this.#mode === "call") return [{ type: "thought", text: delta }];
    this.#read(false);
    return this.#taken();
  }

  /** Ends the text. `hasCalls`: whether the turn has calls besides. */
  end(hasCalls: boolean): TextEnd {
    this.#read(true);
    while (this.#unsure) {
      this.#putBack();
      this.#read(true);
    }
    const pieces = this.#taken();
    if (this.#mode !== "call") return { pieces, calls: [], isUncalled: false };
    const { calls, left, isCall, isAll } = callsIn(this.#rest, this.#with.tools);
    if (isAll && this.#isStart && !this.#with.isQuoted(this.#rest)) {
      return { pieces, calls: hasCalls ? [] : calls, isUncalled: false };
    }
    // Thinking may be in it too.
    const marks = isCall ? "dropped" : "text";
    const more = new WrittenText({ ...this.#with, tools: new Set(), mayBeginThinking: false, marks });
    const text = isCall ? left.trim() : this.#rest;
    return {
      pieces: [...pieces, ...more.push(text), ...more.end(true).pieces],
      calls: [],
      isUncalled: isCall && !hasCalls,
    };
  }

  #taken(): Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  /** Reads as far as it is clear what the text is. */
  #read(isEnd: boolean): void {
    let at = 0;
    while (this.#mode !== "call" && at < this.#rest.length) {
      const next = this.#mode === "thought" ? this.#readThought(at, isEnd) : this.#readText(at, isEnd);
      if (next === undefined) break;
      at = next;
    }
    this.#rest = this.#rest.slice(at);
  }

  /** Reads thinking from `at`, and returns how far; undefined if more text is needed. */
  #readThought(at: number, isEnd: boolean): number | undefined {
    const sign = nextEnding(this.#rest, at);
    if (sign > at) return this.#think(at, sign);
    const found = markerAt(this.#rest, at);
    if (found === "unfinished") return isEnd ? this.#think(at, at + 1) : undefined;
    const { marker = "call", length = 1 } = found ?? {};
    const end = at + length;
    const begins = marker === "think" || marker === "channel";
    if (this.#unsure === "start" && begins) {
      // The prompt did not open it.
      this.#rest = this.#held + this.#rest.slice(at);
      this.#putBack(false);
      return 0;
    }
    if (marker === "think") this.#isNested = true;
    if (this.#unsure === "start" && marker === "answer") {
      if (this.#rest.length < end + 2 && !isEnd) return undefined;
      if (this.#isMentioned(this.#lastThought, end)) return this.#think(at, end);
    }
    const ends = marker === "answer" || (this.#unsure === undefined && (marker === "control" || marker === "channel"));
    if (!ends) return this.#think(at, end);
    this.endedUnbegun ||= this.#unsure === "start";
    this.#unsure = undefined;
    this.#held = "";
    this.#mode = "text";
    this.#hasThought = true;
    this.#from = this.#said.length;
    return marker === "channel" ? at : end;
  }

  #think(from: number, to: number): number {
    const text = this.#rest.slice(from, to);
    if (this.#unsure) this.#held += text;
    this.#lastThought = text.slice(-1);
    const last = this.#pieces[this.#pieces.length - 1];
    if (last?.type === "thought") this.#pieces[this.#pieces.length - 1] = { type: "thought", text: last.text + text };
    else this.#pieces.push({ type: "thought", text });
    return to;
  }

  /** Makes text of thinking that nothing ended. */
  #putBack(isInRest = true): void {
    if (isInRest) this.#rest = this.#held + this.#rest;
    this.#isPlain = this.#unsure === "sentence";
    this.#unsure = undefined;
    this.#held = "";
    this.#mode = "text";
  }

  /** Reads text from `at`, and returns how far; undefined if more text is needed. */
  #readText(at: number, isEnd: boolean): number | undefined {
    const text = this.#rest;
    const isStart = this.#isStart;
    const blank = isStart ? (/^\s*/.exec(text.slice(at))?.[0].length ?? 0) : 0;
    if (blank > 0) return this.#say(at, at + blank);
    const next = nextNotable(text, at);
    const sign = next === at ? text.charAt(at) : "";
    const isCode = this.#fence !== "" || this.#ticks > 0;
    let run = 0;
    if (sign === "`" || sign === "~") {
      run = runAt(text, at);
      if (at + run === text.length && run < LONGEST_RUN && !isEnd) return undefined;
    } else if (!isCode && (sign === "<" || sign === "[" || sign === "◁")) {
      const found = markerAt(text, at);
      if (found === "unfinished" && !isEnd) return undefined;
      if (found && found !== "unfinished") return this.#mark(at, found.marker, at + found.length, isEnd);
    }
    if (!isCode && (isStart || sign === "{" || (run >= 3 && this.#isLineStart))) {
      const here = text.slice(at, at + LONGEST_START);
      const begins = beginsCall(here, this.#with.tools, isStart);
      if (begins === "call") return this.#hold(at);
      if (begins === "wait" && !isEnd && here.length < LONGEST_START) return undefined;
    }
    if (run > 0) return this.#code(at, run);
    if (sign === "\n") this.#ticks = 0;
    return this.#say(at, Math.max(next, at + 1));
  }

  /** Holds all text from `at` back until the end. */
  #hold(at: number): number {
    this.#mode = "call";
    this.#pieces.push({ type: "thought", text: this.#rest.slice(at) });
    return at;
  }

  /** Reads a mark outside of code. */
  #mark(at: number, marker: Marker, end: number, isEnd: boolean): number | undefined {
    const text = this.#rest;
    if (marker === "call" && this.#with.marks) return this.#with.marks === "text" ? this.#say(at, end) : end;
    if (marker === "call") {
      if (text.length < end + 2 && !isEnd) return undefined;
      return this.#isMentioned(this.#last, end) ? this.#say(at, end) : this.#hold(at);
    }
    if (marker === "answer") return this.#endUnbegun(at, end, isEnd);
    if (marker === "think") {
      if (this.#isPlain) return this.#say(at, end);
      this.#beginThought(at, end);
    }
    if (marker !== "channel") return end;
    const channel = channelAt(text, end);
    if (channel === undefined) return end;
    if (channel === "unfinished") return isEnd ? end : undefined;
    if (channel.name.includes("to=")) return this.#hold(at);
    if (channel.name.trimStart().startsWith("analysis")) this.#beginThought(end, end);
    return channel.end;
  }

  #beginThought(at: number, end: number): void {
    this.#mode = "thought";
    this.#isNested = false;
    // Somebody may write of the mark without marking it as code.
    if (end > at && !this.#isLineStart && this.#last === " ") this.#unsure = "sentence";
    this.#think(at, end);
  }

  /** Reads the end of thinking that nothing has begun: the prompt may have. */
  #endUnbegun(at: number, end: number, isEnd: boolean): number | undefined {
    if (this.#hasThought && !this.#isNested) return end;
    if (this.#rest.length < end + 2 && !isEnd) return undefined;
    if (this.#isPlain || this.#isMentioned(this.#last, end)) return this.#say(at, end);
    this.endedUnbegun ||= !this.#hasThought;
    this.#hasThought = true;
    this.#isNested = false;
    const said = this.#said.slice(0, this.#from);
    this.#said = "";
    this.#isStart = this.#isLineStart = true;
    this.#pieces.push({ type: "retract" });
    this.#give(said);
    return end;
  }

  /** Whether the mark that ends at `end`, behind the character `before`, is a word of a sentence. */
  #isMentioned(before: string, end: number): boolean {
    return /[ "'(]/.test(before) && /^(?:[.,;:!?"')]| \p{Ll})/u.test(this.#rest.slice(end, end + 3));
  }

  /** Reads a run of backticks or tildes. */
  #code(at: number, run: number): number {
    const mark = this.#rest.slice(at, at + run);
    if (this.#fence !== "") {
      if (this.#isLineStart && mark.startsWith(this.#fence)) this.#fence = "";
    } else if (run >= 3 && this.#isLineStart) this.#fence = mark;
    else if (mark.startsWith("`")) this.#ticks = this.#ticks === 0 ? run : this.#ticks === run ? 0 : this.#ticks;
    return this.#say(at, at + run);
  }

  #say(from: number, to: number): number {
    // Between thinking and the answer, there are blank lines.
    const text = this.#rest.slice(from, to);
    if (!this.#hasThought || !this.#isStart || text.trim() !== "") this.#give(text);
    return to;
  }

  #give(text: string): void {
    if (text === "") return;
    // A long text is never looked through again: that would take quadratic time.
    this.#said += text;
    this.#isStart &&= text.trim() === "";
    this.#last = text.slice(-1);
    const line = text.slice(text.lastIndexOf("\n") + 1);
    this.#isLineStart = line.trim() === "" && (this.#isLineStart || line.length < text.length);
    const last = this.#pieces[this.#pieces.length - 1];
    if (last?.type === "text") this.#pieces[this.#pieces.length - 1] = { type: "text", text: last.text + text };
    else this.#pieces.push({ type: "text", text });
  }
}
