// The app's host: a vault as Obsidian has indexed it. Only what the index holds can be reached here, so hidden files
// cannot be, whatever is asked for.
import { loadPdfJs, TFile, type App, type TAbstractFile, type Vault } from "obsidian";
import type { Answer, Change } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";
import { IGNORE_FILE, isAscii, PAGE, pageAfter, type Host, type Rules, type Watch } from "../vault/host.ts";
import { excludedIn, filtersOf, requireSmallFile, textIn } from "./rules-file.ts";

/**
 * From this size on a file is read as bytes. A text would be decoded by the app and encoded again for the core: in
 * Chromium that costs some 10 µs for 4 KB, which nobody feels, and up to 0.8 ms for 256 KB.
 */
const BYTES_FROM = 8 * 1024;

/** The vault of a running app. */
export class ObsidianHost implements Host {
  readonly #app: App;
  /** Hidden files as they were read last, with their time of change and size: no event tells of them. */
  readonly #hidden = new Map<string, { mtime: number; size: number; text: string }>();

  /** The files that a listing under way goes through. */
  #listed: TFile[] = [];

  constructor(app: App) {
    this.#app = app;
  }

  /** Files alone are asked for: the core tells a folder by what is listed in it. */
  stat(path: string): Answer {
    const file = this.#file(path);
    if (file) return { file: { size: file.stat.size, mtime: file.stat.mtime } };
    return path === "" ? "folder" : "missing";
  }

  async rules(): Promise<Rules> {
    const { vault } = this.#app;
    // Not in the typings, but in every version so far. Where it is gone, its file is read.
    const asked = "getConfig" in vault ? (vault as { getConfig?: unknown }).getConfig : undefined;
    const filters: unknown = typeof asked === "function" ? asked.call(vault, "userIgnoreFilters") : undefined;
    const settings = `${vault.configDir}/app.json`;
    const [ignoreFile = "", excluded] = await Promise.all([
      this.#hiddenText(IGNORE_FILE),
      filters !== undefined && filters !== null
        ? filtersOf(settings, filters)
        : this.#hiddenText(settings).then((text) => (text === undefined ? [] : excludedIn(settings, text))),
    ]);
    return { ignoreFile, excluded };
  }

  /** A file that the app does not index, read again only where it has changed; undefined if there is none. */
  async #hiddenText(path: string): Promise<string | undefined> {
    const { adapter } = this.#app.vault;
    const stat = await told(path, adapter.stat(path));
    if (!stat) return undefined;
    requireSmallFile(path, stat.type === "file", stat.size);
    const held = this.#hidden.get(path);
    if (held?.mtime === stat.mtime && held.size === stat.size) return held.text;
    const text = textIn(path, new Uint8Array(await told(path, adapter.readBinary(path))));
    this.#hidden.set(path, { mtime: stat.mtime, size: stat.size, text });
    return text;
  }

  /** All files, whatever the folder: the app knows them without looking. Later pages are of the files at the first. */
  list(_path: string, from: number): Answer {
    if (from === 0 || this.#listed.length === 0) this.#listed = this.#app.vault.getFiles();
    const files = this.#listed
      .slice(from, from + PAGE)
      .map(({ path, stat }) => ({ path, size: stat.size, mtime: stat.mtime }));
    const next = pageAfter(from, this.#listed.length);
    if (next === null) this.#listed = [];
    return { listing: { files, folders: [], next } };
  }

  link(text: string): Answer {
    return { link: this.#app.metadataCache.getFirstLinkpathDest(text, "")?.path ?? null };
  }

  async read(path: string): Promise<Answer> {
    const { vault } = this.#app;
    const file = this.#file(path);
    if (!file) return "missing";
    if (file.stat.size < BYTES_FROM) {
      const text = await vault.read(file);
      // The app puts U+FFFD where bytes are no UTF-8. Only the bytes tell whether the file says so itself.
      if (!text.includes("\ufffd")) return { text };
    }
    return { bytes: new Uint8Array(await vault.readBinary(file)) };
  }

  watch(changed: (change: Change) => void): Watch {
    const { vault } = this.#app;
    const written = (file: TAbstractFile): void => {
      if (file instanceof TFile)
        changed({ written: { path: file.path, size: file.stat.size, mtime: file.stat.mtime } });
    };
    const refs = [
      vault.on("create", written),
      vault.on("modify", written),
      // The app tells of each file in a folder, too. A look at all there is costs no more than a search for what is in it.
      vault.on("delete", (file) => changed(file instanceof TFile ? { gone: file.path } : "unknown")),
      vault.on("rename", (file, from) => {
        if (!(file instanceof TFile)) {
          changed("unknown");
          return;
        }
        changed({ moved: { from, to: file.path } });
        // What was closed, or no note, where it was may have to be read where it is.
        written(file);
      }),
    ];
    return {
      after: (ms, work) => {
        const timer = window.setTimeout(work, ms);
        return () => window.clearTimeout(timer);
      },
      stop: () => {
        for (const ref of refs) vault.offref(ref);
      },
    };
  }

  /** The app's own, with the tables that its own view of PDF gives it. Their address is the app's, not the network's. */
  async pdfJs(): Promise<PdfJs> {
    return { library: (await loadPdfJs()) as PdfJs["library"], cMapUrl: "/lib/pdfjs/cmaps/" };
  }

  #file(path: string): TFile | null {
    const file = finder(this.#app.vault)(path);
    return file instanceof TFile ? file : null;
  }
}

/**
 * Finds files and folders by vault path, as `vault` has them at the first call. A vault path is NFC; on some disks, such as
 * those of older Macs, the app's own paths are NFD.
 */
export function finder(vault: Vault): (path: string) => TAbstractFile | null {
  let byNfc: Map<string, TAbstractFile> | undefined;
  return (path) => {
    const file = path === "" ? vault.getRoot() : vault.getAbstractFileByPath(path);
    if (file || isAscii(path)) return file;
    if (!byNfc) {
      const others = vault.getAllLoadedFiles().filter((other) => !isAscii(other.path));
      byNfc = new Map(others.map((other) => [other.path.normalize("NFC"), other]));
    }
    return byNfc.get(path.normalize("NFC")) ?? null;
  };
}

/** What `asked` gives. Its error says what happened to `path`, without the place on disk that the app names. */
async function told<T>(path: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new Error(`${path} cannot be read; call again, and tell the user if it comes back`, { cause: error });
  }
}
