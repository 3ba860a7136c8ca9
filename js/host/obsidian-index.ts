// Where the app keeps the search index between starts: a database on this device.
import type { App } from "obsidian";
import type { KeptIndex } from "../vault/host.ts";
import { DeviceDatabase } from "./device-database.ts";

/** How long nothing may be asked of the index before it is written. */
const QUIET_MS = 2000;
/** It is written after this time even if the app stays busy. */
const IDLE_TIMEOUT_MS = 10_000;
/** How many pieces are read ahead, while the core takes in those before. */
const AHEAD = 8;

/** The pieces of one vault's index. What fails here only means that the notes are read again. */
export class IndexedDbIndex implements KeptIndex {
  readonly #database: DeviceDatabase;
  /** The pieces that are read ahead, by number. */
  readonly #ahead = new Map<number, Promise<unknown>>();
  /** The last piece that was asked for or read ahead. */
  #last = 0;

  /** `prefix`: what is kept. */
  constructor(app: App, prefix = "lectern-index") {
    this.#database = new DeviceDatabase(app, prefix, "pieces");
  }

  async piece(number: number): Promise<Uint8Array | undefined> {
    const reading = this.#ahead.get(number) ?? this.#read(number);
    this.#ahead.delete(number);
    // The first piece is also read when no others are wanted.
    const isFirst = number === 0;
    if (!isFirst) this.#last = Math.max(this.#last, number);
    const found = await reading;
    if (!(found instanceof Uint8Array)) return undefined;
    while (!isFirst && this.#last < number + AHEAD) this.#ahead.set(++this.#last, this.#read(this.#last));
    return found;
  }

  #read(number: number): Promise<unknown> {
    // What can't be read is missing.
    return this.#database.do<unknown>("readonly", (pieces) => pieces.get(number)).catch(() => undefined);
  }

  async keep(number: number, bytes: Uint8Array): Promise<void> {
    this.#readNoMore();
    await this.#database.do("readwrite", (pieces) => pieces.put(bytes, number));
  }

  async forget(first = 0, last = Infinity): Promise<void> {
    this.#readNoMore();
    await this.#database.do("readwrite", (pieces) => pieces.delete(IDBKeyRange.bound(first, last)));
  }

  #readNoMore(): void {
    this.#ahead.clear();
    this.#last = 0;
  }

  whenIdle(work: () => void): () => void {
    let idle: number | undefined;
    const timer = window.setTimeout(() => {
      // Safari on iOS has no requestIdleCallback.
      if (typeof window.requestIdleCallback !== "function") work();
      else idle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
    }, QUIET_MS);
    return () => {
      window.clearTimeout(timer);
      if (idle !== undefined) window.cancelIdleCallback(idle);
    };
  }
}
