// Inflates zlib data as pdf.js does: damaged data ends without an error. Only the size of the result matters, so each
// piece is returned once and then overwritten. Neither fflate nor miniz_oxide, which the reader has, can replace this:
// they refuse what pdf.js takes, so that a bomb could hide behind it. fflate throws at a match that reaches before the
// start of the data, miniz_oxide at codes that leave gaps. Wasm modules are inflated by module.ts.

/** Reads bytes from pieces that are produced on demand. */
export class ByteSource {
  #piece: Uint8Array = new Uint8Array();
  #at = 0;
  readonly #pieces: Iterator<Uint8Array, void>;

  constructor(pieces: Iterator<Uint8Array, void>) {
    this.#pieces = pieces;
  }

  /** The next byte; -1 at the end. */
  byte(): number {
    while (this.#at === this.#piece.length) {
      const { done, value } = this.#pieces.next();
      if (done) return -1;
      this.#piece = value;
      this.#at = 0;
    }
    return this.#piece[this.#at++] ?? -1;
  }
}

class Broken extends Error {}

/** Reads bits, from the lowest of each byte on. Throws `Broken` at the end. */
class BitSource {
  readonly #source: ByteSource;
  #bits = 0;
  #count = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** The next bits, at most 16, as a number. */
  take(count: number): number {
    this.#fill(count);
    const bits = this.#bits & ((1 << count) - 1);
    this.#drop(count);
    return bits;
  }

  /** The value of the next code. */
  code({ table, bits }: Codes): number {
    this.#fill(bits);
    const code = table[this.#bits & ((1 << bits) - 1)] ?? 0;
    if (code === 0) throw new Broken();
    this.#drop(code >> 16);
    return code & 0xffff;
  }

  /** Drops what is left of a byte. */
  align(): void {
    this.#drop(this.#count % 8);
  }

  /** At the end of the source there may be fewer bits: the last code may be shorter than the longest. */
  #fill(count: number): void {
    while (this.#count < count) {
      const byte = this.#source.byte();
      if (byte < 0) return;
      this.#bits |= byte << this.#count;
      this.#count += 8;
    }
  }

  #drop(count: number): void {
    if (count > this.#count) throw new Broken();
    this.#bits >>>= count;
    this.#count -= count;
  }
}

/** The length of the longest code. */
const MAX_BITS = 15;

/** The codes of a block, by the next `bits` bits, as `length << 16 | value`; 0 if invalid. */
class Codes {
  readonly table = new Int32Array(1 << MAX_BITS);
  bits = 0;

  set(lengths: Uint8Array): this {
    this.bits = Math.max(...lengths);
    const size = 1 << this.bits;
    this.table.fill(0, 0, size);
    for (let length = 1, next = 0; length <= this.bits; length++, next <<= 1) {
      for (let value = lengths.indexOf(length); value >= 0; value = lengths.indexOf(length, value + 1), next++) {
        // Codes are stored from their highest bit on.
        let start = 0;
        for (let bit = 0; bit < length; bit++) start = (start << 1) | ((next >> bit) & 1);
        for (let at = start; at < size; at += 1 << length) this.table[at] = (length << 16) | value;
      }
    }
    return this;
  }
}

/** The least number for each code of a length or distance, and how many bits are added to it. */
function based(extra: number[], first: number): { base: number[]; extra: number[] } {
  const base = extra.map((bits) => {
    const least = first;
    first += 1 << bits;
    return least;
  });
  return { base, extra };
}

/** The longest match, for which there is a code of its own. pdf.js takes the two codes behind that for the same. */
const LONGEST = 258;
const LENGTHS = based([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0, 0, 0], 3);
LENGTHS.base.fill(LONGEST, 28);
const DISTANCES = based(
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
  1,
);
/** The order of the lengths of the codes for lengths. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** The codes that repeat a length: the least number of times, and how many bits are added to it. */
const REPEATS: Readonly<Record<number, readonly [times: number, extra: number]>> = {
  16: [3, 2],
  17: [3, 3],
  18: [11, 7],
};
const FIXED_LITERALS = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
const FIXED_DISTANCES = new Uint8Array(30).fill(5);

/** How far back a match reaches, and the size of a piece. */
const WINDOW = 32 * 1024;
const [STORED, FIXED, DYNAMIC] = [0, 1, 2];
const END = 256;

/** Inflates one stream after another, in the same memory. */
export class Inflater {
  /** The window, then a piece. */
  readonly #bytes = new Uint8Array(2 * WINDOW + LONGEST);
  readonly #literals = new Codes();
  readonly #distances = new Codes();

  /** Inflates `source`. Each piece is valid until the next one is read. Empty without a zlib header. */
  *read(source: ByteSource): Generator<Uint8Array, void> {
    if (!isZlib(source.byte(), source.byte())) return;
    const bytes = this.#bytes;
    const bits = new BitSource(source);
    let at = WINDOW;
    try {
      for (let isLast = false; !isLast;) {
        isLast = bits.take(1) === 1;
        for (let stored = this.#open(bits); stored !== 0; stored--) {
          if (at >= 2 * WINDOW) {
            yield bytes.subarray(WINDOW, at);
            bytes.copyWithin(0, at - WINDOW, at);
            at = WINDOW;
          }
          const value = stored > 0 ? bits.take(8) : bits.code(this.#literals);
          if (value < END) bytes[at++] = value;
          else if (value === END) break;
          else {
            const { length, distance } = this.#match(value - END - 1, bits);
            // Bytes before the start of the data are taken as they are, as pdf.js does.
            for (const end = at + length; at < end; at++) bytes[at] = bytes[at - distance] ?? 0;
          }
        }
      }
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
    }
    yield bytes.subarray(WINDOW, at);
  }

  #match(code: number, bits: BitSource): { length: number; distance: number } {
    const length = (LENGTHS.base[code] ?? 0) + bits.take(LENGTHS.extra[code] ?? 0);
    const far = bits.code(this.#distances);
    return { length, distance: (DISTANCES.base[far] ?? 0) + bits.take(DISTANCES.extra[far] ?? 0) };
  }

  /** Reads the header of a block. How many bytes are stored in it; negative if they are coded. */
  #open(bits: BitSource): number {
    const kind = bits.take(2);
    if (kind === STORED) {
      bits.align();
      const count = bits.take(16);
      bits.take(16);
      return count;
    }
    if (kind === FIXED) {
      this.#literals.set(FIXED_LITERALS);
      this.#distances.set(FIXED_DISTANCES);
    } else if (kind === DYNAMIC) this.#readCodes(bits);
    else throw new Broken();
    return -1;
  }

  #readCodes(bits: BitSource): void {
    const [literals, distances, count] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4];
    const lengths = new Uint8Array(literals + distances);
    for (const at of ORDER.slice(0, count)) lengths[at] = bits.take(3);
    const codes = this.#distances.set(lengths.subarray(0, ORDER.length));
    for (let at = 0, last = 0; at < lengths.length;) {
      const code = bits.code(codes);
      const [times, extra] = REPEATS[code] ?? [1, 0];
      if (code !== 16) last = code > 16 ? 0 : code;
      const end = at + times + bits.take(extra);
      lengths.fill(last, at, end);
      at = end;
    }
    this.#literals.set(lengths.subarray(0, literals));
    this.#distances.set(lengths.subarray(literals));
  }
}

/** Whether a zlib header begins with these two bytes. */
export function isZlib(first: number, second: number): boolean {
  return first >= 0 && (first & 15) === 8 && second >= 0 && (second & 0x20) === 0 && ((first << 8) | second) % 31 === 0;
}
