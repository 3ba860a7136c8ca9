// Pictures: drawn anew on a canvas, in a form that models take and small enough for them. The core decides
// which pictures need that.
import type { Answer } from "../../pkg/lectern.js";
import { withSize } from "./svg.ts";

/** More than this would take 400 MB as pixels: a picture of a few kilobytes can claim it. */
const MAX_PIXELS = 100_000_000;
/**
 * The longer side that is drawn at most. Anthropic's models see 1568 pixels of it, OpenAI's 2048; both scale down what is
 * larger. It is also small enough for a canvas on iOS, which holds 16 million pixels.
 */
const LONGEST_SIDE = 2048;
/** Where nothing fits, smaller ones are tried down to this longer side. */
const SHORTEST_SIDE = 64;
/** How much smaller each try is: half the pixels. */
const STEP = Math.SQRT1_2;
/** Above 0.9 a JPEG grows faster than it gets better. */
const JPEG_QUALITY = 0.9;

/** Draws the picture: `image`, or `failed`. `maxBytes` are of base64. */
export async function drawPicture(bytes: Uint8Array<ArrayBuffer>, mimeType: string, maxBytes: number): Promise<Answer> {
  if (typeof document === "undefined") {
    return { failed: "there is no canvas here to draw it with: it can be shown only in the app" };
  }
  const source = mimeType === "image/svg+xml" ? withSize(bytes) : bytes;
  if (!source) return { failed: "it is broken, or no SVG" };
  const url = URL.createObjectURL(new Blob([source], { type: mimeType }));
  try {
    const picture = await load(url);
    if (!picture) return { failed: `this device cannot show ${mimeType}, or the picture is broken` };
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width === 0 || height === 0) return { failed: "it has no size" };
    if (width * height > MAX_PIXELS) return { failed: `it has ${width}×${height} pixels, which is too much to draw` };
    return await fitted(picture, mimeType, maxBytes);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Not with `decode()`: that would decode all pixels before their number can be looked at. */
function load(url: string): Promise<HTMLImageElement | undefined> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => resolve(undefined);
    picture.src = url;
  });
}

async function fitted(picture: HTMLImageElement, mimeType: string, maxBytes: number): Promise<Answer> {
  const longest = Math.max(picture.naturalWidth, picture.naturalHeight);
  for (let side = Math.min(longest, LONGEST_SIDE); ; side *= STEP) {
    const canvas = drawn(picture, side / longest);
    if (!canvas) return { failed: "this device has no memory to draw it with" };
    for (const [type, quality] of encodings(canvas, mimeType)) {
      const data = await encoded(canvas, type, quality);
      // A browser that cannot write the type writes PNG.
      if (data === undefined || data.type !== type || data.base64.length > maxBytes) continue;
      return { image: { data: data.base64, mimeType: type, width: canvas.width, height: canvas.height } };
    }
    if (side <= SHORTEST_SIDE) return { failed: `it cannot be made small enough for ${maxBytes} bytes` };
  }
}

function drawn(picture: HTMLImageElement, scale: number): HTMLCanvasElement | undefined {
  const canvas = createEl("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * In which forms a picture is tried, best first. What was a photograph stays one; all else is tried without loss. A JPEG
 * holds nothing transparent.
 */
function* encodings(canvas: HTMLCanvasElement, mimeType: string): Generator<[type: string, quality?: number]> {
  if (mimeType !== "image/jpeg") yield ["image/png"];
  yield isTransparent(canvas) ? ["image/webp", JPEG_QUALITY] : ["image/jpeg", JPEG_QUALITY];
}

function isTransparent(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return true;
  return false;
}

async function encoded(
  canvas: HTMLCanvasElement,
  type: string,
  quality?: number,
): Promise<{ type: string; base64: string } | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!blob) return undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error("the picture that was drawn cannot be read"));
    reader.readAsDataURL(blob);
  });
  return { type: blob.type, base64: url.slice(url.indexOf(",") + 1) };
}
