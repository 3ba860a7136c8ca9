// Finds the streams of a PDF by their keyword, as if the file's table were broken. The file may lie about a stream, so
// data that looks deflated is treated as such. pdf-streams.ts measures the streams.
import { FLATE, Unpacker } from "./filters.ts";
import { isZlib } from "./inflate.ts";

/** A stream in the file. */
export interface Stream {
  /** From its start to the end of the file; the filter finds its end. */
  readonly data: Uint8Array;
  /** The filters of the stream; several lists if it can be read in several ways. */
  readonly packings: readonly (readonly string[])[];
  /** Whether it is an image or an embedded file. */
  readonly isNoText: boolean;
}

/** How many bytes before the data are searched for the stream's dictionary. */
const DESCRIPTION = 4096;

const [S, T, CR, LF] = [0x73, 0x74, 0x0d, 0x0a];
/** The keyword `stream`, and what precedes it in a real one. */
const KEYWORD = [S, T, 0x72, 0x65, 0x61, 0x6d];
const BEFORE = [0x65, 0x6e, 0x64];

/** All streams, in file order. */
export function* streamsOf(bytes: Uint8Array): Generator<Stream, void> {
  const isAt = (at: number, letters: number[]): boolean =>
    letters.every((letter, index) => bytes[at + index] === letter);
  let [from, start] = [0, 0];
  for (let at = bytes.indexOf(S); at >= 0; at = bytes.indexOf(S, at + 1)) {
    if (bytes[at + 1] !== T || !isAt(at, KEYWORD)) continue;
    const behind = at + KEYWORD.length;
    if (!isAt(at - BEFORE.length, BEFORE)) {
      // The data begins on the next line.
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
