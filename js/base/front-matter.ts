// The text of a note without its front matter.

/** `text` without the properties at its top, and without blanks around it. */
export const withoutFrontMatter = (text: string): string =>
  text.replace(/^---[ \t]*\r?\n(?:.*?\r?\n)??---[ \t]*(?:\r?\n|$)/s, "").trim();
