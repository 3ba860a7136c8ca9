// The ledger: a list of what was sent to which provider, kept on this device. Each record has the hash of the one
// before, so a record that was changed or removed is noticed. When it becomes too long, the oldest records are dropped,
// and a record says so.
import { byteLength } from "../../base/byte-length.ts";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { sha256 } from "../../base/sha256.ts";
import type { SentNote } from "./sent-notes.ts";

/** What one request sent. */
export interface SentRequest {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly host: string;
  readonly model: string;
  /** What earlier requests of the same answer did not send. */
  readonly notes: readonly SentNote[];
  /** Bytes of notes that earlier requests of the same answer sent too. */
  readonly again: number;
  /** Whether it was sent for the search by meaning. */
  readonly isForMeaning?: boolean;
}

/** Says that all records up to `dropped` are gone. */
interface Dropped {
  readonly at: number;
  readonly dropped: number;
  /** The hash of the last of them. */
  readonly last: string;
  /** Whether the user cleared the ledger. */
  readonly isCleared: boolean;
}

interface Linked {
  /** Counted from 1. */
  readonly number: number;
  /** The hash of the record before. */
  readonly before: string;
}

/** The end of the chain. */
export interface LedgerHead {
  /** The number of the last record. */
  readonly number: number;
  /** Its hash. */
  readonly hash: string;
  /** Bytes of all records that are kept. */
  readonly size: number;
}

/** Where the records are kept. */
export interface LedgerStore {
  head(): Promise<LedgerHead | undefined>;
  /** The records, in order, as they were written. */
  texts(): Promise<string[]>;
  /**
   * Adds a record, and drops those before the record `from`, if the last one has the number `after`. Returns whether it
   * has. Resolves once it is written.
   */
  write(after: number, text: string, head: LedgerHead, from?: number): Promise<boolean>;
}

/** What is in the ledger. */
export interface LedgerContent {
  readonly requests: readonly SentRequest[];
  /** When records were last dropped to make room, or cleared; undefined if never. */
  readonly droppedAt: number | undefined;
  /** Whether no record was changed or removed. */
  readonly isWhole: boolean;
}

/** Bytes of all records. More are dropped, the oldest first, until `KEPT` are left. */
const MOST = 4_000_000;
const KEPT = 3_000_000;

const EMPTY: LedgerHead = { number: 0, hash: "", size: 0 };

/** The ledger of one vault on this device. */
export class Ledger {
  readonly #store: LedgerStore;
  readonly #most: number;
  readonly #kept: number;
  /** The last write: one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: LedgerStore, most = MOST, kept = KEPT) {
    this.#store = store;
    this.#most = most;
    this.#kept = kept;
  }

  /** Adds a record. Resolves once it is written; rejects if it can't be. */
  add(request: SentRequest): Promise<void> {
    return this.#queue(async () => {
      const { number, size } = await this.#append(request);
      if (size > this.#most) await this.#drop(await this.#firstKept(number), false);
    });
  }

  /** Removes all records. That it was cleared, and when, stays. */
  clear(): Promise<void> {
    return this.#queue(async () => {
      const { number } = (await this.#store.head()) ?? EMPTY;
      if (number > 0) await this.#drop(number + 1, true);
    });
  }

  /** Reads and checks all records. */
  async read(): Promise<LedgerContent> {
    await this.#last.catch(() => undefined);
    let [head = EMPTY, texts] = [await this.#store.head(), await this.#store.texts()];
    // Another window may have added a record between the two.
    for (let now = await this.#store.head(); now && now.number !== head.number; now = await this.#store.head())
      [head, texts] = [now, await this.#store.texts()];
    const requests: SentRequest[] = [];
    let dropped: Dropped | undefined;
    let [isWhole, before, number, first] = [true, "", 0, undefined as Linked | undefined];
    for (const text of texts) {
      const record = parsed(text);
      if (!record) {
        isWhole = false;
        continue;
      }
      if (!first) first = record;
      else isWhole &&= record.before === before && record.number === number + 1;
      ({ number } = record);
      before = await sha256(text);
      if ("dropped" in record) dropped = record;
      else requests.push(record);
    }
    isWhole &&= number === head.number && before === head.hash;
    // What is missing at the start has to be what was dropped.
    if (first) isWhole &&= first.number === (dropped?.dropped ?? 0) + 1 && first.before === (dropped?.last ?? "");
    return { requests, droppedAt: dropped?.at, isWhole };
  }

  #queue(work: () => Promise<void>): Promise<void> {
    const done = this.#last.catch(() => undefined).then(work);
    this.#last = done;
    return done;
  }

  /** Drops the records before `from`; adds one that says so. */
  async #drop(from: number, isCleared: boolean): Promise<void> {
    const texts = await this.#store.texts();
    const numbered = texts.map((text) => ({ text, record: parsed(text) }));
    const last = numbered.filter(({ record }) => (record?.number ?? 0) < from).pop();
    const size = numbered.reduce(
      (sum, { text, record }) => sum + ((record?.number ?? 0) < from ? 0 : byteLength(text)),
      0,
    );
    const hash = last ? await sha256(last.text) : "";
    await this.#append({ at: Date.now(), dropped: from - 1, last: hash, isCleared }, from, size);
  }

  /** The number of the first record to keep; the last one always is. */
  async #firstKept(number: number): Promise<number> {
    let room = this.#kept;
    const texts = await this.#store.texts();
    let from = number + 1;
    for (const text of texts.reverse()) {
      room -= byteLength(text);
      if (room < 0 && from <= number) break;
      from--;
    }
    return from;
  }

  async #append(record: SentRequest | Omit<Dropped, "">, from?: number, kept?: number): Promise<LedgerHead> {
    for (;;) {
      const end = (await this.#store.head()) ?? EMPTY;
      const number = end.number + 1;
      const text = JSON.stringify({ number, before: end.hash, ...record });
      const head = { number, hash: await sha256(text), size: (kept ?? end.size) + byteLength(text) };
      // Another window may have added one meanwhile.
      if (await this.#store.write(end.number, text, head, from)) return head;
    }
  }
}

/** A record as it was written; undefined if it is damaged. */
function parsed(text: string): (Linked & (SentRequest | Dropped)) | undefined {
  const record = fieldsOf(valueOf(text)) as Partial<Linked & SentRequest & Dropped>;
  const isRecord = typeof record.number === "number" && (Array.isArray(record.notes) || record.dropped !== undefined);
  return isRecord ? (record as Linked & SentRequest) : undefined;
}
