// Call ids in requests. A conversation may continue with another provider, which may allow fewer characters in an id
// than the provider that made it.
import { callsIn, type Message } from "../message.ts";

/** Ids that every provider accepts: the characters are Anthropic's limit, the length is OpenAI's. */
const TAKEN = /^[a-zA-Z0-9_-]{1,40}$/;

/** Maps call ids of the conversation to ids in requests. The same in every request. */
export class WireIds {
  readonly #wire = new Map<string, string>();
  readonly #own = new Map<string, string>();

  constructor(messages: readonly Message[]) {
    const ids = callsIn(messages).map(({ id }) => id);
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

  /** The id to send for the conversation's `id`. */
  wire(id: string): string {
    return this.#wire.get(id) ?? id;
  }

  /** The conversation's id for the sent id `wire`. */
  own(wire: string): string {
    return this.#own.get(wire) ?? wire;
  }

  #add(own: string, wire: string): void {
    this.#wire.set(own, wire);
    this.#own.set(wire, own);
  }
}

/** Makes the call ids of a turn unique in the conversation: some servers count from 0 in every turn. */
export class FreshIds {
  readonly #taken: Set<string>;
  /** The last number appended to each id, so that many equal ids don't take quadratic time. */
  readonly #numbers = new Map<string, number>();

  constructor(messages: readonly Message[]) {
    const replied = messages.flatMap((message) => (message.role === "tool" ? [message.id] : []));
    this.#taken = new Set([...replied, ...callsIn(messages).map(({ id }) => id)]);
  }

  /** Returns `id` if it is new, or else `id` with a number, such as `call-2`. */
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
