// How a prompt prints its answer: as text, as one JSON object, or as one JSON event a line. The names in JSON are those
// of Gemini CLI, so that scripts made for it work.
import { randomUUID } from "node:crypto";
import type { Verdict } from "../../agent/citations/current-note.ts";
import type { ConversationEvent } from "../../agent/events.ts";
import { printable, safeJson } from "../../base/printable.ts";
import { textOf } from "../../vault/tools.ts";

import { parametersOf, type PromptResult } from "./result.ts";

export const FORMATS = ["text", "json", "stream-json"] as const;
export type Format = (typeof FORMATS)[number];

/** Prints one prompt. */
export interface PromptOutput {
  begin?(model: string, prompt: string): void;
  take?(event: ConversationEvent): void;
  warn(message: string): void;
  /** Prints the end. `response`: the answer, unless it is streamed already. */
  end(result: PromptResult): void;
}

/**
 * The output in `format`, to `write`. `lines` are for the user, beside the answer. `isChecked`: the answer is printed
 * only once it is checked. `isByTurn`: text is printed once its turn is over, so that nothing has to be taken back.
 */
export function outputIn(
  format: Format,
  write: (text: string) => void,
  lines: UserLines,
  isChecked: boolean,
  isByTurn = false,
): PromptOutput {
  if (format === "json") return new JsonOutput(write);
  return format === "text" ? new TextOutput(write, lines, isChecked, isByTurn) : new StreamJsonOutput(write, isChecked);
}

/** Print one line for the user. */
export interface UserLines {
  tell(line: string): void;
  /** Prints nothing if the user wants the answer only. */
  quiet(line: string): void;
}

/** The answer as it comes. After a retry, what was printed already is not printed again. */
class TextOutput implements PromptOutput {
  readonly #write: (text: string) => void;
  readonly #lines: UserLines;
  readonly #isChecked: boolean;
  readonly #isByTurn: boolean;
  /** The text of this turn that is printed. */
  #printed = "";
  /** The text of this turn since its last retry. */
  #text = "";
  /** The end of what is printed, to know whether a line is open. */
  #last = "\n";

  constructor(write: (text: string) => void, lines: UserLines, isChecked: boolean, isByTurn: boolean) {
    this.#write = write;
    this.#lines = lines;
    this.#isChecked = isChecked;
    this.#isByTurn = isByTurn;
  }

  warn(message: string): void {
    this.#lines.tell(`warning: ${message}`);
  }

  take(event: ConversationEvent): void {
    if (this.#isChecked) return;
    if (event.type === "turn") {
      this.#endLine();
      this.#printed = this.#text = "";
    }
    if (event.type === "retry" || event.type === "retract") this.#text = "";
    // What the call finds is told in lines of its own.
    if (event.type === "call") this.#endLine();
    if (event.type === "text") {
      this.#text += event.text;
      if (!this.#isByTurn) this.#print(false);
    }
    if (event.type === "message" && event.message.role === "assistant") this.#print(false);
  }

  end({ response, citations }: PromptResult): void {
    // The last message may have come as a whole.
    if (this.#text === "" && this.#printed === "" && response !== "") this.#text = response;
    this.#print(true);
    this.#endLine();
    for (const { start, end, verdict } of citations) {
      this.#lines.quiet(`${response.slice(start, end)} ${verdictIn(verdict)}`);
    }
  }

  /** Prints what is new. `isEnd`: nothing follows. */
  #print(isEnd: boolean): void {
    // Half of a character, or of a line break, waits for the rest.
    const text = isEnd ? this.#text : this.#text.replace(/[\ud800-\udbff\r]$/, "");
    if (this.#printed.startsWith(text)) return;
    if (!text.startsWith(this.#printed)) {
      this.#endLine();
      this.#lines.quiet("The model starts its answer again.");
      this.#printed = "";
    }
    const more = printable(text.slice(this.#printed.length));
    this.#write(more);
    this.#last = more;
    this.#printed = text;
  }

  #endLine(): void {
    if (!this.#last.endsWith("\n")) this.#write("\n");
    this.#last = "\n";
  }
}

/** One object at the end. */
class JsonOutput implements PromptOutput {
  readonly #write: (text: string) => void;
  readonly #session = randomUUID();
  readonly #warnings: string[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  warn(message: string): void {
    this.#warnings.push(message);
  }

  end(result: PromptResult): void {
    const warnings = this.#warnings.length > 0 && { warnings: this.#warnings };
    this.#write(`${safeJson({ session_id: this.#session, ...result, ...warnings })}\n`);
  }
}

/** One event a line. */
class StreamJsonOutput implements PromptOutput {
  readonly #write: (text: string) => void;
  readonly #isChecked: boolean;

  constructor(write: (text: string) => void, isChecked: boolean) {
    this.#write = write;
    this.#isChecked = isChecked;
  }

  begin(model: string, prompt: string): void {
    this.#event("init", { session_id: randomUUID(), model });
    this.#event("message", { role: "user", content: prompt });
  }

  warn(message: string): void {
    this.#event("error", { severity: "warning", message });
  }

  take(event: ConversationEvent): void {
    if (event.type === "text" && !this.#isChecked) {
      this.#event("message", { role: "assistant", content: event.text, delta: true });
    }
    if (event.type === "retract") this.warn("The text of this turn so far is not the answer. It starts again.");
    if (event.type === "retry") this.warn(`${event.because} The answer of this turn starts again.`);
    if (event.type === "call") {
      const { id, tool, args } = event.call;
      this.#event("tool_use", { tool_name: tool, tool_id: id, parameters: parametersOf(args) });
    }
    if (event.type === "reply") {
      const { id, reply } = event.message;
      const { error } = reply.structuredContent;
      const output = textOf(reply);
      this.#event("tool_result", {
        tool_id: id,
        status: reply.isError ? "error" : "success",
        output,
        ...(reply.isError && { error: { type: error?.code ?? "error", message: error?.message ?? output } }),
      });
    }
  }

  end({ response, citations, grounded, stats, error }: PromptResult): void {
    const { tokens } = Object.values(stats.models)[0] ?? {};
    const { prompt = 0, candidates = 0, total = 0, cached = 0 } = tokens ?? {};
    this.#event("result", {
      status: error ? "error" : "success",
      ...(error && { error }),
      response,
      citations,
      grounded,
      stats: {
        ...{ total_tokens: total, input_tokens: prompt, output_tokens: candidates, cached, input: prompt - cached },
        duration_ms: stats.duration_ms,
        tool_calls: stats.tools.totalCalls,
        ...{ turns: stats.turns, tools: stats.tools.byName },
        ...(stats.cost !== undefined && { cost: stats.cost }),
      },
    });
  }

  #event(type: string, data: object): void {
    this.#write(`${safeJson({ type, timestamp: new Date().toISOString(), ...data })}\n`);
  }
}

function verdictIn(verdict: Verdict): string {
  if (verdict.state === "verified") return "✓";
  if (verdict.state === "shortened") return "✓ (shortened)";
  if (verdict.state === "unverified") return `? (${verdict.because})`;
  const { startLine, endLine } = verdict;
  return `✓ (now ${startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`})`;
}
