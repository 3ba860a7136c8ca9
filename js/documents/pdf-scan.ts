// Where the streams of a PDF lie, and what is said of them: found by their keyword, as in a file whose table is broken.
// The file need not be as it says, so what looks deflated is taken for it. How much they hold is pdf-streams.ts's matter.
import { FLATE, Unpacker } from "./filters.ts";
import { isZlib } from "./inflate.ts";

/** A stream as it lies in the file. */
export interface Stream {
  /** From where it begins to the end of the file: it ends where its filter says so. */
  readonly data: Uint8Array;
  /** The filters that unpack it; more than one list of them where it can be read in several ways. */
  readonly packings: readonly (readonly string[])[];
  /** Whether it is a picture, or a file in this file. */
  readonly isNoText: boolean;
}

/** How much before its data a stream is described in; of a longer description, the end is seen. */
const DESCRIPTION = 4096;

const [S, T, CR, LF] = [0x73, 0x74, 0x0d, 0x0a];
/** `stream`, and what stands before it where one ends. */
const KEYWORD = [S, T, 0x72, 0x65, 0x61, 0x6d];
const BEFORE = [0x65, 0x6e, 0x64];

/** All streams, in the order in which they lie in the file. */
export function* streamsOf(bytes: Uint8Array): Generator<Stream, void> {
  const isAt = (at: number, letters: number[]): boolean =>
    letters.every((letter, index) => bytes[at + index] === letter);
  let [from, start] = [0, 0];
  for (let at = bytes.indexOf(S); at >= 0; at = bytes.indexOf(S, at + 1)) {
    if (bytes[at + 1] !== T || !isAt(at, KEYWORD)) continue;
    const behind = at + KEYWORD.length;
    if (!isAt(at - BEFORE.length, BEFORE)) {
      // The data begins on the next line, wherever that is.
      if (start < behind) {
        for (start = behind; start < bytes.length && bytes[start] !== CR && bytes[start] !== LF;) start++;
      }
      const data = bytes.subarray(start + (bytes[start] === CR && bytes[start + 1] === LF ? 2 : 1));
      yield { data, ...described(bytes.subarray(Math.max(from, at - DESCRIPTION), at), data) };
    }
    from = behind;
  }
}

const latin1 = new TextDecoder("latin1");

function described(before: Uint8Array, data: Uint8Array): Omit<Stream, "data"> {
  const text = latin1.decode(before).replace(/^[^]*\d\s+obj/, "");
  const plain = text.includes("#")
    ? text.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
  const packings: string[][] = [];
  for (const [, value = ""] of plain.matchAll(/\/F(?:ilter)?\s*(\[[^\]]*|\/[^\s/<>[\]()%]+)/g)) {
    const names = value.match(/[^\s/<>[\]()%]+/g) ?? [];
    const codec = names.findIndex((name) => /^(?:DCT|JPX|JBIG2|CCF|CCITTFax)/.test(name));
    const known = (codec < 0 ? names : names.slice(0, codec)).filter((name) => Unpacker.knows(name));
    const isLate = /\/EarlyChange\s+0/.test(plain);
    if (known.length > 0) packings.push(isLate ? known.map((name) => name.replace(/^LZW.*/, "LateLZW")) : known);
  }
  const isDeflated = isZlib(data[0] ?? -1, data[1] ?? -1);
  if (isDeflated && !packings.some(([name]) => name?.startsWith("Fl"))) packings.push([FLATE]);
  const isPicture = /\/Subtype\s*\/Image\b/.test(plain) && /\/Height\b/.test(plain);
  return { packings, isNoText: isPicture || /\/Type\s*\/EmbeddedFile\b/.test(plain) };
}
