// Where the command line keeps the search index: in a file for each vault, in the user's cache folder. The first piece
// is written last. It has a fixed place at the start; each of the others stands behind its length.
import * as fs from "node:fs";
import { join } from "node:path";
import type { KeptIndex } from "../vault/host.ts";
import { cacheFolder, ifThere } from "./node-folders.ts";

/** How long nothing may be asked of the index before it is written, if the process goes on. */
const QUIET_MS = 2000;
/** Files that no process has used or written for so long are deleted when the next index is written. */
const UNUSED_MS = 90 * 24 * 60 * 60 * 1000;
const ABANDONED_MS = 60 * 60 * 1000;

/** The place of the first piece, and the bytes of a length. */
const FIRST_BYTES = 1024;
const LENGTH_BYTES = 4;

/** An open file, and where the next piece is in it. */
interface OpenFile {
  readonly file: number;
  at: number;
}

/** The index of one vault. Other processes find all of it, or nothing. */
export class NodeIndex implements KeptIndex {
  readonly #folder: string;
  /** What tells this index from others. */
  readonly #key: string;
  #path: string | undefined;
  #reading: (OpenFile & { readonly next: number }) | undefined;
  #writing: (OpenFile & { readonly path: string }) | undefined;

  /** `root`: the vault's real path; `excluded`: what this process excludes beside the vault's own rules. */
  constructor(root: string, excluded: readonly string[], folder = cacheFolder("index")) {
    this.#folder = folder;
    this.#key = [root, ...excluded].join("\0");
  }

  async piece(number: number): Promise<Uint8Array | undefined> {
    if (number === 0) {
      this.#close();
      const file = await this.#open();
      if (file === undefined) return undefined;
      this.#reading = { file, next: 1, at: FIRST_BYTES };
      return pieceAt(file, 0);
    }
    if (this.#reading?.next !== number) return undefined;
    const { file, at } = this.#reading;
    const bytes = pieceAt(file, at);
    this.#reading = { file, next: number + 1, at: at + LENGTH_BYTES + bytes.length };
    return bytes;
  }

  async keep(number: number, bytes: Uint8Array): Promise<void> {
    if (number === 1) await this.#begin();
    if (!this.#writing) throw new Error("the first pieces are missing");
    const { file, path, at } = this.#writing;
    const length = new Uint8Array(LENGTH_BYTES);
    new DataView(length.buffer).setUint32(0, bytes.length, true);
    const written = fs.writevSync(file, [length, bytes], number === 0 ? 0 : at);
    if (written < LENGTH_BYTES + bytes.length) throw new Error("the disk is full");
    this.#writing.at += written;
    if (number > 0) return;
    fs.closeSync(file);
    this.#writing = undefined;
    fs.renameSync(path, await this.#file());
  }

  async forget(): Promise<void> {
    this.#close();
    fs.rmSync(await this.#file(), { force: true });
  }

  /** Also runs `work` once the process has nothing else to do, before it ends. */
  whenIdle(work: () => void): () => void {
    const stop = (): void => {
      clearTimeout(timer);
      waiting.delete(now);
    };
    const now = (): void => {
      stop();
      work();
    };
    const timer = setTimeout(now, QUIET_MS).unref();
    if (process.listenerCount("beforeExit", runWaiting) === 0) process.on("beforeExit", runWaiting);
    waiting.add(now);
    return stop;
  }

  /** Opens the file, and says that it was used. */
  async #open(): Promise<number | undefined> {
    const path = await this.#file();
    return ifThere(() => {
      const file = fs.openSync(path, "r+");
      fs.futimesSync(file, new Date(), new Date());
      return file;
    });
  }

  /** Begins a new file, beside the one that there may be. */
  async #begin(): Promise<void> {
    this.#close();
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#deleteOld();
    const path = `${await this.#file()}.${String(process.pid)}.tmp`;
    this.#writing = { path, file: fs.openSync(path, "w", 0o600), at: FIRST_BYTES };
  }

  /** Ends what is being read or written. What was not written to its end is deleted. */
  #close(): void {
    if (this.#reading) fs.closeSync(this.#reading.file);
    if (this.#writing) {
      fs.closeSync(this.#writing.file);
      fs.rmSync(this.#writing.path, { force: true });
    }
    this.#reading = this.#writing = undefined;
  }

  #deleteOld(): void {
    for (const name of fs.readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      const age = Date.now() - (fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
      if (age > (name.endsWith(".tmp") ? ABANDONED_MS : UNUSED_MS)) fs.rmSync(path, { force: true });
    }
  }

  /** The path of the file. Hashing is loaded once there is something to search. */
  async #file(): Promise<string> {
    const { createHash } = await import("node:crypto");
    return (this.#path ??= join(this.#folder, createHash("sha256").update(this.#key).digest("hex").slice(0, 32)));
  }
}

/** The work of all vaults that waits for the process to have nothing else to do. */
const waiting = new Set<() => void>();

function runWaiting(): void {
  for (const now of [...waiting]) now();
}

/** The piece at `at`. Throws if the file ends before it does. */
function pieceAt(file: number, at: number): Uint8Array {
  const length = bytesAt(file, at, LENGTH_BYTES).readUInt32LE();
  if (at + LENGTH_BYTES + length > fs.fstatSync(file).size) throw new Error("the file of the search index is cut off");
  return bytesAt(file, at + LENGTH_BYTES, length);
}

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  if (fs.readSync(file, bytes, 0, length, at) < length) throw new Error("the file of the search index is cut off");
  return bytes;
}
