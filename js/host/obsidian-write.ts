// Writes notes through the app, so that open editors, their undo and what the user has not saved yet stay whole. Nothing
// is written if the note is not what the user saw.
import { MarkdownView, TFile, TFolder, type App, type TAbstractFile } from "obsidian";
import type { Answer, Write } from "../../pkg/lectern.js";
import { editorChanges } from "./editor-changes.ts";

export const DONE: Answer = { written: "done" };
export const OUTDATED: Answer = { written: "outdated" };
export const OVERWRITTEN: Answer = { written: "overwritten" };

/** How often, and after how long, to look whether the app has saved an editor. */
const SAVE_LOOKS = 20;
const SAVE_LOOK_MS = 50;

const UNKNOWN =
  "its editor has unsaved text, and another program has changed the file, which the app has not noticed yet";

/** Finds what is at a vault path, as the app holds it now. */
export type FindNow = (path: string) => TAbstractFile | null;

/** The last write to each path, for every vault. It never rejects. */
const lastWrites = new WeakMap<App["vault"], Map<string, Promise<unknown>>>();

/** Makes the change `write` after those to the same path before. Throws what the app says. */
export function writeNote(app: App, find: FindNow, write: Write): Promise<Answer> {
  return inTurn(app, write.path, () => writeNow(app, find, write));
}

/** Does `work` at `path` after what is being done there. */
export async function inTurn(app: App, path: string, work: () => Promise<Answer>): Promise<Answer> {
  let last = lastWrites.get(app.vault);
  if (!last) lastWrites.set(app.vault, (last = new Map<string, Promise<unknown>>()));
  // On many disks, other cases name the same file.
  const key = path.normalize("NFC").toLowerCase();
  const made = (last.get(key) ?? Promise.resolve()).then(work);
  const ended = made.catch(() => undefined);
  last.set(key, ended);
  try {
    return await made;
  } finally {
    if (last.get(key) === ended) last.delete(key);
  }
}

function writeNow(app: App, find: FindNow, { path, before, after, replaced }: Write): Promise<Answer> {
  if (before === null) return after === null ? Promise.resolve(OUTDATED) : create(app, find, path, after);
  const file = find(path);
  if (!(file instanceof TFile)) return Promise.resolve(OUTDATED);
  return after === null ? trash(app, find, file, before) : change(app, file, before, after, replaced);
}

/** Makes a file that must not exist yet, with the folders it needs. */
async function create(app: App, find: FindNow, path: string, after: Uint8Array): Promise<Answer> {
  const { vault } = app;
  if (find(path) || (await vault.adapter.exists(path))) return OUTDATED;
  return inNewFolders(app, find, path, async (place) => {
    try {
      return await readBack(app, await vault.createBinary(place, bufferOf(after)), after);
    } catch (error) {
      if (!(await vault.adapter.exists(place))) throw error;
      const now = new Uint8Array(await vault.adapter.readBinary(place));
      if (isSame(now, after)) return DONE;
      // A full disk takes only a part of it.
      if (isBeginning(now, after)) await vault.adapter.remove(place);
      throw error;
    }
  });
}

/** Makes the folders that `path` needs, and does `work` with the path as the app holds its folders. */
export async function inNewFolders(
  app: App,
  find: FindNow,
  path: string,
  work: (place: string) => Promise<Answer>,
): Promise<Answer> {
  const { adapter } = app.vault;
  const made: string[] = [];
  const names = path.split("/");
  const name = names.pop() ?? "";
  let place = "";
  try {
    for (const [index, part] of names.entries()) {
      const found = find(names.slice(0, index + 1).join("/"));
      if (found && !(found instanceof TFolder)) return OUTDATED;
      // The app may hold its name in another Unicode form.
      place = found?.path ?? below(place, part);
      // The disk may have it under another case.
      if (found || (await adapter.exists(place))) continue;
      made.push(place);
      await app.vault.createFolder(place);
    }
    return await work(below(place, name));
  } catch (error) {
    // Folders of a file that could not be made. What others have put into them stays.
    for (const folder of made.reverse()) await adapter.rmdir(folder, false).catch(() => undefined);
    if (find(path)) return OUTDATED;
    throw error;
  }
}

/** Moves a note to the trash that the app's settings name. */
async function trash(app: App, find: FindNow, file: TFile, before: Uint8Array): Promise<Answer> {
  const { path } = file;
  if (!(await isAsSeen(app, file, before))) return OUTDATED;
  try {
    await app.fileManager.trashFile(file);
  } catch (error) {
    if (find(path) === file) throw error;
  }
  return find(path) ? OVERWRITTEN : DONE;
}

async function change(
  app: App,
  file: TFile,
  before: Uint8Array,
  after: Uint8Array,
  replaced: Write["replaced"],
): Promise<Answer> {
  const { vault } = app;
  const views = await savedViews(app, file);
  if (!(await hasContent(app, file, before)) || !show(views, before)) return OUTDATED;
  const [old, text] = [plainText(before), plainText(after)];
  const view = views.find((one) => one.getMode() === "source" && one.editor.getValue() === old);
  try {
    if (old === undefined || text === undefined) {
      await vault.modifyBinary(file, bufferOf(after));
    } else if (view && !text.includes("\r")) {
      // Its own origin makes it a step of its own for undo.
      view.editor.transaction({ changes: editorChanges(old, text, replaced) }, "lectern");
      await view.save();
      await finished(app, file, view, text, after);
    } else if (!(await processed(app, file, old, text))) {
      return OUTDATED;
    }
  } catch (error) {
    const isWritten = await settled(app, file, before, after);
    if (isWritten) return isWritten;
    const shown = view?.editor.getValue();
    if (old !== undefined && text !== undefined && view && shown !== old) {
      // The app would save it later. If others have changed it in the editor, only the journal can undo it.
      if (shown !== text) return OVERWRITTEN;
      view.editor.transaction({ changes: editorChanges(text, old, []) }, "lectern");
    }
    throw error;
  }
  const answer = await readBack(app, file, after);
  return view && view.editor.getValue() !== text ? OVERWRITTEN : answer;
}

