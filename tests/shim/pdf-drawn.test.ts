// Pages of PDFs as images, with Node's pdf.js and canvas. tests/app/pdf-drawn.test.ts does the same in the app.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../../pkg/lectern.js";
import { answer } from "../../js/vault/answer-request.ts";
import { Documents } from "../../js/documents/documents.ts";
import type { PdfDocument, PdfJs, PdfLibrary } from "../../js/documents/pdfjs.ts";
import { field, note, pdf, picture, text, type Page } from "./pdf-file.ts";
import { MemoryHost } from "./vault.ts";

// The time that a document may take stands still, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const MAX = 5_000_000;

const draw = (host: MemoryHost, page = 1, max_bytes = MAX, signal?: AbortSignal): Promise<Answer> =>
  answer(host, { draw_page: { path: "a.pdf", page, max_bytes } }, { ...(signal && { signal }) });
const hostOf = (...pages: (Page | string)[]): MemoryHost => new MemoryHost({ "a.pdf": pdf(pages) });

interface Seen {
  width: number;
  height: number;
  mimeType: string;
  /** Whether a part of the page, by shares of its width and height, is all white. */
  isWhite(left: number, top: number, right: number, bottom: number): Promise<boolean>;
}

async function drawn(answered: Promise<Answer>): Promise<Seen> {
  const found = await answered;
  if (typeof found !== "object" || !("image" in found)) throw new Error(JSON.stringify(found));
  const { data, mimeType, width, height } = found.image;
  const isWhite = async (left: number, top: number, right: number, bottom: number): Promise<boolean> => {
    const { createCanvas, loadImage } = await import("@napi-rs/canvas");
    const context = createCanvas(width, height).getContext("2d");
    context.drawImage(await loadImage(Buffer.from(data, "base64")), 0, 0);
    const [x, y] = [Math.round(left * width), Math.round(top * height)];
    const size = [Math.round((right - left) * width), Math.round((bottom - top) * height)] as const;
    return context.getImageData(x, y, ...size).data.every((value) => value > 250);
  };
  return { width, height, mimeType, isWhite };
}

describe("a page is drawn", () => {
  test("as large as models see it, with its letters where they are", async () => {
    const image = await drawn(draw(hostOf(text(72, 700, "Some words of a page", 40))));
    expect(image).toMatchObject({ mimeType: "image/png", width: 1212, height: 1568 });
    expect(await image.isWhite(0, 0.2, 1, 1)).toBe(true);
    expect(await image.isWhite(0.1, 0.07, 0.6, 0.13)).toBe(false);
  });

  test("with its images, fields and comments", async () => {
    const page: Page = {
      content: `q 300 0 0 300 0 0 cm /Im1 Do Q`,
      annotations: [note("Square", [400, 600, 500, 700], "", "", "/F 4 /C [1 0 0] /BS << /W 20 >>")],
    };
    const image = await drawn(draw(hostOf(page)));
    expect(await image.isWhite(0, 0.7, 0.4, 1)).toBe(false);
    expect(await image.isWhite(0.6, 0.1, 0.85, 0.3)).toBe(false);
    expect(await image.isWhite(0, 0, 1, 0.1)).toBe(true);
  });

  test("of a document with many", async () => {
    const host = hostOf("", text(72, 700, "two", 40), "");
    expect(await draw(host, 2)).toMatchObject({ image: { pages: 3 } });
    const nothing = "nothing is seen on it: it is blank, or its images are too large or damaged";
    expect(await draw(host, 1)).toStrictEqual({ failed: nothing });
    expect(await (await drawn(draw(host, 2))).isWhite(0, 0, 1, 1)).toBe(false);
    expect(await draw(host, 4)).toStrictEqual({ fault: { no_page: 3 } });
  });

  test.each<[string, string, number, number]>([
    ["that is turned", "/Rotate 90", 1568, 1212],
    ["that is huge", "/MediaBox [0 0 200000 100000]", 1568, 784],
    ["that is larger than any paper", "/MediaBox [0 0 14400 14400] /UserUnit 75000", 1568, 1568],
    ["that is a line", "/MediaBox [0 0 14400 5]", 1568, 1],
    ["that is small, enlarged not too much", "/MediaBox [0 0 10 20]", 40, 80],
    ["without a size, as a letter", "/MediaBox [0 0 0 0]", 1212, 1568],
  ])("%s", async (_, entries, width, height) => {
    expect(await drawn(draw(hostOf({ content: "0 0 200000 200000 re f", entries })))).toMatchObject({ width, height });
  });

  test("in fewer bytes if there must be", async () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      text(20, 780 - index * 12, "The words of a line ".repeat(5)),
    );
    const image = await drawn(draw(hostOf(lines.join("")), 1, 60_000));
    expect(image.mimeType).toBe("image/jpeg");
    expect(image.width).toBeLessThan(1212);
    expect(await draw(hostOf(lines.join("")), 1, 50)).toStrictEqual({ failed: "it does not fit into 50 bytes" });
  });
});

