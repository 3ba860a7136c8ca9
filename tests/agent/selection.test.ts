// What is selected of the lines that a citation leads to.
import { describe, expect, test } from "vitest";
import { selectionIn } from "../../js/agent/citations/selection.ts";

const selected = (text: string, quote?: string, claim?: string): string | undefined => {
  const span = selectionIn(text, quote, claim);
  return span && text.slice(span.start, span.end);
};

test.each([
  ["The bell weighs 900 kg.", "weighs 900 kg", "weighs 900 kg"],
  ["The **bell** weighs [[Scales|900 kg]].", "the bell weighs 900 kg", undefined],
  ["The **bell** _weighs_ 900 kg.", "The bell weighs 900 kg", "The **bell** _weighs_ 900 kg"],
  ["この鐘は重い。あの鐘は軽い。", "鐘は軽い", "鐘は軽い"],
  ["One two three four five six seven eight nine ten.", "two three … eight nine", undefined],
  ["Nothing of it.", "the bell weighs", undefined],
  ["Nothing of it.", " ", undefined],
])("of %j with the quote %j: %j", (text, quote, expected) => {
  expect(selected(text, quote)).toBe(expected);
});

test("a quote with an omission is selected from its first to its last words", () => {
  const text = "Once one two three four five six and so on, seven eight nine ten eleven twelve, the end.";
  const quote = "one two three four five six … seven eight nine ten eleven twelve";
  expect(selected(text, quote)).toBe(text.slice(5, -10));
});

describe("of a long line", () => {
  const filler = "Many words say little. ".repeat(40);
  const line = `${filler}The clapper weighs 14 kg! ${filler}`;

  test("without a quote the sentence is selected that the answer repeats", () => {
    expect(selected(line, undefined, "It has a clapper of 14 kg")).toBe("The clapper weighs 14 kg!");
    expect(selected(`${"鐘が鳴る。".repeat(200)}灯台は白い。`, undefined, "灯台の色は白")).toBe("灯台は白い。");
  });

  test("without any words in common its first sentence is selected", () => {
    expect(selected(line)).toBe("Many words say little.");
  });

  test("of 140,000 characters it takes no long time", () => {
    const long = "word ".repeat(28_000);
    expect(selected(long, "no such words", "nor these")?.length).toBeGreaterThan(0);
  });
});
