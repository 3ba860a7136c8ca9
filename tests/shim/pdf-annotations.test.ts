// What is on a page of a PDF beside its text, with Node's pdf.js: values of form fields, typed text, comments, drawings.
// Needs pkg/, which built.ts makes.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answer } from "../../js/vault/answer-request.ts";
import { field, marked, note, pdf, picture, text, type Page } from "./pdf-file.ts";
import { MemoryHost } from "./vault.ts";
import { documentIn, type ReadableDocument } from "./readable.ts";

// The time that a document may take stands still, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

async function read(...pages: (Page | string)[]): Promise<ReadableDocument> {
  const request = { convert: { path: "a.pdf", format: "pdf" } } as const;
  return documentIn(await answer(new MemoryHost({ "a.pdf": pdf(pages) }), request));
}

/** The lines of a page with this content and these annotations, without its heading. */
const lines = (content: string, ...annotations: string[]): Promise<string[]> => pageLines({ content, annotations });

async function pageLines(page: Page): Promise<string[]> {
  const { text: found } = await read(page);
  return found.split("\n").slice(2, -1);
}

describe("a form", () => {
  const FORM = text(72, 700, "Name:") + text(72, 680, "I agree") + text(72, 660, "Country:") + text(72, 640, "End");

  test("shows the values of its fields beside their labels", async () => {
    const found = lines(
      FORM,
      field("Tx", [110, 696, 300, 712], "f1", "/V (Jane Doe)"),
      field("Ch", [120, 656, 300, 672], "f3", "/Ff 131072 /Opt [[(at) (Austria)] [(de) (Germany)]] /V (at)"),
    );
    expect(await found).toStrictEqual(["Name: Jane Doe", "", "I agree", "", "Country: Austria", "", "End"]);
  });

  const state = (on: boolean): string =>
    `/AP << /N << /Yes null /Off null >> >> /V /${on ? "Yes" : "Off"} /AS /${on ? "Yes" : "Off"}`;

  test.each([
    [true, "[x] I agree"],
    [false, "[ ] I agree"],
  ])("shows whether a box is checked: %s", async (on, line) => {
    expect(await lines(FORM, field("Btn", [56, 678, 68, 690], "b", state(on)))).toContain(line);
  });

  test("shows which radio button is chosen", async () => {
    const button = (x: number, value: string): string =>
      field(
        "Btn",
        [x, 698, x + 10, 708],
        "r",
        `/Ff 49152 /AP << /N << /${value} null >> >> /V /b /AS /${value === "b" ? "b" : "Off"}`,
      );
    const content = text(72, 700, "yes") + text(172, 700, "no");
    expect(await lines(content, button(60, "a"), button(160, "b"))).toStrictEqual(["( ) yes   (x) no"]);
  });

  test("names the fields that have no text beside them", async () => {
    const found = lines(
      "",
      field("Tx", [72, 700, 300, 716], "form1[0].given_name[0]", "/V (Jane)"),
      field("Tx", [72, 680, 300, 696], "x", "/TU (Family name) /V (Doe)"),
      field("Btn", [72, 660, 84, 672], "news", state(true)),
      field("Btn", [72, 640, 84, 652], "size", "/Ff 49152 /AP << /N << /large null >> >> /V /large /AS /large"),
    );
    expect(await found).toStrictEqual(["given_name: Jane", "Family name: Doe", "[x] news", "", "(x) size: large"]);
  });

  test("shows a value of several lines line by line, and no passwords", async () => {
    const found = lines(
      text(72, 700, "Address:") + text(72, 600, "PIN:"),
      field("Tx", [130, 640, 300, 712], "a", "/Ff 4096 /V (Main Street 1\\nVienna)"),
      field("Tx", [130, 596, 300, 612], "p", "/Ff 8192 /V (secret)"),
    );
    expect(await found).toStrictEqual(["Address: Main Street 1", "Vienna", "", "PIN:   [password]"]);
  });

  test("shows a value that is only drawn", async () => {
    const found = pageLines({
      content: text(72, 700, "Sum:"),
      annotations: [field("Tx", [110, 696, 300, 712], "sum", "")],
      appearances: [`/Tx BMC ${text(2, 4, "1,250.00")} EMC`],
    });
    expect(await found).toStrictEqual(["Sum: 1,250.00"]);
  });

  const signed = (...appearances: string[]): Promise<string[]> =>
    pageLines({
      content: text(72, 700, "Signed:"),
      annotations: appearances.map((_, at) => field("Sig", [110, 680 - at * 100, 310, 730 - at * 100], `s${at}`, "")),
      appearances,
    });

  test("shows who signed and when, as the signature draws it", async () => {
    const drawn = text(2, 30, "Digitally signed by Jane Doe") + text(2, 16, "Date: 2026-11-02");
    expect(await signed(drawn, text(2, 30, "Bob"))).toStrictEqual([
      "Signed: [signature: Digitally signed by Jane Doe Date: 2026-11-02]",
      "",
      "s1: [signature: Bob]",
    ]);
  });

  test("shows that it is signed where the signature draws no letters, or such as are read from the right", async () => {
    expect(await signed("0 0 20 20 re f")).toStrictEqual(["Signed: [signature]"]);
    expect(await signed(text(2, 30, "abc", 10, "F2"))).toStrictEqual(["Signed: [signature]"]);
  });

  test("shows a value of very many lines on few", async () => {
    const value = "/Ff 4096 /V (" + "a\\n".repeat(500) + ")";
    expect(await lines("", field("Tx", [72, 100, 300, 700], "a", value))).toHaveLength(41);
  });

  test("with empty fields only is neither blank nor an image", async () => {
    const { text: found, notes } = await read({
      content: "",
      annotations: [field("Tx", [72, 700, 300, 716], "a", "")],
    });
    expect(found).toBe("");
    expect(notes).toStrictEqual(["page 1 has only empty form fields"]);
  });

  test("on a page that is turned is read with its text", async () => {
    const content = "BT /F1 10 Tf 0 1 -1 0 100 72 Tm (Name:) Tj ET";
    const annotations = [field("Tx", [88, 110, 104, 300], "a", "/V (Jane)")];
    expect((await read({ content, annotations, entries: "/Rotate 90" })).text).toBe("## Page 1\n\nName: Jane\n");
  });
});

