// Documents and pictures in the app: its own pdf.js, the reader and the canvas, in Chromium. tests/shim/pdf.test.ts
// covers the text of PDFs. The host's code is bundled as in main.js, but its answers are visible.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Image as Picture } from "../../pkg/lectern.js";
import { isWhole } from "../../js/host/node-picture-bytes.ts";
import { installPlugin, openApp } from "../obsidian/browser.ts";
import { note, pdf, text } from "../shim/pdf-file.ts";
import { chunk, dataOf, png } from "../shim/png-file.ts";
import type { ReadableAnswer } from "../shim/readable.ts";
import { page, useOnePage } from "./page.ts";

const entry = fileURLToPath(new URL("documents.ts", import.meta.url));
const MAX = 5_000_000;

/** A 24-bit BMP whose pixels `color` gives, as `[red, green, blue]`. */
function bmp(width: number, height: number, color: (x: number, y: number) => number[]): Uint8Array {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height);
  file.write("BM");
  for (const [at, value] of [
    [2, file.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    file.writeUInt32LE(value, at);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red = 0, green = 0, blue = 0] = color(x, y);
      file.set([blue, green, red], 54 + (height - 1 - y) * row + x * 3);
    }
  }
  return file;
}

/** Noise that is the same at every run: nothing compresses it. */
function noise(): () => number[] {
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 0x7fffffff) & 255;
  return () => [next(), next(), next()];
}

const svg = (attributes: string, content = '<rect width="100%" height="100%" fill="lime"/>'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

/** Eight by six pixels: red at the left, black at the right. */
const GIF = Buffer.from("R0lGODlhCAAGAIAAAAAAAAAAACH5BAUAAAAALAAAAAAIAAYAgAAAAP8AAAILjAMJh8q6DnxOqgIAOw==", "base64");

const FILES: Record<string, string | Uint8Array> = {
  "a.pdf": pdf([text(72, 700, "In the app"), text(72, 700, "and on")]),
  "long.pdf": pdf(Array.from({ length: 40 }, (_, index) => text(72, 700, `This is page ${index + 1}`))),
  "drawn.pdf": pdf([
    "",
    {
      content: text(72, 700, "Some words", 60) + "q 200 0 0 200 0 0 cm /Im1 Do Q",
      annotations: [note("Text", [300, 300, 330, 330], "Well")],
    },
    { content: "1 0 0 rg 0 0 200000 100000 re f", entries: "/MediaBox [0 0 200000 100000]" },
  ]),
  "locked.pdf": pdf(["x"], { locked: true }),
  "none.docx": new Uint8Array([1, 2, 3]),
  "small.bmp": bmp(3, 2, () => [255, 0, 0]),
  "wide.bmp": bmp(4096, 8, () => [0, 0, 255]),
  "noise.bmp": bmp(700, 700, noise()),
  "clear.png": png(3000, 30),
  "cut.png": png(40, 30).subarray(0, -20),
  "short.png": png(300, 300, 1),
  "placed.png": Buffer.concat([
    png(40, 30).subarray(0, -12),
    chunk("tEXt", Buffer.from("GPS\0here")),
    chunk("IEND", Buffer.alloc(0)),
  ]),
  "moving.gif": Buffer.concat([GIF.subarray(0, -1), GIF.subarray(13)]),
  "none.png": png(0, 30),
  "bomb.png": png(20_000, 20_000, 1),
  "broken.png": "This is a note.\n",
  "icon.svg": svg('viewBox="0 0 24 12"'),
  "sized.svg": svg('width="10cm" height="600pt"'),
  "bare.svg": svg(""),
  "huge.svg": svg('width="1000000" height="500000"'),
  "remote.svg": svg(
    'width="600" height="600"',
    '<image href="https://example.com/spy.png" width="9" height="9"/><script>fetch("https://example.com/spy")</script>',
  ),
  "broken.svg": "<svg><rect></svg>",
  "page.svg": "<html xmlns='http://www.w3.org/1999/xhtml'/>",
};

const requests: string[] = [];

beforeAll(async () => {
  await openApp({ files: FILES });
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "browser",
    target: ["safari15", "chrome96"],
    external: ["obsidian"],
  });
  const manifest = {
    id: "answers",
    name: "Answers",
    version: "1.0.0",
    minAppVersion: "1.0.0",
    description: "",
    author: "",
  };
  await installPlugin(page, { main: outputFiles[0]?.text ?? "", manifest });
  page.on("request", (request) => requests.push(request.url()));
});
useOnePage();

const convert = (path: string, format: "pdf" | "docx"): Promise<ReadableAnswer> =>
  page.evaluate(([path, format]) => window.answer({ convert: { path, format } }), [path, format] as const);
