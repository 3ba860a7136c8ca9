// Makes text harmless for a terminal. Text from notes, names, answers and messages could contain control sequences: move
// the cursor, write to the clipboard, hide a link, change the text direction.

/**
 * Unsafe characters besides control characters: unpaired surrogates, line and paragraph separators, direction marks,
 * and invisible characters. Joiners and zero-width spaces stay: scripts and emoji need them.
 */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u206a-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** `text` with every unsafe character made visible. Only line feeds and tabs stay. */
export function printable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** `value` as JSON on one line, with every unsafe character escaped. It is the same value. */
export function safeJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(UNSAFE, (character) => character.split("").map(escaped).join(""));
}
