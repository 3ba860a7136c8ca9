// The file name of a conversation: its first question, reduced to what every file system and every link of the app
// accepts.

import { t } from "../base/translate.ts";
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
