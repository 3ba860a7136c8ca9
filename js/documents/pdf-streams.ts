// A PDF's streams, before pdf.js sees them: how much they would become. pdf.js unpacks a stream as a whole, whatever it
// becomes, and no limit stops the memory that takes. How streams are unpacked is filters.ts's matter; where they lie,
// pdf-scan.ts's.
import { TimeIsUp, type TimeLimit } from "./time-limit.ts";
import { FLATE, Unpacker } from "./filters.ts";
import { isZlib } from "./inflate.ts";
import { streamsOf, type Stream } from "./pdf-scan.ts";

const MB = 1024 * 1024;
/**
 * What one stream may become. pdf.js holds it up to twice while it grows. The largest of use are fonts with all Chinese
 * letters, 25 MB; of drawings, no more than this is read in two seconds.
 */
const MAX_STREAM = 64 * MB;
/**
 * What all together may become: that, or this many times the file. Text and drawings deflate to a fifth, fonts to a half,
 * so books stay far below; and one page may be made of all streams of its file.
 */
const MAX_GROWTH = 8;
/** How many times the file may be gone through. Streams that lie in one another are unpacked once each. */
const MAX_PASSES = 4;
/** How often data may be packed. Programs that make PDF do it once, or twice. */
const MAX_FILTERS = 8;
/** What is read of the file at once. A stream may be as short. */
const STEP = 256;

/** No filter takes that for a beginning, and it ends what is run-length encoded. */
const NONSENSE = [0x80, 0x80];
/** The end of what is written in letters. */
const END = [0x7e, 0x3e];

/** Why a PDF is not given to pdf.js, in words. */
export class TooMuch extends Error {}

/**
 * Makes the data of pictures and of attached files useless, which nobody unpacks to read text: so they may be of any size,
 * and nothing is gained by calling a page's text a picture. To be done each time before pdf.js gets `bytes`. Throws
 * `TimeIsUp`.
 */
export async function blindPictures(bytes: Uint8Array, limit: TimeLimit): Promise<void> {
  for (const { data, packings, isNoText } of streamsOf(bytes)) {
    const [packing] = packings;
    if (isNoText && packing) data.set((packing[0]?.startsWith("A") ? END : NONSENSE).slice(0, data.length));
    if (limit.isPauseDue) await limit.pause();
  }
}

/** Unpacks all streams but those of pictures, and forgets them: of one document, which may take more than one call. */
export class StreamCheck {
  #runs = 0;
  /** Streams that are done. */
  #done = 0;
  #total = 0;
  #passed = 0;

  /** Goes on. Throws `TooMuch`, `TimeIsUp`. */
  async run(bytes: Uint8Array, limit: TimeLimit): Promise<void> {
    const start = this.#done;
    this.#runs++;
    const check = new Unpacking(bytes.length, limit, this.#total, this.#passed);
    let index = 0;
    try {
      for (const { data, packings, isNoText } of streamsOf(bytes)) {
        if (limit.isPauseDue) await limit.pause();
        if (index++ < this.#done) continue;
        if (!isNoText) await check.add(data, packings);
        [this.#done, this.#total, this.#passed] = [index, check.total, check.passed];
      }
    } catch (error) {
      // Nor would the next call get any further.
      if (error instanceof TimeIsUp && this.#runs > 1 && this.#done === start && !limit.isCancelled) {
        throw new TooMuch("one of its streams cannot be unpacked within two seconds");
      }
      throw error;
    }
  }
}

/** Streams being unpacked, within a time. */
class Unpacking {
  total: number;
  passed: number;
  readonly #unpacker = new Unpacker();
  readonly #length: number;
  readonly #limit: TimeLimit;

  constructor(length: number, limit: TimeLimit, total: number, passed: number) {
    this.#length = length;
    this.#limit = limit;
    this.total = total;
    this.passed = passed;
  }

  /** Whatever is said of the data: what it becomes may be deflated once more. */
  async add(data: Uint8Array, packings: Stream["packings"]): Promise<void> {
    let largest = 0;
    for (const packing of packings) {
      for (let filters = packing, isMore = true; isMore; filters = [...filters, FLATE]) {
        if (filters.length > MAX_FILTERS) throw new TooMuch("one of its streams is packed again and again");
        const { size, head } = await this.#unpack(data, filters);
        largest = Math.max(largest, size);
        isMore = isZlib(head[0] ?? -1, head[1] ?? -1);
      }
    }
    this.total += largest;
  }

  /** How much `data` become, and the first two bytes of that. */
  async #unpack(data: Uint8Array, filters: readonly string[]): Promise<{ size: number; head: number[] }> {
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
      if (this.total + size > most) throw new TooMuch(`its streams unpack to more than ${Math.floor(most / MB)} MB`);
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
