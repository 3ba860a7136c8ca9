// Redraws pictures in Node: with the package `@napi-rs/canvas`, which pdf.js uses there too, in a process of its own,
// because a damaged picture ends it. Without the package, a picture that models take is only looked through, and sent as
// it is if it is small enough.
import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import type { Answer } from "../../pkg/lectern.js";
import { drawPicture } from "../documents/picture.ts";
import type { PictureDecoder } from "../documents/picture-canvas.ts";
import { isWhole } from "./node-picture-bytes.ts";

const NO_CANVAS =
  'redrawing it needs the package @napi-rs/canvas: install it beside Lectern with "npm install @napi-rs/canvas"';

/** How long drawing may take. */
const DRAW_MS = 20_000;

/** The code of the process: it loads, draws or encodes what it is asked to, in turn. */
const PROCESS = `
const { loadImage, createCanvas } = require(process.argv[1]);
let image, canvas;
const steps = {
  async load(bytes) {
    image = await loadImage(Buffer.from(bytes));
    return [image.width, image.height];
  },
  draw([width, height]) {
    canvas = createCanvas(width, height);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true;
    return false;
  },
  encode: async ([format, quality]) => (await canvas.encode(format, quality)).toString("base64"),
};
process.on("message", async ([step, value]) => {
  process.send([await Promise.resolve(value).then(steps[step]).catch(() => undefined)]);
});
`;

/** What {@link drawPicture} does, as far as this computer can. `canvas` is where the package is. */
export async function drawInNode(
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
  maxBytes: number,
  canvas: string | null = findCanvas(),
): Promise<Answer> {
  // Sizing it needs a browser's parser.
  if (mimeType === "image/svg+xml") return { failed: "an SVG can be drawn only in the app" };
  if (canvas !== null) {
    const child = spawn(process.execPath, ["-e", PROCESS, canvas], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const timer = setTimeout(() => child.kill(), DRAW_MS);
    try {
      return await drawPicture(bytes, mimeType, maxBytes, decoderIn(child));
    } finally {
      clearTimeout(timer);
      child.kill();
    }
  }
  const isTaken = /^image\/(png|jpeg|webp|gif)$/.test(mimeType);
  return isTaken && !isWhole(bytes, mimeType)
    ? { fault: { broken: "it is cut off, or its checksums are wrong" } }
    : { failed: NO_CANVAS };
}

function findCanvas(): string | null {
  try {
    return createRequire(import.meta.url).resolve("@napi-rs/canvas");
  } catch {
    return null;
  }
}

function decoderIn(child: ChildProcess): PictureDecoder {
  /** Undefined if it can't, or if that ended the process. */
  const ask = (step: string, value: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      const end = (answer?: unknown): void => {
        child.off("message", end).off("exit", gone).off("error", gone);
        resolve(Array.isArray(answer) ? answer[0] : undefined);
      };
      const gone = (): void => end();
      child.on("message", end).on("exit", gone).on("error", gone);
      if (child.exitCode !== null || child.signalCode !== null) end();
      else child.send([step, value], (error) => error && end());
    });
  return {
    async load(bytes) {
      const size = await ask("load", bytes);
      if (!Array.isArray(size)) return undefined;
      const [width, height] = size as [number, number];
      return {
        width,
        height,
        async drawn(width, height) {
          const isTransparent = await ask("draw", [width, height]);
          if (typeof isTransparent !== "boolean") return undefined;
          return {
            isTransparent: () => isTransparent,
            async encoded(type, quality) {
              const data = await ask("encode", [type.slice("image/".length), quality && quality * 100]);
              return typeof data === "string" ? data : undefined;
            },
          };
        },
      };
    },
  };
}
