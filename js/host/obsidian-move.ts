// Moves files through the app, which updates links as the user's settings say. No file is replaced.
import { TFile, type App } from "obsidian";
import type { Answer, Move } from "../../pkg/lectern.js";
import {
  DONE,
  type FindNow,
  hasContent,
  inNewFolders,
  inTurn,
  isAsSeen,
  OUTDATED,
  OVERWRITTEN,
} from "./obsidian-write.ts";

/** Moves a file, unless it has changed or its new place is taken. Throws what the app says. */
export function moveNote(app: App, find: FindNow, { path, to, before, links }: Move): Promise<Answer> {
  return inTurn(app, path, async () => {
    const file = find(path);
    if (!(file instanceof TFile) || !(await isAsSeen(app, file, before))) return OUTDATED;
    // Where case does not matter, the file itself is at its new path.
    const isSpelling = path.toLowerCase() === to.toLowerCase();
    if ((find(to) ?? file) !== file || (!isSpelling && (await app.vault.adapter.exists(to)))) return OUTDATED;
    return inNewFolders(app, find, to, async (place) => {
      try {
        await app.fileManager.renameFile(file, place);
      } catch (error) {
        // It may have moved, and only its links not. The core looks at them.
        if (find(to) !== file) throw error;
      }
      // What is at the old path came back. Other content is no other program's if links in the file change.
      if (find(to) !== file || (find(path) ?? file) !== file) return OVERWRITTEN;
      const isSame = links.some((link) => link.path === to) || (await hasContent(app, file, before).catch(() => false));
      return isSame ? DONE : OVERWRITTEN;
    });
  });
}
