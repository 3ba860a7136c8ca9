// What the app does with a file beside the disk: the trash, links to it, and where a new one goes.
import type * as Obsidian from "obsidian";
import { parentOf } from "./adapter.ts";
import type { TestCounts } from "./counts.ts";
import { linkTo, renameWithLinks } from "./links.ts";
import type { MetadataCache } from "./metadata.ts";
import type { Vault } from "./vault.ts";

export class FileManager extends (Object as unknown as new () => Obsidian.FileManager) {
  readonly #vault: Vault;
  readonly #metadata: MetadataCache;
  readonly #counts: TestCounts;

  constructor(vault: Vault, metadata: MetadataCache, counts: TestCounts) {
    super();
    this.#vault = vault;
    this.#metadata = metadata;
    this.#counts = counts;
  }
  /** Into the vault's own trash, as a setting of the app may say. */
  override trashFile = async (file: Obsidian.TAbstractFile) => {
    const { adapter } = this.#vault;
    this.#counts.writes.push(`trash ${file.path}`);
    if (!adapter.statOf(".trash")) await adapter.mkdir(".trash");
    await adapter.rename(file.path, `.trash/${file.name}`);
  };
  /** Whether "Automatically update internal links" is on; else the user says no when the app asks. */
  testUpdatesLinks = true;
  override renameFile = (file: Obsidian.TAbstractFile, path: string) =>
    renameWithLinks(this.#vault, this.#metadata, file, path, this.testUpdatesLinks);
  /** "New link format", and whether links are wiki links. */
  testLinks = { isRelative: false, isWiki: true };
  override generateMarkdownLink = (file: Obsidian.TFile, sourcePath: string, subpath = "", alias = "") =>
    linkTo(this.#vault, file, sourcePath, subpath, alias, this.testLinks);
  /** "Default location for new notes": a folder, or `./` for that of the current file. */
  testNewNotes = "/";
  override getNewFileParent = (sourcePath: string) => {
    const { testNewNotes: place } = this;
    return this.#vault.getFolderByPath(place === "./" ? parentOf(sourcePath) || "/" : place) ?? this.#vault.getRoot();
  };
}
