// What copying an answer and writing it into a note share: the file that a citation names, and putting links in place of
// citations.
import { type App, TFile } from "obsidian";
import { finder } from "../host/obsidian.ts";

/** The file at `path`, or else the one that a link to `path` opens. */
export function citedFile(app: App, path: string): TFile | undefined {
  const file = finder(app.vault)(path) ?? app.metadataCache.getFirstLinkpathDest(path, "");
  return file instanceof TFile ? file : undefined;
}

/** `text` with `link` in place of each of its `citations`, which are in order. In a row of a table, bars are escaped. */
export function withLinks<Cited extends { readonly start: number; readonly end: number }>(
  text: string,
  citations: readonly Cited[],
  link: (citation: Cited) => string,
): string {
  // Backwards, so that the places of the others stay.
  return citations.reduceRight((done, citation) => {
    const { start, end } = citation;
    const isInRow = /^[ \t>]*\|/.test(text.slice(text.lastIndexOf("\n", start) + 1, start));
    const written = link(citation);
    return done.slice(0, start) + (isInRow ? written.replace(/\\?\|/g, "\\|") : written) + done.slice(end);
  }, text);
}
