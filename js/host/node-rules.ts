// The rules of a vault on disk: `.lecternignore`, the app's Excluded files and the plugin's settings, read for each
// call. Links are followed, as the app follows them: rules only exclude. Only regular files of limited size are read.
import * as fs from "node:fs";
import { join, sep } from "node:path";
import { IGNORE_FILE, type Rules } from "../vault/host.ts";
import { coreSettings, defaultSettings, type Settings } from "../settings/parse-settings.ts";
import {
  DAILY_NOTES,
  dailyNotesIn,
  excludedIn,
  jsonIn,
  MOST_BYTES,
  requireSmallFile,
  settingsIn,
  textIn,
} from "./rules-file.ts";
import { failure } from "./node-disk.ts";
import { andClose } from "./node-files.ts";

/** The app's default config folder. A user may choose another hidden folder at the root. */
const CONFIG_FOLDER = ".obsidian";
/** The app's trash: files there are not settings. */
const TRASH = ".trash";
/** The plugin's id. */
const PLUGIN = "lectern";

/** How long the list of hidden root folders is reused if the root's time of change stays the same. */
const KNOWN_MS = 5000;
/** The step of time on the coarsest file systems: two changes within it look the same. */
const TICK_MS = 2000;

/** The rules of the vault in one folder. */
export class NodeRules {
  readonly #root: string;
  #listed: { mtimeMs: number; at: number; folders: string[] } | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** The folder of the user's prompts, from the plugin's settings; empty if there is none. */
  promptsFolder(): string {
    const all = [CONFIG_FOLDER, ...this.#otherFolders()].flatMap((folder) => this.#settings(`${folder}/plugins`));
    return all.map(({ chat }) => chat.promptsFolder).find((folder) => folder.trim() !== "") ?? "";
  }

  /** Reads the rules. Throws if a file can't be read or understood. */
  read(): Rules {
    const excluded: string[] = [];
    const settings: Settings[] = [];
    // Only the app knows which config folder it uses, so the exclusions of all of them add up.
    for (const folder of [CONFIG_FOLDER, ...this.#otherFolders()]) {
      const app = `${folder}/app.json`;
      const text = this.#text(app);
      if (text !== undefined) excluded.push(...excludedIn(app, text));
      settings.push(...this.#settings(`${folder}/plugins`));
    }
    return {
      ignoreFile: this.#text(IGNORE_FILE) ?? "",
      excluded,
      settings: settings.map(coreSettings),
      ...this.#dailyNotes(),
    };
  }

  /** The setting for daily notes of the first config folder that has one. */
  #dailyNotes(): ReturnType<typeof dailyNotesIn> {
    for (const folder of [CONFIG_FOLDER, ...this.#otherFolders()]) {
      try {
        const found = dailyNotesIn(this.#text(`${folder}/${DAILY_NOTES}`));
        if (found.dailyNotesFormat !== undefined) return found;
      } catch {
        // As if it were missing.
      }
    }
    return {};
  }

  /** The plugin's settings if it is installed in the folder `plugins`; the defaults if it has saved none. */
  #settings(plugins: string): Settings[] {
    if (!this.#stat(plugins)?.isDirectory()) return [];
    const folders = told(plugins, () => fs.readdirSync(join(this.#root, plugins)));
    return folders
      .filter((name) => name === PLUGIN || this.#isPlugin(`${plugins}/${name}`))
      .filter((name) => this.#stat(`${plugins}/${name}`)?.isDirectory())
      .map((name) => {
        const path = `${plugins}/${name}/data.json`;
        const text = this.#text(path);
        return text === undefined ? defaultSettings : settingsIn(path, text);
      });
  }

  /** Whether the app would load `folder` as the plugin: the folder's name may differ from its id. */
  #isPlugin(folder: string): boolean {
    const path = `${folder}/manifest.json`;
    try {
      const manifest = jsonIn(path, this.#text(path) ?? "");
      return typeof manifest === "object" && manifest !== null && "id" in manifest && manifest.id === PLUGIN;
    } catch {
      // The app would not load it either.
      return false;
    }
  }

  /** The hidden folders at the root that may be config folders, besides the default one. */
  #otherFolders(): string[] {
    const { mtimeMs } = told("the vault", () => fs.statSync(this.#root));
    const now = Date.now();
    const held = this.#listed;
    if (held?.mtimeMs === mtimeMs && held.at - mtimeMs > TICK_MS && now - held.at < KNOWN_MS) return held.folders;
    const folders = told("the vault", () => hiddenIn(this.#root)).filter(
      (name) => name !== CONFIG_FOLDER && name !== TRASH && isFolder(join(this.#root, name)),
    );
    this.#listed = { mtimeMs, at: now, folders };
    return folders;
  }

  /** The text of the file at `path`; undefined if there is none. */
  #text(path: string): string | undefined {
    // Checked first: opening a device or a pipe may have effects.
    const seen = this.#stat(path);
    if (!seen) return undefined;
    requireSmallFile(path, seen.isFile(), seen.size);
    const { O_RDONLY, O_NONBLOCK } = fs.constants;
    const opened = told(path, () => fs.openSync(join(this.#root, path), O_RDONLY | O_NONBLOCK));
    return andClose(opened, (file) => {
      // It may have been replaced since.
      const found = told(path, () => fs.fstatSync(file));
      requireSmallFile(path, found.isFile(), found.size);
      const bytes = told(path, () => upToLimit(file));
      return textIn(path, bytes);
    });
  }

  /** The entry at `path`; undefined if there is none. A dangling link is an error: there may have been rules. */
  #stat(path: string): fs.Stats | undefined {
    const place = join(this.#root, path);
    const found = told(path, () => fs.statSync(place, { throwIfNoEntry: false }));
    if (found) return found;
    // A parent folder may be a link too.
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      const part = path.slice(0, end);
      const link = told(part, () => fs.lstatSync(join(this.#root, part), { throwIfNoEntry: false }));
      if (link?.isSymbolicLink() && !fs.existsSync(join(this.#root, part))) {
        throw new Error(`${part} is a link that leads nowhere; restore what it leads to, or remove it`);
      }
    }
    return undefined;
  }
}

/** The hidden names in `folder`. One by one: the root may hold thousands of notes. */
function hiddenIn(folder: string): string[] {
  const names: string[] = [];
  const entries = fs.opendirSync(folder, { bufferSize: 1000 });
  try {
    for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
      if (entry.name.startsWith(".")) names.push(entry.name);
    }
  } finally {
    entries.closeSync();
  }
  return names.sort();
}

/** Whether `place` is a folder, or a link to one, that can be entered. */
function isFolder(place: string): boolean {
  try {
    return fs.statSync(`${place}${sep}.`).isDirectory();
  } catch {
    return false;
  }
}

/** The content of an open file, whatever its reported size; of a file that is too large, only the beginning. */
function upToLimit(file: number): Uint8Array {
  const pieces: Buffer[] = [];
  for (let total = 0; total <= MOST_BYTES;) {
    const room = Buffer.allocUnsafe(64 * 1024);
    const count = fs.readSync(file, room, 0, room.length, null);
    if (count === 0) break;
    pieces.push(room.subarray(0, count));
    total += count;
  }
  return Buffer.concat(pieces);
}

/** The result of `work`. The error names `path`, not its place on disk. */
function told<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = failure(error);
    const words = typeof why === "object" && "failed" in why ? why.failed : "it was moved while it was read";
    throw new Error(`${path} cannot be read: ${words}`, { cause: error });
  }
}
