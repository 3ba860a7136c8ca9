// Base93: bytes as printable ASCII without the quote and the backslash, which a string literal would have to escape. Two
// characters hold 13 bits, or 14 if the value stays below 93 * 93 (as in basE91). Text takes 1.23 times the bytes.

/** What `base93` in js/build/shim-modules.mjs wrote. A last byte may be left over. */
export function fromBase93(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((text.length / 2) * 1.75 + 1);
  let bits = 0;
  let count = 0;
  let to = 0;
  for (let at = 0; at < text.length; at += 2) {
    const value = digit(text.charCodeAt(at)) + 93 * digit(text.charCodeAt(at + 1));
    bits |= value << count;
    for (count += (value & 8191) > 456 ? 13 : 14; count >= 8; count -= 8) {
      bytes[to++] = bits;
      bits >>>= 8;
    }
  }
  return bytes.subarray(0, to);
}

/** The value of a character: `" "` is 0, `"!"` 1, `"#"` 2, `"~"` 92. */
function digit(code: number): number {
  return code - (code > 92 ? 34 : code > 34 ? 33 : 32);
}
