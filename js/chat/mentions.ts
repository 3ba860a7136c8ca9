// Suggestions after `@`: open notes and folders whose names match, best first.
import { type TAbstractFile, TFile, TFolder } from "obsidian";
import { nameOf } from "../base/names.ts";
import { isExcluded } from "./excluded.ts";
import type { Parts } from "./parts.ts";
import type { SuggestionSource } from "./suggest.ts";

/** The maximum number of suggestions. */
const SHOWN = 8;

/** Suggests files; `attach` receives the chosen one. */
export function mentions(parts: Parts, attach: (path: string) => void): SuggestionSource {
  return {
    // Names may contain spaces, but not start with one.
    pattern: /(?:^|\s)@((?:[^\s@][^\n@]{0,60})?)$/,
    sign: "@",
    suggest: (query) =>
      fitting(parts, query).map((file) => ({
        icon: file instanceof TFolder ? "folder" : "file-text",
        title: file instanceof TFile ? nameOf(file.path) : file.name,
        says: file.parent?.isRoot() === false ? file.parent.path : "",
        choose: () => {
          attach(file.path);
          return file instanceof TFolder ? `${file.path}/ ` : `[[${nameOf(file.path)}]] `;
        },
      })),
  };
}

/** The first matches for `query` that are not excluded. Exclusion is checked last, as it is slowest. */
function fitting(parts: Parts, query: string): TAbstractFile[] {
  const words = query.toLowerCase().normalize("NFC").trim();
  const ranked: { file: TAbstractFile; rank: number; mtime: number }[] = [];
  for (const file of parts.app.vault.getAllLoadedFiles()) {
    if (file instanceof TFolder && (file.isRoot() || words === "")) continue;
    const rank = rankOf(file, words);
    if (rank !== undefined) ranked.push({ file, rank, mtime: file instanceof TFile ? file.stat.mtime : 0 });
  }
  ranked.sort((a, b) => a.rank - b.rank || b.mtime - a.mtime);
  const open: TAbstractFile[] = [];
  for (const { file } of ranked) {
    if (open.length === SHOWN) break;
    if (!isExcluded(parts, file)) open.push(file);
  }
  return open;
}

/** The rank of a match, 0 being best; undefined if there is no match. */
function rankOf(file: TAbstractFile, words: string): number | undefined {
  const name = file.name.toLowerCase().normalize("NFC");
  if (name.startsWith(words)) return 0;
  if (name.includes(` ${words}`) || name.includes(`-${words}`)) return 1;
  if (name.includes(words)) return 2;
  return file.path.toLowerCase().normalize("NFC").includes(words) ? 3 : undefined;
}
