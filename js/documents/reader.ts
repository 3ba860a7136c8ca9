// The reader of documents: a second wasm module, compiled for the first document, with a fresh instance for each. The
// only importer of the reader's wasm.
import type { Answer, Format } from "../../pkg/lectern.js";
import { createGlue } from "../../pkg/reader/glue.js";
import { packed } from "../../pkg/reader/module.js";
import { reason } from "../base/reason.ts";
import { requireWebAssembly, unpackedAside } from "../wasm/module.ts";

/** The module's bytes and its glue. */
export interface ReaderSource {
  bytes(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  createGlue(): ReturnType<typeof createGlue>;
}

/** The module in the bundle. */
const embedded: ReaderSource = { bytes: () => unpackedAside(packed()), createGlue };

/** Reads documents of every format except PDF. */
export class DocumentReader {
  readonly #source: ReaderSource;
  #module: Promise<WebAssembly.Module> | undefined;

  constructor(source = embedded) {
    this.#source = source;
  }

  /** Reads one document: `document` or `fault`; `failed` after a panic. Throws if the reader can't be started. */
  async read(format: Format, bytes: Uint8Array): Promise<Answer> {
    const glue = this.#source.createGlue();
    await glue.default({ module_or_path: await this.#compiled() });
    try {
      return glue.read(format, bytes);
    } catch (error) {
      return death(error);
    }
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
