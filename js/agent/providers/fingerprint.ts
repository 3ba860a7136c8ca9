// A fingerprint of what a model was sent. Some providers bind a thought to all that was before it, and refuse a request in
// which that has changed since: a reply shortened, the tools or the system's words others.
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../model.ts";

/** Grows with what is sent, in order. */
export class Fingerprint {
  #low = 0xdeadbeef;
  #high = 0x41c6ce57;

  constructor({ system, tools }: ModelRequest) {
    this.#add(JSON.stringify([system, tools]));
  }

  /** Adds a message of a prompt. */
  add(said: LanguageModelV4Prompt[number]): void {
    this.#add(JSON.stringify(said));
  }

  /** Of all that was added so far. */
  get text(): string {
    return `${(this.#high >>> 0).toString(16)}-${(this.#low >>> 0).toString(16)}`;
  }

  /** Two multiplicative hashes of 32 bits: enough to tell changes by chance, and a millisecond for a megabyte. */
  #add(text: string): void {
    let low = this.#low;
    let high = this.#high;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      low = Math.imul(low ^ unit, 2_654_435_761);
      high = Math.imul(high ^ unit, 1_597_334_677);
      low ^= low >>> 15;
      high ^= high >>> 13;
    }
    this.#low = low;
    this.#high = high;
  }
}
