// Where the command line keeps vectors: files in the user's cache folder, one folder for each vault and model.
import { createHash, randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import type { KeptPieces } from "../vault/host.ts";
import { cacheFolder, contentIfThere, ifThere } from "./node-folders.ts";
import { lock } from "./node-lock.ts";

/** Another process writes for minutes: there is no use in waiting. */
const WAIT_MS = 1000;

/**
 * The vectors of one vault by one model, and small texts about them. One process at a time writes vectors: what others
 * would keep or forget stays as it is.
 */
export class NodeVectors implements KeptPieces {
  readonly #vault: string;
  #writes = false;
  readonly #model: string;

  /** `root`: the vault's real path; `key`: of the model. */
  constructor(root: string, key: string, folder = cacheFolder("vectors")) {
    this.#vault = join(folder, hashOf(root));
    this.#model = hashOf(key);
  }

  piece(number: number): Promise<Uint8Array | undefined> {
    const bytes = this.#read(String(number));
    return Promise.resolve(bytes && new Uint8Array(bytes));
  }

  /** Lets this process write vectors until it calls the result. Throws `Busy` if another one does. */
  async alone(): Promise<() => void> {
    fs.mkdirSync(join(this.#vault, ".."), { recursive: true, mode: 0o700 });
    const free = await lock(`${this.#vault}.lock`, WAIT_MS);
    this.#writes = true;
    return () => {
      this.#writes = false;
      free();
    };
  }

  keep(number: number, bytes: Uint8Array): Promise<void> {
    if (this.#writes) this.#write(String(number), bytes);
    return Promise.resolve();
  }

  forget(first = 0, last = Infinity): Promise<void> {
    for (const name of this.#writes ? this.#names(this.#folder) : []) {
      const isPiece = /^\d+$/.test(name) && Number(name) >= first && Number(name) <= last;
      if (isPiece) fs.rmSync(join(this.#folder, name));
    }
    return Promise.resolve();
  }

  /** Deletes the vectors of this vault by other models. */
  forgetOthers(): void {
    for (const name of this.#names(this.#vault))
      if (name !== this.#model) fs.rmSync(join(this.#vault, name), { recursive: true, force: true });
  }

  /** A text that was kept; undefined if there is none. */
  text(name: "model" | "day"): string | undefined {
    return this.#read(`${name}.json`)?.toString();
  }

  /** Keeps a text. */
  keepText(name: "model" | "day", text: string): void {
    this.#write(`${name}.json`, text);
  }

  get #folder(): string {
    return join(this.#vault, this.#model);
  }

  #read(name: string): Buffer | undefined {
    return contentIfThere(join(this.#folder, name));
  }

  /** Another command may read the file at any time: it is whole or not there. */
  #write(name: string, content: string | Uint8Array): void {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = join(this.#folder, `${name}.${randomUUID()}.tmp`);
    fs.writeFileSync(temporary, content, { mode: 0o600 });
    fs.renameSync(temporary, join(this.#folder, name));
  }

  #names(folder: string): string[] {
    return ifThere(() => fs.readdirSync(folder)) ?? [];
  }
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);
