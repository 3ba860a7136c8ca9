// The app's host: a vault as Obsidian has indexed it. Only what the index holds can be reached here, so hidden files
// cannot be, whatever is asked for.
import { loadPdfJs, type App, type TFile } from "obsidian";
import type { Answer } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";
import { isAscii, type Host } from "../host.ts";

/**
 * From this size on a file is read as bytes. A text would be decoded by the app and encoded again for the core: in
 * Chromium that costs some 10 µs for 4 KB, which nobody feels, and up to 0.8 ms for 256 KB.
 */
const BYTES_FROM = 8 * 1024;

/** The vault of a running app. */
export class ObsidianHost implements Host {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Files alone are asked for: the core tells a folder by what is listed in it. */
  stat(path: string): Answer {
    const file = this.#file(path);
    if (file) return { file: { size: file.stat.size, mtime: file.stat.mtime } };
    return path === "" ? "folder" : "missing";
  }

  list(): Answer {
    const files = this.#app.vault.getFiles().map((file) => file.path);
    return { listing: { files, folders: [] } };
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

  /** The app's own, with the tables that its own view of PDF gives it. Their address is the app's, not the network's. */
  async pdfJs(): Promise<PdfJs> {
    return { library: (await loadPdfJs()) as PdfJs["library"], cMapUrl: "/lib/pdfjs/cmaps/" };
  }

  /** The file at a vault path, which is NFC; the app's own need not be. */
  #file(path: string): TFile | null {
    const { vault } = this.#app;
    const file = vault.getFileByPath(path);
    if (file || isAscii(path)) return file;
    return vault.getFiles().find((twin) => twin.path.normalize("NFC") === path) ?? null;
  }
}
