// The reader of documents: a second wasm module, compiled for the first document, with a fresh instance for each. The
// only importer of the reader's wasm.
//
// The reader is thrown away after each document; two large workbooks are kept for a minute
// (`documents/open-workbooks`). Documents are read in slices of some milliseconds: the code that reads them is `async`
// without an executor, and gives way to the shim between two slices (`document/slices.rs`). Canvases, and Word and
// PowerPoint documents from before 2007, are read in one step. A file goes into an instance in parts of 1 MB. Its text
// comes out as UTF-8 and goes into the core as such: wasm-bindgen takes in a string letter by letter. A panic throws its
// message and is a bug; running out of memory is a bare trap, and the document's fault. It is compiled for the first
// document, never for a note.
import type { Answer, Format, Place } from "../../pkg/lectern.js";
import { createGlue } from "../../pkg/reader/glue.js";
import { reason } from "../base/reason.ts";
import { Turns } from "../base/turns.ts";
import { requireWebAssembly, unpackedAside } from "../wasm/module.ts";

/** The answer to a call that was cancelled. */
export const CANCELLED: Answer = { failed: "the call was cancelled" };

type Glue = ReturnType<typeof createGlue>;
type Reader = InstanceType<Glue["Reader"]>;

/** The module's bytes and its glue. */
export interface ReaderSource {
  bytes(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  createGlue(): Glue;
}

/** The module in the bundle. */
const embedded: ReaderSource = { bytes: () => unpackedAside("reader"), createGlue };

/** How much of a file is taken in before the app may have its turn: about 1 ms on a laptop. */
const PART_BYTES = 1024 * 1024;

/** A document in an instance of its own. */
export class OpenDocument {
  readonly #memory: WebAssembly.Memory;
  readonly #make: () => Reader;
  #reader: Reader | undefined;
  /** What the reader has not taken in yet. */
  #bytes: Uint8Array;
  /** Whether more of it can be read. */
  isUsable = true;

  constructor(memory: WebAssembly.Memory, make: () => Reader, bytes: Uint8Array) {
    this.#memory = memory;
    this.#make = make;
    this.#bytes = bytes;
  }

  /** The bytes that it takes. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Reads a part of it, or all: `document` or `fault`; `failed` after a panic. The app has its turns meanwhile. */
  async read(place?: Place, signal?: AbortSignal): Promise<Answer> {
    const turns = new Turns();
    try {
      const reader = (this.#reader ??= this.#make());
      for (let at = 0; at < this.#bytes.length; at += PART_BYTES) {
        reader.take(this.#bytes.subarray(at, at + PART_BYTES));
        await turns.give();
      }
      this.#bytes = new Uint8Array();
      reader.ask(place);
      for (;;) {
        const answer = reader.step();
        await turns.give();
        if (answer) return answer;
        if (!signal?.aborted) continue;
        this.isUsable = false;
        return CANCELLED;
      }
    } catch (error) {
      this.isUsable = false;
      return death(error);
    }
  }
}

/** Reads documents of every format except PDF. */
export class DocumentReader {
  readonly #source: ReaderSource;
  #module: Promise<WebAssembly.Module> | undefined;

  constructor(source = embedded) {
    this.#source = source;
  }

  /** Opens one document. Throws if the reader can't be started. */
  async open(format: Format, bytes: Uint8Array): Promise<OpenDocument> {
    const glue = this.#source.createGlue();
    const { memory } = await glue.default({ module_or_path: await this.#compiled() });
    return new OpenDocument(memory, () => new glue.Reader(format, bytes.length), bytes);
  }

  /** Compiles the module once. A failed compilation can be retried. */
  #compiled(): Promise<WebAssembly.Module> {
    const compile = async (): Promise<WebAssembly.Module> => {
      requireWebAssembly();
      return WebAssembly.compile(await this.#source.bytes());
    };
    this.#module ??= compile().catch((error: unknown) => {
      this.#module = undefined;
      throw error;
    });
    return this.#module;
  }
}

/** Why an instance died. A panic throws its message; running out of memory is a bare trap. */
function death(error: unknown): Answer {
  if (error instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.message)) {
    return { fault: { too_large: "taking it apart needs more memory than a phone has" } };
  }
  console.error("Lectern: the reader of documents failed.", error);
  return { failed: `a bug in Lectern ended the reading: ${reason(error)}` };
}
