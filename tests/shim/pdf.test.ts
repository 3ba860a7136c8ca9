// PDF, with Node's pdf.js: the text of a page, its notices, and how broken and endless documents end. Needs pkg/, which
// built.ts makes.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../../pkg/lectern.js";
import { answer } from "../../js/vault/answer-request.ts";
import { Documents } from "../../js/documents/documents.ts";
import { MAX_RUNS } from "../../js/documents/pdf-page.ts";
import type { PdfJs, PdfLibrary } from "../../js/documents/pdfjs.ts";
import { pdf, picture, text, upwards, type Page, type PdfOptions } from "./pdf-file.ts";
import { MemoryHost } from "./vault.ts";
import { documentIn, readable, type ReadableAnswer, type ReadableDocument } from "./readable.ts";

// The time that a document may take stands still, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

const convert = (bytes: Uint8Array | string): Promise<Answer> =>
  answer(new MemoryHost({ "a.pdf": bytes }), { convert: { path: "a.pdf", format: "pdf" } });

async function read(pages: (Page | string)[], options?: PdfOptions): Promise<ReadableDocument> {
  return documentIn(await convert(pdf(pages, options)));
}

/** The lines of the only page, without its mark. */
async function page(...content: string[]): Promise<string[]> {
  const { text } = await read([content.join("")]);
  const [mark, blank, ...lines] = text.split("\n");
  expect([mark, blank, lines.pop()]).toStrictEqual(["## Page 1", "", ""]);
  return lines;
}

/** Lines one below the other. */
const column = (x: number, y: number, lines: string[]): string[] =>
  lines.map((line, index) => text(x, y - index * 12, line));

const LEFT = [
  "A column of a newspaper has",
  "lines of some length, which",
  "go on below, not beside, and",
  "end where the page ends; so",
];
const RIGHT = [
  "the other column goes on at",
  "the top, as a reader would,",
  "and not where a ruler laid",
  "across both would find it.",
];

describe("a page", () => {
  test("is read line by line, with a blank line between paragraphs", async () => {
    const content = [text(72, 700, "First line,"), text(72, 688, "second line."), text(72, 664, "A paragraph.")];
    expect(await page(...content)).toStrictEqual(["First line,", "second line.", "", "A paragraph."]);
  });

  test("keeps words apart that were placed one by one, and letters together", async () => {
    // Helvetica of size 10: "Wo" is 15 wide, "rds" 13.9.
    const content = [text(72, 700, "Wo"), text(87, 700, "rds"), text(104, 700, "apart")];
    expect(await page(...content)).toStrictEqual(["Words apart"]);
  });

  test("shows the cells of a row on one line, with room between", async () => {
    const row = (y: number, ...cells: string[]): string =>
      cells.map((cell, index) => text(72 + index * 150, y, cell)).join("");
    expect(await page(row(700, "Country", "Capital"), row(688, "Austria", "Vienna"))).toStrictEqual([
      "Country   Capital",
      "Austria   Vienna",
    ]);
  });

  test("in columns is read column by column, when it is stored so", async () => {
    const content = [text(72, 740, "The title", 20), ...column(72, 700, LEFT), ...column(320, 700, RIGHT)];
    expect(await page(...content)).toStrictEqual(["The title", "", ...LEFT, "", ...RIGHT]);
  });

  test("in columns is read column by column, when it is stored line by line across", async () => {
    const [left, right] = [column(72, 700, LEFT), column(320, 700, RIGHT)];
    const content = [text(72, 740, "The title", 20), ...left.flatMap((line, index) => [line, right[index] ?? ""])];
    expect(await page(...content)).toStrictEqual(["The title", "", ...LEFT, "", ...RIGHT]);
  });

  test("that is stored from the bottom up is read from the top", async () => {
    const lines = ["one", "two", "three", "four", "five", "six"];
    expect(await page(...column(72, 700, lines).reverse())).toStrictEqual(lines);
  });

  test("shows raised and lowered digits as such", async () => {
    const content = [
      text(72, 700, "10", 10) + text(83.2, 704, "2", 6) + text(88, 700, "is 100"),
      text(72, 688, "H", 10) + text(79.3, 686, "2", 6) + text(82.7, 688, "O"),
    ];
    expect(await page(...content)).toStrictEqual(["10² is 100", "H₂O"]);
  });

  test("shows letters once that were set twice to look bold", async () => {
    expect(await page(text(72, 700, "Bold"), text(72.3, 700, "Bold"))).toStrictEqual(["Bold"]);
    // pdf.js joins what the last drawing of one word and the first of the next have between them.
    const content = [
      text(72, 700, "Bold"),
      text(72.3, 700, "Bold text"),
      text(94.2, 700, "text"),
      text(94.5, 700, "text"),
    ];
    expect(await page(...content)).toStrictEqual(["Bold text"]);
    expect(await page(text(72, 700, "Bold text"), text(120, 700, "text"))).toStrictEqual(["Bold text text"]);
  });

  test("reads turned text in its own direction", async () => {
    expect(await page(text(72, 700, "level"), upwards(40, 300, "up and"), upwards(52, 300, "on"))).toStrictEqual([
      "level",
      "",
      "up and",
      "on",
    ]);
  });

  test("reads what is written from the right from the right", async () => {
    // Words stored from the left, as most programs do: the last word of the line first. Letters are alef to he.
    const content = text(72, 700, "ed", 10, "F2") + text(100, 700, "cba", 10, "F2");
    expect(await page(content)).toStrictEqual(["\u05d0\u05d1\u05d2 \u05d3\u05d4"]);
  });
});

