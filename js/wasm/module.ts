// Decodes the wasm modules that the build put into the bundle: base93, deflated. core.ts and documents/reader.ts load
// one each.
import { createInflate } from "../../pkg/inflate.js";
import { fromBase93 } from "./base93.ts";

/** The bytes of a module; `size` is their number. */
export function inflated(deflated: string, size: number): Uint8Array<ArrayBuffer> {
  return createInflate().inflateSync(fromBase93(deflated), { out: new Uint8Array(size) });
}

/** The same, without holding up the app where the engine has a way to. `length` is how many bytes are deflated. */
export async function inflatedAside(deflated: string, size: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  // Nothing is held up, and Node would load its network code for `Response`.
  if (typeof document === "undefined") return inflated(deflated, size);
  try {
    // The stream refuses a byte too many.
    const bytes = new Blob([fromBase93(deflated).subarray(0, length)]).stream();
    return new Uint8Array(await new Response(bytes.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer());
  } catch {
    // An older engine.
    return inflated(deflated, size);
  }
}

/** Throws an error for the user if there is no WebAssembly. */
export function requireWebAssembly(): void {
  if (typeof WebAssembly === "undefined") {
    throw new Error("this device has WebAssembly turned off (iOS does so in Lockdown Mode)");
  }
}