const draw = (path: string, mime_type: string, max_bytes = MAX): Promise<ReadableAnswer> =>
  page.evaluate((draw) => window.answer({ draw }), { path, mime_type, max_bytes });

/** The picture, which is what it says it is, and the colour of a pixel at a share of its width and height. */
async function drawn(path: string, mime: string, maxBytes = MAX, at = 0.5): Promise<Picture & { pixel: number[] }> {
  const answer = await draw(path, mime, maxBytes);
  if (typeof answer !== "object" || !("image" in answer)) throw new Error(JSON.stringify(answer));
  const seen = await page.evaluate(
    async ([{ data, mimeType }, at]) => {
      const image = new Image();
      image.src = `data:${mimeType};base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const pixel = context?.getImageData(canvas.width * at, canvas.height * at, 1, 1).data ?? [];
      return { width: canvas.width, height: canvas.height, pixel: [...pixel] };
    },
    [answer.image, at] as const,
  );
  expect(seen).toMatchObject({ width: answer.image.width, height: answer.image.height });
  expect(answer.image.data.length).toBeLessThanOrEqual(maxBytes);
  return { ...answer.image, pixel: seen.pixel };
}

describe("in the app, a document", () => {
  test("that is a PDF is read by the app's pdf.js, whose worker ends with it", async () => {
    expect(await convert("a.pdf", "pdf")).toMatchObject({
      document: { text: "## Page 1\n\nIn the app\n\n## Page 2\n\nand on\n", notes: [] },
    });
    expect(await page.evaluate(() => window.app.testCounts.counts.Worker)).toBe(1);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test("that takes more time than one call has grows from call to call until it is whole", async () => {
    const texts = await page.evaluate(async () => {
      const now = performance.now.bind(performance);
      const texts: string[] = [];
      for (let isWhole = false; !isWhole;) {
        // Time goes by at once, after some work.
        let looks = 0;
        performance.now = () => now() + (looks++ < 100 ? 0 : 2000);
        const answer = await window.answer({ convert: { path: "long.pdf", format: "pdf" } });
        if (typeof answer !== "object" || !("document" in answer)) throw new Error(JSON.stringify(answer));
        texts.push(answer.document.text);
        isWhole = !answer.document.unfinished || texts.length > 100;
      }
      performance.now = now;
      return texts;
    });
    const marks = Array.from({ length: 40 }, (_, index) => `## Page ${index + 1}\n\nThis is page ${index + 1}\n`);
    expect(texts[texts.length - 1]).toBe(marks.join("\n"));
    expect(texts.length).toBeGreaterThan(2);
    for (const [index, text] of texts.slice(1).entries()) expect(text.startsWith(texts[index] ?? "-")).toBe(true);
  });

  test("under a password is locked", async () => {
    expect(await convert("locked.pdf", "pdf")).toStrictEqual({ fault: "locked" });
  });

  test("of another format goes to the reader", async () => {
    expect(await convert("none.docx", "docx")).toHaveProperty("fault");
  });
});