describe("a document", () => {
  test("has a mark and a part for each page, with the label that the page has", async () => {
    expect(await read([text(72, 700, "one"), text(72, 700, "two")], { roman: true })).toStrictEqual({
      text: "## Page 1 (i)\n\none\n\n## Page 2 (ii)\n\ntwo\n",
      parts: [
        { line: 1, level: 1, title: "Page 1 (i)" },
        { line: 5, level: 1, title: "Page 2 (ii)" },
      ],
      notes: [],
    });
  });

  test("has its bookmarks as parts, at the line that they name", async () => {
    const pages = [text(72, 700, "Preface") + text(72, 688, "1. Of ships"), text(72, 700, "more")];
    const { parts } = await read(pages, { bookmarks: { "Of ships": 1, "Of sails": 2 } });
    expect(parts).toStrictEqual([
      { line: 1, level: 1, title: "Page 1" },
      { line: 4, level: 2, title: "Of ships" },
      { line: 6, level: 1, title: "Page 2" },
      { line: 6, level: 2, title: "Of sails" },
    ]);
  });

  test("notes the pages that hold only images", async () => {
    const { text: found, notes } = await read([text(72, 700, "one"), picture, picture, "", picture]);
    expect(found).toBe("## Page 1\n\none\n\n## Page 2\n\n## Page 3\n\n## Page 4\n\n## Page 5\n");
    expect(notes).toStrictEqual(["pages 2-3, 5 hold only images", 'see a page with view="image", page=2']);
  });

  test("notes the page that holds more letters than can be put in order", async () => {
    const letters = Array.from(
      { length: MAX_RUNS + 1 },
      (_, at) => `1 0 0 1 ${(at % 50) * 10} ${800 - at / 50} Tm (a) Tj\n`,
    );
    const { text: found, notes } = await read([`BT /F1 5 Tf\n${letters.join("")}ET`, text(72, 700, "two")]);
    expect(notes).toStrictEqual(["only the beginning of page 1 is shown: too many letters"]);
    expect(found).toContain("## Page 2\n\ntwo\n");
  });

  test.each<[string, string[], ...string[]]>([
    [
      "of images",
      [picture, picture],
      "all 2 pages are images; there is no text to read",
      'see a page with view="image", page=1',
    ],
    [
      "of one image",
      [picture],
      "its one page is an image; there is no text to read",
      'see it with view="image", page=1',
    ],
    ["that is blank", ["", ""], "all its pages are blank"],
  ])("%s has no text, and says so", async (_, pages, ...notes) => {
    expect(await read(pages)).toStrictEqual({ text: "", parts: [], notes });
  });

  test("under a password is locked", async () => {
    expect(await convert(pdf(["x"], { locked: true }))).toStrictEqual({ fault: "locked" });
  });

  test.each<[string, Uint8Array | string]>([
    ["nothing", ""],
    ["other text", "This is a note.\n"],
    ["its first half", pdf([text(72, 700, "one")]).slice(0, 60)],
  ])("that is %s is broken", async (_, bytes) => {
    const answer = await convert(bytes);
    expect(answer).toMatchObject({ fault: { broken: expect.stringMatching(/^.+[^.]$/) as string } });
  });

  test("is read again and again from one host", async () => {
    const host = new MemoryHost({ "a.pdf": pdf([text(72, 700, "one")]) });
    const request = { convert: { path: "a.pdf", format: "pdf" } } as const;
    const [first, second] = await Promise.all([answer(host, request), answer(host, request)]);
    expect(readable(first)).toHaveProperty("document.text", "## Page 1\n\none\n");
    expect(second).toStrictEqual(first);
  });
});

