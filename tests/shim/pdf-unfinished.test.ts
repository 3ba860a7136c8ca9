// PDFs that take longer than one call may: what the next call continues with, and when it starts over. Time only passes
// when a test lets it.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Documents } from "../../js/documents/documents.ts";
import type { PdfDocument, PdfJs, PdfLibrary } from "../../js/documents/pdfjs.ts";
import { Tools } from "../../js/vault/tools.ts";
import { pdf, text } from "./pdf-file.ts";
import { MemoryHost } from "./vault.ts";
import { documentIn, readable, type ReadableAnswer, type ReadableDocument } from "./readable.ts";

const PAGES = 40;
const sentence = (number: number): string => `This is page ${number}.`;
const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const LONG = pdf(
  numbers(1, PAGES).map((number) => text(72, 700, sentence(number))),
  { bookmarks: { [sentence(2)]: 2, [sentence(39)]: 39 } },
);
const shown = (last: number): string =>
  numbers(1, last)
    .map((number) => `## Page ${number}\n\n${sentence(number)}\n`)
    .join("\n");
const CALL = "call again to read further, or with page to read any page";
const never = new Promise<never>(() => undefined);

/** A vault whose pdf.js is Node's; at each of these pages the time of a call passes before it is there. */
class SlowHost extends MemoryHost {
  /** The pages that were asked for, in order. */
  readonly pages: number[] = [];
  /** Pages at which time passes once. */
  stops: number[];
  /** What happens there. */
  atStop = (): unknown => vi.advanceTimersByTime(2000);

  constructor(stops: number[], files: Record<string, Uint8Array> = { "a.pdf": LONG }) {
    super(files);
    this.stops = stops;
  }

