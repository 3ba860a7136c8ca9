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
  /** Pages that once are never there. */
  stuck: number[] = [];
  /** What happens there. */
  atStuck = (): unknown => vi.advanceTimersByTime(61_000);

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
    return { library: { getDocument, OPS: library.OPS }, ...others, clock: this.clock };
  }

  /** The processor time; undefined if only time counts. */
  clock: (() => number) | undefined;

  #slow(document: PdfDocument): PdfDocument {
    const getPage = document.getPage.bind(document);
    document.getPage = (number) => {
      this.pages.push(number);
      const isOnce = (list: number[]): boolean =>
        list.includes(number) && list.splice(list.indexOf(number), 1).length > 0;
      if (isOnce(this.stops)) vi.advanceTimersByTime(2001);
      if (!isOnce(this.stuck)) return getPage(number);
      this.atStuck();
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
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  documents = new Documents();
});
afterEach(() => void vi.useRealTimers());

describe("a document that takes more than one call", () => {
  test("goes on where it stopped, and its lines stay what they were", async () => {
    const host = new SlowHost([8, 30]);
    const [first, second, third] = [await read(host), await read(host), await read(host)];
    expect(first).toMatchObject({ text: shown(8), unfinished: true, notes: [`pages 1-8 of 40 so far; ${CALL}`] });
    expect(second).toMatchObject({ text: shown(30), unfinished: true, notes: [`pages 1-30 of 40 so far; ${CALL}`] });
    expect(second.parts.slice(0, first.parts.length)).toStrictEqual(first.parts);
    expect(host.pages).toStrictEqual(numbers(1, 40));
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
    expect(await read(host)).toMatchObject({ text: shown(9) });
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

  test("is kept while others are read, the last four", async () => {
    const files = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}.pdf`, LONG]));
    const host = new SlowHost([], { ...files, "short.pdf": pdf([text(72, 700, "One")]) });
    const pages = async (path: string, stop: number): Promise<number[]> => {
      host.stops = [stop];
      host.pages.length = 0;
      await read(host, path);
      return [...host.pages];
    };
    for (const path of ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]) expect(await pages(path, 8)).toStrictEqual(numbers(1, 8));
    await pages("short.pdf", 8);
    expect(await pages("a.pdf", 10)).toStrictEqual([9, 10]);
    expect(await pages("e.pdf", 8)).toStrictEqual(numbers(1, 8));
    expect(await pages("a.pdf", 12)).toStrictEqual([11, 12]);
    expect(await pages("b.pdf", 9)).toStrictEqual(numbers(1, 9));
  });

  test("is read further by each call, however long a page takes", async () => {
    const host = new SlowHost(numbers(1, 40));
    for (let page = 1; page <= 3; page++) expect(await read(host)).toMatchObject({ text: shown(page) });
  });

  test("is read no slower on a busy machine, where it had no processor", async () => {
    const host = new SlowHost(numbers(1, 40));
    host.clock = () => 0;
    expect(await read(host)).toMatchObject({ text: shown(PAGES), notes: [] });
  });

  test("keeps what a call had read that was cancelled, and leaves no page out for it", async () => {
    const controller = new AbortController();
    const host = new SlowHost([]);
    host.stuck = [8, 8];
    host.atStuck = () => controller.abort();
    expect(await convert(host, controller.signal)).toStrictEqual({ failed: "the call was cancelled" });
    const again = new AbortController();
    host.atStuck = () => again.abort();
    expect(await convert(host, again.signal)).toStrictEqual({ failed: "the call was cancelled" });
    expect(await read(host)).toMatchObject({ text: shown(PAGES), notes: [] });
    expect(host.pages).toStrictEqual([...numbers(1, 8), 8, ...numbers(8, 40)]);
  });

  test("is read on by the second of two calls at once", async () => {
    const host = new SlowHost([8]);
    const [first, second] = await Promise.all([read(host), read(host)]);
    expect([first.text, second.text]).toStrictEqual([shown(8), shown(PAGES)]);
  });

  test("does without a page that is never done", async () => {
    const host = new SlowHost([]);
    host.stuck = [1, 3];
    const left = "page 1 was left out: it takes too long to read";
    expect(await read(host)).toMatchObject({ text: "", notes: [left, `page 1 of 40 so far; ${CALL}`] });
    const both = "pages 1, 3 were left out: they take too long to read";
    expect(await read(host)).toMatchObject({ notes: [both, `pages 1-3 of 40 so far; ${CALL}`] });
    const { text: whole, notes } = await read(host);
    expect(notes).toStrictEqual([both]);
    expect(whole.replace("## Page 1\n\n## Page 2", "")).toBe(
      shown(PAGES)
        .replace(`## Page 1\n\n${sentence(1)}\n\n## Page 2`, "")
        .replace(`\n${sentence(3)}\n`, ""),
    );
  });
});

test("a page is read alone, whatever is before it, and what was read of the document is kept", async () => {
  const host = new SlowHost([8]);
  host.stuck = [40];
  await read(host);
  host.pages.length = 0;
  const page = async (number: number): Promise<ReadableAnswer> =>
    readable(await documents.convert(host, { path: "a.pdf", format: "pdf", place: { page: number } }));
  expect(await page(39)).toMatchObject({ document: { text: `## Page 39\n\n${sentence(39)}\n`, parts: [{ line: 1 }] } });
  expect(await page(41)).toStrictEqual({ fault: { no_page: PAGES } });
  expect(host.pages).toStrictEqual([39]);
  expect(await page(40)).toStrictEqual({ fault: { too_large: "page 40 takes too long to read" } });
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

describe("a reply that cannot hold the document", () => {
  const some = async (host: SlowHost, line: number, bytes: number): Promise<ReadableDocument> =>
    documentIn(await documents.convert(host, { path: "a.pdf", format: "pdf", enough: { line, bytes, lines: 1000 } }));

  test("is made of no more pages than it can hold", async () => {
    const host = new SlowHost([]);
    expect(await some(host, 1, 90)).toMatchObject({ text: shown(6), unfinished: true });
    expect(host.pages).toStrictEqual(numbers(1, 6));
    // Nothing is read for what is there.
    expect(await some(host, 5, 40)).toMatchObject({ text: shown(6), unfinished: true });
    expect(host.pages).toStrictEqual(numbers(1, 6));
    expect(await some(host, 24, 30)).toMatchObject({ text: shown(8), unfinished: true });
    expect(await read(host)).toMatchObject({ text: shown(PAGES) });
    expect(host.pages).toStrictEqual(numbers(1, PAGES));
  });

  test("has the line that was asked for, even if that takes longer", async () => {
    const host = new SlowHost(numbers(1, 20));
    expect(await some(host, 40, 1)).toMatchObject({ text: shown(11), unfinished: true });
  });

  test("is followed to the end by `next`", async () => {
    const host = new SlowHost([]);
    const tools = new Tools(host, { maxLines: 30 });
    const lines: string[] = [];
    let next: Record<string, unknown> | null = { path: "a.pdf" };
    for (let calls = 0; next && calls < 100; calls++) {
      const { content, structuredContent } = await tools.call("read_file", next);
      const [part] = content;
      if (part?.type === "text") lines.push(...part.text.split("\n").filter((line) => /^\d+: /.test(line)));
      if (calls === 0) expect(host.pages.length).toBeLessThan(PAGES);
      next = structuredContent.files[0]?.next ? { ...structuredContent.files[0].next } : null;
    }
    expect(lines.map((line) => line.replace(/^\d+: /, "")).join("\n")).toBe(shown(PAGES).trimEnd());
  });
});