/** What became of a write that failed: the app may have written all of it, a part or nothing. Undefined for nothing. */
async function settled(app: App, file: TFile, before: Uint8Array, after: Uint8Array): Promise<Answer | undefined> {
  const { vault } = app;
  if (vault.getFileByPath(file.path) !== file) return undefined;
  try {
    const now = new Uint8Array(await vault.readBinary(file));
    if (isSame(now, before)) return undefined;
    if (isSame(now, after)) return DONE;
    if (!isBeginning(now, after)) return OVERWRITTEN;
    // A full disk takes only a part of it. There is room for what was there.
    await vault.modifyBinary(file, bufferOf(before));
    return undefined;
  } catch {
    // Nobody knows. What undoes it must stay in the journal.
    return OVERWRITTEN;
  }
}

/** Waits while the app is still saving: `save` does not wait for a save that is on its way. */
async function finished(app: App, file: TFile, view: MarkdownView, text: string, after: Uint8Array): Promise<void> {
  for (let look = 0; look < SAVE_LOOKS; look++) {
    if (view.editor.getValue() !== text || (await hasContent(app, file, after))) return;
    await new Promise((resolve) => window.setTimeout(resolve, SAVE_LOOK_MS));
  }
}

/** Whether `file` was still `old`, and is `text` now. */
async function processed({ vault }: App, file: TFile, old: string, text: string): Promise<boolean> {
  const changed = new Error("the note has changed");
  try {
    await vault.process(file, (data) => {
      // Only throwing leaves the file untouched.
      if (data !== old) throw changed;
      return text;
    });
    return true;
  } catch (error) {
    if (error === changed) return false;
    throw error;
  }
}

/** Whether `file` has the content `bytes`, on disk and in its open editors. */
export async function isAsSeen(app: App, file: TFile, bytes: Uint8Array): Promise<boolean> {
  const views = await savedViews(app, file);
  return (await hasContent(app, file, bytes)) && show(views, bytes);
}

/** Saves what the user has typed in notes, as far as that overwrites nothing: the app saves it a moment later anyway. */
export async function saveTyped(app: App): Promise<void> {
  const views = app.workspace.getLeavesOfType("markdown").map(({ view }) => view);
  const files = views.flatMap((view) => (view instanceof MarkdownView && view.file ? [view.file] : []));
  for (const file of new Set(files)) await savedViews(app, file).catch(() => undefined);
}

/** The views of `file`, after what was typed in them is on disk. Throws if that would overwrite what others wrote. */
async function savedViews(app: App, file: TFile): Promise<MarkdownView[]> {
  const views = app.workspace
    .getLeavesOfType("markdown")
    .map(({ view }) => view)
    .filter((view) => view instanceof MarkdownView)
    .filter((view) => view.file === file);
  if (views.length === 0) return views;
  const onDisk = new Uint8Array(await app.vault.readBinary(file));
  const typed = views.filter((view) => !show([view], onDisk));
  if (typed.length > 0 && !(await isKnown(app, file))) throw new Error(UNKNOWN);
  for (const view of typed) await view.save();
  return views;
}

/** Whether the app knows of the last change to `file` on disk: it merges that with what is typed. */
async function isKnown({ vault }: App, { path, stat: known }: TFile): Promise<boolean> {
  const stat = await vault.adapter.stat(path);
  return stat?.mtime === known.mtime && stat.size === known.size;
}

/** Whether all `views` show the text of `bytes`. An editor has only line feeds, and no byte order mark. */
function show(views: readonly MarkdownView[], bytes: Uint8Array): boolean {
  if (views.length === 0) return true;
  const lines = (text: string): string => text.replace(/\r\n?/g, "\n");
  const text = lines(new TextDecoder().decode(bytes));
  return views.every((view) => lines(view.getViewData()) === text);
}

/** The text of `bytes` if the app reads and writes it without loss. */
function plainText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith("\ufeff") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Whether `file` is what was written. That it can't be read now does not mean that it was not written. */
async function readBack(app: App, file: TFile, after: Uint8Array): Promise<Answer> {
  return (await hasContent(app, file, after).catch(() => false)) ? DONE : OVERWRITTEN;
}

export async function hasContent({ vault }: App, file: TFile, bytes: Uint8Array): Promise<boolean> {
  if (vault.getFileByPath(file.path) !== file) return false;
  return isSame(new Uint8Array(await vault.readBinary(file)), bytes);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && isBeginning(a, b);
}

/** Whether `whole` begins with `part`. */
function isBeginning(part: Uint8Array, whole: Uint8Array): boolean {
  if (part.length > whole.length) return false;
  // `every` took a millisecond of an edit of 100 KB.
  for (let at = 0; at < part.length; at++) if (part[at] !== whole[at]) return false;
  return true;
}

function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A copy: the core's memory may move. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
