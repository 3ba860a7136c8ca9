// Vaults for the tests: folders on disk, which temporary-folder.ts deletes, and a host in memory that counts.
// replies.ts has the expected replies.
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import type { Answer, LinksFrom } from "../../pkg/lectern.js";
import type { PdfJs } from "../../js/documents/pdfjs.ts";
import type { Host, Rules } from "../../js/vault/host.ts";
import { NodeHost } from "../../js/host/node.ts";

/** A new folder with these files, by its real path. */
export async function folderWith(files: Record<string, string | Uint8Array> = {}): Promise<string> {
  const folder = await mkdtemp(join(inject("temporaryFolder"), "vault-"));
  await addFiles(folder, files);
  return folder;
}

/** Writes these files, and the folders above them. */
export async function addFiles(folder: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** A vault in memory. What it was asked is in `asked`, in order: `stat a.md`, `list `, `link a`, `read a.md`. */
export class MemoryHost implements Host {
  readonly asked: string[] = [];
  readonly #files: Record<string, string | Uint8Array>;
  /** The time of change of every file. */
  mtime = 1;
  #node: NodeHost | undefined;

  constructor(files: Record<string, string | Uint8Array>) {
    this.#files = files;
  }

  /** Nothing but what the config closes. */
  rules(): Rules {
    return { ignoreFile: "", excluded: [] };
  }

  put(path: string, content: string | Uint8Array): void {
    this.#files[path] = content;
  }

  stat(path: string): Answer | Promise<Answer> {
    this.asked.push(`stat ${path}`);
    const content = this.#files[path];
    if (content === undefined) return "missing";
    const size = typeof content === "string" ? Buffer.byteLength(content) : content.length;
    return { file: { size, mtime: this.mtime } };
  }

  list(path: string, _from: number): Answer | Promise<Answer> {
    this.asked.push(`list ${path}`);
    const files = Object.entries(this.#files).map(([path, content]) => ({
      path,
      size: Buffer.byteLength(content),
      mtime: this.mtime,
    }));
    return { listing: { files, folders: [], next: null } };
  }

  links(asked: LinksFrom[]): Answer | Promise<Answer> {
    this.asked.push(`link ${asked[0]?.links[0]}`);
    return { links: [] };
  }

  read(path: string, _signal?: AbortSignal): Answer | Promise<Answer> {
    this.asked.push(`read ${path}`);
    const content = this.#files[path];
    if (content === undefined) return "missing";
    return typeof content === "string" ? { text: content } : { bytes: content.slice() };
  }

  /** Node's. */
  async pdfJs(): Promise<PdfJs> {
    this.#node ??= NodeHost.open(tmpdir());
    return this.#node.pdfJs();
  }
}
