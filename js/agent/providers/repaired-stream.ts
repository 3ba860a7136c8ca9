// Repairs what compatible servers send before the provider's library sees it: the library refuses a whole stream for one
// field of another type, such as arguments that are an object.
import { fieldsOf } from "../../base/fields.ts";
import type { Network } from "../model-choice.ts";
import { unexpected } from "./request-faults.ts";

/** `fetch`, whose streams are repaired. `name` is the server's name for the user. */
export function repairing(fetch: Network["fetch"], name: string): Network["fetch"] {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { ok, body, status, headers } = response;
    return ok && body ? new Response(body.pipeThrough(repairs(name)), { status, headers }) : response;
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Repairs the events of a stream, line by line. */
function repairs(name: string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = "";
  let isEvents = false;
  let hasChoices = false;
  let hasFinish = false;
  /** What is no event: all of the answer, if the server does not stream. */
  let other = "";
  const event = (json: string): string => {
    const value = parsed(json);
    const { choices, ...fields } = fieldsOf(value);
    if (!Array.isArray(choices)) return json;
    const repaired = (choices as unknown[]).map((choice) => repairedChoice(fieldsOf(choice)));
    hasChoices ||= repaired.length > 0;
    hasFinish ||= repaired.some(({ finish_reason }) => finish_reason !== null);
    return JSON.stringify({ ...plainFields(fields), choices: repaired });
  };
  const line = (text: string): string => {
    const [, data] = /^data:\s*(.*)$/s.exec(text) ?? [];
    if (data === undefined) {
      if (!/^(?::|event:|id:|retry:|$)/.test(text)) other += `${text}\n`;
      return `${text}\n`;
    }
    isEvents = true;
    if (data.trim() !== "[DONE]") return `data: ${event(data)}\n`;
    const finish = hasChoices && !hasFinish ? `data: ${FINISH}\n\n` : "";
    return `${finish}data: [DONE]\n`;
  };
  return new TransformStream({
    transform(bytes, controller) {
      const lines = decoder.decode(bytes, { stream: true }).split(/\r\n|[\r\n]/);
      lines[0] = rest + (lines[0] ?? "");
      rest = lines.pop() ?? "";
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.map(line).join("")));
    },
    flush(controller) {
      other += rest;
      if (isEvents || other.trim() === "") {
        controller.enqueue(encoder.encode(rest));
        return;
      }
      if (parsed(other) === undefined) throw unexpected(name);
      controller.enqueue(encoder.encode(`\n\ndata: ${event(other)}\n\n`));
    },
  });
}

const FINISH = JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] });

function repairedChoice({ delta, message, finish_reason: finish }: Fields): Record<string, unknown> {
  return {
    delta: repairedDelta(fieldsOf(delta ?? message)),
    finish_reason: typeof finish === "string" ? finish : null,
  };
}

function repairedDelta(delta: Fields): Fields {
  const { content, reasoning_content, reasoning, thinking, tool_calls, function_call, refusal } = delta;
  const list = tool_calls ?? function_call ?? [];
  const calls = (Array.isArray(list) ? (list as unknown[]) : [list]).map((call) => repairedCall(fieldsOf(call)));
  const thought = [reasoning_content, reasoning, thinking].map(textOf).find((text) => text !== "");
  return {
    content: Array.isArray(content) ? content : textOf(content),
    ...(thought !== undefined && { reasoning_content: thought }),
    ...(typeof refusal === "string" && { refusal }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function repairedCall(call: Fields): Fields {
  const { index, id, extra_content } = call;
  const { name, arguments: args } = fieldsOf(call["function"] ?? call);
  const number = typeof index === "string" ? Number(index) : index;
  return {
    ...(typeof number === "number" && { index: number }),
    ...((typeof id === "string" || typeof id === "number") && { id: String(id) }),
    ...(extra_content !== undefined && { extra_content }),
    function: {
      ...(typeof name === "string" && { name }),
      ...(args !== undefined && args !== null && { arguments: typeof args === "string" ? args : JSON.stringify(args) }),
    },
  };
}

/** The fields of an event besides its choices, without those that the library would refuse. */
function plainFields({ id, model, created, usage, ...fields }: Fields): Fields {
  return {
    ...fields,
    ...(typeof id === "string" && { id }),
    ...(typeof model === "string" && { model }),
    ...(typeof created === "number" && { created }),
    ...(typeof usage === "object" && usage !== null && { usage: numbersIn(usage) }),
  };
}

/** The numbers of `value`, and of what it contains. */
function numbersIn(value: object): object {
  const all = Object.entries(value).flatMap(([key, one]: [string, unknown]): [string, unknown][] => {
    if (typeof one === "number") return [[key, one]];
    return typeof one === "object" && one !== null && !Array.isArray(one) ? [[key, numbersIn(one)]] : [];
  });
  return Object.fromEntries(all);
}

/** Text, or the text of an object; empty if there is none. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const { text } = fieldsOf(value);
  return typeof text === "string" ? text : "";
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
