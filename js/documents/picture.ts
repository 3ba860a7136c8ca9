// Redraws pictures on a canvas, in a format and size that models take. The core decides which pictures need that.
import type { Answer } from "../../pkg/lectern.js";
import { withSize } from "./svg.ts";

/** More pixels would take 400 MB; a picture of a few kilobytes can claim that many. */
const MAX_PIXELS = 100_000_000;
/**
 * The maximum length of the longer side. Anthropic's models see 1568 pixels, OpenAI's 2048; both scale larger images
 * down. It also fits a canvas on iOS, which holds 16 million pixels.
 */
const LONGEST_SIDE = 2048;
/** The smallest longer side that is tried. */
const SHORTEST_SIDE = 64;
/** The factor of each further try: half the pixels. */
const STEP = Math.SQRT1_2;
/** Above 0.9 a JPEG grows faster than it gets better. */
const JPEG_QUALITY = 0.9;

/** Redraws a picture: `image`, or `failed`. `maxBytes` limits its base64. */
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
  } catch (error) {
    // In WebKit, no one may read a canvas on which an SVG with HTML in it was drawn.
    if (!(error instanceof DOMException) || error.name !== "SecurityError") throw error;
    return { failed: "it has HTML in it (foreignObject), which this device cannot draw" };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Not with `decode()`, which would decode all pixels before their number is known. */
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
      // Browsers that can't encode a type encode PNG instead.
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
 * The formats to try, best first. A photograph stays JPEG; everything else is tried losslessly first. JPEG has no
 * transparency.
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
