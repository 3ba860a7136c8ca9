// The length of a text in UTF-8.

/** How many bytes of UTF-8 `text` takes. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
