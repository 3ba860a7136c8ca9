// Writes links as the app does; renames a file and updates links to it and in it: wiki links and Markdown links,
// outside code.
import type * as Obsidian from "obsidian";
import type { MetadataCache } from "./metadata.ts";
import type { Vault } from "./vault.ts";

/** Code, which has no links, or a link: its start, its target, and what is behind it. */
const LINK = /(?:^```[^]*?^```|`[^`\n]*`)|(\[\[|\]\(<?)([^\][|#)>\n\\]+)/gm;

interface FoundLink {
  readonly start: number;
  readonly written: string;
  readonly isWiki: boolean;
  readonly file: Obsidian.TFile;
}

/** Moves `file` to `path`; `updates` says whether the app's setting for links is on. */
export async function renameWithLinks(
  vault: Vault,
  metadata: MetadataCache,
  file: Obsidian.TAbstractFile,
  path: string,
  updates: boolean,
): Promise<void> {
  const notes = await Promise.all(
    vault.getMarkdownFiles().map(async (note) => {
      const text = await vault.read(note);
      return { note, text, links: linksIn(text, note, metadata) };
    }),
  );
  await vault.rename(file, path);
  if (!updates) return;
  for (const { note, text, links } of notes) {
    let [after, end] = ["", 0];
    for (const { start, written, isWiki, file } of links) {
      if (metadata.getFirstLinkpathDest(decoded(written, isWiki), note.path) === file) continue;
      const isShortest = vault.getFiles().filter(({ name }) => name === file.name).length === 1;
      const target = isShortest ? file.name : file.path;
      const shown = /\.md$/.test(written) ? target : target.replace(/\.md$/, "");
      after += text.slice(end, start) + (isWiki ? shown : shown.replace(/ /g, "%20"));
      end = start + written.length;
    }
    if (end > 0) await vault.modify(note, after + text.slice(end));
  }
}

/** A link to `file` as the app's settings have it; an embed if it is no note. */
export function linkTo(
  vault: Vault,
  file: Obsidian.TFile,
  from: string,
  subpath: string,
  alias: string,
  { isRelative, isWiki }: { isRelative: boolean; isWiki: boolean },
): string {
  const isShortest = vault.getFiles().filter(({ name }) => name === file.name).length === 1;
  const up = from
    .split("/")
    .slice(1)
    .map(() => "..");
  const path = isRelative ? [...up, file.path].join("/") : isShortest ? file.name : file.path;
  const target = (file.path === from && subpath ? "" : isWiki ? path.replace(/\.md$/, "") : path) + subpath;
  const link = isWiki
    ? `[[${target}${alias && `|${alias}`}]]`
    : `[${alias || file.basename}](${target.replace(/ /g, "%20")})`;
  return file.extension === "md" ? link : `!${link}`;
}

function linksIn(text: string, note: Obsidian.TFile, metadata: MetadataCache): FoundLink[] {
  return [...text.matchAll(LINK)].flatMap(({ 1: open, 2: written, index }) => {
    if (open === undefined || written === undefined) return [];
    const isWiki = open === "[[";
    const file = metadata.getFirstLinkpathDest(decoded(written, isWiki), note.path);
    return file ? [{ start: index + open.length, written, isWiki, file }] : [];
  });
}

const decoded = (written: string, isWiki: boolean) => (isWiki ? written : decodeURIComponent(written));