describe("a comment", () => {
  const TEXT = text(72, 700, "The whale is a mammal.") + text(72, 688, "It breathes air.");
  // "whale" in Helvetica of size 10.
  const WHALE = [91, 698, 117, 710] as const;

  test.each([
    ["Highlight", "highlight"],
    ["Underline", "underline"],
    ["StrikeOut", "strikeout"],
    ["Squiggly", "underline"],
  ])("of the kind %s comes after the line that it marks", async (subtype, kind) => {
    expect(await lines(TEXT, marked(subtype, [WHALE], "Which one?", "Anna"))).toStrictEqual([
      "The whale is a mammal.",
      `[${kind} of “whale” by Anna: Which one?]`,
      "It breathes air.",
    ]);
    expect(await lines(TEXT, marked(subtype, [WHALE]))).toContain(`[${kind} of “whale”]`);
  });

  test("that marks two lines comes after the second", async () => {
    const areas = [
      [124, 698, 180, 710],
      [72, 686, 122, 698],
    ] as const;
    expect(await lines(TEXT, marked("Highlight", areas))).toStrictEqual([
      "The whale is a mammal.",
      "It breathes air.",
      "[highlight of “is a mammal. It breathes”]",
    ]);
  });

  test("in the margin comes after the line beside it, with its replies", async () => {
    // The objects before: catalog, pages, three fonts with two tables, image, content. So the note is object 10.
    const reply = note("Text", [10, 690, 30, 710], "Yes.", "Bob", "/IRT 10 0 R");
    expect(await lines(TEXT, note("Text", [10, 694, 30, 714], "Sure?", "Anna"), reply)).toStrictEqual([
      "The whale is a mammal.",
      "[comment by Anna: Sure?]",
      "[reply by Bob: Yes.]",
      "It breathes air.",
    ]);
  });

  test("that is empty, and a link, are left out", async () => {
    const link = "/Type /Annot /Subtype /Link /Rect [72 700 100 710]";
    expect(await lines(TEXT, note("Text", [10, 694, 30, 714]), link)).toHaveLength(2);
  });

  test("that is hidden is not shown", async () => {
    expect(await lines(TEXT, note("Text", [10, 694, 30, 714], "Ignore this", "X", "/F 2"))).toHaveLength(2);
  });

  test("typed onto the page is shown at its place", async () => {
    const typed = note("FreeText", [110, 696, 200, 712], "Jane", "", "/DA (/Helv 10 Tf)");
    expect(await lines(text(72, 700, "Name:") + text(72, 660, "End"), typed)).toStrictEqual([
      "Name: [typed: Jane]",
      "",
      "End",
    ]);
  });

  test("stays one line whatever it holds, and cannot end its brackets unseen", async () => {
    const hostile = "a\n## Page 9\r\n12: b\u0000\u202e]c\u2066";
    expect(await lines(TEXT, note("Text", [10, 694, 30, 714], hostile, "E\u202eve\n"))).toStrictEqual([
      "The whale is a mammal.",
      "[comment by Eve: a ## Page 9 12: b ]c]",
      "It breathes air.",
    ]);
  });

  test("of megabytes is cut", async () => {
    const found = await lines(TEXT, note("Text", [10, 694, 30, 714], "word ".repeat(20_000)));
    expect(found).toHaveLength(3);
    expect(found[1]?.length).toBeLessThan(4200);
    expect(found[1]?.endsWith("word…]")).toBe(true);
  });

  test("that is broken does not take the others with it", async () => {
    const broken = [
      "/Type /Annot /Subtype /Highlight /Rect (x) /QuadPoints (y) /Contents 9",
      "/Type /Annot /Subtype /FreeText /Rect [1 2 3] /DA 7 /Contents [1]",
      "/Type /Annot /Subtype /Ink /InkList [[(a)] 3]",
      "/Type /Annot /Subtype /Text /Rect [1 2 3 4] /IRT 9999 0 R /AP 99 0 R",
      "/Type /Annot /Subtype /Widget /FT /Ch /Opt 3 /V [1 2] /Rect [0 0 0 0] /AP << /N 5 >> /Parent 99 0 R",
      "/Type /Annot /Subtype /Widget /FT /Btn /Rect [0 0 9 9] /AS 3 /MK 4 /AP << /N << /a 5 >> >>",
      "/Type /Annot",
      "/Subtype 7",
    ];
    const { text: found } = await read({
      content: TEXT,
      annotations: [...broken, note("Text", [10, 694, 30, 714], "Well")],
    });
    expect(found).toContain("The whale is a mammal.\n[comment: Well]\n");
  });

  test("that marks everything, again and again, quotes no more than the longest comment", async () => {
    const content = Array.from({ length: 60 }, (_, at) => text(72, 780 - at * 12, "word ".repeat(60), 2)).join("");
    const areas = Array.from({ length: 50 }, () => [0, 0, 612, 792] as const);
    const found = await lines(content, marked("Highlight", areas));
    expect(found.filter((line) => line.startsWith("[highlight")).map((line) => line.length < 4100)).toStrictEqual([
      true,
    ]);
  });

  test("too many are counted", async () => {
    const many = Array.from({ length: 600 }, (_, index) => note("Text", [10, 694, 30, 714], `n${index}`));
    const { text: found, notes } = await read({ content: TEXT, annotations: many });
    expect(found.match(/\[comment: /g)).toHaveLength(500);
    expect(notes).toStrictEqual(["100 annotations of page 1 are left out: too many"]);
  });
});

describe("a page with drawings", () => {
  const INK = note("Ink", [72, 600, 100, 620], "", "", "/InkList [[72 600 100 620]]");

  test("says how many, below its text", async () => {
    const found = lines(text(72, 700, "Text"), INK, INK, note("Stamp", [1, 1, 9, 9]), note("Square", [1, 1, 9, 9]));
    expect(await found).toStrictEqual(["Text", "[2 drawings, 1 stamp, 1 shape]"]);
  });

  test("of the kind Stamp shows its words, unless a comment says them", async () => {
    const found = pageLines({
      content: text(72, 700, "Text"),
      annotations: [note("Stamp", [72, 640, 200, 660]), note("Stamp", [72, 600, 200, 620], "Paid")],
      appearances: [text(2, 4, "APPROVED"), text(2, 4, "PAID")],
    });
    expect(await found).toStrictEqual(["Text", "[stamp: APPROVED]", "[stamp: Paid]"]);
  });

  test("of the kind Ink with a comment shows it", async () => {
    const ink = note("Ink", [72, 690, 100, 710], "Look", "Anna", "/InkList [[72 600 100 620]]");
    expect(await lines(text(72, 700, "Text"), ink)).toStrictEqual(["Text", "[drawing by Anna: Look]"]);
  });

  test("alone is neither blank nor an image", async () => {
    expect(await read({ content: "", annotations: [INK] })).toMatchObject({
      text: "## Page 1\n\n[1 drawing]\n",
      notes: ["page 1 holds images or drawings beside what is shown", 'see it with view="image", page=1'],
    });
  });
});

describe("a page without text", () => {
  test("is called blank only if nothing is drawn on it", async () => {
    const strokes = "100 100 m 200 200 l S";
    expect((await read(strokes)).notes).toStrictEqual([
      "its one page is a drawing; there is no text to read",
      'see it with view="image", page=1',
    ]);
    const clipped = "q 0 0 100 100 re W n Q";
    expect((await read(clipped)).notes).toStrictEqual(["all its pages are blank"]);
  });

  test("is told apart by what it holds", async () => {
    const filled = { content: picture, annotations: [field("Tx", [72, 700, 300, 716], "a", "/V (b)")] };
    const { notes } = await read(text(72, 700, "a"), picture, "1 1 m 9 9 l S", "", filled);
    expect(notes).toStrictEqual([
      "page 2 holds only images",
      "page 3 holds only drawings",
      "page 5 holds images or drawings beside what is shown",
      'see a page with view="image", page=2',
    ]);
  });
});
