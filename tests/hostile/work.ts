// The core with a counter of its work: of loops and calls of functions, whatever the machine does meanwhile. `wasm-opt`
// puts a call at each of them. Needs pkg/, which built.ts makes.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { createGlue } from "../../pkg/glue.js";
import { run } from "../../js/build/tools.mjs";
import { WASM_FEATURES } from "../../js/build/wasm.mjs";
import { Core, type Glue } from "../../js/wasm/core.ts";

const COUNTER = `(module (global $n (mut i64) (i64.const 0))
  (func (export "log_execution") (param i32) (global.set $n (i64.add (global.get $n) (i64.const 1))))
  (func (export "work") (result f64) (f64.convert_i64_u (global.get $n))))`;

/** A core that counts. */
export interface CountingCore {
  readonly core: Core;
  /** The work so far. */
  total(): number;
  /** The most work of one step since this was last asked. */
  most(): number;
}

/** Makes such a core of the one in pkg/. */
export async function countingCore(): Promise<CountingCore> {
  const module = await countingModule();
  let total = (): number => 0;
  let most = 0;
  const createCounting = (): Glue => {
    const glue = createGlue();
    const begin = async (source: { module_or_path: WebAssembly.Module }): Promise<unknown> => {
      const exports: unknown = await glue.default(source);
      total = (exports as { work: () => number }).work;
      return exports;
    };
    const { prototype } = glue.Session;
    for (const name of ["start", "resume"] as const) {
      const step = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
      Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
        const before = total();
        try {
          return step.apply(this, args);
        } finally {
          most = Math.max(most, total() - before);
        }
      });
    }
    return { ...glue, default: begin } as Glue;
  };
  return {
    core: new Core({ bytes: () => module, createGlue: createCounting }),
    total: () => total(),
    most: () => {
      const taken = most;
      most = 0;
      return taken;
    },
  };
}

async function countingModule(): Promise<Uint8Array<ArrayBuffer>> {
  const folder = mkdtempSync(join(inject("temporaryFolder"), "work-"));
  const file = (name: string): string => join(folder, name);
  writeFileSync(file("counter.wat"), COUNTER);
  const core = join(import.meta.dirname, "../../pkg/lectern_bg.wasm");
  await run("wasm-as", [file("counter.wat"), "-o", file("counter.wasm")]);
  await run("wasm-opt", [...WASM_FEATURES, "--log-execution", core, "-o", file("logged.wasm")]);
  const parts = [file("logged.wasm"), "core", file("counter.wasm"), "./lectern_bg.js"];
  await run("wasm-merge", [...WASM_FEATURES, ...parts, "-o", file("merged.wasm")]);
  return Uint8Array.from(readFileSync(file("merged.wasm")));
}
