// A database of one vault on this device: an IndexedDB of its own, and no part of the vault.
import type { App } from "obsidian";

/** The key of the vault's own name in the app's storage on this device. */
const KEY = "lectern-index";

/** A database with one store. */
export class DeviceDatabase {
  readonly #app: App;
  readonly #prefix: string;
  readonly #store: string;
  #opening: Promise<IDBDatabase> | undefined;

  constructor(app: App, prefix: string, store: string) {
    this.#app = app;
    this.#prefix = prefix;
    this.#store = store;
  }

  /** Resolves to the result of `ask` once everything that it asked for is written. */
  async do<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await (this.#opening ??= this.#open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(this.#store, mode);
      const request = ask(transaction.objectStore(this.#store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser's storage is full"));
    });
  }

  #open(): Promise<IDBDatabase> {
    return new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(`${this.#prefix}-${this.#name()}`, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(this.#store);
      request.onerror = () => {
        this.#opening = undefined;
        reject(request.error ?? new Error("the browser has no storage"));
      };
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
