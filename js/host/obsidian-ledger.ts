// Where the app keeps the ledger: a database on this device. Records are kept by their numbers, beside the chain's end.
import type { App } from "obsidian";
import { Ledger, type LedgerHead, type LedgerStore } from "../agent/ledger/ledger.ts";
import { DeviceDatabase } from "./device-database.ts";

const HEAD = "head";

/** The records of one vault. */
export class IndexedDbLedger implements LedgerStore {
  readonly #database: DeviceDatabase;

  constructor(app: App) {
    this.#database = new DeviceDatabase(app, "lectern-ledger", "records");
  }

  head(): Promise<LedgerHead | undefined> {
    return this.#database.do("readonly", headIn);
  }

  texts(): Promise<string[]> {
    // Only the numbers.
    const all = IDBKeyRange.upperBound(Infinity);
    return this.#database.do("readonly", (records) => records.getAll(all) as IDBRequest<string[]>);
  }

  async write(after: number, text: string, head: LedgerHead, from?: number): Promise<boolean> {
    const isNext = (last: LedgerHead | undefined): boolean => (last?.number ?? 0) === after;
    const before = await this.#database.do("readwrite", (records) => {
      const last = headIn(records);
      last.onsuccess = () => {
        if (!isNext(last.result)) return;
        if (from !== undefined) records.delete(IDBKeyRange.upperBound(from, true));
        records.put(text, head.number);
        records.put(head, HEAD);
      };
      return last;
    });
    return isNext(before);
  }
}

const headIn = (records: IDBObjectStore) => records.get(HEAD) as IDBRequest<LedgerHead | undefined>;

const ledgers = new WeakMap<App, Ledger>();

/** The ledger of the app's vault. Opens nothing until it is used. */
export function ledgerOf(app: App): Ledger {
  let ledger = ledgers.get(app);
  if (!ledger) ledgers.set(app, (ledger = new Ledger(new IndexedDbLedger(app))));
  return ledger;
}
