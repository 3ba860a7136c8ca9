// The disk under the vault: every file and folder, including hidden ones, in memory. Paths are case-sensitive,
// modification times count up without a clock, and errors are Node's. vault.ts decides which files the app lists.
import type * as Obsidian from "obsidian";
import type { TestCounts } from "./counts.ts";

/** Whoever has to know what changed on disk. */
export interface Watcher {
  changed(path: string): void;
  removed(path: string): void;
  renamed(from: string, to: string): void;
}

type WriteOptions = Obsidian.DataWriteOptions | undefined;

const FIRST_TIME = Date.UTC(2026, 0, 1);
const REASONS = {
  ENOENT: "no such file or directory",
  EEXIST: "file already exists",
  EISDIR: "illegal operation",
  ENOTEMPTY: "directory not empty",
};
export const parentOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));
const tidy = (path: string) => path.replace(/^\/+|\/+$/g, "");
const later = <T>(work: () => T) => Promise.resolve().then(work);
const failure = (code: keyof typeof REASONS, call: string, path: string) =>
  Object.assign(new Error(`${code}: ${REASONS[code]}, ${call} '/vault/${path}'`), { code });

export class Adapter extends (Object as unknown as new () => Obsidian.DataAdapter) {
  readonly #counts: TestCounts;
  readonly #name: string;
  readonly #files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; stat: Obsidian.FileStats }>();
  readonly #folders = new Set([""]);
  #time = FIRST_TIME;
  watcher: Watcher | null = null;

  constructor(name: string, counts: TestCounts) {
    super();
    this.#name = name;
    this.#counts = counts;
  }

  /** Where the vault is, as on a computer. */
  getBasePath(): string {
    return `/home/user/${this.#name}`;
  }

  /** What is in a file: uncounted and not a copy, for the host itself. */
  bytes(path: string): Uint8Array<ArrayBuffer> {
    const file = this.#files.get(tidy(path));
    if (!file) throw failure(this.#folders.has(tidy(path)) ? "EISDIR" : "ENOENT", "open", path);
    return file.bytes;
  }

  statOf(path: string): Obsidian.Stat | null {
    if (this.#folders.has(tidy(path))) return { type: "folder", ctime: FIRST_TIME, mtime: FIRST_TIME, size: 0 };
    const file = this.#files.get(tidy(path));
    return file ? { type: "file", ...file.stat } : null;
  }

  /** Writes at once. A missing folder is an error, as on a disk, unless `parents`. */
  put(path: string, data: string | Uint8Array | ArrayBuffer, options?: WriteOptions, parents = false): void {
    const key = tidy(path);
    if (parents) this.#makeFolders(parentOf(key));
    if (this.#folders.has(key)) throw failure("EISDIR", "open", path);
    if (!this.#folders.has(parentOf(key))) throw failure("ENOENT", "open", path);
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : new Uint8Array(data).slice();
    const time = (this.#time += 1000);
    const ctime = options?.ctime ?? this.#files.get(key)?.stat.ctime ?? time;
    this.#files.set(key, { bytes, stat: { ctime, mtime: options?.mtime ?? time, size: bytes.byteLength } });
    this.watcher?.changed(key);
  }

  #makeFolders(path: string): void {
    if (this.#folders.has(path)) return;
    this.#makeFolders(parentOf(path));
    this.#folders.add(path);
    this.watcher?.changed(path);
  }

  #counted<T>(kind: "exists" | "stat" | "list" | "read" | "readBinary", path: string, work: () => T): Promise<T> {
    this.#counts.add(kind, path);
    return later(work);
  }

  override getName = () => this.#name;
  override exists = (path: string) => this.#counted("exists", path, () => this.statOf(path) !== null);
  override stat = (path: string) => this.#counted("stat", path, () => this.statOf(path));
  /** Lossy, and keeps a byte order mark, which `Vault.read` does not. */
  override read = (path: string) =>
    this.#counted("read", path, () => new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.bytes(path)));
  override readBinary = (path: string) => this.#counted("readBinary", path, () => this.bytes(path).slice().buffer);
  override list = (path: string) =>
    this.#counted("list", path, () => {
      if (!this.#folders.has(tidy(path))) throw failure("ENOENT", "scandir", path);
      const under = (paths: Iterable<string>) => [...paths].filter((one) => one && parentOf(one) === tidy(path));
      return { files: under(this.#files.keys()), folders: under(this.#folders) };
    });

  #written(how: string, path: string, data: string | ArrayBuffer, options?: WriteOptions): Promise<void> {
    return later(() => {
      this.#counts.writes.push(`${this.statOf(path) ? how : "create"} ${path}`);
      this.put(path, data, options);
    });
  }

  override write = (path: string, data: string, options?: WriteOptions) => this.#written("write", path, data, options);
  override writeBinary = (path: string, data: ArrayBuffer, options?: WriteOptions) =>
    this.#written("writeBinary", path, data, options);
  /** What `change` throws leaves the file as it is. */
  override process = async (path: string, change: (data: string) => string, options?: WriteOptions) => {
    const data = change(await this.read(path));
    this.#counts.writes.push(`process ${path}`);
    this.put(path, data, options);
    return data;
  };
  override append = (path: string, data: string, options?: WriteOptions) => {
    const old = this.statOf(path) ? this.bytes(path) : new Uint8Array();
    const added = new TextEncoder().encode(data);
    const whole = new Uint8Array(old.length + added.length);
    whole.set(old);
    whole.set(added, old.length);
    return this.#written("append", path, whole.buffer, options);
  };
  override mkdir = (path: string) =>
    later(() => {
      this.#counts.writes.push(`mkdir ${path}`);
      this.#makeFolders(tidy(path));
    });
  override remove = (path: string) =>
    later(() => {
      this.#counts.writes.push(`remove ${path}`);
      this.bytes(path);
      this.#files.delete(tidy(path));
      this.watcher?.removed(tidy(path));
    });
  override rmdir = (path: string, recursive = false) =>
    later(() => {
      const below = (one: string) => one === tidy(path) || one.startsWith(`${tidy(path)}/`);
      if (!this.#folders.has(tidy(path))) throw failure("ENOENT", "rmdir", path);
      const all = [...this.#files.keys(), ...this.#folders].filter(below);
      if (!recursive && all.length > 1) throw failure("ENOTEMPTY", "rmdir", path);
      this.#counts.writes.push(`rmdir ${path}`);
      for (const one of all.sort().reverse()) {
        this.#files.delete(one);
        this.#folders.delete(one);
        this.watcher?.removed(one);
      }
    });
  override rename = (from: string, to: string) =>
    later(() => {
      this.#counts.writes.push(`rename ${from} to ${to}`);
      const [old, key] = [tidy(from), tidy(to)];
      if (!this.statOf(old) || !this.#folders.has(parentOf(key))) throw failure("ENOENT", "rename", from);
      if (this.statOf(key)) throw failure("EEXIST", "rename", to);
      const moved = (path: string) =>
        path === old || path.startsWith(`${old}/`) ? key + path.slice(old.length) : path;
      for (const [path, file] of [...this.#files]) if (this.#files.delete(path)) this.#files.set(moved(path), file);
      for (const path of [...this.#folders]) if (this.#folders.delete(path)) this.#folders.add(moved(path));
      this.watcher?.renamed(old, key);
    });
}
