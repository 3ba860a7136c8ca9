// The ids of calls on the wire: a conversation may go on with another provider, which takes fewer letters in an id than the
// one that made it up.
import type { Message } from "../message.ts";

/** What every provider takes: Anthropic these letters, OpenAI so many of them. */
const TAKEN = /^[a-zA-Z0-9_-]{1,40}$/;

/** Which id a call has on the wire, the same in every request. */
export class WireIds {
  readonly #wire = new Map<string, string>();
  readonly #own = new Map<string, string>();

  constructor(messages: readonly Message[]) {
    const ids = messages.flatMap((message) => (message.role === "assistant" ? message.calls.map(({ id }) => id) : []));
    for (const id of ids) if (TAKEN.test(id)) this.#add(id, id);
    let number = 0;
    for (const id of ids) {
      if (this.#wire.has(id)) continue;
      let free: string;
      do free = `call_${(number += 1)}`;
      while (this.#own.has(free));
      this.#add(id, free);
    }
  }

  /** The conversation's `id`, as it is sent. */
  wire(id: string): string {
    return this.#wire.get(id) ?? id;
  }

  /** What was sent as `wire`, in the conversation. */
  own(wire: string): string {
    return this.#own.get(wire) ?? wire;
  }

  #add(own: string, wire: string): void {
    this.#wire.set(own, wire);
    this.#own.set(wire, own);
  }
}

/** Gives the calls of one turn ids that the conversation does not have yet: some servers count from 0 in every turn. */
export class FreshIds {
  readonly #taken: Set<string>;
  /** The number that each id was last given, so that many of the same take no more time than many others. */
  readonly #numbers = new Map<string, number>();

  constructor(messages: readonly Message[]) {
    this.#taken = new Set(messages.flatMap((message) => (message.role === "tool" ? [message.id] : callIds(message))));
  }

  /** `id` where it is new, else one like it. */
  fresh(id: string): string {
    const stem = id === "" ? "call" : id;
    let fresh = id;
    let number = this.#numbers.get(stem) ?? 1;
    while (fresh === "" || this.#taken.has(fresh)) fresh = `${stem}-${(number += 1)}`;
    this.#numbers.set(stem, number);
    this.#taken.add(fresh);
    return fresh;
  }
}

function callIds(message: Message): string[] {
  return message.role === "assistant" ? message.calls.map(({ id }) => id) : [];
}
