// The filters of PDF streams that can expand their data or hide one that does, decoded as pdf.js does, to measure the
// result. inflate.ts handles deflated data. Image codecs are left out.
import { Inflater, ByteSource } from "./inflate.ts";

/** Decodes a source. Each piece is valid until the next one is read. */
type Filter = (source: ByteSource) => Iterator<Uint8Array, void>;

/** The name of the deflate filter. */
export const FLATE = "FlateDecode";

/** Bytes of a piece. */
const PIECE = 8 * 1024;

function* asciiHex(source: ByteSource): Generator<Uint8Array, void> {
  const piece = new Uint8Array(PIECE);
  let [at, high] = [0, -1];
  for (let byte = source.byte(); byte >= 0 && byte !== 0x3e; byte = source.byte()) {
    const digit = parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) continue;
    if (high < 0) {
      high = digit;
      continue;
    }
    piece[at++] = (high << 4) | digit;
    high = -1;
    if (at === PIECE) {
      yield piece;
      at = 0;
    }
  }
  if (high >= 0) piece[at++] = high << 4;
  yield piece.subarray(0, at);
}

function* ascii85(source: ByteSource): Generator<Uint8Array, void> {
  const piece = new Uint8Array(PIECE);
  // Five digits make four bytes. An invalid digit overflows, as in pdf.js.
  let [at, value, digits] = [0, 0, 0];
  const put = (count: number): void => {
    for (let index = 0; index < count; index++) piece[at++] = value >>> (24 - 8 * index);
    [value, digits] = [0, 0];
  };
  for (let byte = source.byte(); byte >= 0 && byte !== 0x7e; byte = source.byte()) {
    if (byte <= 0x20) continue;
    if (byte === 0x7a && digits === 0) digits = 5;
    else {
      value = value * 85 + byte - 0x21;
      digits++;
    }
    if (digits === 5) put(4);
    if (at === PIECE) {
      yield piece;
      at = 0;
    }
  }
  const rest = digits - 1;
  if (rest > 0) {
    for (; digits < 5; digits++) value = value * 85 + 84;
    put(rest);
  }
  yield piece.subarray(0, at);
}

function* runLength(source: ByteSource): Generator<Uint8Array, void> {
  const piece = new Uint8Array(128);
  for (let head = source.byte(); head >= 0 && head !== 128; head = source.byte()) {
    const length = head < 128 ? head + 1 : 257 - head;
    if (head > 128) piece.fill(source.byte(), 0, length);
    else for (let at = 0; at < length; at++) piece[at] = source.byte();
    yield piece.subarray(0, length);
  }
}

/** `early` is how many codes early the width grows: 1 unless the stream sets 0. */
function* lzw(source: ByteSource, early: number): Generator<Uint8Array, void> {
  const lengths = new Uint16Array(4096).fill(1, 0, 256);
  const befores = new Uint16Array(4096);
  const values = Uint8Array.from({ length: 4096 }, (_, code) => (code < 256 ? code : 0));
  const piece = new Uint8Array(4096);
  let [bits, count, next, before] = [0, 0, 258, -1];
  for (;;) {
    const width = Math.min(12, 32 - Math.clz32(next + early));
    for (; count < width; count += 8) {
      const byte = source.byte();
      if (byte < 0) return;
      bits = ((bits & 0xffff) << 8) | byte;
    }
    count -= width;
    const code = (bits >> count) & ((1 << width) - 1);
    if (code === 257) return;
    if (code === 256) {
      [next, before] = [258, -1];
      continue;
    }
    const known = code < next ? code : before;
    if (known < 0) return;
    let length = lengths[known] ?? 0;
    for (let at = length - 1, part = known; at >= 0; at--, part = befores[part] ?? 0) piece[at] = values[part] ?? 0;
    const first = piece[0] ?? 0;
    if (code >= next) piece[length++] = first;
    if (before >= 0 && next < 4096) {
      [lengths[next], befores[next], values[next]] = [(lengths[before] ?? 0) + 1, before, first];
      next++;
    }
    before = Math.min(code, next - 1);
    yield piece.subarray(0, length);
  }
}

/** By name and abbreviation. `LateLZW` is ours, for LZW with `early` 0. */
const FILTERS: Readonly<Record<string, Filter>> = {
  ASCIIHexDecode: asciiHex,
  AHx: asciiHex,
  ASCII85Decode: ascii85,
  A85: ascii85,
  RunLengthDecode: runLength,
  RL: runLength,
  LZWDecode: (source) => lzw(source, 1),
  LZW: (source) => lzw(source, 1),
  LateLZW: (source) => lzw(source, 0),
};

/** Decodes one stream after another, reusing the memory of its inflaters. */
export class Unpacker {
  readonly #inflaters: Inflater[] = [];

  /** Whether `name` is a filter. */
  static knows(name: string): boolean {
    return name === FLATE || name === "Fl" || Object.hasOwn(FILTERS, name);
  }

  /** Decodes `packed` by `filters`. Each piece is valid until the next one is read. */
  pieces(packed: Iterator<Uint8Array, void>, filters: readonly string[]): Iterator<Uint8Array, void> {
    let pieces = packed;
    filters.forEach((name, index) => {
      const source = new ByteSource(pieces);
      const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
      pieces = filter?.(source) ?? (this.#inflaters[index] ??= new Inflater()).read(source);
    });
    return pieces;
  }
}
