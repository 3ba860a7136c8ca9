// The instance of the core: compiled at first use, and replaced after a trap. The only importer of the core's wasm.
//
// A trap leaves an instance in an unknown state. It is given up, the call ends in the error `internal`, and the next
// call makes a new one. wasm-bindgen's glue serves one instance only, so `build/shim-modules.mjs` wraps it in a
// function.
import { createGlue } from "../../pkg/glue.js";
import { requireWebAssembly, unpacked, unpackedAside } from "./module.ts";

/** One instance of the core, with its own memory. */
export type Glue = ReturnType<typeof createGlue>;

/** Holds the one live instance. */
export class Core {
  readonly #source: CoreSource;
  #module: WebAssembly.Module | undefined;
  #live: Glue | undefined;
  #loading: Promise<Glue> | undefined;

  constructor(source: CoreSource = embedded) {
    this.#source = source;
  }

  /** The live instance, if there is one. */
  get live(): Glue | undefined {
    return this.#live;
  }

  /** The live instance; created if there is none. A load that failed can be tried again. */
  load(): Promise<Glue> {
    if (this.#live) return Promise.resolve(this.#live);
    this.#loading ??= this.#instantiate().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** Like `load`, but synchronous. Chromium before 115 refuses it. */
  loadNow(): Glue {
    if (this.#live) return this.#live;
    requireWebAssembly();
    this.#module ??= new WebAssembly.Module(this.#source.bytes());
    const glue = this.#source.createGlue();
    glue.initSync({ module: this.#module });
    return (this.#live = glue);
  }

  /** Drops an instance that has trapped: the state of its memory is unknown. The next load creates another. */
  discard(glue: Glue): void {
    if (this.#live === glue) this.#live = undefined;
  }

  async #instantiate(): Promise<Glue> {
    requireWebAssembly();
    this.#module ??= await WebAssembly.compile((await this.#source.bytesAside?.()) ?? this.#source.bytes());
    const glue = this.#source.createGlue();
    await glue.default({ module_or_path: this.#module });
    return (this.#live ??= glue);
  }
}

/** Where the module's bytes and its glue come from. */
export interface CoreSource {
  bytes(): Uint8Array<ArrayBuffer>;
  /** The same bytes, without holding up the app. */
  bytesAside?(): Promise<Uint8Array<ArrayBuffer>>;
  createGlue(): Glue;
}

/** The module in the bundle. */
const embedded: CoreSource = {
  bytes: () => unpacked("core"),
  bytesAside: () => unpackedAside("core"),
  createGlue,
};
