// Measures what a PDF's streams unpack to before pdf.js sees them: pdf.js unpacks each stream as a whole, without a
// memory limit. filters.ts unpacks streams, pdf-scan.ts finds them.
import { TimeIsUp, type TimeLimit } from "./time-limit.ts";
import { FLATE, Unpacker } from "./filters.ts";
import { isZlib } from "./inflate.ts";
import { streamsOf, type Stream } from "./pdf-scan.ts";

const MB = 1024 * 1024;
/**
 * The maximum size of one unpacked stream. pdf.js may hold twice that while it grows. The largest useful streams are
 * fonts with all Chinese characters, 25 MB.
 */
const MAX_STREAM = 64 * MB;
/**
 * All streams together may unpack to `MAX_STREAM`, or to this many times the file. Text and drawings deflate to a
 * fifth, fonts to a half, so books stay far below; and one page may use all streams of its file.
 */
const MAX_GROWTH = 8;
/** How many times the file may be read. Overlapping streams are unpacked once each. */
const MAX_PASSES = 4;
/** How many filters a stream may have. Programs that write PDF use one or two. */
const MAX_FILTERS = 8;
/** Bytes read at once. A stream may be this short. */
const STEP = 256;

/** Invalid for every filter, and the end of run-length encoded data. */
const NONSENSE = [0x80, 0x80];
/** The end of ASCII-encoded data. */
const END = [0x7e, 0x3e];

/** Why a PDF is not given to pdf.js. */
export class TooMuch extends Error {}

/**
 * Overwrites the start of images and embedded files, which are not needed for text. So they may be of any size, and
 * calling a page's text an image gains nothing. Needed each time before pdf.js gets `bytes`. Throws `TimeIsUp`.
 */
export async function blindPictures(bytes: Uint8Array, limit: TimeLimit): Promise<void> {
  for (const { data, packings, isNoText } of streamsOf(bytes)) {
    const [packing] = packings;
    if (isNoText && packing) data.set((packing[0]?.startsWith("A") ? END : NONSENSE).slice(0, data.length));
    if (limit.isPauseDue) await limit.pause();
  }
}

/**
 * Unpacks all streams except images, and discards the result. With images, each of these has to be small enough, but not
 * all together: one page is drawn at a time. Covers one document, possibly over several calls.
 */
export class StreamCheck {
  /** Whether nothing is left to check. */
  isDone = false;
  readonly #withPictures: boolean;
  #runs = 0;
  /** Number of streams done, the bytes that they unpack to, and those of the file that were read for it. */
  #so = { done: 0, total: 0, passed: 0 };

  constructor(withPictures = false) {
    this.#withPictures = withPictures;
  }

  /** Continues. Throws `TooMuch` or `TimeIsUp`. */
  async run(bytes: Uint8Array, limit: TimeLimit): Promise<void> {
    if (this.isDone) return;
    const { done: start } = this.#so;
    this.#runs++;
    const check = new Unpacking(bytes.length, limit, this.#so);
    let index = 0;
    try {
      for (const { data, packings, isNoText } of streamsOf(bytes)) {
        if (limit.isPauseDue) await limit.pause();
        if (index++ < start) continue;
        if (!isNoText || this.#withPictures) await check.add(data, packings, isNoText);
        this.#so = { done: index, total: check.total, passed: check.passed };
      }
      this.isDone = true;
    } catch (error) {
      // The next call would get no further.
      if (error instanceof TimeIsUp && this.#runs > 1 && this.#so.done === start && !limit.isCancelled) {
        throw new TooMuch("one of its streams takes too long to unpack");
      }
      throw error;
    }
  }
}

/** Unpacks streams within a time limit. */
class Unpacking {
  total: number;
  passed: number;
  readonly #unpacker = new Unpacker();
  readonly #length: number;
  readonly #limit: TimeLimit;

  constructor(length: number, limit: TimeLimit, so: { readonly total: number; readonly passed: number }) {
    this.#length = length;
    this.#limit = limit;
    ({ total: this.total, passed: this.passed } = so);
  }

  /** Also tries whether the result is deflated once more, whatever the stream's dictionary says. */
  async add(data: Uint8Array, packings: Stream["packings"], isPicture: boolean): Promise<void> {
    let largest = 0;
    for (const packing of packings) {
      for (let filters = packing, isMore = true; isMore; filters = [...filters, FLATE]) {
        if (filters.length > MAX_FILTERS) throw new TooMuch("one of its streams is packed again and again");
        const { size, head } = await this.#unpack(data, filters, isPicture);
        largest = Math.max(largest, size);
        isMore = isZlib(head[0] ?? -1, head[1] ?? -1);
      }
    }
    if (!isPicture) this.total += largest;
  }

  /** The size of `data` when unpacked, and its first two bytes. */
  async #unpack(
    data: Uint8Array,
    filters: readonly string[],
    isPicture: boolean,
  ): Promise<{ size: number; head: number[] }> {
    const head: number[] = [];
    let size = 0;
    const pieces = this.#unpacker.pieces(this.#steps(data), filters);
    for (;;) {
      const { done, value } = pieces.next();
      if (done) return { size, head };
      if (head.length < 2) head.push(...value.subarray(0, 2 - head.length));
      size += value.length;
      if (size > MAX_STREAM) throw new TooMuch(`one of its streams unpacks to more than ${MAX_STREAM / MB} MB`);
      const most = Math.max(MAX_STREAM, MAX_GROWTH * this.#length);
      if (!isPicture && this.total + size > most)
        throw new TooMuch(`its streams unpack to more than ${Math.floor(most / MB)} MB`);
      if (this.#limit.isPauseDue) await this.#limit.pause();
    }
  }

  *#steps(data: Uint8Array): Generator<Uint8Array, void> {
    for (let at = 0; at < data.length; at += STEP) {
      this.passed += STEP;
      if (this.passed > MAX_PASSES * (this.#length + MB)) throw new TooMuch("its streams lie in one another");
      yield data.subarray(at, at + STEP);
    }
  }
}
