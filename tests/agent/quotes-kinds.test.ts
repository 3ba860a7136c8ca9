// Kinds of questions that people ask of their notes, over the vaults of the fixtures: what the first quotation has, or
// that there is no answer.
import { expect, test } from "vitest";
import { Asking } from "./asking.ts";

const TODAY = { today: "2026-10-28T10:00:00" };
const ask = (vault: string, question: string): Promise<string> =>
  new Asking(`tests/fixtures/${vault}`, { protected: ["Private/"] }, undefined, TODAY).ask(question);

test.each([
  // What happens to an event says nothing of it.
  ["vault", "When does the open day take place?", "Saturday 14 November 2026"],
  // A heading with a date dates what is below it.
  ["household", "When did Dorothy die?", "The old hen, Dorothy, died in the night."],
  ["household", "What did we do yesterday evening?", "Nico's saxophone concert"],
  ["household", "my daily notes from last week", "Haircut at Snippets"],
  ["household", "Which tasks are due in the next few days?", "Call the vet about Biscuit's ear"],
  ["household", "¿Hay algo que hacer hoy?", "Call the vet about Biscuit's ear"],
  ["household", "What's the roofer's number?", "01632 960 555"],
  // The only word is in a note's name.
  ["household", "wann waren wir in freiburg", "vom 12. bis 16. August 2026"],
  // A list of links is no answer.
  ["household", "tools inventory", "cordless drill"],
  ["vault", "오지훈은 뭐 하는 사람이야?", "Marine electrician"],
])("in %s, %s is answered", async (vault, question, words) => {
  const answer = await ask(vault, question);
  expect(answer.split("\n> [[", 1)[0]).toContain(words);
});

test.each([
  // One item of a list names Priya, and another a shoe size.
  ["household", "What shoe size does Priya have?"],
  ["household", "What's the name of Grete's dog?"],
  ["vault", "What does Zoé charge per hour?"],
  ["household", "What is the WiFi password?"],
  ["household", "where did i put my passport"],
])("in %s, %s is not answered", async (vault, question) => {
  expect(await ask(vault, question)).toMatch(/^(?:Nothing in your notes|No notes match)/);
});

test("what another note has is not said to be in none", async () => {
  const answer = await ask("household", "¿Qué coche tiene Pilar?");
  expect(answer).toMatch(/^Nothing in your notes/);
  expect(answer.split("\n", 1)[0]).not.toContain("Pilar");
});

test("a particle is not reported as missing", async () => {
  expect(await ask("vault", "등대 이야기는 어떻게 끝나?")).not.toContain("“는”");
});
