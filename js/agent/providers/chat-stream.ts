// Reads a stream of OpenAI's chat completions as its many servers send it: fields may be missing, or of another type.
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { Unfinished, Unreadable, unexpected } from "./request-faults.ts";
import { ChatCalls } from "./chat-calls.ts";
import { OWN } from "./chat-request.ts";

type Part = LanguageModelV4StreamPart;
type Fields = Readonly<Record<string, unknown>>;

const FINISHES: Readonly<Record<string, "stop" | "length" | "content-filter" | "tool-calls">> = {
  ...{ stop: "stop", length: "length", content_filter: "content-filter" },
  ...{ function_call: "tool-calls", tool_calls: "tool-calls" },
};

/** Marks thinking that came as `reasoning_content`: it is sent back so. Groq, which says `reasoning`, refuses that. */
const IN_CONTENT = { [OWN]: { isContent: true } };

/** Reads the bytes of a stream as parts. `name` is the server's name for the user. */
export function chatStream(name: string): TransformStream<Uint8Array, Part> {
  const decoder = new TextDecoder();
  const events = new ChatEvents(name);
  let rest = "";
  /** What is no event: all of the answer, if the server does not stream. */
  let other = "";
  let isStream = false;
  const read = (line: string): Part[] => {
    const [, data] = /^data:\s*(.*)$/s.exec(line) ?? [];
    isStream ||= data !== undefined;
    if (data !== undefined) return events.read(data);
    if (!/^(?::|event:|id:|retry:|$)/.test(line)) other += line;
    return [];
  };
  return new TransformStream({
    transform(bytes, controller) {
      const lines = decoder.decode(bytes, { stream: true }).split(/[\r\n]+/);
      lines[0] = rest + (lines[0] ?? "");
      rest = lines.pop() ?? "";
      for (const line of lines) for (const part of read(line)) controller.enqueue(part);
    },
    flush(controller) {
      for (const part of read(rest + decoder.decode())) controller.enqueue(part);
      if (!isStream && other.trim() !== "") {
        if (valueOf(other) === undefined) throw unexpected(name);
        for (const json of [other, "[DONE]"]) for (const part of events.read(json)) controller.enqueue(part);
      }
      for (const part of events.end()) controller.enqueue(part);
    },
  });
}

/** Reads the events of one stream. */
class ChatEvents {
  readonly #calls: ChatCalls;
  #kind: "text" | "reasoning" | undefined;
  #hasChoices = false;
  #finish: string | undefined;
  #hasRefused = false;
  #usage: Fields = {};

  constructor(name: string) {
    this.#calls = new ChatCalls(name);
  }

  read(data: string): Part[] {
    if (data.trim() === "[DONE]") {
      // Some servers say only so that they are done.
      if (this.#hasChoices) this.#finish ??= "stop";
      return [];
    }
    // Some servers keep the connection open so.
    if (data.trim() === "") return [];
    const value = valueOf(data);
    if (value === undefined) throw new Unfinished();
    const { choices, error, usage, message } = fieldsOf(value);
    const fault = error ?? (choices === undefined ? message : undefined);
    if (fault)
      return [{ type: "error", error: typeof fault === "string" ? { ...fieldsOf(value), message: fault } : fault }];
    if (choices !== undefined && choices !== null && !Array.isArray(choices)) throw new Unreadable();
    if (usage) this.#usage = fieldsOf(usage);
    const [choice] = (choices ?? []) as unknown[];
    return choice === undefined ? [] : this.#choice(fieldsOf(choice));
  }

  /** The last parts. There is no end of the turn if the stream broke off. */
  end(): Part[] {
    if (this.#finish === undefined) return [];
    const { prompt_tokens: input, completion_tokens: output, prompt_tokens_details: details } = this.#usage;
    const unified =
      this.#hasRefused && this.#finish === "stop" ? "content-filter" : (FINISHES[this.#finish] ?? "other");
    const inputTokens = { total: numberOf(input), cacheRead: numberOf(fieldsOf(details)["cached_tokens"]) };
    return [
      ...this.#calls.end(),
      {
        type: "finish",
        finishReason: { unified, raw: this.#finish },
        usage: {
          inputTokens: { ...inputTokens, noCache: undefined, cacheWrite: undefined },
          outputTokens: { total: numberOf(output), text: undefined, reasoning: undefined },
        },
      },
    ];
  }

  #choice({ delta, message, finish_reason: finish }: Fields): Part[] {
    this.#hasChoices = true;
    if (typeof finish === "string" && finish !== "") this.#finish = finish;
    const said = fieldsOf(delta ?? message);
    const { content, reasoning_content, reasoning, thinking, refusal, tool_calls, function_call } = said;
    const thought = [reasoning_content, reasoning, thinking].map(textOf).find((text) => text !== "") ?? "";
    const parts = Array.isArray(content) ? (content as unknown[]) : [content];
    this.#hasRefused ||= textOf(refusal) !== "";
    const calls = tool_calls ?? function_call ?? [];
    return [
      ...this.#said("reasoning", thought, textOf(reasoning_content) === "" ? undefined : IN_CONTENT),
      ...parts.flatMap((part) => [
        ...this.#said("reasoning", textsOf(fieldsOf(part)["thinking"])),
        ...this.#said("text", textOf(part)),
      ]),
      ...this.#said("text", textOf(refusal)),
      ...(Array.isArray(calls) ? (calls as unknown[]) : [calls]).flatMap((call) => this.#calls.add(fieldsOf(call))),
    ];
  }

  #said(kind: "text" | "reasoning", delta: string, providerMetadata?: typeof IN_CONTENT): Part[] {
    if (delta === "") return [];
    const part: Part = { type: `${kind}-delta`, id: "0", delta, ...(providerMetadata && { providerMetadata }) };
    if (kind === this.#kind) return [part];
    const before: Part[] = this.#kind ? [{ type: `${this.#kind}-end`, id: "0" }] : [];
    this.#kind = kind;
    return [...before, { type: `${kind}-start`, id: "0" }, part];
  }
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** Text, or the text of an object; empty if there is none. */
function textOf(value: unknown): string {
  const { text } = typeof value === "string" ? { text: value } : fieldsOf(value);
  return typeof text === "string" ? text : "";
}

const textsOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join("") : textOf(value));
