// Where the app keeps the search index between starts: an IndexedDB of its own for each vault. It is on this device
// only, and no part of the vault.
import type { App } from "obsidian";
import type { KeptIndex } from "../vault/host.ts";

/** The key of the vault's own name in the app's storage on this device. */
const KEY = "lectern-index";
const STORE = "pieces";

/** How long nothing may be asked of the index before it is written. */
const QUIET_MS = 2000;
/** It is written after this time even if the app stays busy. */
const IDLE_TIMEOUT_MS = 10_000;
/** How many pieces are read ahead, while the core takes in those before. */
const AHEAD = 8;

/** The pieces of one vault's index. What fails here only means that the notes are read again. */
export class IndexedDbIndex implements KeptIndex {
  readonly #app: App;
  #opening: Promise<IDBDatabase> | undefined;
  /** The pieces that are read ahead, by number. */
  readonly #ahead = new Map<number, Promise<unknown>>();
  /** The last piece that was asked for or read ahead. */
  #last = 0;

  constructor(app: App) {
    this.#app = app;
  }

  async piece(number: number): Promise<Uint8Array | undefined> {
    const reading = this.#ahead.get(number) ?? this.#read(number);
    this.#ahead.delete(number);
    this.#last = Math.max(this.#last, number);
    const found = await reading;
    if (!(found instanceof Uint8Array)) return undefined;
    // The piece 0 is also read when no others are wanted.
    while (number > 0 && this.#last < number + AHEAD) this.#ahead.set(++this.#last, this.#read(this.#last));
    return found;
  }

  #read(number: number): Promise<unknown> {
    // What can't be read is missing.
    return this.#do<unknown>("readonly", (pieces) => pieces.get(number)).catch(() => undefined);
  }

  async keep(number: number, bytes: Uint8Array): Promise<void> {
    this.#readNoMore();
    await this.#do("readwrite", (pieces) => pieces.put(bytes, number));
  }

  async forget(): Promise<void> {
    this.#readNoMore();
    await this.#do("readwrite", (pieces) => pieces.clear());
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

  /** Resolves to the result of `ask` once it is written. */
  async #do<T>(mode: IDBTransactionMode, ask: (pieces: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await (this.#opening ??= this.#open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser's storage is full"));
    });
  }

  #open(): Promise<IDBDatabase> {
    return new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(`lectern-index-${this.#name()}`, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onerror = () => reject(request.error ?? new Error("the browser has no storage"));
      request.onsuccess = () => {
        const database = request.result;
        // The app may delete it, and another window may need another version.
        database.onversionchange = database.onclose = () => {
          database.close();
          this.#opening = undefined;
        };
        resolve(database);
      };
    });
  }

  /** A name that no other vault on this device has. The app keeps it for this vault. */
  #name(): string {
    const kept: unknown = this.#app.loadLocalStorage(KEY);
    if (typeof kept === "string") return kept;
    const name = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
    this.#app.saveLocalStorage(KEY, name);
    return name;
  }
}