  override async pdfJs(): Promise<PdfJs> {
    const { library, ...others } = await super.pdfJs();
    const getDocument: PdfLibrary["getDocument"] = (options) => {
      const loading = library.getDocument(options);
      return { promise: loading.promise.then((document) => this.#slow(document)), destroy: () => loading.destroy() };
    };
    return { library: { getDocument, OPS: library.OPS }, ...others };
  }

  #slow(document: PdfDocument): PdfDocument {
    const getPage = document.getPage.bind(document);
    document.getPage = (number) => {
      this.pages.push(number);
      if (!this.stops.includes(number)) return getPage(number);
      this.stops.splice(this.stops.indexOf(number), 1);
      this.atStop();
      return never;
    };
    return document;
  }
}

let documents: Documents;
const convert = async (host: MemoryHost, signal?: AbortSignal, path = "a.pdf"): Promise<ReadableAnswer> =>
  readable(await documents.convert(host, { path, format: "pdf" }, signal));
const read = async (host: MemoryHost, path = "a.pdf"): Promise<ReadableDocument> =>
  documentIn(await documents.convert(host, { path, format: "pdf" }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  documents = new Documents();
});
afterEach(() => void vi.useRealTimers());

describe("a document that takes more than one call", () => {
  test("goes on where it stopped, and its lines stay what they were", async () => {
    const host = new SlowHost([8, 30]);
    const [first, second, third] = [await read(host), await read(host), await read(host)];
    expect(first).toMatchObject({ text: shown(7), unfinished: true, notes: [`pages 1-7 of 40 so far; ${CALL}`] });
    expect(second).toMatchObject({ text: shown(29), unfinished: true, notes: [`pages 1-29 of 40 so far; ${CALL}`] });
    expect(second.parts.slice(0, first.parts.length)).toStrictEqual(first.parts);
    expect(host.pages).toStrictEqual([...numbers(1, 8), ...numbers(8, 30), ...numbers(30, 40)]);
    expect(third).toStrictEqual(await read(new SlowHost([])));
    expect(third).not.toHaveProperty("unfinished");
    expect(third.text).toBe(shown(PAGES));
    expect(third.parts.filter(({ level }) => level === 2)).toStrictEqual([
      { line: 7, level: 2, title: sentence(2) },
      { line: 155, level: 2, title: sentence(39) },
    ]);
  });

  test("is not read again once it is whole", async () => {
    const host = new SlowHost([8]);
    await read(host);
    const whole = await read(host);
    host.asked.length = 0;
    expect(await read(host)).toStrictEqual(whole);
    expect(host.asked).toStrictEqual(["stat a.pdf"]);
  });

  test("begins anew when its file has changed", async () => {
    const host = new SlowHost([8, 9, 10]);
    await read(host);
    host.mtime++;
    expect(await read(host)).toMatchObject({ text: shown(8) });
    host.put("a.pdf", pdf([text(72, 700, "Other")]));
    expect(await read(host)).toStrictEqual({
      text: "## Page 1\n\nOther\n",
      parts: [{ line: 1, level: 1, title: "Page 1" }],
      notes: [],
    });
  });

  test("does not go on in what was read while it changed", async () => {
    const host = new SlowHost([8]);
    await read(host);
    vi.spyOn(host, "stat").mockReturnValueOnce({ file: { size: LONG.length, mtime: host.mtime } });
    host.put("a.pdf", pdf([text(72, 700, "Other")]));
    expect(await read(host)).toMatchObject({ text: "## Page 1\n\nOther\n" });
  });

  test("is told from one of the same path in another vault", async () => {
    await read(new SlowHost([8]));
    const other = new SlowHost([]);
    expect(await read(other)).toMatchObject({ text: shown(PAGES) });
    expect(other.pages).toStrictEqual(numbers(1, PAGES));
  });

  test("is the only one that is kept: another one that does so takes its place, a short one does not", async () => {
    const short = pdf([text(72, 700, "One")]);
    const host = new SlowHost([8], { "a.pdf": LONG, "b.pdf": LONG, "short.pdf": short });
    await read(host);
    await read(host, "short.pdf");
    host.stops = [9];
    expect(await read(host)).toMatchObject({ text: shown(8) });
    host.stops = [20];
    expect(await read(host, "b.pdf")).toMatchObject({ text: shown(19) });
    host.stops = [5];
    expect(await read(host)).toMatchObject({ text: shown(4) });
  });

  test("keeps what a call had read that was cancelled, and leaves no page out for it", async () => {
    const controller = new AbortController();
    const host = new SlowHost([8, 8]);
    host.atStop = () => controller.abort();
    expect(await convert(host, controller.signal)).toStrictEqual({ failed: "the call was cancelled" });
    const again = new AbortController();
    host.atStop = () => again.abort();
    expect(await convert(host, again.signal)).toStrictEqual({ failed: "the call was cancelled" });
    expect(await read(host)).toMatchObject({ text: shown(PAGES), notes: [] });
    expect(host.pages).toStrictEqual([...numbers(1, 8), 8, ...numbers(8, 40)]);
  });

  test("is read on by the second of two calls at once", async () => {
    const host = new SlowHost([8]);
    const [first, second] = await Promise.all([read(host), read(host)]);
    expect([first.text, second.text]).toStrictEqual([shown(7), shown(PAGES)]);
  });

  test("does without a page that takes longer than a call", async () => {
    const host = new SlowHost([1, 1, 3, 3]);
    expect(await read(host)).toMatchObject({ text: "", notes: [`none of its pages is read so far; ${CALL}`] });
    const left = "page 1 was left out: more than two seconds to read";
    expect(await read(host)).toMatchObject({ text: "", notes: [left, `page 1 of 40 so far; ${CALL}`] });
    expect(await read(host)).toMatchObject({ notes: [left, `pages 1-2 of 40 so far; ${CALL}`] });
    await read(host);
    const { text: whole, notes } = await read(host);
    expect(notes).toStrictEqual(["pages 1, 3 were left out: more than two seconds to read"]);
    expect(whole.replace("## Page 1\n\n## Page 2", "")).toBe(
      shown(PAGES)
        .replace(`## Page 1\n\n${sentence(1)}\n\n## Page 2`, "")
        .replace(`\n${sentence(3)}\n`, ""),
    );
  });
});

test("a page is read alone, whatever is before it, and what was read of the document is kept", async () => {
  const host = new SlowHost([8, 40]);
  await read(host);
  host.pages.length = 0;
  const page = async (number: number): Promise<ReadableAnswer> =>
    readable(await documents.convert(host, { path: "a.pdf", format: "pdf", place: { page: number } }));
  expect(await page(39)).toMatchObject({ document: { text: `## Page 39\n\n${sentence(39)}\n`, parts: [{ line: 1 }] } });
  expect(await page(41)).toStrictEqual({ fault: { no_page: PAGES } });
  expect(host.pages).toStrictEqual([39]);
  // One that takes too long is named, when it does so again.
  expect(await page(40)).toMatchObject({
    document: { unfinished: true, notes: ["page 40 is not read yet; call again"] },
  });
  host.stops = [40];
  expect(await page(40)).toStrictEqual({ fault: { too_large: "page 40 cannot be read within two seconds" } });
  expect(await read(host)).toMatchObject({ text: shown(PAGES) });
});

test("a caller that follows `next` gets all of it", async () => {
  const host = new SlowHost([8, 30]);
  const tools = new Tools(host);
  const lines: string[] = [];
  let calls = 0;
  for (let next: Record<string, unknown> | null = { path: "a.pdf" }; next; calls++) {
    const { content, structuredContent } = await tools.call("read_file", next);
    const [part] = content;
    if (part?.type === "text") lines.push(...part.text.split("\n").filter((line) => /^\d+: /.test(line)));
    next = structuredContent.files[0]?.next ? { ...structuredContent.files[0].next } : null;
  }
  expect(calls).toBe(3);
  expect(lines.map((line) => line.replace(/^\d+: /, "")).join("\n")).toBe(shown(PAGES).trimEnd());
});
