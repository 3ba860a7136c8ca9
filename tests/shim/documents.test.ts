// Documents through the reader: a new instance for each, what a document can do to it, and what it can't do to the
// shim. pdf.test.ts covers PDF. Needs pkg/, which built.ts makes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../../pkg/lectern.js";
import { answer } from "../../js/vault/answer-request.ts";
import { Documents } from "../../js/documents/documents.ts";
import { DocumentReader, type ReaderSource } from "../../js/documents/reader.ts";
import { Tools } from "../../js/vault/tools.ts";
import { failingReader } from "./failing.ts";
import { whole } from "./replies.ts";
import { MemoryHost } from "./vault.ts";

/** The reader that the build made, with both its functions watched. */
async function built() {
  const root = join(import.meta.dirname, "../../pkg/reader");
  const { createGlue } = (await import(pathToFileURL(join(root, "glue.js")).href)) as Pick<ReaderSource, "createGlue">;
  return {
    bytes: vi.fn(() => new Uint8Array(readFileSync(join(root, "lectern_bg.wasm")))),
    createGlue: vi.fn(failingReader(createGlue)),
  } satisfies ReaderSource;
}

const TOO_LARGE = { fault: { too_large: "taking it apart needs more memory than a phone has" } };
/** What is no document of any kind. */
const NONE = new Uint8Array([1, 2, 3]);

let host: MemoryHost;
let source: Awaited<ReturnType<typeof built>>;
let documents: Documents;
const convert = (path: string, signal?: AbortSignal): Promise<Answer> =>
  documents.convert(host, { path, format: "docx" }, signal);

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  host = new MemoryHost({
    "a.md": "text\n",
    "none.docx": NONE,
    "panic.docx": "panic",
    "bomb.docx": "allocate",
    "deep.docx": "recurse",
  });
  source = await built();
  documents = new Documents(new DocumentReader(source));
});

describe("the reader", () => {
  test("is compiled for the first document and instantiated for each", async () => {
    expect(source.bytes).not.toHaveBeenCalled();
    for (let time = 0; time < 3; time++) expect(await convert("none.docx")).toHaveProperty("fault");
    expect([source.bytes.mock.calls.length, source.createGlue.mock.calls.length]).toStrictEqual([1, 3]);
  });

  test("is not compiled for a note", async () => {
    const compile = vi.spyOn(WebAssembly, "compile");
    const tools = new Tools(host);
    await tools.ready();
    compile.mockClear();
    expect(await tools.call("read_file", { path: "a.md" })).toStrictEqual(whole("a.md", ["text"]));
    expect(compile).not.toHaveBeenCalled();
  });

  test("of the release answers the core's request", async () => {
    expect(await answer(host, { convert: { path: "none.docx", format: "docx" } })).toHaveProperty("fault");
  });

  test.each<[string, () => void]>([
    ["bytes that are no module", () => source.bytes.mockImplementationOnce(() => new Uint8Array(8))],
    ["a compiler that gives up", () => vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(new Error("no memory"))],
    ["memory that is full", () => vi.spyOn(WebAssembly, "instantiate").mockRejectedValueOnce(new RangeError("full"))],
  ])("that was not made for %s is made at the next try", async (_, arrange) => {
    arrange();
    await expect(convert("none.docx")).rejects.toThrow();
    expect(await convert("none.docx")).toHaveProperty("fault");
  });

  test("without WebAssembly says so", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    await expect(convert("none.docx")).rejects.toThrow("this device has WebAssembly turned off");
  });
});

describe("a document", () => {
  test("that makes the reader panic fails with the message, and the next one is read", async () => {
    const answer = await convert("panic.docx");
    expect(answer).toMatchObject({
      failed: expect.stringMatching(/^a bug in Lectern ended the reading: .+/) as string,
    });
    expect(vi.mocked(console.error).mock.calls.flat().join("\n")).toContain("capacity overflow");
    expect(await convert("none.docx")).toHaveProperty("fault");
  });

  test("that would take all memory is too large, and is no bug", async () => {
    expect(await convert("bomb.docx")).toStrictEqual(TOO_LARGE);
    expect(console.error).not.toHaveBeenCalled();
    expect(await convert("none.docx")).toHaveProperty("fault");
  });

  test("may take 64 MB beyond its file", async () => {
    const { createGlue } = await built();
    let memory: WebAssembly.Memory | undefined;
    source.createGlue.mockImplementation(() => {
      const glue = createGlue();
      const init: typeof glue.default = async (input) => {
        const exports = await glue.default(input);
        memory = exports.memory;
        return exports;
      };
      return { ...glue, default: init };
    });
    expect(await convert("bomb.docx")).toStrictEqual(TOO_LARGE);
    const MB = 1024 * 1024;
    expect(memory?.buffer.byteLength).toBeGreaterThan(60 * MB);
    expect(memory?.buffer.byteLength).toBeLessThan(72 * MB);
  });

  test("that is nested without end fails, and the next one is read", async () => {
    expect(await convert("deep.docx")).toHaveProperty("failed");
    expect(await convert("none.docx")).toHaveProperty("fault");
  });

  test("leaves the core's session alone, whatever it does", async () => {
    const tools = new Tools(host);
    await tools.ready();
    const paths = ["panic.docx", "bomb.docx", "deep.docx", "none.docx"];
    const answers = Promise.all(paths.map((path) => convert(path)));
    expect(await tools.call("read_file", { path: "a.md" })).toStrictEqual(whole("a.md", ["text"]));
    expect((await answers).map((answer) => Object.keys(answer)[0])).toStrictEqual([
      "failed",
      "fault",
      "failed",
      "fault",
    ]);
    expect(await tools.call("read_file", { path: "a.md" })).toStrictEqual(whole("a.md", ["text"]));
  });

  test("that has gone, or that the host cannot read, is told as the host tells it", async () => {
    expect(await convert("gone.docx")).toBe("missing");
    vi.spyOn(host, "read").mockReturnValue({ failed: "permission denied" });
    expect(await convert("none.docx")).toStrictEqual({ failed: "permission denied" });
    expect(source.createGlue).not.toHaveBeenCalled();
  });

  test("that is cancelled before its turn is not read", async () => {
    const controller = new AbortController();
    const [first, second] = [convert("none.docx"), convert("none.docx", controller.signal)];
    controller.abort();
    expect(await first).toHaveProperty("fault");
    expect(await second).toStrictEqual({ failed: "the call was cancelled" });
    expect(await convert("none.docx", controller.signal)).toStrictEqual({ failed: "the call was cancelled" });
    expect(source.createGlue).toHaveBeenCalledOnce();
  });

  test("whose bytes never come keeps no other waiting", async () => {
    vi.spyOn(host, "read").mockReturnValueOnce(new Promise(() => undefined));
    void convert("none.docx");
    expect(await convert("none.docx")).toHaveProperty("fault");
  });
});

test("a picture is drawn by the host, if it can", async () => {
  const image = { data: "", mimeType: "image/png", width: 1, height: 1 };
  const drawPicture = vi.fn(() => Promise.resolve({ image }));
  host.put("a.png", NONE);
  const drawing = Object.assign(host, { drawPicture });
  expect(await answer(drawing, { draw: { path: "a.png", mime_type: "image/png", max_bytes: 9 } })).toEqual({ image });
  expect(drawPicture).toHaveBeenCalledExactlyOnceWith(NONE, "image/png", 9);
});
