// The app's host: a vault as Obsidian has indexed it. Hidden files are not in the index, so they can't be reached.
import { loadPdfJs, TFile, type App, type TAbstractFile, type Vault } from "obsidian";
import type { Answer, Change, LinksFrom, Move, Write } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";
import {
  type Embedder,
  type Host,
  IGNORE_FILE,
  isAscii,
  type KeptIndex,
  type KeptPieces,
  PAGE,
  pageAfter,
  type Rules,
  type Watch,
} from "../vault/host.ts";
import { IndexedDbIndex } from "./obsidian-index.ts";
import { moveNote } from "./obsidian-move.ts";
import { removeEmptyFolder, restore, trashed } from "./obsidian-trash.ts";
import { writeNote } from "./obsidian-write.ts";
import { DAILY_NOTES, dailyNotesIn, excludedIn, filtersOf, requireSmallFile, textIn } from "./rules-file.ts";

/** For pages with fonts that are not embedded, and for scans in JPEG 2000 and JBIG2, if the app has these. */
const DRAWING = { standardFontDataUrl: "/lib/pdfjs/standard_fonts/", wasmUrl: "/lib/pdfjs/wasm/" };

function canvas(width: number, height: number): HTMLCanvasElement {
  return Object.assign(createEl("canvas"), { width, height });
}

/** The vault of a running app. */
export class ObsidianHost implements Host {
  /** As the user's settings for links say. */
  readonly updatesLinks = true;
  /** Somebody waits; what is left is read in the background. */
  readonly documentMs = 1000;
  readonly kept?: KeptIndex;
  vectors?: KeptPieces;
  embedder?: Embedder;
  readonly #app: App;
  /** Cached hidden files, with their time of change and size: no event reports changes to them. */
  readonly #hidden = new Map<string, { mtime: number; size: number; text: string }>();

  /** The files of the listing in progress. */
  #listed: TFile[] = [];

  constructor(app: App) {
    this.#app = app;
    // Some devices have it turned off.
    if (typeof indexedDB !== "undefined") this.kept = new IndexedDbIndex(app);
  }

  /** Where the vault is on this device; nothing on phones. */
  get roots(): string[] {
    const { adapter } = this.#app.vault;
    const root: unknown = "getBasePath" in adapter && (adapter as { getBasePath(): unknown }).getBasePath();
    return typeof root === "string" ? [root] : [];
  }

  stat(path: string): Answer {
    const entry = this.#find(path);
    if (entry instanceof TFile) return { file: { size: entry.stat.size, mtime: entry.stat.mtime } };
    return entry ? "folder" : "missing";
  }

  async rules(): Promise<Rules> {
    const { vault } = this.#app;
    // Not in the typings, but in every version so far. The fallback is its file.
    const asked = "getConfig" in vault ? (vault as { getConfig?: unknown }).getConfig : undefined;
    const filters: unknown = typeof asked === "function" ? asked.call(vault, "userIgnoreFilters") : undefined;
    const settings = `${vault.configDir}/app.json`;
    const [ignoreFile = "", excluded, dailyNotes] = await Promise.all([
      this.#hiddenText(IGNORE_FILE),
      filters !== undefined && filters !== null
        ? filtersOf(settings, filters)
        : this.#hiddenText(settings).then((text) => (text === undefined ? [] : excludedIn(settings, text))),
      this.#hiddenText(`${vault.configDir}/${DAILY_NOTES}`).then(dailyNotesIn, () => dailyNotesIn()),
    ]);
    return { ignoreFile, excluded, ...dailyNotes };
  }

  /** Reads a file outside the index, from the cache if it is unchanged; undefined if there is none. */
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

  /** Lists all files, whatever the folder: the app has them in memory. All pages show the files of the first. */
  list(_path: string, from: number): Answer {
    if (from === 0 || this.#listed.length === 0) this.#listed = this.#app.vault.getFiles();
    const files = this.#listed
      .slice(from, from + PAGE)
      .map(({ path, stat }) => ({ path, size: stat.size, mtime: stat.mtime, ctime: stat.ctime }));
    const next = pageAfter(from, this.#listed.length);
    if (next === null) this.#listed = [];
    return { listing: { files, folders: [], next } };
  }

  links(asked: LinksFrom[]): Answer {
    const { metadataCache, vault } = this.#app;
    const find = finder(vault);
    const opened = ({ note, links }: LinksFrom): string[] => {
      const from = (note && find(note)?.path) ?? note;
      return links.map((link) => metadataCache.getFirstLinkpathDest(link, from)?.path ?? "");
    };
    return { links: asked.flatMap(opened) };
  }

  async read(path: string): Promise<Answer> {
    const file = this.#find(path);
    if (!(file instanceof TFile)) return "missing";
    // As text, the app would decode it, and the core encode it again: more than a third of the time of a short call.
    return { bytes: new Uint8Array(await this.#app.vault.readBinary(file)) };
  }

  readonly write = (write: Write): Promise<Answer> => writeNote(this.#app, this.#find, write);
  readonly move = (move: Move): Promise<Answer> => moveNote(this.#app, this.#find, move);
  readonly trashed = (path: string): Promise<Uint8Array[]> => trashed(this.#app, path);
  readonly restore = (write: Write): Promise<Answer | undefined> => restore(this.#app, this.#find, write);
  readonly removeEmptyFolder = (path: string): Promise<boolean> => removeEmptyFolder(this.#app, this.#find(path));

  watch(changed: (change: Change) => void): Watch {
    const { vault } = this.#app;
    const written = (file: TAbstractFile): void => {
      if (file instanceof TFile) {
        const { size, mtime, ctime } = file.stat;
        changed({ written: { path: file.path, size, mtime, ctime } });
      }
    };
    const refs = [
      vault.on("create", written),
      vault.on("modify", written),
      // The app reports each file in a folder too. Listing everything costs no more than finding what was in it.
      vault.on("delete", (file) => changed(file instanceof TFile ? { gone: file.path } : "unknown")),
      vault.on("rename", (file, from) => {
        if (!(file instanceof TFile)) {
          changed("unknown");
          return;
        }
        changed({ moved: { from, to: file.path } });
        // An excluded file, or one that was no note, may have to be read under its new name.
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

  /** The app's own pdf.js, with the tables of its PDF view. Their address is inside the app. */
  async pdfJs(): Promise<PdfJs> {
    const library = (await loadPdfJs()) as PdfJs["library"];
    return { library, cMapUrl: "/lib/pdfjs/cmaps/", drawing: { options: DRAWING, canvas } };
  }

  readonly #find = (path: string): TAbstractFile | null => finder(this.#app.vault)(path);
}

/**
 * Finds files and folders by vault path, in the vault as it is at the first call. Vault paths are NFC; the app's paths
 * are NFD on some disks, such as those of older Macs.
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

/** The result of `asked`. The error names `path`, not its place on disk. */
async function told<T>(path: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new Error(`${path} cannot be read; call again, and tell the user if it comes back`, { cause: error });
  }
}
