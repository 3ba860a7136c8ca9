// Decodes the wasm modules that the build put into the bundle: base93, deflated. core.ts and documents/reader.ts load
// one each.
import { createInflate } from "../../pkg/inflate.js";
import { fromBase93 } from "./base93.ts";

/** The bytes of a module; `size` is their number. */
export function inflated(deflated: string, size: number): Uint8Array<ArrayBuffer> {
  return createInflate().inflateSync(fromBase93(deflated), { out: new Uint8Array(size) });
}

/** Throws an error for the user if there is no WebAssembly. */
export function requireWebAssembly(): void {
  if (typeof WebAssembly === "undefined") {
    throw new Error("this device has WebAssembly turned off (iOS does so in Lockdown Mode)");
  }
}
