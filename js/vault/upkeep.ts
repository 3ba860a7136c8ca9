// What is done between calls, so that the next search has less to do: the vault is watched, what has changed and the
// documents are read in the background, and the index is kept once the app is idle.
import type { Change, Reply, Session, Step } from "../../pkg/lectern.js";
import { Turns } from "../base/turns.ts";
import type { Host, Watch } from "./host.ts";

/** How long the vault must be quiet before changes are read in the background. */
const KEEP_UP_MS = 2000;

/** How long documents are read by one call, unless the host says less, and the pause before it in the background. */
export const DOCUMENT_MS = 10_000;
const BACKGROUND_PAUSE_MS = 200;

/** Changes that the core takes in within a millisecond or two. */
const CHANGES_AT_ONCE = 50;

/** What the upkeep needs from the tools of its vault. */
export interface UpkeepParts {
  readonly host: Host;
  /** The open session, if there is one. */
  readonly session: () => Session | undefined;
  /** Runs one call of the core. Never throws. */
  readonly run: (begin: (session: Session) => Step, signal?: AbortSignal, documentMs?: number) => Promise<Reply>;
  /** Called each time the app is idle after a call or a change. */
  readonly whenQuiet: () => void;
}

/** The upkeep of one vault. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  #watch: Watch | undefined;
  /** Changes that the host has reported and the core does not know yet. */
  #reported: Change[] = [];
  /** Cancels the wait for a quiet vault; undefined if nothing waits. */
  #waitNoLonger: (() => void) | undefined;
  /** Whether nothing has changed since the wait began. */
  #isQuiet = true;
  /** Whether documents will be read in the background, and how far they were when that last began. */
  #readsDocuments = false;
  #progress = "";
  /** Ends what runs in the background. */
  readonly #closing = new AbortController();
  /** Cancels the wait for the app to be idle, in which the index is kept; undefined if nothing waits. */
  #keepNoLonger: (() => void) | undefined;
  /** Whether nothing has happened since that wait began. */
  #isUnused = true;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  /** Starts watching the vault; returns whether the host can. */
  watch(): boolean {
    if (!this.#closing.signal.aborted) this.#watch ??= this.#parts.host.watch?.((change) => this.#changed(change));
    return this.#watch !== undefined;
  }

  /** Passes the changes so far on to the core. Later ones wait for the next call, or this might never end. */
  async tellChanges(session: Session): Promise<void> {
    await this.#watch?.settled?.();
    const turns = new Turns();
    let left = this.#reported.length;
    while (left > 0) {
      // Another call may have passed some on.
      const changes = this.#reported.splice(0, Math.min(left, CHANGES_AT_ONCE));
      left = Math.min(left - changes.length, this.#reported.length);
      session.changed(changes);
      await turns.give();
    }
  }

  /** Goes on after a call. */
  called(): void {
    this.#readDocumentsSoon();
    this.keepSoon();
  }

  /** Has the host keep the index once the app is idle, or delete one that the settings no longer allow. */
  keepSoon(): void {
    const { host, run, whenQuiet } = this.#parts;
    if (this.#closing.signal.aborted) return;
    // One wait for many calls: another one for each takes a fifth of the time of a short call.
    this.#isUnused = this.#keepNoLonger === undefined;
    this.#keepNoLonger ??= host.kept?.whenIdle(() => {
      this.#keepNoLonger = undefined;
      if (!this.#isUnused) this.keepSoon();
      else void run((session) => session.keep()).finally(whenQuiet);
    });
  }

  close(): void {
    this.#closing.abort();
    this.#waitNoLonger?.();
    this.#keepNoLonger?.();
    this.#watch?.stop();
    this.#watch = undefined;
  }

  #changed(change: Change): void {
    this.#reported.push(change);
    // One timer for a burst of changes: one for each note of a large folder would slow the app down.
    this.#isQuiet = this.#waitNoLonger === undefined;
    this.#waitNoLonger ??= this.#whenQuiet();
  }

  /** Reads what has changed once a burst of changes is over. */
  #whenQuiet(): (() => void) | undefined {
    return this.#watch?.after(KEEP_UP_MS, () => {
      this.#waitNoLonger = this.#isQuiet ? undefined : this.#whenQuiet();
      if (this.#isQuiet) void this.#catchUp();
      this.#isQuiet = true;
    });
  }

  async #catchUp(): Promise<void> {
    await this.#parts.run((session) => session.catchUp(), this.#closing.signal, DOCUMENT_MS);
    this.called();
  }

  /** Reads the documents that there was no time for, if this makes progress. */
  #readDocumentsSoon(): void {
    const session = this.#parts.session();
    if (this.#readsDocuments || !session?.hasUnreadDocuments()) return;
    const { documents_unread: unread, document_bytes: bytes } = session.indexed();
    const progress = `${unread} ${bytes}`;
    if (progress === this.#progress) return;
    this.#readsDocuments = true;
    this.#watch?.after(BACKGROUND_PAUSE_MS, () => {
      this.#readsDocuments = false;
      this.#progress = progress;
      void this.#catchUp();
    });
  }
}
