// Inflates zlib data as pdf.js does: damaged data ends without an error. Only the size of the result matters, so each
// piece is returned once and then overwritten. fflate cannot replace this: it throws at a match that reaches before the
// start of the data, where pdf.js continues, so a bomb could hide behind one. Wasm modules are inflated by module.ts.

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

/** How far back a match reaches, and the size of a piece. The ring holds both. */
const WINDOW = 32 * 1024;
/** The length of the longest code. */
const MAX_BITS = 15;

const LENGTHS = based([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0], 3);
// The longest match has its own code, though the code before it reaches as far.
LENGTHS.base[28] = 258;
const DISTANCES = based(
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
  1,
);
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The extra bits and the base of each code. */
function based(extra: number[], first: number): { extra: Uint8Array; base: Uint16Array } {
  const base = extra.map((bits) => {
    const least = first;
    first += 1 << bits;
    return least;
  });
  return { extra: Uint8Array.from(extra), base: Uint16Array.from(base) };
}

/** The codes of a block, by the next bits, as `length << 16 | value`; 0 if invalid. */
class Codes {
  readonly table = new Int32Array(1 << MAX_BITS);
  bits = 0;

  set(lengths: Uint8Array): this {
    this.bits = lengths.reduce((most, length) => Math.max(most, length), 0);
    const size = 1 << this.bits;
    this.table.fill(0, 0, size);
    const next = new Int32Array(MAX_BITS + 2);
    for (const length of lengths) if (length > 0) next[length + 1] = (next[length + 1] ?? 0) + 1;
    for (let bits = 1; bits <= MAX_BITS; bits++) next[bits] = ((next[bits - 1] ?? 0) + (next[bits] ?? 0)) << 1;
    lengths.forEach((length, value) => {
      if (length === 0) return;
      let code = next[length] ?? 0;
      next[length] = code + 1;
      let start = 0;
      for (let bit = 0; bit < length; bit++, code >>= 1) start = (start << 1) | (code & 1);
      for (let at = start; at < size; at += 1 << length) this.table[at] = (length << 16) | value;
    });
    return this;
  }

  at(bits: number): number {
    return this.table[bits & ((1 << this.bits) - 1)] ?? 0;
  }
}

const FIXED_LITERALS = Uint8Array.from({ length: 288 }, (_, value) =>
  value < 144 ? 8 : value < 256 ? 9 : value < 280 ? 7 : 8,
);
const FIXED_DISTANCES = new Uint8Array(30).fill(5);

class Broken extends Error {}

/** Inflates one stream after another, in the same memory. */
export class Inflater {
  readonly #ring = new Uint8Array(2 * WINDOW);
  readonly #literals = new Codes();
  readonly #distances = new Codes();
  #source = new ByteSource([].values());
  #bits = 0;
  #count = 0;
  /** The block's state: what remains of a stored block or a match, and whether codes are set. */
  #stored = 0;
  #match = 0;
  #distance = 0;
  #isCoded = false;
  #isLast = false;

  /** Inflates `source`. Each piece is valid until the next one is read. Empty without a zlib header. */
  *read(source: ByteSource): Generator<Uint8Array, void> {
    this.#source = source;
    this.#bits = this.#count = this.#stored = this.#match = 0;
    this.#isCoded = this.#isLast = false;
    if (!isZlib(source.byte(), source.byte())) return;
    for (let start = 0, is = true; is; start ^= WINDOW) {
      const end = this.#fill(start, start + WINDOW);
      is = end === start + WINDOW;
      if (end > start) yield this.#ring.subarray(start, end);
    }
  }

