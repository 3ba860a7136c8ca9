// The app's language: its texts are unpacked when the plugin is enabled, before the names of commands are registered.
import { getLanguage } from "obsidian";
import * as locales from "../../pkg/locales.js";
import { useLanguage } from "../base/translate.ts";
import { fromBase93 } from "../wasm/base93.ts";
import { inflated } from "../wasm/inflated.ts";
import { ENCODINGS } from "./encodings.mjs";

/** The texts are in the app's language from now on; in English if there is no translation. */
export function useAppLanguage(): void {
  const code = getLanguage();
  // `pt-BR` is Portuguese, too.
  const language = code.replace(/-.*/, "");
  const { hashes, seed: _, ...languages } = locales;
  const packed = (languages as Partial<Record<string, () => string>>)[language];
  if (!packed) {
    useLanguage();
    return;
  }
  const texts = new TextDecoder(ENCODINGS[language]).decode(inflated(packed())).split("\0");
  const bytes = new DataView(fromBase93(hashes()).buffer);
  const table = new Map(texts.map((text, index) => [bytes.getUint16(2 * index), text]));
  useLanguage({ code, table: { get: (english) => table.get(hashOf(english)) } });
}

/** 16 bits of FNV-1a, as in js/build/locales.mjs. */
function hashOf(text: string): number {
  let hash = locales.seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 16;
}
