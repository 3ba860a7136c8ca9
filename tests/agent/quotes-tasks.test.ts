// Quotes: open tasks, and what it says to a request for a summary.
import { beforeAll, expect, test } from "vitest";
import { folderWith } from "../shim/vault.ts";
import { Asking } from "./asking.ts";
import { verdicts } from "./quotes-vault.ts";

let vault: string;
beforeAll(async () => {
  vault = await folderWith({
    "Open day 2026.md": [
      ...["# Open day 2026", "", "The day begins at ten.", "", "## Safety", ""],
      ...["- [x] helmets", "- [ ] radios", "- [x] rope", "- [ ] insurance,", "  with the ladder", ""],
      ...["## Afterwards", "", "- [ ] Thank-you cards"],
    ].join("\n"),
    "Bell.md": "# Bell\n\n- [ ] Hang the clapper for the [[Open day 2026|open day]]\n- [ ] paint\n",
    "Plain.md": "Only a line.\n\n#tag #other\n\nAnd another.\n",
    "Empty.md": "# Empty\n\n- [x] done\n",
  });
});

const open = (): Asking => new Asking(vault);

test("open tasks are quoted, and no others, those of the note that the question names first", async () => {
  const asking = open();
  const answer = await asking.ask("What is still to do before the open day?");
  const quoted = answer.split("\n").filter((line) => /^> [^[]/.test(line) || /\[ \]/.test(line));
  expect(quoted.slice(0, 5)).toEqual([
    "> - [ ] radios",
    "> - [ ] insurance,",
    ">   with the ladder",
    "> - [ ] Thank-you cards",
    "> - [ ] Hang the clapper for the open day",
  ]);
  expect(answer).not.toContain("helmets");
  const all = await verdicts(asking, answer);
  expect(all.map(({ state }) => state)).toEqual(all.map(() => "verified"));
});

test.each(["What is still to do?", "Was ist noch offen?", "할 일은?", "todo"])(
  "%s has no other word: the tasks of the notes changed last",
  async (question) => {
    const asking = open();
    const answer = await asking.ask(question);
    expect(answer).toContain("> - [ ] paint");
    expect(answer).toContain("> - [ ] Thank-you cards");
    expect(answer).not.toContain("helmets");
    expect(asking.calls().map(([tool]) => tool)).toContain("search_notes");
  },
);

test("that there are no open tasks is told", async () => {
  expect(await open().ask("What is to do for the zeppelin?")).toMatch(/^No open tasks match: /);
});

test("a question that only sounds like one for tasks is answered by passages", async () => {
  const answer = await open().ask("Was ist zu tun, wenn der Tag um ten begins?");
  expect(answer).toContain("No open task was found for this.");
  expect(answer).toContain("> The day begins at ten.");
});

test("a summary needs a model; the headings are shown", async () => {
  const asking = open();
  const answer = await asking.ask("Summarise the open day");
  expect(answer).toMatch(/^A summary needs a language model\. Quotes can only quote\.\n\n/);
  expect(answer).toContain(
    [
      "The headings of “Open day 2026”:\n",
      "- Open day 2026 [[Open day 2026#L3]]",
      "  - Safety [[Open day 2026#L7-11]]",
      "  - Afterwards [[Open day 2026#L15]]",
    ].join("\n"),
  );
});

test("of a note without headings, a request for a summary shows the beginning, without its line of tags", async () => {
  const answer = await open().ask("Summarize this", await open().attached("Plain.md"));
  expect(answer).toContain("> Only a line.");
  expect(answer).not.toContain("#tag");
});
