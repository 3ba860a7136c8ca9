// Where a link leads, and which headings a note has. Nothing else of a note is parsed, as if the app had not come to it
// yet; a test may let it read their properties.
import type * as Obsidian from "obsidian";
import { parentOf } from "./adapter.ts";
import { Events } from "./events.ts";
import { normalizePath, type Vault } from "./vault.ts";

export function parseLinktext(linktext: string): { path: string; subpath: string } {
  const path = getLinkpath(linktext);
  return { path, subpath: linktext.slice(path.length) };
}

export const getLinkpath = (linktext: string) => linktext.replace(/#.*/s, "");

/** Without the characters that a link to a heading may not have. */
export const stripHeadingForLink = (heading: string) =>
  heading
    .replace(/([:#|^\\\r\n]|%%|\[\[|]])/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Those in the properties and those in the text, each with its `#`; null where there are none. */
export function getAllTags(cache: Obsidian.CachedMetadata): string[] | null {
  const { tags: listed = [] } = (cache.frontmatter ?? {}) as { tags?: string | string[] };
  const tags = [
    ...[listed].flat().map((tag) => `#${tag.replace(/^#/, "")}`),
    ...(cache.tags ?? []).map(({ tag }) => tag),
  ];
  return tags.length > 0 ? tags : null;
}

export class MetadataCache extends (Events as unknown as typeof Obsidian.MetadataCache) {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    super();
    this.#vault = vault;
  }

  /**
   * From the source's folder if it begins with `./` or `../`. Otherwise the exact path, then with `.md`; then, whatever
   * the case, by the end of the path: near the source, then shortest.
   */
  override getFirstLinkpathDest = (linkpath: string, sourcePath: string) => {
    if (linkpath === "") return this.#vault.getFileByPath(sourcePath);
    const isRelative = /^\.\.?\//.test(linkpath);
    const from = new URL(encodeURI(sourcePath), "file:///");
    const path = normalizePath(isRelative ? decodeURI(new URL(encodeURI(linkpath), from).pathname) : linkpath);
    const exact = this.#vault.getFileByPath(path) ?? this.#vault.getFileByPath(`${path}.md`);
    if (exact || isRelative) return exact;
    const ends = [`/${path.toLowerCase()}`, `/${path.toLowerCase()}.md`];
    const near = `/${parentOf(sourcePath).toLowerCase()}/`;
    const found = this.#vault.getFiles().map((file) => ({ file, lower: `/${file.path.toLowerCase()}` }));
    const rank = (lower: string) => (ends.includes(lower) ? 0 : lower.startsWith(near) ? 1 : 2);
    const matches = found.filter(({ lower }) => ends.some((end) => lower.endsWith(end)));
    matches.sort((a, b) => rank(a.lower) - rank(b.lower) || a.lower.length - b.lower.length);
    return matches[0]?.file ?? null;
  };
  /** Whether properties are known: lines such as `pinned: true`. */
  testReadsProperties = false;
  override getFileCache = (file: Obsidian.TFile): Obsidian.CachedMetadata | null => {
    if (file.extension !== "md" || !this.#vault.adapter.statOf(file.path)) return null;
    const text = new TextDecoder().decode(this.#vault.adapter.bytes(file.path));
    const headings = text.split("\n").flatMap((row, line): Obsidian.HeadingCache[] => {
      const [, marks, heading] = /^(#{1,6})\s+(.*?)\s*$/.exec(row) ?? [];
      const start = { line, col: 0, offset: 0 };
      return marks && heading ? [{ heading, level: marks.length, position: { start, end: start } }] : [];
    });
    // As if the app had not come to it yet.
    if (!this.testReadsProperties && headings.length === 0) return null;
    const frontmatter = this.testReadsProperties ? propertiesOf(text) : undefined;
    return { ...(headings.length > 0 && { headings }), ...(frontmatter && { frontmatter }) };
  };
}

/** The properties of a note, from lines such as `pinned: true`. */
function propertiesOf(text: string): Obsidian.FrontMatterCache | undefined {
  const [, block] = /^---\n(.*?)\n---/s.exec(text) ?? [];
  const values = block?.split("\n").map((line): [string, unknown] => {
    const [, key = "", value = ""] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    return [key, value === "true" || (value === "false" ? false : value)];
  });
  return values && Object.fromEntries(values);
}
