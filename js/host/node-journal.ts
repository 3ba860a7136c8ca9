// The journal of changes on disk: one file a vault, outside it, with one entry a line. It is for the user alone.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Journal, JournalEntry } from "../vault/changes.ts";

/** Older entries are dropped; so are the oldest if the file would be larger. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_BYTES = 50 * 1024 * 1024;

/** A line of the file: an entry, or what replaces earlier ones. */
type Line = JournalEntry | { readonly replaces: readonly string[]; readonly entries: readonly JournalEntry[] };

/** The journal of the vault at a real path. */
export class NodeJournal implements Journal {
  readonly #file: string;

  constructor(root: string, folder = stateFolder()) {
    this.#file = join(folder, `${createHash("sha256").update(root).digest("hex").slice(0, 32)}.jsonl`);
  }

  record(entry: JournalEntry): Promise<void> {
    return this.#append(entry);
  }

  replace(ids: readonly string[], entries: readonly JournalEntry[]): Promise<void> {
    return this.#append({ replaces: ids, entries });
  }

  entries(): Promise<readonly JournalEntry[]> {
    let text: string;
    try {
      text = fs.readFileSync(this.#file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return Promise.resolve([]);
      throw error;
    }
    const entries = new Map<string, JournalEntry>();
    for (const line of text.split("\n")) {
      const read = parsed(line);
      if (!read) continue;
      if ("replaces" in read) {
        for (const id of read.replaces) entries.delete(id);
        for (const entry of read.entries) entries.set(entry.id, entry);
      } else {
        entries.set(read.id, read);
      }
    }
    const oldest = Date.now() - MAX_AGE_MS;
    const kept = [...entries.values()].filter(({ time }) => Date.parse(time) >= oldest);
    return Promise.resolve(kept.sort((a, b) => a.time.localeCompare(b.time)));
  }

  /** Adds a line, and flushes it. */
  async #append(line: Line): Promise<void> {
    fs.mkdirSync(join(this.#file, ".."), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify(line)}\n`;
    await this.#prune(Buffer.byteLength(text));
    const file = fs.openSync(this.#file, "a", 0o600);
    try {
      // A crash may have left half a line.
      fs.writeSync(file, fs.fstatSync(file).size > 0 && !this.#endsLine() ? `\n${text}` : text);
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
  }

  #endsLine(): boolean {
    const file = fs.openSync(this.#file, "r");
    try {
      const last = Buffer.alloc(1);
      fs.readSync(file, last, 0, 1, fs.fstatSync(file).size - 1);
      return last.toString() === "\n";
    } finally {
      fs.closeSync(file);
    }
  }

  /** Drops the oldest entries if `added` more bytes would be too many. */
  async #prune(added: number): Promise<void> {
    const size = fs.statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (size + added <= MAX_BYTES) return;
    let left = (await this.entries()).map((entry) => `${JSON.stringify(entry)}\n`);
    let bytes = left.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    while (bytes + added > MAX_BYTES / 2 && left.length > 0) {
      bytes -= Buffer.byteLength(left[0] ?? "");
      left = left.slice(1);
    }
    const temporary = `${this.#file}.tmp`;
    fs.writeFileSync(temporary, left.join(""), { mode: 0o600, flush: true });
    fs.renameSync(temporary, this.#file);
  }
}

/** Where programs keep what is neither settings nor cache. */
function stateFolder(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === "win32")
    return join(LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "lectern", "journal");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "lectern", "journal");
  return join(XDG_STATE_HOME ?? join(homedir(), ".local", "state"), "lectern", "journal");
}

function parsed(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}
