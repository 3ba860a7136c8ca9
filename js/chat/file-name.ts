// What a conversation's file is called: after its first question, with a name that every file system takes, every link of
// the app can hold, and that shows what it is.

/** Code points; with a number behind it and in any script below the 255 bytes that most file systems have for a name. */
const LONGEST = 60;
/** What some file system, or a link of the app, reads as something else. */
const UNSAFE = /[\\/:*?"<>|#^[\]%]/g;
/** What nobody sees: control characters, marks of direction, line separators; but not what joins letters and emoji. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;
const BEGINNING = new RegExp(`^.{0,${LONGEST}}`, "u");
/** Windows keeps these for devices, whatever stands behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** The name for a conversation called `title`, without `.md`. */
export function fileNameOf(title: string): string {
  const words = title.normalize("NFC").replace(UNSAFE, " ").replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
  const [beginning = ""] = BEGINNING.exec(words) ?? [];
  const short = beginning.length < words.length ? cutAtWord(beginning) : words;
  // A leading dot hides a file; Windows drops dots and spaces at the end.
  const name = short.replace(/^[.\s\u200c\u200d]+|[.\s\u200c\u200d]+$/gu, "");
  if (name === "") return "Conversation";
  return DEVICE.test(name) ? `Conversation ${name}` : name;
}

/** The first of `name`, `name 2`, `name 3` … that `isTaken` does not have. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number++) if (!isTaken(`${name} ${number}`)) return `${name} ${number}`;
}

/** What case-insensitive file systems, and those that normalise, take for the same name. */
export const sameName = (name: string): string => name.normalize("NFC").toLowerCase();

/** Without the beginning of a word at the end, unless hardly anything were left; many scripts have no spaces. */
function cutAtWord(text: string): string {
  const space = text.lastIndexOf(" ");
  return space > LONGEST / 2 ? text.slice(0, space) : text;
}
