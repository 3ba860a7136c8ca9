// Searches in documents through the wasm: slices of a PDF, what is read in the background, and citations of what was
// found.
import { describe, expect, test, vi } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { Documents } from "../../js/documents/documents.ts";
import type { Watch } from "../../js/vault/host.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { Asking } from "../agent/asking.ts";
import { Desk } from "../agent/desk.ts";
import { verdicts } from "../agent/quotes-vault.ts";
import { pdf, text } from "./pdf-file.ts";
import { folderWith, MemoryHost } from "./vault.ts";
import { readable, type ReadableAnswer } from "./readable.ts";

const page = (words: string): string => text(72, 700, words) + text(72, 688, "The page ends here.");
const REPORT = pdf(["a title", "the summary of it", "the harbour and its cranes"].map(page));
const CANVAS = JSON.stringify({
  nodes: [{ id: "a", type: "text", text: "A harbour on a card", x: 0, y: 0, width: 9, height: 9 }],
  edges: [],
});

/** A host whose calls have this much time for documents. */
class HostWithTime extends MemoryHost {
  constructor(
    files: Record<string, string | Uint8Array>,
    readonly documentMs: number,
  ) {
    super(files);
  }

  watch(): Watch {
    return { after: (ms, work) => (setTimeout(work, ms), (): void => undefined), stop: () => undefined };
  }
}

const search = (tools: Tools, query: string): Promise<Reply> => tools.call("search_notes", { query });
const paths = (reply: Reply): string[] => (reply.structuredContent.notes ?? []).map(({ path }) => path).sort();

test("a word is found in a PDF, a canvas and a table, and the reply names the page", async () => {
  const tools = new Tools(
    new MemoryHost({ "a.md": "The harbour.\n", "b.pdf": REPORT, "c.canvas": CANVAS, "d.csv": "place\nharbour\n" }),
  );
  const reply = await search(tools, "harbour");
  expect(paths(reply)).toEqual(["a.md", "b.pdf", "c.canvas", "d.csv"]);
  expect(textOf(reply)).toContain("== b.pdf#page=3 ==\n3: the harbour and its cranes");
  const read = await tools.call("read_file", { path: "b.pdf", page: 3, start_line: 3, end_line: 3 });
  expect(textOf(read)).toContain("3: the harbour and its cranes");
});

test("a slice of a PDF has the pages from one on, and each counts from its own first line", async () => {
  const host = new MemoryHost({ "b.pdf": REPORT });
  const slice = async (from: number, ms = 2000): Promise<ReadableAnswer> =>
    readable(await new Documents().convert(host, { path: "b.pdf", format: "pdf", slice: { from, ms } }));
  const all =
    "## Page 2\n\nthe summary of it\nThe page ends here.\n\n## Page 3\n\nthe harbour and its cranes\nThe page ends here.\n";
  expect(await slice(2)).toMatchObject({ document: { text: all, parts: [{ line: 1 }, { line: 6 }] } });
  expect(await slice(4)).toEqual({ fault: { no_page: 3 } });
});

test("pages without text are counted in a slice", async () => {
  const host = new MemoryHost({ "b.pdf": pdf(["", "", page("found")].map((content) => content)) });
  const answer = await new Documents().convert(host, { path: "b.pdf", format: "pdf", slice: { from: 2, ms: 2000 } });
  expect(readable(answer)).toMatchObject({ document: { parts: [{ title: "Page 2" }, { title: "Page 3" }] } });
});

describe("what there was no time for", () => {
  test("is said, and read in the background", async () => {
    const tools = new Tools(new HostWithTime({ "a.md": "The harbour.\n", "b.pdf": REPORT, "c.csv": "harbour\n" }, 0));
    const reply = await search(tools, "harbour");
    expect(paths(reply)).toEqual(["a.md"]);
    expect(textOf(reply)).toMatch(/\n\[2 files are not read yet: search again to include them\]$/);
    await vi.waitFor(() => expect(tools.indexed()).toMatchObject({ documents: 2, documents_unread: 0 }), 60_000);
    expect(paths(await search(tools, "harbour"))).toEqual(["a.md", "b.pdf", "c.csv"]);
    tools.close();
  }, 90_000);

  test("is not read once the plugin is off", async () => {
    const host = new HostWithTime({ "a.md": "The harbour.\n", "c.csv": "harbour\n" }, 0);
    const tools = new Tools(host);
    await search(tools, "harbour");
    tools.close();
    const asked = host.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(host.asked.length).toBe(asked);
  });
});

test("a citation of a line that a search has shown is verified, on its page", async () => {
  const desk = new Desk();
  desk.write("Papers/b.pdf", REPORT);
  await desk.called("search_notes", { query: "harbour cranes" });
  const place = { state: "verified", path: "Papers/b.pdf", page: 3, startLine: 3, endLine: 3 };
  expect(await desk.check("[[Papers/b.pdf#page=3#L3]]")).toEqual(place);
  expect(await desk.check('"harbour and its cranes" [[b.pdf#page=3#L3]]')).toEqual(place);
  // Another page was not shown.
  const because = "It wasn't read.";
  expect(await desk.check("[[Papers/b.pdf#page=2#L3]]")).toMatchObject({ state: "unverified", because });
});

test("Quotes cites the page", async () => {
  const asking = new Asking(await folderWith({ "b.pdf": REPORT, "a.md": "Ships and sails.\n" }));
  const answer = await asking.ask("Where are the harbour cranes?");
  expect(answer).toContain("**b.pdf › Page 3**");
  expect(answer).toContain("[[b.pdf#page=3#L3-4]]");
  expect(await verdicts(asking, answer)).toMatchObject([{ state: "verified", path: "b.pdf", page: 3 }]);
});
