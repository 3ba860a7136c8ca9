// The trash in the vault's folder, where the app puts deleted files if its settings say so. What is in the system's trash
// can't be taken back from here.
import { TFolder, type App, type TAbstractFile } from "obsidian";
import type { Answer, Write } from "../../pkg/lectern.js";
import { DONE, type FindNow, inNewFolders, inTurn, OUTDATED } from "./obsidian-write.ts";
import { namedAs, nameBefore, TRASH } from "./trash-names.ts";

/** Files of more bytes are no notes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** How often, and after how long, to look whether the app has noticed a file. */
const LOOKS = 40;
const LOOK_MS = 50;

/** The content of what the trash has of the name of `path`. */
export async function trashed({ vault: { adapter } }: App, path: string): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for (const name of await namesInTrash(adapter, path)) {
    const stat = await adapter.stat(`${TRASH}/${name}`);
    if (stat?.type === "file" && stat.size <= MAX_BYTES)
      found.push(new Uint8Array(await adapter.readBinary(`${TRASH}/${name}`)));
  }
  return found;
}

/** Takes the file of `write` back from the trash; undefined if it is not there. Throws what the app says. */
export async function restore(app: App, find: FindNow, { path, after }: Write): Promise<Answer | undefined> {
  const { adapter } = app.vault;
  for (const name of await namesInTrash(adapter, path)) {
    const from = `${TRASH}/${name}`;
    const stat = await adapter.stat(from);
    if (!after || stat?.type !== "file" || stat.size !== after.length) continue;
    const bytes = new Uint8Array(await adapter.readBinary(from));
    if (bytes.some((byte, at) => byte !== after[at])) continue;
    return inTurn(app, path, () => moveBack(app, find, from, path));
  }
  return undefined;
}

async function moveBack(app: App, find: FindNow, from: string, path: string): Promise<Answer> {
  const { adapter } = app.vault;
  if (find(path) || (await adapter.exists(path))) return OUTDATED;
  return inNewFolders(app, find, path, async (place) => {
    const slash = place.lastIndexOf("/") + 1;
    const own = place.slice(0, slash) + nameBefore(from.slice(TRASH.length + 1), place.slice(slash));
    try {
      await adapter.rename(from, own);
    } catch (error) {
      // It may have been made all the same.
      if ((await adapter.exists(from)) || !(await adapter.exists(own))) throw error;
    }
    for (let look = 0; look < LOOKS && !find(path); look++)
      await new Promise((resolve) => window.setTimeout(resolve, LOOK_MS));
    return DONE;
  });
}

/** Removes a folder if it is empty. Resolves to whether it is gone. */
export async function removeEmptyFolder({ vault }: App, folder: TAbstractFile | null): Promise<boolean> {
  if (!(folder instanceof TFolder) || folder.children.length > 0) return false;
  try {
    await vault.adapter.rmdir(folder.path, false);
    return true;
  } catch {
    // Hidden files are in it.
    return false;
  }
}

async function namesInTrash(adapter: App["vault"]["adapter"], path: string): Promise<string[]> {
  if (!(await adapter.exists(TRASH))) return [];
  const { files } = await adapter.list(TRASH);
  return namedAs(
    path,
    files.map((file) => file.slice(TRASH.length + 1)),
  );
}
