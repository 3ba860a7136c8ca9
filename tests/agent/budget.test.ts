// The token budget: the estimate compared with true counts, the factor that corrects it, and the budget left for calls.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Budget } from "../../js/agent/context/budget.ts";
import { tokensOf, tokensOfMessage, tokensOfTools } from "../../js/agent/context/token-estimate.ts";
import { briefly, changingDefinitions, definitions } from "../../js/vault/definitions.ts";

/** Passages with their true counts by o200k: see tests/core/tokens.rs. */
const passages = readFileSync("tests/fixtures/tokens.txt", "utf8")
  .split("=== ")
  .slice(1)
  .map((passage) => {
    const [, tokens, name, text = ""] = /^(\d+) ([^\n]*)\n([^]*)$/.exec(passage) ?? [];
    return { tokens: Number(tokens), name, text };
  });

describe("the estimate", () => {
  test("of any passage is off by less than half, and of all together by less than a twentieth", () => {
    expect(passages).toHaveLength(27);
    const total = passages.reduce((sum, { tokens }) => sum + tokens, 0);
    const estimated = passages.reduce((sum, { text }) => sum + tokensOf(text), 0);
    expect(Math.abs(estimated - total) / total).toBeLessThan(0.05);
    for (const { name, tokens, text } of passages) {
      expect(Math.abs(tokensOf(text) - tokens) / tokens, name).toBeLessThan(0.5);
    }
  });

  test("of nothing is nothing, and of anything else something", () => {
    expect(tokensOf("")).toBe(0);
    for (const text of ["a", "7", "\n", ".", "é", "ж", "字", "😀", "\0", "\u{10ffff}"]) {
      expect(tokensOf(text), text).toBeGreaterThan(0);
      expect(tokensOf(text), text).toBeLessThan(4);
    }
  });

  test("of a long text takes time in proportion", () => {
    // A million letters; quadratic time would be minutes.
    expect(tokensOf("word ".repeat(200_000))).toBeGreaterThan(200_000);
  });

  test("counts calls, attachments and images", () => {
    const said = { role: "assistant", text: "", calls: [], model: "m" } as const;
    const call = { id: "1", tool: "read_file", args: '{"path": "Notes/a.md"}' };
    expect(tokensOfMessage({ ...said, calls: [call] })).toBeGreaterThan(tokensOfMessage(said) + 5);
    const structuredContent = { display: "", files: [] };
    const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
    const reply = { content: [image], isError: false, structuredContent };
    const asked = { role: "user", text: "?", attachments: [{ path: "a.png", reply }] } as const;
    expect(tokensOfMessage(asked)).toBeGreaterThan(1500);
    const text = { ...asked, attachments: [] };
    expect(tokensOfMessage(text)).toBeLessThan(20);
    expect(tokensOfMessage({ ...text, undone: ["Notes/a.md"] })).toBeGreaterThan(tokensOfMessage(text) + 5);
  });

  test("of the tools leaves most of the least context for the conversation", () => {
    expect(tokensOfTools(definitions)).toBeLessThanOrEqual(1900);
    expect(tokensOfTools([...definitions, ...changingDefinitions])).toBeLessThanOrEqual(2900);
    expect(tokensOfTools(briefly(definitions))).toBeLessThanOrEqual(600);
    expect(tokensOfTools(briefly(changingDefinitions))).toBeLessThanOrEqual(750);
  });
});

describe("the factor", () => {
  test("is what the provider counts, divided by the estimate", () => {
    const budget = new Budget({ contextTokens: 100_000 });
    expect(budget.factor).toBe(1);
    budget.learn(1000, { inputTokens: 1500 });
    expect(budget.factor).toBe(1.5);
    budget.learn(2000, { inputTokens: 1800 });
    expect(budget.factor).toBe(0.9);
  });

  test("keeps to what is likely: a server that counts only what it had not cached makes no room", () => {
    const budget = new Budget({ contextTokens: 100_000 });
    budget.learn(10_000, { inputTokens: 12 });
    expect(budget.factor).toBe(0.7);
    budget.learn(10, { inputTokens: 10_000 });
    expect(budget.factor).toBe(4);
  });

  test("stays as it is where nothing was counted", () => {
    const budget = new Budget({ contextTokens: 100_000 });
    budget.learn(1000, { inputTokens: 1200 });
    budget.learn(1000, { inputTokens: 0 });
    budget.learn(1000, { inputTokens: NaN });
    budget.learn(0, { inputTokens: 1000 });
    expect(budget.factor).toBe(1.2);
  });
});

describe("the room for a request", () => {
  test.each([
    [200_000, 200_000 - 8192],
    [32_768, 32_768 - 8192],
    [8192, 6144],
    // What cannot be is taken for the least.
    [0, 1536],
    [NaN, 1536],
    [-1, 1536],
  ])("of a context of %d tokens is %d: the answer needs some, too", (contextTokens, room) => {
    expect(new Budget({ contextTokens }).room).toBe(room);
  });

  test("is enough up to seven eighths; then so much has to go that three eighths are free", () => {
    const budget = new Budget({ contextTokens: 8192 });
    expect(budget.excess(5376)).toBe(0);
    expect(budget.excess(5377)).toBe(5377 - 3840);
  });

  test("is measured by the factor, and what has to go is told by estimate", () => {
    const budget = new Budget({ contextTokens: 8192 });
    budget.learn(1000, { inputTokens: 2000 });
    expect(budget.excess(2688)).toBe(0);
    expect(budget.excess(3000)).toBe((6000 - 3840) / 2);
  });

  test("is less than was said once the provider finds a request too long", () => {
    const budget = new Budget({ contextTokens: 128_000 });
    // A context of 20,000, less the answer's 5,000; five eighths of that may be taken.
    expect(budget.overflowed(20_000)).toBe(20_000 - 9375);
    expect(budget.room).toBe(15_000);
  });

  test("of a small context that is found too small makes half go", () => {
    const budget = new Budget({ contextTokens: 4096 });
    expect(budget.overflowed(1500)).toBe(750);
  });
});

describe("the share of a call", () => {
  const budget = new Budget({ contextTokens: 8192 });

  test("is the same for each, and leaves half of what is left to the next turn", () => {
    expect(budget.share(2144, 1)).toStrictEqual({ maxTokens: 2000, calls: 1 });
    expect(budget.share(2144, 3)).toStrictEqual({ maxTokens: 666, calls: 3 });
  });

  test("is never too small to show anything; then fewer calls are served", () => {
    expect(budget.share(2144, 8)).toStrictEqual({ maxTokens: 500, calls: 8 });
    expect(budget.share(2144, 100)).toStrictEqual({ maxTokens: 500, calls: 8 });
    expect(budget.share(6144, 2)).toStrictEqual({ maxTokens: 500, calls: 1 });
    expect(budget.share(60_000, 2)).toStrictEqual({ maxTokens: 500, calls: 1 });
  });

  test("is measured by the factor", () => {
    const costly = new Budget({ contextTokens: 8192 });
    costly.learn(1000, { inputTokens: 2000 });
    expect(costly.share(2072, 1)).toStrictEqual({ maxTokens: 1000, calls: 1 });
  });
});
