// The guarantee of read_file, for any text and any byte limit, through the wasm: following `next` returns the whole
// text. Needs pkg/, which built.ts makes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileShown } from "../../pkg/lectern.js";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "./vault.ts";

interface Page {
  text: string;
  shown: FileShown;
}

/** All pages that obeying `next` shows. Ends by itself: a page that does not go on is a failure. */
async function pages(host: MemoryHost, maxBytes: number, args: object = {}): Promise<Page[]> {
  const tools = new Tools(host, { maxBytes });
  const all: Page[] = [];
  for (let next: object | null = { path: "a.md", ...args }; next;) {
    const reply = await tools.call("read_file", next);
    const shown = reply.structuredContent.files[0];
    if (!shown) throw new Error(JSON.stringify(reply));
    all.push({ text: textOf(reply), shown });
    if (JSON.stringify(shown.next) === JSON.stringify(next)) throw new Error("the reply goes on where it was");
    next = shown.next;
  }
  return all;
}

/** The numbered lines of a page. A notice begins with a bracket, and no numbered line does. */
const numbered = ({ text }: Page): string[] => text.split("\n").filter((line) => !line.startsWith("["));

/** The file's text, put together from all its pages. */
function joined(all: Page[]): string {
  const lines: string[] = [];
  const crlf = new Set<number>();
  for (const page of all) {
    for (const line of numbered(page)) {
      const [, number, mark, text] = /^(\d+)(\+?): ([^]*)$/.exec(line) ?? [];
      const index = Number(number) - 1;
      lines[index] = mark ? `${lines[index] ?? ""}${text ?? ""}` : (text ?? "");
    }
    for (const [first, last] of page.shown.crlf_lines ?? [])
      for (let line = first; line <= last; line++) crlf.add(line);
  }
  const { final_newline, eol } = all[0]?.shown ?? {};
  const lineBreak = (line: number): string => {
    if (line === lines.length && !final_newline) return "";
    return eol === "crlf" || (eol === "mixed" && crlf.has(line)) ? "\r\n" : "\n";
  };
  return lines.map((line, index) => line + lineBreak(index + 1)).join("");
}

const pieces = [
  ...[
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\t",
    " ",
    "a",
    "word ",
    "7: not a number",
    "[lines 1-2 of 3]",
    "\u0000",
    "\u2028",
    "\u0085",
  ],
  ...[
    "\ud55c",
    "\u1112\u1161\u11ab",
    "e\u0301",
    "\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67",
    "\ud83c\uddf0\ud83c\uddf7",
  ],
  ...[
    "\u0301".repeat(9),
    "\ufeff",
    "\ufffd",
    "\uffff",
    "\u0e01\u0e33",
    "\u0645\u064e",
    "\u200d",
    "\ud83d\udc4d\ud83c\udffd",
  ],
];
const anyText = fc.oneof(
  fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 60 }),
  fc.array(fc.constantFrom("\n", "\r\n", "\r", "a", "\ud55c"), { maxLength: 40 }),
);
const text = anyText.map((parts) => parts.join("").replace(/^\ufeff+/, ""));
const limit = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }), fc.constant(102_400));

/** The lines of a text, as a person counts them: a line break at the end starts no line. */
const linesOf = (all: string): string[] =>
  all.split(/\r?\n/).slice(0, all.endsWith("\n") || all === "" ? -1 : undefined);

