// Text that repeats itself is noticed, and other text is not.
import { expect, test } from "vitest";
import { Repetition } from "../../js/agent/written/repetition.ts";
import { varied } from "../models/turns.ts";

/** How long `text` is until it repeats itself, and how much of it was read by then. */
function noticed(text: string, size: number): { kept: string; read: number } | undefined {
  const repetition = new Repetition();
  for (let at = 0; at < text.length; at += size) {
    const length = repetition.add(text.slice(at, at + size));
    if (length !== undefined) return { kept: text.slice(0, length), read: at + size };
  }
  return undefined;
}

const SENTENCE = "The garden opens in May and closes in October. ";
const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");

test.each<[string, string, string, number]>([
  ["a short line", `It is so.\n\n${"The passage is: [1]\n\n".repeat(90)}`, "It is so.\n\nThe passage is: [1]\n\n", 900],
  ["a value", `It is 19.1 m, ${"20.2 m, ".repeat(200)}`, "It is 19.1 m, 20.2 m, ", 900],
  ["a sentence", `It is so. ${SENTENCE.repeat(200)}`, `It is so. ${SENTENCE}`, 2000],
  ["a word", `So ${"the ".repeat(2000)}`, "So the", 2000],
  ["a paragraph", `${varied(900)}\n\n`.repeat(10), `${varied(900)}\n\n`, 4500],
  ["Korean", "정원은 오월에 열리고 시월에 닫힌다. ".repeat(200), "정원은 오월에 열리고 시월에 닫힌다. ", 2000],
  ["lines that count", lines(600, (number) => `${number}. The garden is open.`), "1. The garden is open.\n", 5000],
  [
    "a few sentences in any order",
    `It is so. ${lines(300, (number) => (((number * number) % 101) % 3 ? "It's called the garden." : "They call it a garden.")).replaceAll("\n", " ")}`,
    "It is so. They call it a garden. It's called the garden. They call it a garden. ",
    2000,
  ],
  ["blank lines", `So.${"\n".repeat(3000)}`, "So.\n", 2000],
  ["a rule", "-".repeat(9000), "-", 4800],
  ["rows", lines(400, () => "| yes | no |"), "| yes | no |\n", 4800],
])("%s", (_, text, kept, read) => {
  for (const size of [1, 7, 300]) {
    const found = noticed(text, size);
    // It may be noticed in the midst of what repeats.
    expect(found?.kept.trim().length).toBeLessThanOrEqual(kept.trim().length + 1);
    expect(text.startsWith(found?.kept ?? "nothing")).toBe(true);
    expect(found?.read).toBeLessThanOrEqual(read);
  }
});

test.each<[string, string]>([
  ["varied text", varied(100_000)],
  ["a table with equal rows", lines(60, () => "| Monday | closed | closed | closed |")],
  ["a table of zeros", lines(100, () => "| 0 | 0 | 0 |")],
  ["days with values", lines(366, (number) => `- 2024-01-${number % 31}: ${(number * 7919) % 9000} steps`)],
  ["a checklist", lines(100, (number) => `- [ ] Read chapter ${number} of the book`)],
  ["counting", lines(2000, String)],
  ["code", lines(100, (number) => `  const value${number} = read(${(number * 31) % 97});`)],
  ["a refrain", lines(12, (number) => `${varied(80 + number)}\nO sing again, o sing!\nRefrain, refrain!\n`)],
  ["a song", lines(12, () => "La la la, so we sing!")],
  ["code with equal lines", `Here:\n\n\`\`\`html\n${"  <td></td><td></td>\n".repeat(50)}\`\`\`\n`],
  ["equal tasks", lines(60, () => "- [ ] Call them")],
  ["encoded zeros", "A".repeat(3500)],
  ["a rule in a text", `${varied(300)}\n${"-".repeat(200)}\n${varied(300)}`],
  [
    "citations with equal beginnings",
    lines(80, (number) => `- The note [[Garden#L${number * 3}]] says ${varied(30 + (number % 7)).slice(number % 9)}`),
  ],
])("not %s", (_, text) => {
  for (const size of [3, 500]) expect(noticed(text, size)).toBeUndefined();
});
