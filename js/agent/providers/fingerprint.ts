// A fingerprint of a prompt. Some providers sign reasoning together with everything before it, and refuse a request if
// that has changed since: for example, a reply was shortened, or the tools or the system prompt differ.
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../model.ts";

/** A running hash of what is sent, in order. */
export class Fingerprint {
  #low = 0xdeadbeef;
  #high = 0x41c6ce57;

  constructor({ system, tools }: ModelRequest) {
    this.#add(JSON.stringify([system, tools]));
  }

  /** Adds the next message of the prompt. */
  add(said: LanguageModelV4Prompt[number]): void {
    this.#add(JSON.stringify(said));
  }

  /** The fingerprint of everything added so far. */
  get text(): string {
    return `${(this.#high >>> 0).toString(16)}-${(this.#low >>> 0).toString(16)}`;
  }

  /** Two multiplicative 32-bit hashes: enough to detect accidental changes, at a millisecond per megabyte. */
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
