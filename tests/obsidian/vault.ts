// The app's view of the disk: files and folders without hidden ones, found by exact path, with events. adapter.ts
// stores the bytes, and `metadata.ts` resolves links.
import type * as Obsidian from "obsidian";
import { type Adapter, parentOf, type Watcher } from "./adapter.ts";
import type { TestCounts } from "./counts.ts";
import { Events } from "./events.ts";

export class TAbstractFile extends (Object as unknown as typeof Obsidian.TAbstractFile) {
  constructor(vault: Vault, path: string) {
    super();
    this.vault = vault;
    place(this, path);
  }
}

export class TFile extends (TAbstractFile as unknown as new (vault: Vault, path: string) => Obsidian.TFile) {}

export class TFolder extends (TAbstractFile as unknown as new (vault: Vault, path: string) => Obsidian.TFolder) {
  override children: Obsidian.TAbstractFile[] = [];
  override isRoot = () => this.path === "/";
}

function place(file: Obsidian.TAbstractFile, path: string): void {
  file.path = path;
  file.name = path.slice(path.lastIndexOf("/") + 1);
  if (!(file instanceof TFile)) return;
  const dot = file.name.lastIndexOf(".");
  const hasExtension = dot > 0 && dot < file.name.length - 1;
  file.basename = hasExtension ? file.name.slice(0, dot) : file.name;
  file.extension = hasExtension ? file.name.slice(dot + 1).toLowerCase() : "";
}

const isHidden = (path: string) => path.split("/").some((name) => name.startsWith("."));

/** Slashes, no-break spaces and NFC; nothing about `..`. */
export function normalizePath(path: string): string {
  const tidy = path.replace(/[\\/]+/g, "/").replace(/^\/+|\/+$/g, "") || "/";
  return tidy.replace(/[\u00a0\u202f]/g, " ").normalize("NFC");
}

export class Vault extends (Events as unknown as typeof Obsidian.Vault) implements Watcher {
  override adapter: Adapter;
  override configDir: string;
  readonly #counts: TestCounts;
  readonly #root = new TFolder(this, "/");
  readonly #index = new Map<string, Obsidian.TAbstractFile>([["/", this.#root]]);
  readonly #cache = new WeakMap<Obsidian.FileStats, string>();

  constructor(adapter: Adapter, configDir: string, counts: TestCounts) {
    super();
    this.adapter = adapter;
    this.configDir = configDir;
    this.#counts = counts;
    adapter.watcher = this;
  }

  changed(path: string): void {
    const stat = this.adapter.statOf(path);
    if (isHidden(path) || !stat) return;
    const known = this.#index.get(path);
    const file = known ?? (stat.type === "folder" ? new TFolder(this, path) : new TFile(this, path));
    if (file instanceof TFile) file.stat = { ctime: stat.ctime, mtime: stat.mtime, size: stat.size };
    if (!known) this.#attach(file);
    this.trigger(known ? "modify" : "create", file);
  }

  removed(path: string): void {
    const file = this.#index.get(path);
    if (!file) return;
    this.#detach(file);
    this.trigger("delete", file);
  }

  /** Keeps the file objects, with everything below a folder; a hidden name takes them out of the index. */
  renamed(from: string, to: string): void {
    const moved = this.getAllLoadedFiles().filter((file) => file.path === from || file.path.startsWith(`${from}/`));
    if (moved.length === 0) this.changed(to);
    for (const file of isHidden(to) ? moved.reverse() : moved) {
      if (isHidden(to)) this.removed(file.path);
      else {
        const old = file.path;
        this.#detach(file);
        place(file, to + old.slice(from.length));
        this.#attach(file);
        this.trigger("rename", file, old);
      }
    }
  }

  #attach(file: Obsidian.TAbstractFile): void {
    this.#index.set(file.path, file);
    file.parent = this.getFolderByPath(parentOf(file.path) || "/");
    file.parent?.children.push(file);
  }

  #detach(file: Obsidian.TAbstractFile): void {
    this.#index.delete(file.path);
    const siblings = file.parent?.children ?? [];
    const at = siblings.indexOf(file);
    if (at >= 0) siblings.splice(at, 1);
  }

  #file(path: string): Obsidian.TFile {
    const file = this.getFileByPath(path);
    if (!file) throw new Error(`the app does not list a hidden path: ${path}`);
    return file;
  }

  override getName = () => this.adapter.getName();
  override getRoot = () => this.#root;
  override getAbstractFileByPath = (path: string) => this.#index.get(path) ?? null;
  override getAllLoadedFiles = () => [...this.#index.values()];
  override getFiles = () => this.getAllLoadedFiles().filter((file) => file instanceof TFile);
  override getMarkdownFiles = () => this.getFiles().filter((file) => file.extension === "md");
  override getAllFolders = (includeRoot = false) =>
    this.getAllLoadedFiles().filter((file) => file instanceof TFolder && (includeRoot || !file.isRoot())) as TFolder[];
  override getFileByPath = (path: string) => {
    const file = this.#index.get(path);
    return file instanceof TFile ? file : null;
  };
  override getFolderByPath = (path: string) => {
    const file = this.#index.get(path);
    return file instanceof TFolder ? file : null;
  };

  /** Lossy; without a byte order mark. */
  override read = async (file: Obsidian.TFile) => (await this.adapter.read(file.path)).replace(/^\ufeff/, "");
  override readBinary = (file: Obsidian.TFile) => this.adapter.readBinary(file.path);
  override cachedRead = async (file: Obsidian.TFile) => {
    this.#counts.add("cachedRead", file.path);
    const text = this.#cache.get(file.stat) ?? (await this.read(file));
    this.#cache.set(file.stat, text);
    return text;
  };

  override create = async (path: string, data: string, options?: Obsidian.DataWriteOptions) => {
    if (this.adapter.statOf(path)) throw new Error("File already exists.");
    await this.adapter.write(path, data, options);
    return this.#file(path);
  };
  override createBinary = async (path: string, data: ArrayBuffer, options?: Obsidian.DataWriteOptions) => {
    if (this.adapter.statOf(path)) throw new Error("File already exists.");
    await this.adapter.writeBinary(path, data, options);
    return this.#file(path);
  };
  override createFolder = async (path: string) => {
    if (this.adapter.statOf(path)) throw new Error("Folder already exists.");
    await this.adapter.mkdir(path);
    return this.getFolderByPath(path) as TFolder;
  };
  override modify = (file: Obsidian.TFile, data: string, options?: Obsidian.DataWriteOptions) =>
    this.adapter.write(file.path, data, options);
  override modifyBinary = (file: Obsidian.TFile, data: ArrayBuffer, options?: Obsidian.DataWriteOptions) =>
    this.adapter.writeBinary(file.path, data, options);
  override process = (file: Obsidian.TFile, change: (data: string) => string, options?: Obsidian.DataWriteOptions) =>
    this.adapter.process(file.path, change, options);
  override delete = (file: Obsidian.TAbstractFile) =>
    file instanceof TFolder ? this.adapter.rmdir(file.path, true) : this.adapter.remove(file.path);
  override rename = async (file: Obsidian.TAbstractFile, path: string) => {
    if (this.adapter.statOf(path)) throw new Error("Destination file already exists!");
    await this.adapter.rename(file.path, path);
  };
}
