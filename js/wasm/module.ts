// Unpacks the wasm modules from the bundle, where they are base93. The unpacker is only deflated. It unpacks the core and
// the reader, which are packed as one; core.ts and documents/reader.ts load one each.
import { ends, packed } from "../../pkg/modules.js";
import { createGlue } from "../../pkg/unpacker/glue.js";
import { packed as packedUnpacker } from "../../pkg/unpacker/module.js";
import { t } from "../base/translate.ts";
import { Turns } from "../base/turns.ts";
import { fromBase93 } from "./base93.ts";
import { inflated } from "./inflated.ts";

/** How much is unpacked before the app may have its turn: 3 ms on a laptop. */
const PART_BYTES = 128 * 1024;

/** The bytes of a module, from what is in the bundle. Chromium before 115 refuses it. */
export function unpacked(name: keyof typeof ends): Uint8Array<ArrayBuffer> {
  const glue = createGlue();
  glue.initSync({ module: new WebAssembly.Module(unpackerBytes()) });
  const parts = unpacking(glue, name);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** The same, without holding up the app. */
export async function unpackedAside(name: keyof typeof ends): Promise<Uint8Array<ArrayBuffer>> {
  const glue = createGlue();
  await glue.default({ module_or_path: await WebAssembly.compile(unpackerBytes()) });
  const turns = new Turns();
  const parts = unpacking(glue, name);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    await turns.give();
  }
}

const unpackerBytes = (): Uint8Array<ArrayBuffer> => inflated(packedUnpacker());

/** Unpacks part by part. */
function* unpacking(
  glue: ReturnType<typeof createGlue>,
  name: keyof typeof ends,
): Generator<void, Uint8Array<ArrayBuffer>> {
  const unpacker = glue.unpack(fromBase93(packed()));
  const bytes = new Uint8Array(ends[name]);
  for (let at = 0; at < bytes.length;) {
    const count = unpacker?.read(bytes.subarray(at, at + PART_BYTES)) ?? 0;
    if (count === 0) throw new Error(t("Lectern is damaged: install it again"));
    at += count;
    yield;
  }
  return name === "core" ? bytes : bytes.slice(ends.core);
}

/** Throws an error for the user if there is no WebAssembly. */
export function requireWebAssembly(): void {
  if (typeof WebAssembly === "undefined") {
    throw new Error("this device has WebAssembly turned off (iOS does so in Lockdown Mode)");
  }
}