  /** Fills the ring up to `end`; returns less only at the end of the data. */
  #fill(start: number, end: number): number {
    let at = start;
    try {
      while (at < end) {
        if (this.#match > 0 || this.#stored > 0) at = this.#copy(at, end);
        else if (this.#isCoded) at = this.#decode(at, end);
        else if (this.#isLast) return at;
        else this.#open();
      }
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.#isLast = true;
      this.#isCoded = false;
      this.#match = this.#stored = 0;
    }
    return at;
  }

  #copy(at: number, end: number): number {
    const ring = this.#ring;
    while (this.#match > 0 && at < end) {
      // Bytes before the start of the data are taken as they are, as pdf.js does.
      ring[at] = ring[(at - this.#distance) & (2 * WINDOW - 1)] ?? 0;
      at++;
      this.#match--;
    }
    for (; this.#stored > 0 && at < end; this.#stored--) {
      const byte = this.#count >= 8 ? this.#take(8) : this.#source.byte();
      if (byte < 0) throw new Broken();
      ring[at++] = byte;
    }
    return at;
  }

  /** Decodes literals and matches. This is nearly all of the work, so its state is in local variables. */
  #decode(at: number, end: number): number {
    const ring = this.#ring;
    const source = this.#source;
    const { table, bits: most } = this.#literals;
    const { table: distances, bits: mostOfDistance } = this.#distances;
    let bits = this.#bits;
    let count = this.#count;
    while (at < end) {
      // The last code may be shorter than the longest.
      for (let byte = 0; count < most && (byte = source.byte()) >= 0; count += 8) bits |= byte << count;
      const letter = table[bits & ((1 << most) - 1)] ?? 0;
      if (letter < 1 << 16 || letter >> 16 > count) throw new Broken();
      bits >>>= letter >> 16;
      count -= letter >> 16;
      const value = letter & 0xffff;
      if (value < 256) {
        ring[at++] = value;
        continue;
      }
      if (value === 256) {
        this.#isCoded = false;
        break;
      }
      const longer = LENGTHS.extra[value - 257] ?? 0;
      for (let byte = 0; count < longer && (byte = source.byte()) >= 0; count += 8) bits |= byte << count;
      this.#match = (LENGTHS.base[value - 257] ?? 0) + (bits & ((1 << longer) - 1));
      bits >>>= longer;
      count -= longer;
      for (let byte = 0; count < mostOfDistance && (byte = source.byte()) >= 0; count += 8) bits |= byte << count;
      const distance = distances[bits & ((1 << mostOfDistance) - 1)] ?? 0;
      if (distance < 1 << 16 || distance >> 16 > count) throw new Broken();
      bits >>>= distance >> 16;
      count -= distance >> 16;
      const further = DISTANCES.extra[distance & 0xffff] ?? 0;
      for (let byte = 0; count < further && (byte = source.byte()) >= 0; count += 8) bits |= byte << count;
      if (count < further) throw new Broken();
      this.#distance = (DISTANCES.base[distance & 0xffff] ?? 0) + (bits & ((1 << further) - 1));
      bits >>>= further;
      count -= further;
      at = this.#copy(at, end);
    }
    this.#bits = bits;
    this.#count = count;
    return at;
  }

  /** Reads the header of a block. */
  #open(): void {
    this.#isLast = this.#take(1) === 1;
    const kind = this.#take(2);
    if (kind === 0) {
      this.#take(this.#count % 8);
      this.#stored = this.#take(16);
      this.#take(16);
      return;
    }
    if (kind === 3) throw new Broken();
    this.#isCoded = true;
    if (kind === 1) {
      this.#literals.set(FIXED_LITERALS);
      this.#distances.set(FIXED_DISTANCES);
      return;
    }
    const [literals, distances, count] = [this.#take(5) + 257, this.#take(5) + 1, this.#take(4) + 4];
    const lengths = new Uint8Array(literals + distances);
    for (const at of ORDER.slice(0, count)) lengths[at] = this.#take(3);
    const codes = this.#distances.set(lengths.subarray(0, ORDER.length));
    for (let at = 0, last = 0; at < lengths.length;) {
      const code = this.#code(codes);
      const [value, times] =
        code === 16
          ? [last, 3 + this.#take(2)]
          : code === 17
            ? [0, 3 + this.#take(3)]
            : code === 18
              ? [0, 11 + this.#take(7)]
              : [code, 1];
      lengths.fill(value, at, at + times);
      last = value;
      at += times;
    }
    this.#literals.set(lengths.subarray(0, literals));
    this.#distances.set(lengths.subarray(literals));
  }

  #code(codes: Codes): number {
    while (this.#count < codes.bits) {
      const byte = this.#source.byte();
      // The last code may be shorter than the longest.
      if (byte < 0) break;
      this.#bits |= byte << this.#count;
      this.#count += 8;
    }
    const code = codes.at(this.#bits);
    const length = code >> 16;
    if (length === 0 || length > this.#count) throw new Broken();
    this.#bits >>>= length;
    this.#count -= length;
    return code & 0xffff;
  }

  #take(count: number): number {
    while (this.#count < count) {
      const byte = this.#source.byte();
      if (byte < 0) throw new Broken();
      this.#bits |= byte << this.#count;
      this.#count += 8;
    }
    const bits = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#count -= count;
    return bits;
  }
}

/** Whether a zlib header begins with these two bytes. */
export function isZlib(first: number, second: number): boolean {
  return first >= 0 && (first & 15) === 8 && second >= 0 && (second & 0x20) === 0 && ((first << 8) | second) % 31 === 0;
}
