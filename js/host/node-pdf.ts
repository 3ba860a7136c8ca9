// pdf.js in Node: the package `pdfjs-dist`, each document in a thread of its own, as in a browser. By itself pdf.js would
// work on this thread: a document could stop it for good, or end the process by a failure that nobody can catch.
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import type { PdfJs, PdfLibrary, PdfLoading } from "../documents/pdfjs.ts";

/** What a document may take: that is what is left to an app on a phone, too. */
const MEMORY_MB = 256;

/** What runs in the thread. A failure that nobody waits for ends nothing in a browser, and nothing here. */
const THREAD = `
const { workerData } = require("node:worker_threads");
process.on("unhandledRejection", () => {});
import(workerData.url).then(({ WorkerMessageHandler }) => WorkerMessageHandler.initializeFromPort(workerData.port));
`;

/** The part of pdf.js that only Node needs. */
interface NodeLibrary extends PdfLibrary {
  readonly PDFWorker: { create(options: { port: unknown }): unknown };
}

/** The package, if it is installed; throws, with what to do, if it is not. */
export async function loadPdfJs(): Promise<PdfJs> {
  let folder: string;
  try {
    folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  } catch {
    throw new Error('reading PDF here needs the package pdfjs-dist: run "npm install pdfjs-dist@5.6"');
  }
  // pdf.js makes a matrix when it is evaluated, which only drawing uses. Node has none.
  if (!("DOMMatrix" in globalThis)) Object.assign(globalThis, { DOMMatrix: Object });
  const library = (await import("pdfjs-dist/legacy/build/pdf.mjs")) as unknown as NodeLibrary;
  const url = pathToFileURL(join(folder, "legacy/build/pdf.worker.mjs")).href;
  return {
    library: { OPS: library.OPS, getDocument: (options) => inThread(library, url, options) },
    cMapUrl: join(folder, "cmaps", sep),
  };
}

function inThread(library: NodeLibrary, url: string, options: Parameters<PdfLibrary["getDocument"]>[0]): PdfLoading {
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { url, port: port2 },
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // What it would print is of no use to the person.
    stdout: true,
    stderr: true,
  });
  const died = new Promise<never>((_, reject) => thread.once("error", reject));
  died.catch(() => undefined);
  const loading = library.getDocument({ ...options, worker: library.PDFWorker.create({ port: port1 }) });
  return {
    promise: Promise.race([loading.promise, died]),
    // The thread may be too busy to be asked.
    destroy: async () => {
      loading.destroy().catch(() => undefined);
      await thread.terminate();
      port1.close();
    },
  };
}