describe("whoever only obeys next", () => {
  test("gets any text back, in no more pages than it has characters and lines", async () => {
    await fc.assert(
      fc.asyncProperty(text, limit, async (whole, maxBytes) => {
        const all = await pages(new MemoryHost({ "a.md": whole }), maxBytes);
        if (whole === "") {
          expect(all.map((page) => page.text)).toStrictEqual(["[empty file]"]);
          return;
        }
        expect(joined(all)).toBe(whole);
        expect(all.length).toBeLessThanOrEqual(Array.from(whole).length + linesOf(whole).length);
      }),
    );
  });

  test("gets the same from bytes as from text, with or without a byte order mark", async () => {
    await fc.assert(
      fc.asyncProperty(text, limit, fc.boolean(), async (whole, maxBytes, marked) => {
        const bytes = new TextEncoder().encode(marked ? `\ufeff${whole}` : whole);
        const fromText = await pages(new MemoryHost({ "a.md": whole }), maxBytes);
        expect(await pages(new MemoryHost({ "a.md": bytes }), maxBytes)).toStrictEqual(fromText);
      }),
    );
  });

  test("is told what holds for the whole file on every page", async () => {
    await fc.assert(
      fc.asyncProperty(text, limit, async (whole, maxBytes) => {
        const [lf, crlf] = [/(?<!\r)\n/.test(whole), whole.includes("\r\n")];
        const facts = {
          total_lines: linesOf(whole).length,
          final_newline: whole.endsWith("\n"),
          eol: lf && crlf ? "mixed" : crlf ? "crlf" : lf ? "lf" : null,
        };
        for (const { shown } of await pages(new MemoryHost({ "a.md": whole }), maxBytes)) {
          expect(shown).toMatchObject(facts);
          expect("crlf_lines" in shown && facts.eol !== "mixed").toBe(false);
          expect(shown.truncated).toBe(shown.next !== null);
        }
      }),
    );
  });

  test("gets any range of lines, and nothing beside it", async () => {
    const end = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(text, limit, fc.integer({ min: 1, max: 20 }), end, async (whole, maxBytes, first, length) => {
        const lines = linesOf(whole);
        fc.pre(first <= lines.length);
        const end_line = length === undefined ? undefined : first + length - 1;
        const all = await pages(new MemoryHost({ "a.md": whole }), maxBytes, { start_line: first, end_line });
        const shown = all.flatMap(numbered).map((line) => /^(\d+)(\+?): ([^]*)$/.exec(line) ?? []);
        const together: string[] = [];
        for (const [, number, , part = ""] of shown) {
          const index = Number(number) - first;
          together[index] = (together[index] ?? "") + part;
        }
        expect(together).toStrictEqual(lines.slice(first - 1, end_line));
      }),
    );
  });
});

test("a page holds no more than its limit, unless one character alone does not fit", async () => {
  await fc.assert(
    fc.asyncProperty(text, limit, async (whole, maxBytes) => {
      for (const page of await pages(new MemoryHost({ "a.md": whole }), maxBytes)) {
        if (whole === "") return;
        const lines = numbered(page);
        const one = lines.length === 1 && Array.from(lines[0]?.replace(/^\d+\+?: /, "") ?? "").length <= 1;
        if (!one) expect(Buffer.byteLength(lines.join("\n"))).toBeLessThanOrEqual(maxBytes);
      }
    }),
  );
});

test("blank lines count as well: of 20,000 a page of 100 KB holds 14,188", async () => {
  const [first, second, ...rest] = await pages(new MemoryHost({ "a.md": "\n".repeat(20_000) }), 102_400);
  // "1: " to "9999: " with their line breaks are 68,886 bytes; 4,189 times "10000: " is what still fits.
  expect(first?.shown).toMatchObject({ start_line: 1, end_line: 14_188, next: { path: "a.md", start_line: 14_189 } });
  expect(second?.shown).toMatchObject({ start_line: 14_189, end_line: 20_000, next: null });
  expect(rest).toStrictEqual([]);
});

// A long page is decoded piece by piece; these begin pieces with each byte of a character, and with a U+FEFF.
test.each([1, 2, 3, 4, 5])("a page of 100 KB loses nothing between its pieces, %d bytes further", async (shift) => {
  const whole = "x".repeat(shift) + "\ufeff\ud55c\ud83d\udc69\u200d\ud83d\udc69\u0301".repeat(4500);
  const [page, ...rest] = await pages(new MemoryHost({ "a.md": whole }), 102_400);
  expect(page?.text).toBe(`1: ${whole}`);
  expect(rest).toStrictEqual([]);
});

test("bytes that are no UTF-8 are shown as such wherever they are, and said to be", async () => {
  for (const at of [10_000, 32_764, 32_765, 32_766, 70_000]) {
    const bytes = Buffer.from("\ud55c".repeat(30_000));
    bytes[at] = 0xff;
    const reply = await new Tools(new MemoryHost({ "a.md": bytes })).call("read_file", { path: "a.md" });
    expect(textOf(reply)).toContain("\ufffd");
    expect(reply.structuredContent.files[0]?.notes).toHaveLength(1);
  }
});
