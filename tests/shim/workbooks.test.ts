// Large workbooks: read in slices, and kept open for the next range.
import { zipSync, strToU8 } from "fflate";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Place } from "../../pkg/lectern.js";
import { createGlue } from "../../pkg/reader/glue.js";
import { Documents } from "../../js/documents/documents.ts";
import { OpenWorkbooks } from "../../js/documents/open-workbooks.ts";
import { DocumentReader, OpenDocument } from "../../js/documents/reader.ts";
import { Tools } from "../../js/vault/tools.ts";
import { unpackedAside } from "../../js/wasm/module.ts";
import { readable } from "./readable.ts";
import { MemoryHost } from "./vault.ts";

const ROWS = 30_000;

/** A workbook of 1 MB or more, whose cells name it. */
function workbook(name: string): Uint8Array {
  const cells = (row: number): string =>
    `<row r="${row}"><c t="inlineStr"><is><t>${name} ${row}</t></is></c><c><v>${row}</v></c></row>`;
  const rows = Array.from({ length: ROWS }, (_, index) => cells(index + 1));
  const files = {
    "_rels/.rels":
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": '<workbook><sheets><sheet name="One"/></sheets></workbook>',
    "xl/worksheets/sheet1.xml": `<worksheet><dimension ref="A1:B${ROWS}"/><sheetData>${rows.join("")}</sheetData></worksheet>`,
  };
  // Stored, so that it is large.
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])), { level: 0 });
}

const FILES = { "a.xlsx": workbook("a"), "b.xlsx": workbook("b"), "c.xlsx": workbook("c") };

let host: MemoryHost;
let documents: Documents;
/** How many instances were made. */
let opened: number;
/** How many bytes the last instance took in at once. */
let taken: () => number[];

const row = async (path: string, row: number, signal?: AbortSignal): Promise<unknown> => {
  const place: Place = { range: `A${row}` };
  const answer = readable(await documents.convert(host, { path, format: "xlsx", place }, signal));
  if (typeof answer !== "object" || !("document" in answer)) return answer;
  return answer.document.text.trimEnd().split("\n").pop();
};

beforeEach(() => {
  host = new MemoryHost({ ...FILES });
  opened = 0;
  const source = {
    bytes: () => unpackedAside("reader"),
    createGlue: () => {
      opened++;
      const glue = createGlue();
      const takes = vi.spyOn(glue.Reader.prototype, "take");
      taken = () => takes.mock.calls.map(([bytes]) => bytes.length);
      return glue;
    },
  };
  documents = new Documents(new DocumentReader(source));
});
afterEach(() => void vi.useRealTimers());

describe("a large workbook", () => {
  test("is parsed once, also when another one is read in between", async () => {
    for (const number of [29_999, 3, 15_000]) {
      expect(await row("a.xlsx", number)).toBe(`| ${number} | a ${number} |`);
      expect(await row("b.xlsx", number)).toBe(`| ${number} | b ${number} |`);
    }
    expect(opened).toBe(2);
    expect(host.asked.filter((asked) => asked.startsWith("read"))).toStrictEqual(["read a.xlsx", "read b.xlsx"]);
  });

  test("is taken in in parts of a megabyte", async () => {
    expect(await row("a.xlsx", 3)).toBe("| 3 | a 3 |");
    expect(taken().length).toBeGreaterThan(1);
    expect(Math.max(...taken())).toBeLessThanOrEqual(1024 * 1024);
    expect(taken().reduce((sum, count) => sum + count)).toBe(FILES["a.xlsx"].length);
  });

  test("makes room for a third, and is read again once it has changed", async () => {
    for (const path of ["a.xlsx", "b.xlsx", "c.xlsx", "b.xlsx", "c.xlsx", "a.xlsx"]) await row(path, 7);
    expect(opened).toBe(4);
    host.put("a.xlsx", workbook("new"));
    host.mtime++;
    expect(await row("a.xlsx", 7)).toBe("| 7 | new 7 |");
    expect(opened).toBe(5);
  });

  test("is closed after a minute", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await row("a.xlsx", 7);
    vi.advanceTimersByTime(59_000);
    await row("a.xlsx", 8);
    expect(opened).toBe(1);
    vi.advanceTimersByTime(60_000);
    await row("a.xlsx", 9);
    expect(opened).toBe(2);
  });

  test("lets the app have its turns, in which it can be cancelled", async () => {
    // Every look at the clock is later than a slice.
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
    let turns = 0;
    const count = (): void => void (turns++, (immediate = setImmediate(count)));
    let immediate = setImmediate(count);
    expect(await row("a.xlsx", ROWS)).toBe(`| ${ROWS} | a ${ROWS} |`);
    expect(turns).toBeGreaterThan(3);
    clearImmediate(immediate);

    const controller = new AbortController();
    const cancelled = row("b.xlsx", ROWS, controller.signal);
    const stop = (): unknown => (opened === 2 ? controller.abort() : setImmediate(stop));
    stop();
    expect(await cancelled).toStrictEqual({ failed: "the call was cancelled" });
    expect(await row("b.xlsx", 5)).toBe("| 5 | b 5 |");
    expect(opened).toBe(3);
  });

  test("is read to its end by the calls that the notes name", async () => {
    const tools = new Tools(new MemoryHost({ ...FILES }));
    await tools.ready();
    const reply = await tools.call("read_file", { path: "a.xlsx", sheet: "one", range: `A${ROWS - 1}:B${ROWS + 5}` });
    const [text] = reply.content;
    expect(text).toMatchObject({
      text: `1: ## Sheet: One (A29999:B30000 of A1:B30000)\n2: | | A | B |\n3: | - | - | - |\n4: | 29999 | a 29999 | 29999 |\n5: | 30000 | a 30000 | 30000 |`,
    });
  });
});

test("workbooks that stay open take no more than their memory", () => {
  const open = new OpenWorkbooks();
  const unread = (): never => {
    throw new Error("not read");
  };
  const document = (megabytes: number): OpenDocument =>
    new OpenDocument(
      { buffer: { byteLength: megabytes * 1024 * 1024 } } as WebAssembly.Memory,
      unread,
      new Uint8Array(),
    );
  const state = (path: string, size = 2e6) => ({ host, path, size, mtime: 1 });
  const [small, large, broken] = [document(60), document(120), document(1)];
  broken.isUsable = false;
  open.keep(state("a"), small);
  open.keep(state("b"), large);
  expect(open.take(state("a"))).toBeUndefined();
  expect(open.take(state("b"))).toBe(large);
  expect(open.take(state("b"))).toBeUndefined();
  open.keep(state("c"), broken);
  open.keep(state("d", 1000), small);
  open.keep(undefined, small);
  expect([open.take(state("c")), open.take(state("d", 1000)), open.take(undefined)]).toStrictEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
