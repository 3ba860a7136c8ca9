// Collects the calls of a stream of OpenAI's chat completions. Their pieces name an index, an id, both or neither.
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { OWN } from "./chat-request.ts";
import { MOST_CALLS, tooManyCalls } from "./stream-parts.ts";

type Part = LanguageModelV4StreamPart;

interface Call {
  id: string;
  tool: string;
  args: string;
  signature: unknown;
}

/** Collects the calls of one stream. */
export class ChatCalls {
  readonly #name: string;
  readonly #calls: Call[] = [];
  /** The last call with each index or id. */
  readonly #byKey = new Map<unknown, Call>();

  /** `name` is the server's name for the user. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Adds a piece of a call. */
  add(piece: Readonly<Record<string, unknown>>): Part[] {
    const { index, extra_content } = piece;
    const { name, arguments: given } = fieldsOf(piece["function"] ?? piece);
    const id = typeof piece["id"] === "string" || typeof piece["id"] === "number" ? String(piece["id"]).trim() : "";
    const tool = typeof name === "string" ? name.trim() : "";
    // Some servers send the arguments as an object.
    const args = typeof given === "string" ? given : given === undefined || given === null ? "" : JSON.stringify(given);
    const key = index ?? (id || undefined);
    let call = key === undefined ? (tool ? undefined : this.#calls[this.#calls.length - 1]) : this.#byKey.get(key);
    const isNew = !call || (tool !== "" && isOther(call, id, args));
    if (isNew || !call) {
      if (tool + args === "") return [];
      if (this.#calls.length >= MOST_CALLS) throw tooManyCalls(this.#name);
      this.#calls.push((call = { id, tool, args: "", signature: undefined }));
    }
    if (key !== undefined) this.#byKey.set(key, call);
    call.id ||= id;
    call.tool ||= tool;
    call.args += args;
    call.signature ??= fieldsOf(fieldsOf(extra_content)["google"])["thought_signature"];
    return isNew
      ? [{ type: "tool-input-start", id: call.id, toolName: tool }]
      : [{ type: "tool-input-delta", id: call.id, delta: args }];
  }

  /** All calls, once they are whole. */
  end(): Part[] {
    return this.#calls.map(({ id, tool, args, signature }) => ({
      type: "tool-call",
      toolCallId: id,
      toolName: tool,
      input: args,
      ...(typeof signature === "string" && { providerMetadata: { [OWN]: { thoughtSignature: signature } } }),
    }));
  }
}

/** Longer arguments are not looked at for each piece. */
const LONGEST = 100_000;

/** Whether a piece with a name begins another call than `call`, whose index it has: some servers count no further. */
function isOther(call: Call, id: string, args: string): boolean {
  if (id !== "" && call.id !== "") return id !== call.id;
  if (!args.startsWith("{") || !call.args.endsWith("}") || call.args.length > LONGEST) return false;
  return valueOf(call.args) !== undefined;
}
