// The journal of changes in the app: one file in the plugin's own folder, which no tool can reach.
import type { App, DataAdapter } from "obsidian";
import { byteLength } from "../base/byte-length.ts";
import type { Journal, JournalEntry } from "../vault/changes.ts";
import { entriesIn, type JournalLine, lineText, MAX_JOURNAL_BYTES, prunedText } from "../vault/journal.ts";

/** One for each vault, so that all writers take turns. */
const journals = new WeakMap<DataAdapter, ObsidianJournal>();

/** The journal of the vault of `app`. */
export function journalOf(app: App): Journal {
  const { adapter, configDir } = app.vault;
  let journal = journals.get(adapter);
  if (!journal) journals.set(adapter, (journal = new ObsidianJournal(adapter, `${configDir}/plugins/lectern`)));
  return journal;
}

class ObsidianJournal implements Journal {
  readonly #adapter: DataAdapter;
  readonly #folder: string;
  readonly #file: string;
  /** The shorter file, complete, while it takes the place of the file. */
  readonly #shorter: string;
  /** The work before. It never rejects. */
  #before: Promise<unknown> = Promise.resolve();
  /** Replacements that could not be written yet. Without them, only what is undone would be listed again. */
  #late: JournalLine[] = [];
  /** Whether the file ends with a whole line. A crash may have left half a one. */
  #isWhole = false;

  constructor(adapter: DataAdapter, folder: string) {
    this.#adapter = adapter;
    this.#folder = folder;
    this.#file = `${folder}/journal.jsonl`;
    this.#shorter = `${folder}/journal.new.jsonl`;
  }

  record(entry: JournalEntry): Promise<void> {
    return this.#inTurn(() => this.#append(entry));
  }

  /** Never fails, because the notes are already written: if the file can't be written now, it is written later. */
  replace(ids: readonly string[], entries: readonly JournalEntry[]): Promise<void> {
    return this.#inTurn(() => {
      this.#late.push({ replaces: ids, entries });
      return this.#catchUp();
    });
  }

  entries(): Promise<readonly JournalEntry[]> {
    return this.#inTurn(async () => {
      await this.#catchUp();
      return entriesIn([await this.#read(), ...this.#late.map(lineText)].join("\n"));
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#before.then(work);
    this.#before = done.catch(() => undefined);
    return done;
  }

  async #catchUp(): Promise<void> {
    if (this.#late.length > 0) await this.#append().catch(() => undefined);
  }

  async #append(...lines: JournalLine[]): Promise<void> {
    const text = [...this.#late, ...lines].map(lineText).join("");
    await this.#finish();
    const size = (await this.#adapter.stat(this.#file))?.size;
    if (size === undefined) {
      if (!(await this.#adapter.exists(this.#folder))) await this.#adapter.mkdir(this.#folder);
      await this.#adapter.write(this.#file, text);
    } else {
      if (size + byteLength(text) > MAX_JOURNAL_BYTES) await this.#prune(byteLength(text));
      const isWhole = this.#isWhole;
      this.#isWhole = false;
      await this.#adapter.append(this.#file, isWhole ? text : `\n${text}`);
    }
    this.#isWhole = true;
    this.#late = [];
  }

  async #read(): Promise<string> {
    await this.#finish();
    return (await this.#adapter.exists(this.#file)) ? this.#adapter.read(this.#file) : "";
  }

  /** Drops the oldest entries. A crash leaves the old file or the new one. */
  async #prune(added: number): Promise<void> {
    await this.#adapter.write(this.#shorter, prunedText(entriesIn(await this.#read()), added));
    await this.#adapter.remove(this.#file);
    await this.#finish();
  }

  /** If there is no file, the shorter one is complete and takes its place. */
  async #finish(): Promise<void> {
    if (await this.#adapter.exists(this.#file)) return;
    if (await this.#adapter.exists(this.#shorter)) await this.#adapter.rename(this.#shorter, this.#file);
  }
}
