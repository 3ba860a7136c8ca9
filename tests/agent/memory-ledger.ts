// A ledger whose records a test sees and can change.
import type { LedgerHead, LedgerStore } from "../../js/agent/ledger/ledger.ts";

export class MemoryLedger implements LedgerStore {
  readonly records = new Map<number, string>();
  last: LedgerHead | undefined;
  /** What happens before the next write. */
  before = (): void => undefined;

  head(): Promise<LedgerHead | undefined> {
    return Promise.resolve(this.last);
  }

  texts(): Promise<string[]> {
    return Promise.resolve([...this.records.entries()].sort(([a], [b]) => a - b).map(([, text]) => text));
  }

  write(after: number, text: string, head: LedgerHead, from = 0): Promise<boolean> {
    const { before } = this;
    this.before = () => undefined;
    before();
    if ((this.last?.number ?? 0) !== after) return Promise.resolve(false);
    for (const number of this.records.keys()) if (number < from) this.records.delete(number);
    this.records.set(head.number, text);
    this.last = head;
    return Promise.resolve(true);
  }
}
