// The reader of documents: a module of its own, compiled for the first document, and a fresh instance for each. What a
// document does to an instance is gone with it. The only importer of the reader's wasm.
import type { Answer, Format } from "../../pkg/lectern.js";
import { createGlue } from "../../pkg/reader/glue.js";
import { deflated, size } from "../../pkg/reader/module.js";
import { reason } from "../base/reason.ts";
import { inflated, requireWebAssembly } from "../wasm/module.ts";

/** Where the module's bytes and its glue come from. */
export interface ReaderSource {
  bytes(): Uint8Array<ArrayBuffer>;
  createGlue(): ReturnType<typeof createGlue>;
}

/** What the build has put into the bundle. */
const embedded: ReaderSource = { bytes: () => inflated(deflated(), size), createGlue };

/** Reads documents of every format but PDF. */
export class DocumentReader {
  readonly #source: ReaderSource;
  #module: Promise<WebAssembly.Module> | undefined;

  constructor(source = embedded) {
    this.#source = source;
  }

  /** Reads one document: `document` or `fault`, `failed` after a panic. Throws where the reader cannot be started. */
  async read(format: Format, bytes: Uint8Array): Promise<Answer> {
    const glue = this.#source.createGlue();
    await glue.default({ module_or_path: await this.#compiled() });
    try {
      return glue.read(format, bytes);
    } catch (error) {
      return death(error);
    }
  }

  /** A compilation that failed can be tried again. */
  #compiled(): Promise<WebAssembly.Module> {
    const compile = async (): Promise<WebAssembly.Module> => {
      requireWebAssembly();
      return WebAssembly.compile(this.#source.bytes());
    };
    this.#module ??= compile().catch((error: unknown) => {
      this.#module = undefined;
      throw error;
    });
    return this.#module;
  }
}

/** Why an instance died. Every panic throws its message; out of memory, Rust only executes what is unreachable. */
function death(error: unknown): Answer {
  if (error instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.message)) {
    return { fault: { too_large: "taking it apart needs more memory than a phone has" } };
  }
  console.error("Lectern: the reader of documents failed.", error);
  return { failed: `a bug in Lectern ended the reading: ${reason(error)}` };
}
