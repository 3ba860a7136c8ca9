// Writers as processes: see writer.ts.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { build } from "esbuild";
import type { Reply } from "../../pkg/lectern.js";
import { folderWith } from "../shim/vault.ts";
import type { WriterCall } from "./writer.ts";

/** Bundles the program; its path. */
export async function writerProgram(): Promise<string> {
  const outfile = join(await folderWith(), "writer.mjs");
  const entryPoints = [join(import.meta.dirname, "writer.ts")];
  await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", external: ["pdfjs-dist"] });
  return outfile;
}

/** A process that changes a vault. */
export class Writer {
  readonly process: ChildProcess;
  readonly #lines: Interface;
  readonly #waiting: ((line: string | undefined) => void)[] = [];

  constructor(program: string, vault: string, state: string, ...more: string[]) {
    const child = spawn(process.execPath, [program, vault, state, ...more], { stdio: ["pipe", "pipe", "inherit"] });
    this.process = child;
    child.stdin.on("error", () => undefined);
    this.#lines = createInterface({ input: child.stdout });
    this.#lines.on("line", (line) => this.#waiting.shift()?.(line));
    this.#lines.on("close", () => this.#waiting.splice(0).forEach((tell) => tell(undefined)));
  }

  /** Resolves once it can be called. */
  async ready(): Promise<void> {
    await this.#next();
  }

  /** The reply; undefined if the process has ended before, null if there was nothing to undo. */
  async call(call: WriterCall): Promise<Reply | null | undefined> {
    const reply = this.#next();
    this.process.stdin?.write(`${JSON.stringify(call)}\n`);
    const line = await reply;
    return line === undefined ? undefined : (JSON.parse(line) as Reply | null);
  }

  /** Ends it. */
  async end(): Promise<void> {
    const { exitCode, signalCode } = this.process;
    this.process.stdin?.end();
    if (exitCode === null && signalCode === null) await once(this.process, "exit");
  }

  #next(): Promise<string | undefined> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
