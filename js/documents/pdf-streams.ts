// A PDF's streams, before pdf.js sees them: how much they would become. pdf.js unpacks a stream as a whole, whatever it
// becomes, and no clock stops the memory that takes. How streams are unpacked is filters.ts's matter; where they lie,
// pdf-scan.ts's.
import type { Clock } from "./clock.ts";
import { FLATE, Unpacker } from "./filters.ts";
import { isZlib } from "./inflate.ts";
import { streamsOf } from "./pdf-scan.ts";

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
/** For how long this works before others get their turn, in ms. */
const SLICE = 8;

/** No filter takes that for a beginning, and it ends what is run-length encoded. */
const NONSENSE = [0x80, 0x80];
/** The end of what is written in letters. */
const END = [0x7e, 0x3e];

/** Why a PDF is not given to pdf.js, in words. */
export class TooMuch extends Error {}

/**
 * Makes the data of pictures and of attached files useless, which nobody unpacks to read text: so they may be of any size,
 * and nothing is gained by calling a page's text a picture. To be done each time before pdf.js gets `bytes`.
 */
export function blindPictures(bytes: Uint8Array): void {
  for (const { data, packings, isNoText } of streamsOf(bytes)) {
    const [packing] = packings;
    if (isNoText && packing) data.set((packing[0]?.startsWith("A") ? END : NONSENSE).slice(0, data.length));
  }
}

/** Unpacks all streams but those of pictures, and forgets them. Throws `TooMuch`, `TimeIsUp`. */
export async function checkStreams(bytes: Uint8Array, clock: Clock): Promise<void> {
  const check = new Check(bytes.length, clock);
  for (const { data, packings, isNoText } of streamsOf(bytes)) {
    if (!isNoText) for (const packing of packings) await check.add(data, packing);
  }
}

class Check {
  readonly #unpacker = new Unpacker();
  readonly #length: number;
  readonly #clock: Clock;
  #total = 0;
  #passed = 0;
  #sliced = performance.now();

  constructor(length: number, clock: Clock) {
    this.#length = length;
    this.#clock = clock;
  }

  /** Whatever is said of the data: what it becomes may be deflated once more. */
  async add(data: Uint8Array, packing: readonly string[]): Promise<void> {
    for (let filters = packing; filters.length <= MAX_FILTERS; filters = [...filters, FLATE]) {
      const [first, second] = await this.#unpack(data, filters);
      if (first === undefined || second === undefined || !isZlib(first, second)) return;
    }
    throw new TooMuch("one of its streams is packed again and again");
  }

  /** The first bytes of what `data` become. */
  async #unpack(data: Uint8Array, filters: readonly string[]): Promise<number[]> {
    const head: number[] = [];
    let size = 0;
    const pieces = this.#unpacker.pieces(this.#steps(data), filters);
    for (;;) {
      const { done, value } = pieces.next();
      if (done) return head;
      if (head.length < 2) head.push(...value.subarray(0, 2 - head.length));
      size += value.length;
      this.#total += value.length;
      if (size > MAX_STREAM) throw new TooMuch(`one of its streams unpacks to more than ${MAX_STREAM / MB} MB`);
      const most = Math.max(MAX_STREAM, MAX_GROWTH * this.#length);
      if (this.#total > most) throw new TooMuch(`its streams unpack to more than ${Math.floor(most / MB)} MB`);
      if (performance.now() - this.#sliced > SLICE) await this.#pause();
    }
  }

  *#steps(data: Uint8Array): Generator<Uint8Array, void> {
    for (let at = 0; at < data.length; at += STEP) {
      this.#passed += STEP;
      if (this.#passed > MAX_PASSES * (this.#length + MB)) throw new TooMuch("its streams lie in one another");
      yield data.subarray(at, at + STEP);
    }
  }

  /** Not by a timer: those are slowed down where many are set. */
  async #pause(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    const paused = new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
    });
    port2.postMessage(null);
    try {
      await this.#clock.within(paused);
    } finally {
      port1.close();
    }
    this.#sliced = performance.now();
  }
}