describe("a pdf.js that", () => {
  const PAGE = pdf([text(72, 700, "one"), text(72, 700, "two"), text(72, 700, "three")]);
  const never = new Promise<never>(() => undefined);
  const destroyed = vi.fn();

  /** Node's pdf.js, whose document is changed once it is open. */
  function hostWith(change: (document: Awaited<ReturnType<PdfLibrary["getDocument"]>["promise"]>) => unknown) {
    const host = new MemoryHost({ "a.pdf": PAGE });
    const pdfJs = host.pdfJs.bind(host);
    vi.spyOn(host, "pdfJs").mockImplementation(async (): Promise<PdfJs> => {
      const { library, ...others } = await pdfJs();
      const getDocument: PdfLibrary["getDocument"] = (options) => {
        const loading = library.getDocument(options);
        const destroy = (): Promise<void> => {
          destroyed();
          return loading.destroy();
        };
        const promise = loading.promise.then(async (document) => {
          await change(document);
          return document;
        });
        return { promise, destroy };
      };
      return { library: { getDocument, OPS: library.OPS }, ...others };
    });
    return host;
  }

  afterEach(() => void destroyed.mockClear());
  const documents = new Documents();
  const hang = (): Promise<never> => {
    vi.advanceTimersByTime(61_000);
    return never;
  };
  const request = { path: "a.pdf", format: "pdf" } as const;
  const converted = async (host: MemoryHost): Promise<ReadableAnswer> =>
    readable(await documents.convert(host, request));

  test("hangs in a page is left there, and what was read is shown", async () => {
    const host = hostWith((document) => {
      const getPage = document.getPage.bind(document);
      vi.spyOn(document, "getPage").mockImplementation((number) => (number === 2 ? hang() : getPage(number)));
    });
    expect(await converted(host)).toMatchObject({
      document: {
        text: "## Page 1\n\none\n\n## Page 2\n",
        notes: [
          "page 2 was left out: it takes too long to read",
          "pages 1-2 of 3 so far; call again to read further, or with page to read any page",
        ],
      },
    });
    expect(destroyed).toHaveBeenCalledOnce();
  });

  test("hangs in the only page is given up", async () => {
    const host = hostWith((document) => vi.spyOn(document, "getPage").mockImplementation(hang));
    host.put("a.pdf", pdf([text(72, 700, "one")]));
    expect(await converted(host)).toStrictEqual({ fault: { too_large: "its one page takes too long to read" } });
    expect(destroyed).toHaveBeenCalledOnce();
  });

  test("hangs while it opens the document is given up", async () => {
    const host = hostWith(hang);
    expect(await converted(host)).toStrictEqual({ fault: { too_large: "it takes too long to open" } });
    expect(destroyed).toHaveBeenCalledOnce();
  });

  test("fails at a page reads the others", async () => {
    const host = hostWith((document) => {
      const getPage = document.getPage.bind(document);
      vi.spyOn(document, "getPage").mockImplementation((number) =>
        number === 2 ? Promise.reject(new Error("no such page")) : getPage(number),
      );
    });
    expect(await converted(host)).toMatchObject({
      document: {
        text: "## Page 1\n\none\n\n## Page 2\n\n## Page 3\n\nthree\n",
        notes: ["page 2 could not be read: broken"],
      },
    });
  });

  test("fails at the annotations of a page reads its text", async () => {
    const host = hostWith((document) => {
      const getPage = document.getPage.bind(document);
      document.getPage = async (number) => {
        const page = await getPage(number);
        vi.spyOn(page, "getAnnotations").mockRejectedValue(new Error("no such thing"));
        return page;
      };
    });
    host.put("a.pdf", pdf([text(72, 700, "one")]));
    expect(await converted(host)).toMatchObject({
      document: { text: "## Page 1\n\none\n", notes: ["page 1 has annotations that could not be read"] },
    });
  });

  test("is under way is ended when the call is cancelled, and the next document is read", async () => {
    const controller = new AbortController();
    const host = hostWith(() => {
      controller.abort();
      return never;
    });
    expect(await documents.convert(host, request, controller.signal)).toStrictEqual({
      failed: "the call was cancelled",
    });
    expect(destroyed).toHaveBeenCalledOnce();
    expect(await documents.convert(new MemoryHost({ "a.pdf": PAGE }), request)).toHaveProperty("document");
  });

  test("is missing is named, with what to do", async () => {
    const host = new MemoryHost({ "a.pdf": PAGE });
    vi.spyOn(host, "pdfJs").mockRejectedValue(new Error("there is no pdf.js"));
    expect(await answer(host, { convert: request })).toStrictEqual({ failed: "there is no pdf.js" });
  });
});
