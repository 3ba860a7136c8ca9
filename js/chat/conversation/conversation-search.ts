// Finds saved conversations by the words of their names, questions and answers. A text is read once, until its note
// changes.
import type { App, TFile } from "obsidian";
import { saidIn } from "../../agent/saved/said-text.ts";
import { Turns } from "../../base/turns.ts";
import { folded, type SavedEntry } from "./conversation-names.ts";

/** How many conversations are searched inside, the newest first. */
const SEARCHED = 2000;
/** Notes with more bytes than this are found by name only. */
const LARGEST = 5_000_000;
/** Characters of one conversation that are searched, and of all that are kept. */
const LONGEST_TEXT = 200_000;
const KEPT = 20_000_000;

/** The search in the conversations of one list. */
export class ConversationSearch {
  readonly #app: App;
  readonly #texts = new Map<TFile, { readonly mtime: number; readonly text: string }>();
  #kept = 0;

  constructor(app: App) {
    this.#app = app;
  }

  /** Calls `found` for each of `entries` that has all words of `query`. Ends early once `signal` is aborted. */
  async find(
    entries: readonly SavedEntry[],
    query: string,
    signal: AbortSignal,
    found: (file: TFile) => void,
  ): Promise<void> {
    const words = folded(query).split(/\s+/).filter(Boolean);
    const turns = new Turns();
    for (const { file } of entries.slice(0, SEARCHED)) {
      const text = `${folded(file.basename)}\n${await this.#textOf(file)}`;
      if (signal.aborted) return;
      if (words.every((word) => text.includes(word))) found(file);
      await turns.give();
    }
  }

  async #textOf(file: TFile): Promise<string> {
    const { mtime, size } = file.stat;
    const known = this.#texts.get(file);
    if (known?.mtime === mtime) return known.text;
    if (size > LARGEST) return "";
    // A note that can't be read is found by its name.
    const note = await this.#app.vault.cachedRead(file).catch(() => "");
    const text = folded(saidIn(note, LONGEST_TEXT));
    this.#kept += text.length - (known?.text.length ?? 0);
    if (this.#kept <= KEPT) this.#texts.set(file, { mtime, text });
    else {
      this.#kept -= text.length;
      this.#texts.delete(file);
    }
    return text;
  }
}
