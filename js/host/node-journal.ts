// The journal of changes on disk: one file a vault, outside it. It is for the user alone.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { systemCode, systemReason } from "../base/reason.ts";
import type { HeldJournal, Journal, JournalEntry } from "../vault/changes.ts";
import { addLines, type JournalFiles, journalIn, type JournalText, roomFor, whole } from "../vault/journal.ts";
import { andClose } from "./node-files.ts";
import { contentIfThere, stateFolder } from "./node-folders.ts";
import { lock } from "./node-lock.ts";

/** The journal of the vault at a real path. All that read or change it take turns, in every process: see node-lock.ts. */
export class NodeJournal implements Journal {
  readonly #file: string;
  readonly #files: NodeJournalFiles;

  constructor(root: string, folder = stateFolder("journal")) {
    const name = createHash("sha256").update(root).digest("hex").slice(0, 32);
    this.#file = join(folder, `${name}.jsonl`);
    this.#files = new NodeJournalFiles(this.#file, join(folder, name));
  }

  async alone<T>(work: (held: HeldJournal) => Promise<T>): Promise<T> {
    const free = await toldPlainly("written", () => {
      fs.mkdirSync(join(this.#file, ".."), { recursive: true, mode: 0o700 });
      return lock(`${this.#file}.lock`);
    });
    try {
      return await work(this.#held);
    } finally {
      free();
    }
  }

  entries(): Promise<readonly JournalEntry[]> {
    return this.#read(async ({ entries }) => whole(this.#files, entries));
  }

  endsDamaged(): Promise<boolean> {
    return this.#read(({ endsDamaged }) => endsDamaged);
  }

  roomFor(bytes: number): Promise<readonly string[]> {
    return this.#read(async (journal) => roomFor(journal, await this.#files.size(), bytes));
  }

  readonly #held: HeldJournal = {
    record: (entry) => toldPlainly("written", () => addLines(this.#files, [entry])),
    replace: (ids, entries) => toldPlainly("written", () => addLines(this.#files, [{ replaces: ids, entries }])),
  };

  async #read<T>(take: (journal: JournalText) => T | Promise<T>): Promise<T> {
    if (!fs.existsSync(this.#file)) return take({ entries: [], endsDamaged: false });
    return this.alone(async () => take(await toldPlainly("read", async () => journalIn(await this.#files.lines()))));
  }
}

/** The files: the calls that take the system microseconds are synchronous. */
class NodeJournalFiles implements JournalFiles {
  readonly #file: string;
  /** Of the texts that have files of their own. */
  readonly #folder: string;

  constructor(file: string, folder: string) {
    this.#file = file;
    this.#folder = folder;
  }

  lines(): Promise<string> {
    return Promise.resolve(contentIfThere(this.#file)?.toString() ?? "");
  }

  size(): Promise<number> {
    return Promise.resolve(fs.statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0);
  }

  append(text: string): Promise<void> {
    andClose(fs.openSync(this.#file, "a+", 0o600), (file) => {
      const { size } = fs.fstatSync(file);
      const last = Buffer.alloc(1);
      // A crash may have left half a line.
      const isWhole = size === 0 || (fs.readSync(file, last, 0, 1, size - 1) === 1 && last.toString() === "\n");
      fs.writeSync(file, isWhole ? text : `\n${text}`);
      fs.fsyncSync(file);
    });
    return Promise.resolve();
  }

  rewrite(text: string): Promise<void> {
    const temporary = `${this.#file}.tmp`;
    fs.writeFileSync(temporary, text, { mode: 0o600, flush: true });
    fs.renameSync(temporary, this.#file);
    return Promise.resolve();
  }

  names(): Promise<readonly string[]> {
    return Promise.resolve(fs.existsSync(this.#folder) ? fs.readdirSync(this.#folder) : []);
  }

  text(name: string): Promise<string | undefined> {
    return Promise.resolve(contentIfThere(join(this.#folder, name))?.toString());
  }

  make(name: string, text: string): Promise<void> {
    fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(join(this.#folder, name), text, { mode: 0o600, flush: true });
    return Promise.resolve();
  }

  async remove(name: string): Promise<void> {
    await fs.promises.rm(join(this.#folder, name));
  }
}

/** Does `work` on the journal. The error is for the user, and does not tell where the journal is. */
async function toldPlainly<T>(done: "read" | "written", work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    const there = code === "EISDIR" ? "there is a folder where its file should be; rename that folder" : undefined;
    const why = code === "ENOENT" ? "its folder is missing" : (there ?? systemReason(error));
    throw new Error(`the journal that undoes changes can't be ${done}: ${why}`, { cause: error });
  }
}
