// Provider data that must be sent back unchanged: signed reasoning and the signatures of calls, in original order. Only
// the model that made it gets it back. Other models get the plain text and calls.
import type { LanguageModelV4Prompt, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { valueOf } from "../../base/fields.ts";
import type { AssistantMessage, ToolCall } from "../message.ts";
import type { WireIds } from "./wire-ids.ts";

/** A part of an assistant message, in the libraries' format. */
export type AssistantPart = Extract<LanguageModelV4Prompt[number], { role: "assistant" }>["content"][number];

/** The model that made opaque data. */
export interface Origin {
  readonly provider: string;
  readonly model: string;
}

/** The content of `AssistantMessage.opaque`: the parts of the message, in order. */
interface Whole extends Origin {
  /** The fingerprint of the prompt that it answers. */
  readonly sent: string;
  readonly parts: readonly OpaquePiece[];
}

/** The content of `ToolCall.opaque`. */
interface Signed extends Origin {
  readonly meta: SharedV4ProviderMetadata;
}

/** One part of a message: reasoning, a number of UTF-16 units of the message's text, or a call's id. */
interface OpaquePiece {
  thought?: string;
  text?: number;
  call?: string;
  meta?: SharedV4ProviderMetadata;
}

/** Collects the opaque data of a message while it streams. */
export class Opaque {
  readonly #origin: Origin;
  readonly #sent: string;
  readonly #pieces: OpaquePiece[] = [];
  readonly #open = new Map<string, OpaquePiece>();

  /** `sent` is the fingerprint of the prompt. */
  constructor({ provider, model }: Origin, sent: string) {
    this.#origin = { provider, model };
    this.#sent = sent;
  }

  /** Adds to the text or reasoning part `id`, which begins if it is not open. `delta` may be empty. */
  add(kind: "text" | "thought", id: string, delta: string, meta: SharedV4ProviderMetadata | undefined): void {
    const key = `${kind} ${id}`;
    let piece = this.#open.get(key);
    if (piece === undefined) {
      piece = {};
      this.#open.set(key, piece);
      this.#pieces.push(piece);
    }
    if (kind === "text") piece.text = (piece.text ?? 0) + delta.length;
    else piece.thought = (piece.thought ?? "") + delta;
    if (meta !== undefined) piece.meta = merged(piece.meta, meta);
  }

  /** Takes all text back. */
  retract(): void {
    for (const piece of this.#pieces) if (piece.text !== undefined) piece.text = 0;
  }

  /** Ends the part `id`. A later part may reuse the id. */
  close(kind: "text" | "thought", id: string): void {
    this.#open.delete(`${kind} ${id}`);
  }

  /** Adds a call; returns its own opaque data, to be stored in the call. */
  call(id: string, meta: SharedV4ProviderMetadata | undefined): ToolCall["opaque"] {
    this.#pieces.push({ call: id });
    return meta && ({ ...this.#origin, meta } satisfies Signed);
  }

  /** The data for `AssistantMessage.opaque`; undefined if the message consists of plain text and calls only. */
  get whole(): AssistantMessage["opaque"] {
    const isPlain = this.#pieces.every(({ thought, meta }) => thought === undefined && meta === undefined);
    if (isPlain) return undefined;
    return { ...this.#origin, sent: this.#sent, parts: this.#pieces } satisfies Whole;
  }
}

/**
 * The parts of `message`, with its opaque data if `origin` made it. Reasoning is included only if `sent`, the
 * fingerprint of the prompt before the message, is still the same.
 */
export function spoken(
  message: AssistantMessage,
  origin: Origin,
  sent: string | undefined,
  ids: WireIds,
): AssistantPart[] {
  const { opaque, text, calls } = message;
  const said: AssistantPart[] = text.trim() === "" ? [] : [{ type: "text", text }];
  const plain = [...said, ...calls.map((call) => called(call, origin, ids))];
  if (!isFrom(opaque, origin)) return plain;
  const { sent: wasSent, parts: pieces } = opaque as Partial<Whole>;
  if (!Array.isArray(pieces)) return plain;
  const parts: AssistantPart[] = [];
  const left = new Map(calls.map((call) => [call.id, call]));
  let length = 0;
  for (const piece of pieces as readonly (OpaquePiece | null)[]) {
    const { thought, text: units, call: id, meta } = piece ?? {};
    const options = meta === undefined ? {} : { providerOptions: meta };
    if (typeof thought === "string") {
      if (wasSent === sent) parts.push({ type: "reasoning", text: thought, ...options });
    } else if (typeof units === "number") {
      const part = text.slice(length, (length += units));
      if (part.trim() !== "" || meta !== undefined) parts.push({ type: "text", text: part, ...options });
    } else if (typeof id === "string") {
      const call = left.get(id);
      if (call) parts.push(called(call, origin, ids));
      left.delete(id);
    }
  }
  // If the pieces don't match the message, it was edited: its opaque data is invalid.
  return length === text.length && left.size === 0 ? parts : plain;
}

function called(call: ToolCall, origin: Origin, ids: WireIds): AssistantPart {
  const { id, tool, args, opaque } = call;
  const signed = isFrom(opaque, origin) ? { providerOptions: (opaque as Signed).meta } : {};
  return { type: "tool-call", toolCallId: ids.wire(id), toolName: tool, input: parsed(args), ...signed };
}

/** The arguments as a JSON object. Invalid ones are wrapped in an object, since most servers accept nothing else. */
function parsed(args: string): unknown {
  const value = valueOf(args === "" ? "{}" : args);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { invalid: args };
}

/** Whether the given origin made the data, which may come from an edited note and have any shape. */
function isFrom(opaque: unknown, { provider, model }: Origin): opaque is Origin {
  if (typeof opaque !== "object" || opaque === null) return false;
  const made = opaque as Partial<Origin>;
  return made.provider === provider && made.model === model;
}

function merged(into: SharedV4ProviderMetadata | undefined, meta: SharedV4ProviderMetadata): SharedV4ProviderMetadata {
  const all = { ...into };
  for (const [name, values] of Object.entries(meta)) all[name] = { ...all[name], ...values };
  return all;
}
