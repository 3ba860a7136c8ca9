// Wasm modules as the build has put them into the bundle: deflated, as base93, decoded at first use. core.ts and
// documents/reader.ts load one each.
import { createInflate } from "../../pkg/inflate.js";
import { fromBase93 } from "./base93.ts";

/** The bytes of a module that has `size` of them. */
export function inflated(deflated: string, size: number): Uint8Array<ArrayBuffer> {
  return createInflate().inflateSync(fromBase93(deflated), { out: new Uint8Array(size) });
}

/** Throws where there is no WebAssembly, in words for a person. */
export function requireWebAssembly(): void {
  if (typeof WebAssembly === "undefined") {
    throw new Error("this device has WebAssembly turned off (iOS does so in Lockdown Mode)");
  }
}
