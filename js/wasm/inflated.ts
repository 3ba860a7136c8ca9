// Inflates what the build has deflated and written as base93.
import { createInflate } from "../../pkg/unpacker/inflate.js";
import { fromBase93 } from "./base93.ts";

/** The bytes that the build deflated. */
export const inflated = (deflated: string): Uint8Array<ArrayBuffer> =>
  createInflate().inflateSync(fromBase93(deflated));
