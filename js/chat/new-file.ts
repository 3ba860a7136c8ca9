// Creates files without overwriting any.
import type { TFile, TFolder, Vault } from "obsidian";
import { freeName, sameName } from "./file-name.ts";

/** How many names are tried if other programs create files at the same time. */
const TRIES = 20;

/** Creates a note in `folder` with the text for its path, under `name` or, if that is taken, one like it. */
export async function createNote(
  vault: Vault,
  { path: folder, children }: Pick<TFolder, "path" | "children">,
  name: string,
  text: (path: string) => string,
): Promise<TFile> {
  const taken = new Set(children.map((child) => sameName(child.name)));
  for (let left = TRIES; ; left--) {
    const file = `${freeName(name, (one) => taken.has(sameName(`${one}.md`)))}.md`;
    const path = folder === "/" ? file : `${folder}/${file}`;
    try {
      return await vault.create(path, text(path));
    } catch (error) {
      // It may exist although the app has not listed it yet.
      if (left === 0 || !(await vault.adapter.exists(path))) throw error;
      taken.add(sameName(file));
    }
  }
}
