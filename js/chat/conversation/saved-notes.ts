// Saves conversations, and other notes beside them, without overwriting anyone's changes. agent/saved/ writes and reads
// their text.
import { type App, normalizePath, TFile, TFolder } from "obsidian";
import { fromMarkdown } from "../../agent/saved/read-conversation.ts";
import { KEY, type SavedConversation } from "../../agent/saved/message-comments.ts";
import { isPinned, PINNED, withPin } from "../../agent/saved/pinned.ts";
import { toMarkdown } from "../../agent/saved/write-conversation.ts";
import { localTime } from "../../base/today.ts";
import { nextTurn } from "../../base/turns.ts";
import { finder } from "../../host/obsidian.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import { createdIn, dateIn, type SavedEntry } from "./conversation-names.ts";
import { createNote, fileNameOf, freeName, sameName } from "./new-note.ts";

/** By then, a conversation that was loaded is shown. */
const SHOWN_MS = 300;

/** The saved conversations of one vault. */
export class SavedConversations {
  readonly #app: App;
  readonly #settings: SettingsStore;
  /** A fingerprint of each file when it was last written or read here, without its pin. */
  readonly #known = new WeakMap<TFile, number>();
  /** Saves run one at a time: two at once would each see the other's write as foreign. */
  #saving: Promise<unknown> = Promise.resolve();

  constructor(app: App, settings: SettingsStore) {
    this.#app = app;
    this.#settings = settings;
  }

  /**
   * Writes `conversation` to `file`, or to a new file if `file` is gone or was changed by another program. Continue
   * with the file that this resolves to.
   */
  save(conversation: SavedConversation, file: TFile | undefined): Promise<TFile> {
    const saved = this.#saving.then(() => this.#save(conversation, file));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  /** The saved conversations that `fit`, newest first; empty before the settings are read. */
  list(fits: (file: TFile) => boolean = () => true): SavedEntry[] {
    const { vault, metadataCache } = this.#app;
    const folder = finder(vault)(normalizePath(this.#settings.current?.chat.folder ?? ""));
    if (!(folder instanceof TFolder)) return [];
    const entries = filesIn(folder).flatMap((file): SavedEntry[] => {
      if (file.extension !== "md" || !fits(file)) return [];
      const cache = metadataCache.getFileCache(file);
      const properties = cache?.frontmatter ?? {};
      // A note without the property is not a conversation; a note that is not indexed yet may be one.
      const isOne = !cache || KEY in properties;
      const created = createdIn(file, properties["created"]);
      return isOne ? [{ file, isPinned: properties[PINNED] === true, created }] : [];
    });
    return entries.sort((one, other) => other.created - one.created || (one.file.path < other.file.path ? -1 : 1));
  }

  /** Pins or unpins a conversation. Rejects if the note is not a conversation. */
  async pin(file: TFile, pinned: boolean): Promise<void> {
    // Its place in the list stays.
    const { mtime } = file.stat;
    const now = await this.#app.vault.process(file, (text) => withPin(text, pinned), { mtime });
    if (isPinned(now) !== pinned) throw new Error("this note is not a conversation");
  }

  /** Renames the note of a conversation; a date at the beginning of its name stays. */
  async rename(file: TFile, title: string): Promise<void> {
    const others = (file.parent?.children ?? []).filter((child) => child !== file);
    const taken = new Set(others.map(({ name }) => sameName(name)));
    const name = freeName(dateIn(file) + fileNameOf(title), (one) => taken.has(sameName(`${one}.md`)));
    if (name === file.basename) return;
    await this.#app.fileManager.renameFile(file, `${file.path.slice(0, -file.name.length)}${name}.md`);
  }

  /** Reads a conversation that is not continued. Rejects with the line of the error if it is invalid. */
  async read(file: TFile): Promise<SavedConversation> {
    return fromMarkdown(await this.#app.vault.read(file));
  }

  /** Loads a conversation, which `save` then continues. Rejects like `read`. */
  async load(file: TFile): Promise<SavedConversation> {
    const text = await this.#app.vault.read(file);
    const conversation = fromMarkdown(text);
    // The next save waits for it, but what shows the conversation does not.
    this.#saving = this.#saving.then(async () => {
      await new Promise((resolve) => window.setTimeout(resolve, SHOWN_MS));
      this.#known.set(file, fingerprint(withPin(text, false)));
    });
    await nextTurn();
    return conversation;
  }

  async #save(conversation: SavedConversation, file: TFile | undefined): Promise<TFile> {
    const { savesReplies, savesReasoning } = (await this.#settings.load()).chat;
    const text = toMarkdown(conversation, { replies: savesReplies, reasoning: savesReasoning });
    const { vault } = this.#app;
    if (file && vault.getFileByPath(file.path) === file) {
      const known = this.#known.get(file);
      // Whether it is pinned is no change of the conversation, and stays.
      const isOurs = (now: string): boolean =>
        fingerprint(withPin(now, false)) === known || withPin(now, false) === text;
      const next = (now: string): string => (isOurs(now) ? withPin(text, isPinned(now)) : now);
      // Checked first, because `process` counts as a change; and again, because the file may change meanwhile.
      if (isOurs(await vault.read(file)) && withPin(await vault.process(file, next), false) === text) {
        this.#known.set(file, fingerprint(text));
        return file;
      }
    }
    const made = await this.create(file?.basename ?? datedName(conversation), text);
    this.#known.set(made, fingerprint(text));
    return made;
  }

  /** Creates a note with `text` in the folder of the conversations, under `name` or, if that is taken, one like it. */
  async create(name: string, text: string): Promise<TFile> {
    const { vault } = this.#app;
    const wanted = normalizePath((await this.#settings.load()).chat.folder);
    const folderNow = (): TFolder | undefined => {
      const found = finder(vault)(wanted);
      return found instanceof TFolder ? found : undefined;
    };
    if (!folderNow()) {
      // Another program may create it at the same time.
      await vault.createFolder(wanted).catch((error: unknown) => {
        if (!folderNow()) throw error;
      });
    }
    return createNote(vault, folderNow() ?? { path: wanted, children: [] }, name, () => text);
  }
}

/** `2026-10-09 How heavy is the bell`: sorted by date in the file explorer. */
function datedName({ title, created }: SavedConversation): string {
  const date = new Date(created);
  return [...(Number.isNaN(date.getTime()) ? [] : [localTime(date).slice(0, 10)]), fileNameOf(title)].join(" ");
}

function filesIn(folder: TFolder): TFile[] {
  const found: TFile[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const child of next.children) {
      if (child instanceof TFile) found.push(child);
      else if (child instanceof TFolder) waiting.push(child);
    }
  }
  return found;
}

/** A 53-bit hash (cyrb53), instead of keeping every text in memory. */
function fingerprint(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
