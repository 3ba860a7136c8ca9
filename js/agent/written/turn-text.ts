// The text of one turn of a model: what of it is the answer, as events, and whether it repeats itself.
import { repliesIn } from "../message.ts";
import type { ModelEvent, ModelRequest } from "../model.ts";
import { Repetition } from "./repetition.ts";
import { type CallWritten } from "./calls-in-text.ts";
import { type Piece, WrittenText } from "./written-text.ts";

/** The end of a turn's text. */
export interface TurnTextEnd {
  readonly events: readonly ModelEvent[];
  /** The calls that are all of the answer. */
  readonly calls: readonly CallWritten[];
  /** Whether calls were taken out that can't be run. */
  readonly isUncalled: boolean;
}

/** Reads the text of one turn. */
export class TurnText {
  readonly #request: ModelRequest;
  readonly #tools: ReadonlySet<string>;
  #written: WrittenText;
  /** The text of the answer so far. */
  #said = "";
  /** The part of it before the last call. */
  #before = "";
  #saying = new Repetition();
  readonly #thinking = new Repetition();
  /** Whether the model repeats itself: then the rest is not read. */
  isRepeating = false;
  /** Whether the text began inside of thinking. */
  beganThinking = false;

  /** `mayBeginThinking`: whether the text may begin inside of thinking. */
  constructor(request: ModelRequest, mayBeginThinking: boolean) {
    this.#request = request;
    this.#tools = new Set(request.tools.map(({ name }) => name));
    this.#written = this.#reader(mayBeginThinking);
  }

  /** Reads `delta` of the text. */
  add(delta: string): ModelEvent[] {
    return this.#events(this.#written.push(delta));
  }

  /** Reads `delta` of thinking that came apart from the text. */
  think(delta: string): void {
    if (this.#thinking.add(delta) !== undefined) this.isRepeating = true;
  }

  /** Tells that thinking comes apart from the text. */
  thought(): void {
    this.#written.thought();
  }

  /** Ends the text before other parts of the turn. */
  end(hasCalls: boolean): TurnTextEnd {
    const { pieces, calls, isUncalled } = this.#written.end(hasCalls);
    const events = this.#events(pieces);
    this.beganThinking ||= this.#written.endedUnbegun;
    this.#before = this.#said;
    this.#written = this.#reader(false);
    return { events, calls, isUncalled };
  }

  #reader(mayBeginThinking: boolean): WrittenText {
    return new WrittenText({ tools: this.#tools, isQuoted: (text) => this.#isQuoted(text), mayBeginThinking });
  }

  #events(pieces: readonly Piece[]): ModelEvent[] {
    const events: ModelEvent[] = [];
    for (const piece of pieces) {
      if (piece.type === "retract") {
        this.#said = this.#before;
        this.#saying = new Repetition();
        this.#saying.add(this.#said);
        events.push(piece);
        if (this.#said !== "") events.push({ type: "text", text: this.#said });
      } else if (piece.type === "thought") {
        this.think(piece.text);
        events.push({ type: "thinking" });
      } else {
        this.#said += piece.text;
        events.push(piece);
        const length = this.#saying.add(piece.text);
        if (length === undefined) continue;
        this.isRepeating = true;
        events.push({ type: "retract" }, { type: "text", text: this.#said.slice(0, length) });
        break;
      }
    }
    return events;
  }

  /** Whether `text` is part of what the model was shown or asked, ignoring marks, fences and white space. */
  #isQuoted(text: string): boolean {
    const said = coreOf(text);
    const shown = this.#request.messages.flatMap(repliesIn);
    const texts = shown.flatMap(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")));
    // What is piped in is part of the question.
    const asked = this.#request.messages.flatMap((message) => (message.role === "user" ? message.text : []));
    return [...texts, ...asked].some((one) => coreOf(one).includes(said));
  }
}

/** `text` without what may differ around a call: numbers of lines, marks, fences, white space. */
const coreOf = (text: string): string =>
  text.replace(/^\d+\+?: |<[^<>]{0,100}>|\[\/?TOOL_CALLS?\]|`{3,}\w*|`+|~+|[\s\\]+/gim, "");