describe("a page is not drawn", () => {
  test("of a document with a password", async () => {
    expect(await draw(new MemoryHost({ "a.pdf": pdf(["x"], { locked: true }) }))).toStrictEqual({ fault: "locked" });
  });

  test("of a file that is not a PDF", async () => {
    expect(await draw(new MemoryHost({ "a.pdf": "This is a note." }))).toMatchObject({
      fault: { broken: expect.any(String) as string },
    });
    expect(await draw(new MemoryHost({}))).toBe("missing");
  });

  test("without a canvas, and the error says what to install", async () => {
    const host = hostOf("");
    const pdfJs = await host.pdfJs();
    vi.spyOn(host, "pdfJs").mockResolvedValue({ ...pdfJs, drawing: { missing: "install it" } });
    expect(await draw(host)).toStrictEqual({ failed: "install it" });
  });

  test("if its images unpack to too much", async () => {
    const { deflateSync } = await import("node:zlib");
    const bomb = deflateSync(Buffer.alloc(70 * 1024 * 1024)).toString("latin1");
    const dict =
      "/Subtype /Image /Width 9000 /Height 9000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode";
    const found = await draw(hostOf({ content: bomb, dict }));
    expect(found).toStrictEqual({ fault: { too_large: "one of its streams unpacks to more than 64 MB" } });
  });

  /** Node's pdf.js, whose document is changed once it is open. */
  function hostWith(change: (document: PdfDocument) => unknown): MemoryHost {
    const host = hostOf(text(72, 700, "one"));
    const pdfJs = host.pdfJs.bind(host);
    vi.spyOn(host, "pdfJs").mockImplementation(async (): Promise<PdfJs> => {
      const { library, ...others } = await pdfJs();
      const getDocument: PdfLibrary["getDocument"] = (options) => {
        const loading = library.getDocument(options);
        const promise = loading.promise.then(async (document) => {
          await change(document);
          return document;
        });
        return { promise, destroy: () => loading.destroy() };
      };
      return { library: { getDocument, OPS: library.OPS }, ...others };
    });
    return host;
  }

  test("once the call is cancelled, and drawing ends", async () => {
    const controller = new AbortController();
    const cancelled = vi.fn();
    const host = hostWith((document) => {
      const getPage = document.getPage.bind(document);
      document.getPage = async (number) => {
        const page = await getPage(number);
        const render = page.render.bind(page);
        page.render = (options) => {
          const task = render(options);
          const cancel = task.cancel.bind(task);
          task.cancel = () => {
            cancelled();
            cancel();
          };
          controller.abort();
          return task;
        };
        return page;
      };
    });
    const documents = new Documents();
    const asked = { path: "a.pdf", page: 1, max_bytes: MAX };
    expect(await documents.drawPage(host, asked, controller.signal)).toStrictEqual({
      failed: "the call was cancelled",
    });
    expect(cancelled).toHaveBeenCalled();
    expect(await documents.drawPage(hostOf(text(72, 700, "two")), asked)).toHaveProperty("image");
  });

  test("that fails in pdf.js, and the error says why", async () => {
    const host = hostWith((document) => vi.spyOn(document, "getPage").mockRejectedValue(new Error("no such thing")));
    expect(await draw(host)).toStrictEqual({ failed: "no such thing" });
  });
});

test("a scan is drawn after its text was asked for, which blinds images", async () => {
  const host = hostOf({ content: picture, annotations: [field("Tx", [72, 700, 300, 716], "a", "/V (b)")] });
  await answer(host, { convert: { path: "a.pdf", format: "pdf", place: { page: 1 } } });
  expect(await (await drawn(draw(host))).isWhite(0.2, 0.2, 0.8, 0.8)).toBe(false);
});
