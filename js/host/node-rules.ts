// The rules of a vault on disk: `.lecternignore`, the app's Excluded files and the plugin's own settings, read with each call.
// Links are followed, as the app follows them: rules only exclude. Nothing is read but a regular file that is not too large.
import * as fs from "node:fs";
import { join, sep } from "node:path";
import { IGNORE_FILE, type Rules } from "../vault/host.ts";
import { coreSettings, defaultSettings, type Settings } from "../settings/parse-settings.ts";
import { excludedIn, jsonIn, MOST_BYTES, requireSmallFile, settingsIn, textIn } from "./rules-file.ts";
import { failure } from "./node-disk.ts";

/** Where the app keeps its settings, unless the person has told it another folder at the root whose name begins with a dot. */
const CONFIG_FOLDER = ".obsidian";
/** Where the app keeps deleted files: what is named like settings there is none. */
const TRASH = ".trash";
/** The plugin, as its manifest names it. */
const PLUGIN = "lectern";

/** For this long the root's folders are taken to be those that were listed, if the file system says that nothing changed. */
const KNOWN_MS = 5000;
/** The coarsest file systems count the time in steps of this length: within one, a change may not show. */
const TICK_MS = 2000;

/** The rules of the vault in one folder. */
export class NodeRules {
  readonly #root: string;
  #listed: { mtimeMs: number; at: number; folders: string[] } | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** The rules as they are now. Throws if one of the files cannot be read or understood. */
  read(): Rules {
    const excluded: string[] = [];
    const settings: Settings[] = [];
    // Which config folder the app uses is known to the app alone: what any of them excludes is excluded.
    for (const folder of [CONFIG_FOLDER, ...this.#otherFolders()]) {
      const app = `${folder}/app.json`;
      const text = this.#text(app);
      if (text !== undefined) excluded.push(...excludedIn(app, text));
      settings.push(...this.#settings(`${folder}/plugins`));
    }
    return { ignoreFile: this.#text(IGNORE_FILE) ?? "", excluded, settings: settings.map(coreSettings) };
  }

  /** The settings of the plugin, if it is installed in the folder `plugins`; the usual ones if it has saved none. */
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

  /** Whether the app would take what is in `folder` for the plugin: the folder's name need not be the plugin's. */
  #isPlugin(folder: string): boolean {
    const path = `${folder}/manifest.json`;
    try {
      const manifest = jsonIn(path, this.#text(path) ?? "");
      return typeof manifest === "object" && manifest !== null && "id" in manifest && manifest.id === PLUGIN;
    } catch {
      // The app does not load it either.
      return false;
    }
  }

  /** The folders at the root that may be a config folder, besides the usual one. */
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

  /** The text of the file at `path`; undefined if nothing is there. */
  #text(path: string): string | undefined {
    // A look first: to open a device or a pipe may do something.
    const seen = this.#stat(path);
    if (!seen) return undefined;
    requireSmallFile(path, seen.isFile(), seen.size);
    const { O_RDONLY, O_NONBLOCK } = fs.constants;
    const file = told(path, () => fs.openSync(join(this.#root, path), O_RDONLY | O_NONBLOCK));
    try {
      // Something else may have been put there since.
      const opened = told(path, () => fs.fstatSync(file));
      requireSmallFile(path, opened.isFile(), opened.size);
      return textIn(
        path,
        told(path, () => upToLimit(file)),
      );
    } finally {
      fs.closeSync(file);
    }
  }

  /** What is at `path`; undefined if nothing is. A link that leads nowhere is an error: there were rules once. */
  #stat(path: string): fs.Stats | undefined {
    const place = join(this.#root, path);
    const found = told(path, () => fs.statSync(place, { throwIfNoEntry: false }));
    if (found) return found;
    // The folders above, too, may be links.
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

/** The names in `folder` that begin with a dot. One after another: the root of a vault may hold thousands of notes. */
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

/** Whether `place` is a folder, or leads to one, that can be entered. */
function isFolder(place: string): boolean {
  try {
    return fs.statSync(`${place}${sep}.`).isDirectory();
  } catch {
    return false;
  }
}

/** The content of an open file, whatever size the system says it has; of one that is too large, a part that is too large. */
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

/** What `work` gives. Its error says what happened to `path`, without the place on disk that the system names. */
function told<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = failure(error);
    const words = typeof why === "object" && "failed" in why ? why.failed : "it was moved while it was read";
    throw new Error(`${path} cannot be read: ${words}`, { cause: error });
  }
}
