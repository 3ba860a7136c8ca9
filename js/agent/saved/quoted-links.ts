// Links in what an answer quotes: those of the quoted note are no links of the conversation's note, where each would be a
// backlink. A backslash between their brackets ends them; citations stay links.

const QUOTED = /^ {0,3}>.*/gm;
/** The first bracket of `[[` or of `](`, also of one that has backslashes already. */
const OPENING = /\[(?=\\*\[)|\](?=\\*\()/g;
/** A citation with lines, or an address. */
const KEPT = /^(?:\[\[[^\]]*#\^?L?\d|\]\([a-z]+:)/i;

/** `text` with a backslash in each link in a quotation, except for citations. */
export function withoutQuotedLinks(text: string): string {
  return text.replace(QUOTED, (line) =>
    line.replace(OPENING, (sign, at: number) => (KEPT.test(line.slice(at)) ? sign : `${sign}\\`)),
  );
}

/** Takes the backslashes out again. */
export const withQuotedLinks = (text: string): string =>
  text.replace(QUOTED, (line) => line.replace(/\[\\(?=\\*\[)|\]\\(?=\\*\()/g, (signs) => signs.charAt(0)));
