// pdf.js in Node: the package `pdfjs-dist`, with a thread for each document, as in a browser. On the main thread, a
// document could block it, or end the process by an error that nobody can catch.
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout } from "node:timers/promises";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { PageCanvas, PdfDrawing, PdfJs, PdfLibrary, PdfLoading } from "../documents/pdfjs.ts";

/** The memory of each thread: about as much as an app has on a phone. */
const MEMORY_MB = 256;

/**
 * The code of the thread. It ignores unhandled rejections, as a browser does. It prints nothing: output that nobody
 * reads would keep the process alive.
 */
const THREAD = `
const { workerData } = require("node:worker_threads");
process.on("unhandledRejection", () => {});
process.stdout.write = process.stderr.write = () => true;
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

/** A thread of pdf.js. */
interface PdfThread {
  readonly thread: Worker;
  readonly port: MessagePort;
  readonly died: Promise<never>;
}

/** How long a thread has to be done with a document before it is ended, and how long it waits for the next one. */
const DONE_MS = 500;
const IDLE_MS = 10_000;

/** A thread that is done with its document: starting one takes as long as reading some pages. */
let idle: PdfThread | undefined;

function newThread(url: string): PdfThread {
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { url, port: port2 },
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // What it prints before its code runs is of no use to the user.
    stdout: true,
    stderr: true,
  });
  const died = new Promise<never>((_, reject) => thread.once("error", reject));
  died.catch(() => undefined);
  return { thread, port: port1, died };
}

function inThread(library: NodeLibrary, url: string, options: Parameters<PdfLibrary["getDocument"]>[0]): PdfLoading {
  const pdfThread = idle ?? newThread(url);
  idle = undefined;
  const { thread, port, died } = pdfThread;
  thread.ref();
  port.ref();
  let isAlive = true;
  died.catch(() => (isAlive = false));
  const loading = library.getDocument({ ...options, worker: library.PDFWorker.create({ port }) });
  return {
    promise: Promise.race([loading.promise, died]),
    destroy: async () => {
      const isDone = await Promise.race([
        loading.destroy().then(
          () => true,
          () => false,
        ),
        setTimeout(DONE_MS, false, { ref: false }),
      ]);
      if (isDone && isAlive && !idle) waitForNext(pdfThread);
      else await end(pdfThread);
    },
  };
}

/** Keeps the thread for the next document, for a while. It does not keep the process alive. */
function waitForNext(pdfThread: PdfThread): void {
  idle = pdfThread;
  pdfThread.thread.unref();
  pdfThread.port.unref();
  void setTimeout(IDLE_MS, undefined, { ref: false }).then(() => {
    if (idle !== pdfThread) return;
    idle = undefined;
    return end(pdfThread);
  });
}

async function end({ thread, port }: PdfThread): Promise<void> {
  await thread.terminate();
  port.close();
}
