// Pages whose letters are not those that people see, and pages that only look strange.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answer } from "../../js/vault/answer-request.ts";
import { isGarbled } from "../../js/documents/pdf-garbled.ts";
import { pdf, text } from "./pdf-file.ts";
import { MemoryHost } from "./vault.ts";
import { documentIn, type ReadableDocument } from "./readable.ts";

// The time that a document may take stands still, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Passages of prose in many languages, of code, tables and data: see tests/core/tokens.rs. */
const passages = readFileSync("tests/fixtures/tokens.txt", "utf8")
  .split(/^=== /m)
  .slice(1)
  .map((passage): [string, string] => {
    const [, , name = "", body = ""] = /^(\d+) ([^\n]*)\n([^]*)$/.exec(passage) ?? [];
    return [name, body];
  });

const PROSE =
  "The question is what becomes of the words when nobody knows which letter each sign of the font stands for. Then a " +
  "program writes whatever number the sign has, and people who copy the passage find something that no one can read. " +
  "Whoever looks at the page itself sees nothing strange, because the shapes of the letters are right there, while the " +
  "numbers behind them were given in the order in which they first came up, or moved by the same amount all along. Such " +
  "pages are rare, but searching them finds nothing, and quoting from them makes no sense.";

const swapped = (letters: string): string =>
  PROSE.replace(/[a-z]/gi, (letter) => {
    const other = letters.charAt(letter.toLowerCase().charCodeAt(0) - 97);
    return letter < "a" ? other.toUpperCase() : other;
  });

describe("garbled are", () => {
  test.each<[string, string]>([
    [
      "letters moved by 29, as without a table of letters",
      PROSE.replace(/\S/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 29)),
    ],
    [
      "letters moved by 29 with the spaces, so that there are no words",
      PROSE.replace(/[^]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 29)),
    ],
    ["letters moved by one", swapped("bcdefghijklmnopqrstuvwxyza")],
    ["letters in the order of their first use", swapped("qwkhxrtzmpvlbnyjcsdfgeioua")],
    ["signs of private use", PROSE.replace(/\S/g, (sign) => String.fromCharCode(0xf000 + sign.charCodeAt(0)))],
    ["control characters", PROSE.replace(/\S/g, (sign) => String.fromCharCode((sign.charCodeAt(0) % 20) + 1))],
    ["replacement characters", PROSE.replace(/[a-z]/g, "\ufffd")],
  ])("%s", (_, garbled) => expect(isGarbled(garbled, garbled.split(". "))).toBe(true));
});

describe("not garbled are", () => {
  test.each(passages)("%s", (_, passage) => expect(isGarbled(passage, passage.split("\n"))).toBe(false));

  const repeated = (line: string): string => `${line}\n`.repeat(60);
  test.each<[string, string]>([
    ["numbers", repeated("12.5 3,400 −17 98 % 1.2e-5 USD 4,000")],
    ["formulas", repeated("∫ f(x) dx = ∑ aₙxⁿ, lim sin kx / x = k; ∂²u/∂t² = c²∇²u \uf0e6 \uf0f6")],
    ["bullets of a symbol font", repeated("\uf0b7 a point of a list that goes on for a line")],
    [
      "ligatures that a font does not name",
      repeated("The o\u000eces say that the di\u000berence is in the last lines"),
    ],
    ["DNA", repeated("acgtgacctg ttagcatgca ccgtatgcat ggcatcgatc")],
    ["a protein", repeated("MKTAYIAKQR QISFVKSHFS RQLEERLGLI EVQAPILSRV")],
    ["keys", repeated("dGhpcyBpcyBh YSBrZXk= 9f86d081884c7d659a2feaa0c55ad015 XK7Q-99ZT")],
    ["an index of parts", repeated("HTML CSS XML HTTP JSON REST SMTP UTF TCP DNS IMAP LDAP VLAN")],
    ["Vietnamese", repeated("Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi")],
    ["Polish", repeated("Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw")],
    ["Welsh", repeated("Genir pawb yn rhydd ac yn gydradd â'i gilydd mewn urddas a hawliau")],
    ["Georgian", repeated("ყველა ადამიანი იბადება თავისუფალი და თანასწორი")],
    ["nothing", ""],
  ])("%s", (_, good) => expect(isGarbled(good, good.split("\n"))).toBe(false));
});

async function read(...pages: string[]): Promise<ReadableDocument> {
  const request = { convert: { path: "a.pdf", format: "pdf" } } as const;
  return documentIn(await answer(new MemoryHost({ "a.pdf": pdf(pages) }), request));
}

test("a document names its garbled pages, and how to see them", async () => {
  const words = swapped("qwkhxrtzmpvlbnyjcsdfgeioua").match(/.{1,70}/g) ?? [];
  const bad = words.map((line, index) => text(20, 780 - index * 12, line)).join("");
  const good = text(72, 700, "A page of good words.");
  expect((await read(good, bad, bad)).notes).toStrictEqual([
    "the letters of pages 2-3 are probably not those of the page, because its fonts do not say which they are",
    'see a page with view="image", page=2',
  ]);
});

test("a page of letters that nobody knows is neither blank nor an image", async () => {
  expect((await read(text(72, 700, "abc", 10, "F3"))).notes).toStrictEqual([
    "page 1 has letters that cannot be read, because its fonts do not say which they are",
    'see it with view="image", page=1',
  ]);
});
