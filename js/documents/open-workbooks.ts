// Workbooks that stay open for a while, so that the next range of one is read without parsing it anew.
import type { OpenDocument } from "./reader.ts";

/** How many stay open: two that are read in turns. */
const MAX_OPEN = 2;
/** How many bytes they take together at most. */
const MAX_BYTES = 160 * 1024 * 1024;
/** Smaller files are read again, which takes some 100 ms. */
const MIN_FILE_BYTES = 1024 * 1024;
/** How long a workbook stays open that nobody reads. */
const IDLE_MS = 60_000;

/** A version of a file. */
export interface FileState {
  readonly host: object;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
}

/** Whether it is the same version of the same file. */
export function isSameFile(one: FileState, other: FileState): boolean {
  const { host, path, size, mtime } = one;
  return host === other.host && path === other.path && size === other.size && mtime === other.mtime;
}

/** Open workbooks, the oldest first. */
export class OpenWorkbooks {
  #open: { readonly state: FileState; readonly document: OpenDocument }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes out the workbook with this state. */
  take(state: FileState | undefined): OpenDocument | undefined {
    const found = state && this.#open.find((one) => isSameFile(one.state, state));
    this.#open = this.#open.filter((one) => one !== found);
    return found?.document;
  }

  /** Keeps a workbook open. Others may have to be closed for it. */
  keep(state: FileState | undefined, document: OpenDocument): void {
    if (!state || !document.isUsable || state.size < MIN_FILE_BYTES) return;
    this.take(state);
    this.#open = [...this.#open, { state, document }].slice(-MAX_OPEN);
    const bytes = (): number => this.#open.reduce((sum, { document }) => sum + document.size, 0);
    while (bytes() > MAX_BYTES) this.#open.shift();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#open = []), IDLE_MS);
    // In Node, a timer would keep the command line from ending.
    const timer: { unref?: () => void } | number = this.#timer;
    if (typeof timer === "object") timer.unref?.();
  }
}
