// Cuts a text to a number of tokens, by the estimate.
import { tokensOf } from "../context/token-estimate.ts";

/** The longest beginning of `text` that has at most about `most` tokens; at least its first character. */
export function fitting(text: string, most: number): string {
  if (tokensOf(text) <= most) return text;
  let [fits, tooLong] = [1, text.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (tokensOf(text.slice(0, middle)) <= most) fits = middle;
    else tooLong = middle;
  }
  // Not half of a surrogate pair.
  const code = text.charCodeAt(fits - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? fits - 1 || 2 : fits);
}
