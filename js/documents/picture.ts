// Redraws pictures before a model is sent them, in a format and size that models take. What was drawn here is never
// damaged, and has no data about the place and the camera.
import type { Answer } from "../../pkg/lectern.js";
import { IN_BROWSER, type LoadedPicture, type PictureDecoder } from "./picture-canvas.ts";
import { withSize } from "./svg.ts";

/** More pixels would take 400 MB; a picture of a few kilobytes can claim that many. */
const MAX_PIXELS = 100_000_000;
/**
 * The maximum length of the longer side. Anthropic's models see 1568 pixels, OpenAI's 2048; Anthropic refuses a
 * conversation with many images of which one is over 2000.
 */
const LONGEST_SIDE = 1568;
/** The smallest longer side that is tried. */
const SHORTEST_SIDE = 64;
/** The factor of each further try: half the pixels. */
const STEP = Math.SQRT1_2;
/** Above 0.9 a JPEG grows faster than it gets better. */
const JPEG_QUALITY = 0.9;

const SVG = "image/svg+xml";
const TAKEN = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** Redraws a picture; `maxBytes` limits its base64. */
export type DrawPicture = (bytes: Uint8Array<ArrayBuffer>, mimeType: string, maxBytes: number) => Promise<Answer>;

/**
 * A picture for a model: `image`; `fault` if it is damaged; `failed` if it can't be drawn here. `maxBytes` limits its
 * base64.
 */
export async function drawPicture(
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
  maxBytes: number,
  decoder: PictureDecoder = IN_BROWSER,
): Promise<Answer> {
  const source = mimeType === SVG ? withSize(bytes) : bytes;
  if (!source) return broken("it is no SVG");
  const picture = await decoder.load(source, mimeType);
  if (!picture) {
    return TAKEN.includes(mimeType)
      ? broken("it cannot be decoded")
      : { failed: `${mimeType} cannot be decoded here, or the picture is broken` };
  }
  const { width, height } = picture;
  if (width === 0 || height === 0) return broken("it has no size");
  if (width * height > MAX_PIXELS) return { failed: `it has ${width}×${height} pixels, which is too much to draw` };
  try {
    return await fitted(picture, mimeType, maxBytes);
  } catch (error) {
    // In WebKit, no one may read a canvas on which an SVG with HTML in it was drawn.
    if (!(error instanceof DOMException) || error.name !== "SecurityError") throw error;
    return { failed: "it has HTML in it (foreignObject), which this device cannot draw" };
  }
}

const broken = (what: string): Answer => ({ fault: { broken: what } });

async function fitted(picture: LoadedPicture, mimeType: string, maxBytes: number): Promise<Answer> {
  const longest = Math.max(picture.width, picture.height);
  for (let side = Math.min(longest, LONGEST_SIDE); ; side *= STEP) {
    const scaled = (length: number): number => Math.max(1, Math.round((length * side) / longest));
    const [width, height] = [scaled(picture.width), scaled(picture.height)];
    const drawn = await picture.drawn(width, height);
    if (!drawn) return broken("its pixels cannot be decoded, or there is no memory to draw them");
    // A photograph stays JPEG; everything else is tried losslessly first. JPEG has no transparency.
    const lossy = mimeType !== "image/jpeg" && drawn.isTransparent() ? "image/webp" : "image/jpeg";
    for (const [type, quality] of [["image/png"], [lossy, JPEG_QUALITY]] as const) {
      if (type === "image/png" && mimeType === "image/jpeg") continue;
      const data = await drawn.encoded(type, quality);
      if (data !== undefined && data.length <= maxBytes) return { image: { data, mimeType: type, width, height } };
    }
    if (side <= SHORTEST_SIDE) return { failed: `it cannot be made small enough for ${maxBytes} bytes` };
  }
}
