// What kind of answer a question asks for: the search tells.
import { beforeAll, expect, test } from "vitest";
import { folderWith } from "../shim/vault.ts";
import { Asking } from "./asking.ts";

const TODAY = "2026-10-28T10:00:00";

let asking: Asking;
beforeAll(async () => {
  const vault = await folderWith({
    "Recipes/Soup.md": "Leeks.\n",
    "Recipes/Bread.md": "---\ntype: recipe\nread: 2026-05-03\n---\nFlour.\n",
    "People/Priya Nair.md": "---\nphone: 555 0100\n---\nA baker.\n\nShe likes soup.\n",
    "Journal/2026-10-27.md": "Rain all day.\n",
    "2026-10 Plans.md": "A new roof.\n",
    "Open day 2026.md": "# Open day 2026\n\nSaturday 14 November 2026, in three groups.\n\nLow water is at 11:52.\n",
    "People/Bae Sangho.md": "Recorded on 11 October. He cuts the ribbon on the open day, when the open day begins.\n",
    "Index.md": "- [[Recipes/Soup]]\n- [[People/Priya Nair]] bakes\n",
    "Tasks.md":
      "- [ ] later 📅 2026-12-01\n- [ ] paint the roof [due:: 2026-10-29]\n- [ ] call Priya (due 2026-10-20)\n" +
      "- [ ] no day\n- [ ] soon ⏳ 2026-10-30\n- [x] old 📅 2026-10-01\n",
  });
  asking = new Asking(vault, {}, undefined, { today: TODAY });
});

/** The tasks that an answer quotes, in order. */
const tasks = (answer: string): string[] => [...answer.matchAll(/^> - \[ \] (.*)$/gm)].map(([, task = ""]) => task);

test.each([
  ["What is overdue?", ["call Priya (due 2026-10-20)"]],
  ["Which tasks are due this week?", ["paint the roof [due:: 2026-10-29]"]],
  ["What is planned for this week?", ["paint the roof [due:: 2026-10-29]", "soon ⏳ 2026-10-30"]],
  ["¿Qué tareas vencen mañana?", ["paint the roof [due:: 2026-10-29]"]],
  ["Which tasks have no date?", ["no day"]],
  ["What do I have to do for the roof?", ["paint the roof [due:: 2026-10-29]"]],
])("%s", async (question, expected) => {
  expect(tasks(await asking.ask(question))).toEqual(expected);
});

test("all open tasks come in the order of their dates, those without one last", async () => {
  const days = tasks(await asking.ask("What do I still have to do?")).map((task) => /\d{4}-\d\d-\d\d/.exec(task)?.[0]);
  expect(days).toEqual(["2026-10-20", "2026-10-29", "2026-10-30", "2026-12-01", undefined]);
});

test("that nothing is due is an answer", async () => {
  expect(await asking.ask("What is due next month?")).not.toContain("> -");
});

test("the notes of a folder are listed, with their number", async () => {
  expect(await asking.ask("List my recipes")).toBe("2 notes:\n\n- [[Recipes/Bread]]\n- [[Recipes/Soup]]");
  expect(await asking.ask("Which recipes did I read this year?")).toBe("1 note:\n\n- [[Recipes/Bread]]");
});

test("a day is answered by its note, and not by that of its month", async () => {
  const answer = await asking.ask("What did I do yesterday?");
  expect(answer).toContain("> Rain all day.");
  expect(answer.indexOf("A new roof")).not.toBe(0);
});

test("lines with the date follow, without other lines", async () => {
  const answer = await asking.ask("What did I do on 1 October?");
  expect(answer).toContain("> - [x] old 📅 2026-10-01\n>\n> [[Tasks#L6]]");
  expect(answer).not.toContain("no day");
});

test("who somebody is, their note begins with; a property answers too", async () => {
  expect(await asking.ask("Who is Priya?")).toMatch(/^\*\*Priya Nair\*\*\n\n> A baker\./);
  expect(await asking.ask("What is the phone number of Priya Nair?")).toContain("> phone: 555 0100");
});

test("when something is, its own note tells", async () => {
  expect(await asking.ask("When is the open day?")).toMatch(/^\*\*Open day 2026\*\*\n\n> Saturday 14 November/);
});

test("no passage is shown for something that the notes don't mention", async () => {
  expect(await asking.ask("anything about France")).not.toContain(">");
});
