// The journal of changes in the app: files in the plugin's own folder, which no tool can reach.
import type { App, DataAdapter } from "obsidian";
import type { HeldJournal, Journal, JournalEntry } from "../vault/changes.ts";
import {
  addLines,
  type JournalFiles,
  journalIn,
  type JournalLine,
  type JournalText,
  roomFor,
  whole,
} from "../vault/journal.ts";

/** One for each vault, so that all writers take turns. */
const journals = new WeakMap<DataAdapter, ObsidianJournal>();

/** The journal of the vault of `app`. */
export function journalOf(app: App): Journal {
  const { adapter, configDir } = app.vault;
  let journal = journals.get(adapter);
  if (!journal) journals.set(adapter, (journal = new ObsidianJournal(adapter, `${configDir}/plugins/lectern`)));
  return journal;
}

class ObsidianJournal implements Journal, HeldJournal {
  readonly #files: ObsidianJournalFiles;
  /** The work before. It never rejects. */
  #before: Promise<unknown> = Promise.resolve();
  /** Replacements that could not be written yet. Without them, only what is undone would be listed again. */
  #late: JournalLine[] = [];

  constructor(adapter: DataAdapter, folder: string) {
    this.#files = new ObsidianJournalFiles(adapter, folder);
  }

  /** The app's writes take turns themselves, note by note, and no other process writes this journal. */
  alone<T>(work: (held: HeldJournal) => Promise<T>): Promise<T> {
    return work(this);
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
    return this.#inTurn(async () => whole(this.#files, (await this.#read()).entries));
  }

  endsDamaged(): Promise<boolean> {
    return this.#inTurn(async () => (await this.#read()).endsDamaged);
  }

  roomFor(bytes: number): Promise<readonly string[]> {
    return this.#inTurn(async () => roomFor(await this.#read(), await this.#files.size(), bytes));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#before.then(work);
    this.#before = done.catch(() => undefined);
    return done;
  }

  async #read(): Promise<JournalText> {
    await this.#catchUp();
    return journalIn([await this.#files.lines(), ...this.#late.map((line) => JSON.stringify(line))].join("\n"));
  }

  async #catchUp(): Promise<void> {
    if (this.#late.length > 0) await this.#append().catch(() => undefined);
  }

  async #append(...lines: JournalLine[]): Promise<void> {
    await addLines(this.#files, [...this.#late, ...lines]);
    this.#late = [];
  }
}

class ObsidianJournalFiles implements JournalFiles {
  readonly #adapter: DataAdapter;
  readonly #folder: string;
  readonly #file: string;
  /** The shorter file, complete, while it takes the place of the file. */
  readonly #shorter: string;
  /** Of the texts that have files of their own. */
  readonly #texts: string;
  /** Whether the file ends with a whole line. A crash may have left half a one. */
  #isWhole = false;

  constructor(adapter: DataAdapter, folder: string) {
    this.#adapter = adapter;
    this.#folder = folder;
    this.#file = `${folder}/journal.jsonl`;
    this.#shorter = `${folder}/journal.new.jsonl`;
    this.#texts = `${folder}/journal`;
  }

  async lines(): Promise<string> {
    await this.#finish();
    return (await this.#adapter.exists(this.#file)) ? this.#adapter.read(this.#file) : "";
  }

  async size(): Promise<number> {
    await this.#finish();
    return (await this.#adapter.stat(this.#file))?.size ?? 0;
  }

  async append(text: string): Promise<void> {
    await this.#finish();
    if (await this.#adapter.exists(this.#file)) {
      const isWhole = this.#isWhole;
      this.#isWhole = false;
      await this.#adapter.append(this.#file, isWhole ? text : `\n${text}`);
    } else {
      await this.#makeFolder(this.#folder);
      await this.#adapter.write(this.#file, text);
    }
    this.#isWhole = true;
  }

  async rewrite(text: string): Promise<void> {
    await this.#adapter.write(this.#shorter, text);
    await this.#adapter.remove(this.#file);
    await this.#finish();
  }

  async names(): Promise<readonly string[]> {
    if (!(await this.#adapter.exists(this.#texts))) return [];
    return (await this.#adapter.list(this.#texts)).files.map((path) => path.slice(this.#texts.length + 1));
  }

  async text(name: string): Promise<string | undefined> {
    const path = `${this.#texts}/${name}`;
    return (await this.#adapter.exists(path)) ? this.#adapter.read(path) : undefined;
  }

  async make(name: string, text: string): Promise<void> {
    for (const folder of [this.#folder, this.#texts]) await this.#makeFolder(folder);
    await this.#adapter.write(`${this.#texts}/${name}`, text);
  }

  remove(name: string): Promise<void> {
    return this.#adapter.remove(`${this.#texts}/${name}`);
  }

  async #makeFolder(folder: string): Promise<void> {
    if (!(await this.#adapter.exists(folder))) await this.#adapter.mkdir(folder);
  }

  /** If there is no file, the shorter one is complete and takes its place. */
  async #finish(): Promise<void> {
    if (await this.#adapter.exists(this.#file)) return;
    if (await this.#adapter.exists(this.#shorter)) await this.#adapter.rename(this.#shorter, this.#file);
  }
}
