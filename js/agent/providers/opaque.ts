// What a provider wants back as it gave it: signed thoughts and the signatures of calls, in the order in which they came.
// It goes back only to the model that made it; another is told what was said and called.
import type { LanguageModelV4Prompt, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { AssistantMessage, ToolCall } from "../message.ts";
import type { WireIds } from "./wire-ids.ts";

/** A part of what an assistant said, as the libraries take it. */
export type AssistantPart = Extract<LanguageModelV4Prompt[number], { role: "assistant" }>["content"][number];

/** Who made something opaque. */
export interface Origin {
  readonly provider: string;
  readonly model: string;
}

/** `AssistantMessage.opaque`: how the message was put together. */
interface Whole extends Origin {
  /** The fingerprint of what was sent for it. */
  readonly sent: string;
  readonly parts: readonly OpaquePiece[];
}

/** `ToolCall.opaque`. */
interface Signed extends Origin {
  readonly meta: SharedV4ProviderMetadata;
}

/** A thought, so many UTF-16 units of the message's text, or a call by its id. */
interface OpaquePiece {
  thought?: string;
  text?: number;
  call?: string;
  meta?: SharedV4ProviderMetadata;
}

/** Puts together what is opaque about a message while it streams. */
export class Opaque {
  readonly #origin: Origin;
  readonly #sent: string;
  readonly #pieces: OpaquePiece[] = [];
  readonly #open = new Map<string, OpaquePiece>();

  /** `sent` is the fingerprint of the prompt that is answered. */
  constructor({ provider, model }: Origin, sent: string) {
    this.#origin = { provider, model };
    this.#sent = sent;
  }

  /** A stretch of text or thought begins, goes on or ends. Each has an id of its own among those that are open. */
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

  /** The stretch has ended: another may have its id. */
  close(kind: "text" | "thought", id: string): void {
    this.#open.delete(`${kind} ${id}`);
  }

  /** A call comes here. What is opaque about it is kept with it. */
  call(id: string, meta: SharedV4ProviderMetadata | undefined): ToolCall["opaque"] {
    this.#pieces.push({ call: id });
    return meta && ({ ...this.#origin, meta } satisfies Signed);
  }

  /** Undefined where there is nothing that the message itself does not say. */
  get whole(): AssistantMessage["opaque"] {
    const isPlain = this.#pieces.every(({ thought, meta }) => thought === undefined && meta === undefined);
    if (isPlain) return undefined;
    return { ...this.#origin, sent: this.#sent, parts: this.#pieces } satisfies Whole;
  }
}

/**
 * What the assistant said and called, with what is opaque about it where `origin` made it. Its thoughts are part of that
 * if `sent`, the fingerprint of all before it, is what it was then.
 */
export function spoken(
  message: AssistantMessage,
  origin: Origin,
  sent: string | undefined,
  ids: WireIds,
): AssistantPart[] {
  const { opaque, text, calls } = message;
  const plain = [...texts(text), ...calls.map((call) => called(call, origin, ids))];
  if (!isFrom(opaque, origin)) return plain;
  const { sent: wasSent, parts: pieces } = opaque as Partial<Whole>;
  if (!Array.isArray(pieces)) return plain;
  const parts: AssistantPart[] = [];
  const left = new Map(calls.map((call) => [call.id, call]));
  let said = 0;
  for (const piece of pieces as readonly (OpaquePiece | null)[]) {
    const { thought, text: length, call: id, meta } = piece ?? {};
    const options = meta === undefined ? {} : { providerOptions: meta };
    if (typeof thought === "string") {
      if (wasSent === sent) parts.push({ type: "reasoning", text: thought, ...options });
    } else if (typeof length === "number") {
      const stretch = text.slice(said, (said += length));
      if (stretch.trim() !== "" || meta !== undefined) parts.push({ type: "text", text: stretch, ...options });
    } else if (typeof id === "string") {
      const call = left.get(id);
      if (call) parts.push(called(call, origin, ids));
      left.delete(id);
    }
  }
  // The message is not what it was when this was made.
  return said === text.length && left.size === 0 ? parts : plain;
}

function texts(text: string): AssistantPart[] {
  return text.trim() === "" ? [] : [{ type: "text", text }];
}

function called(call: ToolCall, origin: Origin, ids: WireIds): AssistantPart {
  const { id, tool, args, opaque } = call;
  const signed = isFrom(opaque, origin) ? { providerOptions: (opaque as Signed).meta } : {};
  return { type: "tool-call", toolCallId: ids.wire(id), toolName: tool, input: parsed(args), ...signed };
}

/** Arguments that are no JSON object go back within one: most servers take nothing else. */
function parsed(args: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(args === "" ? "{}" : args);
  } catch {
    // As it was.
  }
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { invalid: args };
}

/** It may come from a saved note: nothing about it is certain. */
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
