// pdf.js in Node: the package `pdfjs-dist`, with a thread for each document, as in a browser. On the main thread, a
// document could block it, or end the process by an error that nobody can catch.
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import type { PageCanvas, PdfDrawing, PdfJs, PdfLibrary, PdfLoading } from "../documents/pdfjs.ts";

/** The memory of each thread: about as much as an app has on a phone. */
const MEMORY_MB = 256;

/** The code of the thread. It ignores unhandled rejections, as a browser does. */
const THREAD = `
const { workerData } = require("node:worker_threads");
process.on("unhandledRejection", () => {});
import(workerData.url).then(({ WorkerMessageHandler }) => WorkerMessageHandler.initializeFromPort(workerData.port));
`;

/** The part of pdf.js that only Node needs. */
interface NodeLibrary extends PdfLibrary {
  readonly PDFWorker: { create(options: { port: unknown }): unknown };
}

/** Loads the package; throws an error with instructions if it is not installed. */
export async function loadPdfJs(): Promise<PdfJs> {
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  } catch {
    const install = 'install it beside Lectern with "npm install pdfjs-dist@5.6"';
    throw new Error(`reading PDF here needs pdfjs-dist: ${install}, or run "npx -p lectern -p pdfjs-dist@5.6 lectern"`);
  }
  const canvas = await loadCanvas(folder);
  // pdf.js creates a DOMMatrix when loaded, which only drawing uses. Node has none.
  if (!canvas && !("DOMMatrix" in globalThis)) Object.assign(globalThis, { DOMMatrix: Object });
  const library = (await import("pdfjs-dist/legacy/build/pdf.mjs")) as unknown as NodeLibrary;
  const url = pathToFileURL(join(folder, "legacy/build/pdf.worker.mjs")).href;
  return {
    library: { OPS: library.OPS, getDocument: (options) => inThread(library, url, options) },
    cMapUrl: join(folder, "cmaps", sep),
    drawing: canvas ? drawingWith(canvas, folder) : { missing: NO_CANVAS },
    clock: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  };
}

/** The package that pdf.js draws with in Node. npm installs it with pdf.js, unless it is told not to. */
interface CanvasPackage {
  createCanvas(width: number, height: number): PageCanvas;
}

const NO_CANVAS =
  'drawing needs the package @napi-rs/canvas: install it beside pdfjs-dist with "npm install @napi-rs/canvas"';

async function loadCanvas(folder: string): Promise<CanvasPackage | undefined> {
  try {
    // Whichever pdf.js finds.
    const path = createRequire(join(folder, "legacy/build/pdf.mjs")).resolve("@napi-rs/canvas");
    return ((await import(pathToFileURL(path).href)) as { default: CanvasPackage }).default;
  } catch {
    return undefined;
  }
}

function drawingWith(canvas: CanvasPackage, folder: string): PdfDrawing {
  return {
    options: {
      // Letters are drawn as paths: Node has no fonts of its own to fall back on.
      disableFontFace: true,
      useSystemFonts: false,
      standardFontDataUrl: join(folder, "standard_fonts", sep),
      wasmUrl: join(folder, "wasm", sep),
    },
    canvas: (width, height) => canvas.createCanvas(width, height),
  };
}

function inThread(library: NodeLibrary, url: string, options: Parameters<PdfLibrary["getDocument"]>[0]): PdfLoading {
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { url, port: port2 },
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // Its output is of no use to the user.
    stdout: true,
    stderr: true,
  });
  const died = new Promise<never>((_, reject) => thread.once("error", reject));
  died.catch(() => undefined);
  const loading = library.getDocument({ ...options, worker: library.PDFWorker.create({ port: port1 }) });
  return {
    promise: Promise.race([loading.promise, died]),
    // The thread may be too busy to respond.
    destroy: async () => {
      loading.destroy().catch(() => undefined);
      await thread.terminate();
      port1.close();
    },
  };
}
