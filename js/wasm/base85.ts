// Base85 as ZeroMQ has it (RFC 32/Z85): five letters for four bytes, where base64 takes six for them. None of the letters
// has to be escaped in a string.

/** Each letter at the place of what it is worth. The build writes by the same. */
export const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

/** The bytes that `text` stands for, filled up to a multiple of four. */
export function fromBase85(text: string): Uint8Array<ArrayBuffer> {
  const worth = new Uint8Array(128);
  for (let value = 0; value < LETTERS.length; value++) worth[LETTERS.charCodeAt(value)] = value;
  const bytes = new Uint8Array((text.length / 5) * 4);
  const view = new DataView(bytes.buffer);
  for (let at = 0, to = 0; at < text.length; to += 4) {
    let word = 0;
    for (const end = at + 5; at < end; at++) word = word * 85 + (worth[text.charCodeAt(at)] ?? 0);
    view.setUint32(to, word);
  }
  return bytes;
}
