// Draws one page of a PDF with the host's pdf.js, as its own view of PDFs does, within what models see of an image.
//
// A page of a PDF is drawn on a canvas of at most 1,568 pixels a side, after the streams of its images were measured
// too.
import type { Answer } from "../../pkg/lectern.js";
import { nextTurn } from "../base/turns.ts";
import { reason } from "../base/reason.ts";
import { faultOf } from "./pdf.ts";
import { StreamCheck, TooMuch } from "./pdf-streams.ts";
import type { PageCanvas, PdfDocument, PdfJs, PdfPage } from "./pdfjs.ts";
import { TimeIsUp, type TimeLimit } from "./time-limit.ts";

/** No code from strings, no network. Fonts and images are those of the document. */
const OPTIONS = {
  isEvalSupported: false,
  // More would take 400 MB. A3 scanned at 600 dots per inch has 70 million pixels.
  maxImageSize: 100_000_000,
  cMapPacked: true,
  enableXfa: false,
  stopAtErrors: false,
  verbosity: 0,
};

/**
 * The longest side of an image that models see without scaling it down. So a canvas has at most 2.5 million pixels;
 * iOS allows 16.
 */
const LONGEST_SIDE = 1568;
/** The smallest longer side that is tried if an image has too many bytes. */
const SHORTEST_SIDE = 200;
/** The factor of each further try: half the pixels. */
const STEP = Math.SQRT1_2;
/** Small pages are enlarged up to this: 288 dots per inch. */
const MOST_ZOOM = 4;
/** A page of text is smaller as PNG, a photograph is not. */
const PNG_BYTES = 1_000_000;
const JPEG_QUALITY = 0.85;
/** pdf.js leaves out what it can't draw, and does not say so. */
const NOTHING = "nothing is seen on it: it is blank, or its images are too large or damaged";

/** Draws a page: `image`, `fault`, or `failed` if the host can't. Takes ownership of `bytes`. */
export async function drawPage(
  { library, cMapUrl, drawing }: PdfJs,
  bytes: Uint8Array,
  { page: number, maxBytes }: { page: number; maxBytes: number },
  limit: TimeLimit,
  check = new StreamCheck(true),
): Promise<Answer> {
  if ("missing" in drawing) return { failed: drawing.missing };
  try {
    await check.run(bytes, limit);
  } catch (error) {
    if (error instanceof TooMuch) return { fault: { too_large: error.message } };
    if (error instanceof TimeIsUp) return { failed: "its images could not all be checked in time; call again" };
    throw error;
  }
  const loading = library.getDocument({ ...OPTIONS, ...drawing.options, cMapUrl, data: bytes });
  try {
    let document: PdfDocument;
    try {
      document = await limit.within(loading.promise);
    } catch (error) {
      if (error instanceof TimeIsUp) throw error;
      return { fault: faultOf(error) };
    }
    if (number > document.numPages) return { fault: { no_page: document.numPages } };
    const page = await limit.within(document.getPage(number));
    const drawn = await draw(page, drawing.canvas, maxBytes, limit);
    return "failed" in drawn ? drawn : { image: { ...drawn, pages: document.numPages } };
  } catch (error) {
    if (error instanceof TimeIsUp) return { failed: "it takes too long" };
    return { failed: reason(error) };
  } finally {
    void loading.destroy().catch(() => undefined);
  }
}

interface Drawn {
  data: string;
  mimeType: string;
  width: number;
  height: number;
}

async function draw(
  page: PdfPage,
  canvas: (width: number, height: number) => PageCanvas,
  maxBytes: number,
  limit: TimeLimit,
): Promise<Drawn | { failed: string }> {
  const size = page.getViewport({ scale: 1 });
  const longest = Math.max(size.width, size.height);
  if (!(longest > 0 && longest < Infinity)) throw new Error("it has no size");
  for (let side = Math.min(LONGEST_SIDE, longest * MOST_ZOOM); ; side *= STEP) {
    const viewport = page.getViewport({ scale: side / longest });
    const [width, height] = [viewport.width, viewport.height].map((length) =>
      Math.min(Math.max(1, Math.round(length)), LONGEST_SIDE),
    );
    const target = canvas(width ?? 1, height ?? 1);
    try {
      const canvasContext = target.getContext("2d");
      if (!canvasContext) throw new Error("this device has no memory to draw it with");
      await render(page, { canvasContext, viewport, intent: "print", background: "#fff" }, limit);
      const { data: pixels } = canvasContext.getImageData(0, 0, target.width, target.height);
      if (pixels.every((value) => value === 255)) return { failed: NOTHING };
      for (const [mimeType, most] of [
        ["image/png", Math.min(PNG_BYTES, maxBytes)],
        ["image/jpeg", maxBytes],
      ] as const) {
        const url = target.toDataURL(mimeType, JPEG_QUALITY);
        const data = url.slice(url.indexOf(",") + 1);
        if (data.length <= most) return { data, mimeType, width: target.width, height: target.height };
      }
    } finally {
      // WebKit keeps the memory of a canvas until it is empty.
      target.width = target.height = 0;
    }
    if (side <= SHORTEST_SIDE) return { failed: `it does not fit into ${maxBytes} bytes` };
  }
}

/** Not for the screen: pdf.js would wait for frames, which a window in the background does not get. */
async function render(page: PdfPage, options: Parameters<PdfPage["render"]>[0], limit: TimeLimit): Promise<void> {
  const task = page.render(options);
  // Between two steps, the app has its turn, and the call may be cancelled.
  task.onContinue = (next) => void limit.within(nextTurn()).then(next, () => task.cancel());
  task.promise.catch(() => undefined);
  try {
    await limit.within(task.promise);
  } catch (error) {
    task.cancel();
    throw error;
  }
}
