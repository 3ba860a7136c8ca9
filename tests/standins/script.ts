// The script of a stand-in for a provider: one step per turn, in terms that every provider's wire format has.

/** What a stand-in does with one request for a turn. */
export type Step = Turn | Refusal | Work | "refuse";

/** A step that depends on what was asked. */
export type Work = (request: Recorded) => Turn | Refusal | Promise<Turn | Refusal>;

/** An answer, streamed. */
export interface Turn {
  readonly parts: readonly Part[];
  /** `calls` where there is a call among the parts, else `stop`. */
  readonly finish?: "stop" | "calls" | "length" | "filtered";
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  readonly headers?: Readonly<Record<string, string>>;
  /** Every write takes so many bytes, so that events and letters fall apart. */
  readonly bytesAWrite?: number;
}

/**
 * A part of an answer, in order. A string is text, one piece of it an event, but for three that end the answer:
 * `BREAK` destroys the connection, `CUT` ends it without the events that end an answer, and after `HANG` nothing more
 * comes.
 */
export type Part =
  | string
  | { readonly thinking: string; readonly signature?: string }
  | CallPart
  /** Nothing is sent until the test lets it go on. */
  | { readonly wait: Promise<unknown> }
  /** An error in the midst of the stream, as the format has it; nothing comes behind it. */
  | { readonly error: string; readonly message: string }
  /** Bytes as they are. */
  | { readonly raw: string };

/** A call of a tool, its arguments streamed in pieces where the format does so. */
export interface CallPart {
  readonly call: string;
  /** JSON text, as broken as the test wants it; or what it is made of. */
  readonly args: string | Record<string, unknown>;
  /** Made up where there is none. */
  readonly id?: string;
  /** How many pieces the arguments come in; 3 unless told. */
  readonly pieces?: number;
  readonly signature?: string;
}

/** An answer that is an error. */
export interface Refusal {
  readonly status: number;
  /** The kind of error as the provider names it; its body is made as the format has it. */
  readonly error?: string;
  readonly message?: string;
  /** The body as it is, instead. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as it came. */
export interface Recorded {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined where there is none. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into it by hand
  readonly body: any;
  /** Resolves to whether the client went away before the answer was whole. */
  readonly ended: Promise<"whole" | "left">;
}

/** A model in a provider's list. */
export interface Listed {
  readonly id: string;
  readonly name?: string;
  readonly contextTokens?: number;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A provider's wire format. */
export interface Format {
  /** What its paths begin with. */
  readonly base: string;
  isTurn(path: string): boolean;
  isList(path: string): boolean;
  list(models: readonly Listed[]): unknown;
  /** The body of an error. */
  error(status: number, kind: string | undefined, message: string): unknown;
  /** Writes one streamed answer; made anew for each. */
  writer(model: string): Writer;
}

/** The text of a stream, piece by piece; each piece is one write. */
export interface Writer {
  begin(turn: Turn): string[];
  text(text: string): string[];
  thinking(text: string, signature: string | undefined): string[];
  call(call: CallPart): string[];
  error(kind: string, message: string): string[];
  end(turn: Turn, finish: NonNullable<Turn["finish"]>): string[];
}

/** The JSON text of a call's arguments. */
export function argsText(call: CallPart): string {
  return typeof call.args === "string" ? call.args : JSON.stringify(call.args);
}

/** `text` in `count` pieces of about the same length, none of them empty. */
export function pieces(text: string, count: number): string[] {
  const length = Math.max(1, Math.ceil(text.length / count));
  const cut: string[] = [];
  for (let at = 0; at < text.length; at += length) cut.push(text.slice(at, at + length));
  return cut;
}
