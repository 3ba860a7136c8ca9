// Names and creates notes: with names that every file system and every link of the app accepts, and never over another
// file.
import { t } from "../../base/translate.ts";
import type { TFile, TFolder, Vault } from "obsidian";

/** Code points; with a number, in any script, this is below the 255 bytes that most file systems allow. */
const LONGEST = 60;
/** Characters with a special meaning in file systems or links. */
const UNSAFE = /[\\/:*?"<>|#^[\]%]/g;
/** Invisible characters: control characters, direction marks, line separators; but not the joiners in scripts and emoji. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;
const BEGINNING = new RegExp(`^.{0,${LONGEST}}`, "u");
/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** The file name of a conversation called `title`, without `.md`. */
export function fileNameOf(title: string): string {
  const words = title.normalize("NFC").replace(UNSAFE, " ").replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
  const [beginning = ""] = BEGINNING.exec(words) ?? [];
  const short = beginning.length < words.length ? cutAtWord(beginning) : words;
  // A leading dot hides a file; Windows drops dots and spaces at the end.
  const name = short.replace(/^[.\s\u200c\u200d]+|[.\s\u200c\u200d]+$/gu, "");
  if (name === "") return t("Conversation");
  return DEVICE.test(name) ? `${t("Conversation")} ${name}` : name;
}

/** The first of `name`, `name 2`, `name 3` … that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number++) if (!isTaken(`${name} ${number}`)) return `${name} ${number}`;
}

/** Normalizes a name as file systems may do. */
export const sameName = (name: string): string => name.normalize("NFC").toLowerCase();

/** Drops a truncated word at the end, unless too little would remain; many scripts have no spaces. */
function cutAtWord(text: string): string {
  const space = text.lastIndexOf(" ");
  return space > LONGEST / 2 ? text.slice(0, space) : text;
}

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
