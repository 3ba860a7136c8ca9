// Citations of one page of a PDF, whose lines are counted from its start.
import { expect, test } from "vitest";
import { pdf, text } from "../shim/pdf-file.ts";
import { Desk } from "./desk.ts";

const page = (name: string): string => text(72, 700, `The page is about ${name}.`) + text(72, 688, "It ends here.");
const PDF = pdf(["ships", "sails", "winds"].map(page));

async function read(...pages: (number | undefined)[]): Promise<Desk> {
  const desk = new Desk();
  desk.write("Papers/a.pdf", PDF);
  for (const number of pages) await desk.called("read_file", { path: "Papers/a.pdf", ...(number && { page: number }) });
  return desk;
}

const place = (page: number | undefined, startLine: number, endLine = startLine, state = "verified"): unknown => ({
  ...{ state, path: "Papers/a.pdf", startLine, endLine },
  ...(page !== undefined && { page }),
});

test.each(["[[Papers/a.pdf#page=2#L3-4]]", "[[a.pdf#page=2#L3-4]]", "[[a.pdf#L3-4]]"])(
  "%s is verified in the only page that was read",
  async (answer) => {
    const desk = await read(2);
    expect(await desk.check(answer)).toEqual(place(2, 3, 4));
    expect(desk.calls).toEqual(['read_file {"path":"Papers/a.pdf","page":2,"start_line":3,"end_line":4}']);
  },
);

test("a page is cited as a whole, and with its words", async () => {
  const desk = await read(2, 3);
  expect(await desk.check("[[a.pdf#page=2]]")).toEqual(place(2, 1));
  expect(await desk.check('"about winds" [[a.pdf#page=3]]')).toEqual(place(3, 3));
  expect(await desk.check('"about winds" [[a.pdf#L4]]')).toEqual(place(3, 3));
});

test("lines of a page are not those of another, or of the document", async () => {
  const desk = await read(2, 3);
  const path = "Papers/a.pdf";
  expect(await desk.check("[[a.pdf#L3]]")).toEqual({ state: "unverified", path, because: "It doesn't name the page." });
  expect(await desk.check("[[a.pdf#page=3#L9]]")).toMatchObject({
    state: "unverified",
    because: "There is no line 9.",
  });
  const both = await read(2, undefined);
  expect(await both.check("[[a.pdf#L8]]")).toEqual(place(undefined, 8));
  expect(await both.check('"about ships" [[a.pdf#page=2#L3]]')).toMatchObject({ state: "unverified" });
});

test("a page that has changed is looked at again", async () => {
  const desk = await read(2);
  desk.write("Papers/a.pdf", pdf([page("ships"), text(72, 740, "New") + page("sails"), page("winds")]));
  expect(await desk.check('"about sails" [[a.pdf#page=2#L3]]')).toEqual(place(2, 5, 5, "moved"));
});
