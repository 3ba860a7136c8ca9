// The journal of changes on disk: one file a vault, outside it. It is for the user alone.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Journal, JournalEntry } from "../vault/changes.ts";
import { failure } from "./node-disk.ts";
import { entriesIn, type JournalLine, lineText, MAX_JOURNAL_BYTES, prunedText } from "../vault/journal.ts";

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
    return Promise.resolve(entriesIn(text));
  }

  /** Adds a line, and flushes it. The error is for the user, and does not tell where the journal is. */
  async #append(line: JournalLine): Promise<void> {
    try {
      await this.#appendNow(line);
    } catch (error) {
      const answer = failure(error);
      const why = typeof answer === "object" && "failed" in answer ? answer.failed : "its folder is missing";
      throw new Error(`the journal that undoes changes can't be written: ${why}`, { cause: error });
    }
  }

  async #appendNow(line: JournalLine): Promise<void> {
    fs.mkdirSync(join(this.#file, ".."), { recursive: true, mode: 0o700 });
    const text = lineText(line);
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
    if (size + added <= MAX_JOURNAL_BYTES) return;
    const temporary = `${this.#file}.tmp`;
    fs.writeFileSync(temporary, prunedText(await this.entries(), added), { mode: 0o600, flush: true });
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
