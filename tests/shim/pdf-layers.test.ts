// What a PDF has beside the text that people see: layers that are off, where links lead, attached files.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answer } from "../../js/vault/answer-request.ts";
import { note, onLayer, pdf, text, type Page, type PdfOptions } from "./pdf-file.ts";
import { MemoryHost } from "./vault.ts";
import { documentIn, type ReadableDocument } from "./readable.ts";

// The time that a document may take stands still, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

async function read(pages: (Page | string)[], options: PdfOptions = {}): Promise<ReadableDocument> {
  const request = { convert: { path: "a.pdf", format: "pdf" } } as const;
  return documentIn(await answer(new MemoryHost({ "a.pdf": pdf(pages, options) }), request));
}

const lines = async (page: Page | string, options?: PdfOptions): Promise<string[]> =>
  (await read([page], options)).text.split("\n").slice(2, -1);

test("text of layers that are off is left out, and the same words elsewhere are not", async () => {
  const page = [
    text(72, 700, "Plan of the harbor"),
    onLayer("draft", text(72, 688, "Draft of June") + onLayer("notes", text(72, 676, "a note"))),
    onLayer("notes", text(72, 664, "Draft of June")),
    onLayer("draft", text(72, 652, "ab", 10, "F2")),
    text(72, 640, "ab", 10, "F2"),
    text(72, 628, "The end"),
  ].join("");
  const layers = { draft: false, notes: true };
  expect(await lines(page, { layers })).toStrictEqual([
    "Plan of the harbor",
    "",
    "Draft of June",
    "",
    "\u05d1\u05d0",
    "The end",
  ]);
  expect(await lines(page, { layers: { draft: true, notes: true } })).toContain("a note");
});

test("a page of nothing but hidden text is blank", async () => {
  const { notes } = await read([onLayer("draft", text(72, 700, "Draft"))], { layers: { draft: false } });
  expect(notes).toStrictEqual(["all its pages are blank"]);
});

const link = (area: readonly [number, number, number, number], url: string, entries = ""): string =>
  note("Link", area, "", "", `/A << /S /URI /URI (${url}) >> ${entries}`);

test("links to somewhere else are below their page, with their words", async () => {
  const content =
    text(72, 700, "See the contract and") +
    text(72, 688, "the list of berths.") +
    text(72, 676, "https://example.org/map");
  const annotations = [
    link([88, 698, 200, 710], "https://example.org/contract"),
    link([72, 686, 160, 698], "https://example.org/contract"),
    // Its words say where it leads.
    link([72, 674, 200, 686], "https://example.org/map/"),
    link([300, 300, 310, 310], "https://example.org/picture"),
    // It leads to a page of the document, and nobody sees the other.
    note("Link", [72, 698, 90, 710], "", "", "/Dest [0 /Fit]"),
    link([72, 698, 90, 710], "https://example.org/hidden", "/F 2"),
  ];
  expect((await lines({ content, annotations })).slice(3)).toStrictEqual([
    "[link of “the contract and the list of berths.”: https://example.org/contract]",
    "[link: https://example.org/picture]",
  ]);
});

test("attached files are named", async () => {
  const { notes } = await read([text(72, 700, "Hello")], { attached: ["budget.csv", "plan.docx"] });
  expect(notes).toStrictEqual(["attached, and not shown: budget.csv, plan.docx"]);
});
