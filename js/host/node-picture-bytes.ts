// Looks through the bytes of a picture that can't be decoded here, before it is sent as it is: a provider refuses one that
// is cut off in every request from then on.
import { crc32 } from "node:zlib";

/** Whether a picture of this type goes to its end and has the right checksums. Its pixels are not decoded. */
export function isWhole(bytes: Uint8Array, mimeType: string): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const look = LOOKS[mimeType];
  try {
    return look?.(view) ?? false;
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const LOOKS: Record<string, (view: DataView) => boolean> = {
  "image/png": png,
  "image/jpeg": jpeg,
  "image/webp": webp,
  "image/gif": gif,
};

const letters = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

function png(view: DataView): boolean {
  for (let at = 8, hasPixels = false; ;) {
    const [length, name] = [view.getUint32(at), letters(view, at + 4)];
    const end = at + 8 + length;
    if (view.getUint32(end) !== crc32(new Uint8Array(view.buffer, view.byteOffset + at + 4, length + 4))) return false;
    if (name === "IEND") return hasPixels;
    hasPixels ||= name === "IDAT";
    at = end + 4;
  }
}

function jpeg(view: DataView): boolean {
  for (let at = 2, hasPixels = false; ;) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return false;
    if (marker === 0xd9) return hasPixels;
    // Filling, and marks without content.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || isRestart(marker)) at += 2;
    else {
      at += 2 + view.getUint16(at + 2);
      if (marker !== 0xda) continue;
      hasPixels = true;
      for (; view.getUint8(at) !== 0xff || isPixel(view.getUint8(at + 1)); at++);
    }
  }
}

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const isPixel = (marker: number): boolean => marker === 0 || isRestart(marker);

function webp(view: DataView): boolean {
  let hasPixels = false;
  const end = 8 + view.getUint32(4, true);
  for (let at = 12; at < end;) {
    const name = letters(view, at);
    hasPixels ||= /^(VP8[ L]|ANMF)$/.test(name);
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
    // The filling of the last chunk may be missing.
    view.getUint8(at - 1 - (length % 2));
  }
  return hasPixels;
}

function gif(view: DataView): boolean {
  const colors = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let hasPixels = false;
  for (let at = 13 + colors(view.getUint8(10)); ;) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) return hasPixels;
    if (kind === 0x2c) {
      hasPixels = true;
      at += 11 + colors(view.getUint8(at + 9));
    } else if (kind === 0x21) at += 2;
    else return false;
    for (let length = -1; length !== 0; at += 1 + length) length = view.getUint8(at);
  }
}
