// Where the command line keeps the texts of documents: in a folder for each vault in the user's cache folder, one file a
// document, named by its content, one record a line. The folder is that of the vault's rules: if these change, it is
// deleted, so no text stays of a document that they exclude.
import * as fs from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../../manifest.json" with { type: "json" };
import type { Format } from "../../pkg/lectern.js";
import type { KeptRecord, KeptText, KeptTexts } from "../documents/kept-text.ts";
import type { Rules } from "../vault/host.ts";
import { cacheFolder, ifThere } from "./node-folders.ts";

/** Texts that were not used for so long are deleted, and the oldest if all of a vault take more than this. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_BYTES = 256 * 1024 * 1024;

/** The texts of one vault. */
export class NodeTexts implements KeptTexts {
  readonly #root: string;
  readonly #excluded: readonly string[];
  readonly #rules: () => Rules;
  readonly #isOn: boolean;
  readonly #cache: string;
  /** The folder that this process has cleaned up. */
  #clean: string | undefined;

  /**
   * `root`: the vault's real path; `excluded`: what this process excludes beside the vault's own `rules`; `isOn`:
   * whether anything may be kept. If not, what there is is deleted.
   */
  constructor(
    root: string,
    excluded: readonly string[],
    rules: () => Rules,
    isOn: boolean,
    cache = cacheFolder("texts"),
  ) {
    this.#root = root;
    this.#excluded = excluded;
    this.#rules = rules;
    this.#isOn = isOn;
    this.#cache = cache;
  }

  async of(bytes: Uint8Array, format: Format): Promise<KeptText | undefined> {
    try {
      return await this.#textOf(bytes, format);
    } catch {
      // There is no such folder, or it can't be written to: the document is converted each time.
      return undefined;
    }
  }

  async #textOf(bytes: Uint8Array, format: Format): Promise<KeptText | undefined> {
    const { createHash } = await import("node:crypto");
    const hash = (value: string | Uint8Array): string => createHash("sha256").update(value).digest("hex").slice(0, 32);
    const rules = this.#rules();
    const vault = join(this.#cache, hash([this.#root, ...this.#excluded].join("\0")));
    if (!this.#isOn || rules.settings?.some(({ keepIndexOver }) => keepIndexOver === null)) {
      fs.rmSync(vault, { recursive: true, force: true });
      return undefined;
    }
    // Another version, or another build of it, may read documents differently.
    const build = fs.statSync(fileURLToPath(import.meta.url)).mtimeMs;
    const folder = join(vault, hash(JSON.stringify([manifest.version, build, rules])));
    if (this.#clean !== folder) cleanUp(vault, folder);
    this.#clean = folder;
    return new TextFile(join(folder, `${hash(bytes)}.${format}`));
  }
}

/** The text of one document. */
class TextFile implements KeptText {
  readonly #path: string;
  readonly records: readonly KeptRecord[];

  constructor(path: string) {
    this.#path = path;
    this.records = recordsAt(path);
  }

  add(record: KeptRecord): void {
    try {
      fs.appendFileSync(this.#path, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    } catch {
      // It is converted again next time.
    }
  }
}

/** The records of the file at `path`, which may be missing or cut off. */
function recordsAt(path: string): KeptRecord[] {
  const text = ifThere(() => fs.readFileSync(path, "utf8"));
  if (text === undefined) return [];
  const now = new Date();
  fs.utimesSync(path, now, now);
  return text.split("\n").flatMap((line) => {
    try {
      const record: unknown = JSON.parse(line);
      return typeof record === "object" && record ? [record as KeptRecord] : [];
    } catch {
      return [];
    }
  });
}

/** Deletes what other rules have left in the folder `vault`, and old texts in `folder`, which is there afterwards. */
function cleanUp(vault: string, folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(vault)) {
    const other = join(vault, name);
    if (other !== folder) fs.rmSync(other, { recursive: true, force: true });
  }
  const files = fs.readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    return { path, size: stat?.size ?? 0, time: stat?.mtimeMs ?? Infinity };
  });
  let left = MAX_BYTES;
  for (const { path, size, time } of files.sort((one, other) => other.time - one.time)) {
    left -= size;
    if (left < 0 || Date.now() - time > UNUSED_MS) fs.rmSync(path, { force: true });
  }
}