describe("in the app, a page of a PDF", () => {
  const drawPage = (page_: number, path = "drawn.pdf", max_bytes = MAX): Promise<ReadableAnswer> =>
    page.evaluate((draw_page) => window.answer({ draw_page }), { path, page: page_, max_bytes });

  test("is read alone", async () => {
    const convert = { path: "long.pdf", format: "pdf", place: { page: 40 } } as const;
    const found = await page.evaluate((convert) => window.answer({ convert }), convert);
    expect(found).toMatchObject({ document: { text: "## Page 40\n\nThis is page 40\n" } });
  });

  test("is drawn by the app's pdf.js, with fonts of the device, and its worker ends", async () => {
    const answer = await drawPage(2);
    const image = typeof answer === "object" && "image" in answer ? answer.image : undefined;
    expect(image).toMatchObject({ width: 1212, height: 1568, pages: 3 });
    const whites = await page.evaluate(
      async ({ data, mimeType }) => {
        const image = new Image();
        image.src = `data:${mimeType};base64,${data}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        const isWhite = (x: number, y: number, width: number, height: number): boolean =>
          context?.getImageData(x, y, width, height).data.every((value) => value > 250) ?? true;
        return [isWhite(140, 100, 500, 100), isWhite(0, 1200, 300, 300), isWhite(700, 900, 500, 600)];
      },
      image ?? { data: "", mimeType: "" },
    );
    expect(whites).toStrictEqual([false, false, true]);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test("of absurd size is drawn on a small canvas", async () => {
    expect(await drawPage(3)).toMatchObject({ image: { width: 1568, height: 784 } });
    expect(await drawPage(4)).toStrictEqual({ fault: { no_page: 3 } });
    expect(await drawPage(1, "locked.pdf")).toStrictEqual({ fault: "locked" });
  });
});

describe("in the app, a picture", () => {
  test("of a form that models do not take becomes a PNG of the same size", async () => {
    expect(await drawn("small.bmp", "image/bmp")).toMatchObject({
      ...{ mimeType: "image/png", width: 3, height: 2, pixel: [255, 0, 0, 255] },
    });
  });

  test("larger than models see is scaled down", async () => {
    expect(await drawn("wide.bmp", "image/bmp")).toMatchObject({ width: 1568, height: 3, pixel: [0, 0, 255, 255] });
  });

  test("that would take too many bytes without loss becomes a JPEG, and smaller where that is not enough", async () => {
    const whole = await drawn("noise.bmp", "image/bmp", 1_200_000);
    expect(whole).toMatchObject({ mimeType: "image/jpeg", width: 700, height: 700 });
    const smaller = await drawn("noise.bmp", "image/bmp", 100_000);
    expect(smaller.width).toBeLessThan(700);
    expect(smaller.width).toBe(smaller.height);
  });

  test("that fits into no number of bytes fails", async () => {
    expect(await draw("noise.bmp", "image/bmp", 100)).toStrictEqual({
      failed: "it cannot be made small enough for 100 bytes",
    });
  });

  test("that is transparent stays so", async () => {
    expect(await drawn("clear.png", "image/png")).toMatchObject({ width: 1568, height: 16, pixel: [0, 0, 0, 0] });
  });

  test("that claims more pixels than there is memory for is not drawn", async () => {
    expect(await draw("bomb.png", "image/png")).toStrictEqual({
      failed: "it has 20000×20000 pixels, which is too much to draw",
    });
  });

  test.each([
    ["broken.png", "image/png", "it cannot be decoded"],
    ["none.png", "image/png", "it cannot be decoded"],
    ["broken.svg", "image/svg+xml", "it is no SVG"],
    ["page.svg", "image/svg+xml", "it is no SVG"],
  ])("%s that is broken is told as such", async (path, mime, broken) => {
    expect(await draw(path, mime)).toStrictEqual({ fault: { broken } });
  });

  test("of a format that this device does not know fails", async () => {
    expect(await draw("broken.png", "image/heic")).toStrictEqual({
      failed: "image/heic cannot be decoded here, or the picture is broken",
    });
  });

  test("that models take is drawn too, without the data about its place", async () => {
    const placed = await drawn("placed.png", "image/png");
    expect(placed).toMatchObject({ mimeType: "image/png", width: 40, height: 30 });
    expect(Buffer.from(placed.data, "base64").includes("GPS")).toBe(false);
  });

  test.each(["cut.png", "short.png"])("%s that lacks pixels is whole afterwards, or broken", async (path) => {
    const answer = await draw(path, "image/png");
    if (typeof answer === "object" && "image" in answer) {
      const bytes = Buffer.from(answer.image.data, "base64");
      expect(isWhole(bytes, "image/png")).toBe(true);
      expect(inflateSync(dataOf(bytes)).length).toBe((answer.image.width * 4 + 1) * answer.image.height);
    } else expect(answer).toHaveProperty("fault.broken");
  });

  test("that moves is its first frame", async () => {
    expect(await drawn("moving.gif", "image/gif", MAX, 0)).toMatchObject({
      ...{ mimeType: "image/png", width: 8, height: 6, pixel: [255, 0, 0, 255] },
    });
  });

  test("that has gone is missing", async () => {
    expect(await draw("gone.png", "image/png")).toBe("missing");
  });
});

describe("in the app, an SVG", () => {
  test.each<[string, string, number, number]>([
    ["of a view box alone is drawn as large as a model can see", "icon.svg", 512, 256],
    ["with units is drawn in pixels", "sized.svg", 378, 800],
    ["without any size is drawn as browsers do", "bare.svg", 512, 256],
    ["that is huge is drawn small", "huge.svg", 1568, 784],
  ])("%s", async (_, path, width, height) => {
    const picture = await drawn(path, "image/svg+xml");
    expect(picture).toMatchObject({ mimeType: "image/png", width, height, pixel: [0, 255, 0, 255] });
    expect((await drawn(path, "image/svg+xml", MAX, 0.99)).pixel).toStrictEqual([0, 255, 0, 255]);
  });

  test("loads nothing from elsewhere, and runs no script", async () => {
    expect(await drawn("remote.svg", "image/svg+xml")).toMatchObject({ width: 600, height: 600 });
    expect(requests.filter((url) => url.includes("example.com"))).toStrictEqual([]);
  });
});

test("nothing is asked of another origin", () => {
  expect(requests.filter((url) => !/^(https:\/\/vault\.invalid\/|blob:|data:)/.test(url))).toStrictEqual([]);
});
