// Vectors for the core: within the budget, recorded before they are sent, split, and nothing lost when a request fails.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BudgetLimits, DailyBudget } from "../../js/agent/embeddings/daily-budget.ts";
import { EmbeddingClient } from "../../js/agent/embeddings/embedding-client.ts";
import { ProviderEmbedder, type EmbedderParts } from "../../js/agent/embeddings/provider-embedder.ts";
import type { EmbedText } from "../../js/vault/host.ts";
import { realNetwork } from "../standins/network.ts";
import { EmbeddingServer, vectorOf } from "../support/embedding-server.ts";

let server: EmbeddingServer;
let now: number;
let kept: string | undefined;
let limits: BudgetLimits;
const recorded: string[][] = [];

beforeEach(async () => {
  server = await EmbeddingServer.start();
  now = new Date(2026, 1, 3, 12).getTime();
  kept = undefined;
  limits = { tokens: null, money: null, price: null };
  recorded.length = 0;
});
afterEach(() => server.close());

const clock = { now: () => now };
const budget = (): DailyBudget =>
  new DailyBudget({ read: () => kept, write: (text) => (kept = text) }, () => limits, clock);

function embedder(more: Partial<EmbedderParts> = {}, dims = 64): ProviderEmbedder {
  const choice = { provider: "compatible", model: "m", baseUrl: server.baseUrl, dims: null } as const;
  return new ProviderEmbedder({
    client: new EmbeddingClient(choice, realNetwork),
    dims,
    budget: budget(),
    isPaused: () => false,
    record: (texts) => {
      recorded.push(texts.map(({ path, first, last }) => `${path}:${first}-${last}`));
      return Promise.resolve();
    },
    closedNow: () => Promise.resolve([]),
    clock,
    ...more,
  });
}

const passages = (...texts: string[]): EmbedText[] =>
  texts.map((text, at) => ({ path: "a.md", first: at + 1, last: at + 1, text }));
const asked = (...texts: string[]) => ({ purpose: "passage", texts: passages(...texts) }) as const;
const query = (text: string) => ({ purpose: "query", texts: [{ path: "", first: 0, last: 0, text }] }) as const;

/** The vectors of an answer, rounded; or the answer. */
function shown(answer: Awaited<ReturnType<ProviderEmbedder["embed"]>>) {
  if (answer === "paused" || !("vectors" in answer)) return answer;
  const { dims, values } = answer.vectors;
  const all = new Float32Array(values.buffer);
  return Array.from({ length: all.length / dims }, (_, at) => rounded([...all.slice(at * dims, (at + 1) * dims)]));
}
const rounded = (vector: number[]): number[] => vector.map((value) => +value.toFixed(5));
const expected = (...texts: string[]) => texts.map((text) => rounded(vectorOf(text, 64)));

test("the vectors come in the order of the texts, recorded before they are sent", async () => {
  const record: EmbedderParts["record"] = (texts) => {
    expect(server.calls).toHaveLength(0);
    recorded.push(texts.map(({ path, first, last }) => `${path}:${first}-${last}`));
    return Promise.resolve();
  };
  expect(shown(await embedder({ record }).embed(asked("glue", "oil")))).toStrictEqual(expected("glue", "oil"));
  expect(recorded).toStrictEqual([["a.md:1-1", "a.md:2-2"]]);
});

test("what can't be recorded is not sent, and costs nothing", async () => {
  const record = () => Promise.reject(new Error("the disk is full"));
  expect(await embedder({ record }).embed(asked("glue"))).toStrictEqual({ failed: "the disk is full" });
  expect(server.calls).toHaveLength(0);
  expect(budget().used).toBe(0);
});

test("a server that takes less at once gets it in parts, each recorded; a longer text is cut", async () => {
  server.mostLength = 20;
  const [long, short] = ["glue and putty ".repeat(4), "oil"];
  const answer = shown(await embedder().embed(asked("a", long, short)));
  expect(answer).toMatchObject([expected("a")[0], expected(long.slice(0, 15))[0], expected(short)[0]]);
  expect(recorded).toHaveLength(server.calls.length);
});

test("a text that stays too long is an error, not an endless loop", async () => {
  server.mostLength = 0;
  expect(await embedder().embed(asked("glue and putty, "))).toStrictEqual({
    failed: "m takes no text of this length.",
  });
  expect(server.calls).toHaveLength(5);
});

test("a note that is excluded between two parts is not sent", async () => {
  server.mostLength = 20;
  const closedNow = (paths: readonly string[]) => Promise.resolve(paths);
  const answer = await embedder({ closedNow }).embed(asked("a".repeat(30), "b"));
  expect(answer).toStrictEqual({ failed: "A note was excluded meanwhile." });
  expect(server.calls).toHaveLength(1);
});

test("vectors that came before a failure are not asked for again", async () => {
  server.mostLength = 4;
  server.faults.push(undefined, undefined, { status: 503, body: {} });
  const one = embedder();
  expect(await one.embed(asked("glue", "putty"))).toStrictEqual({ failed: "Server error (503)." });
  expect(one.halt).toMatchObject({ fault: { fault: "busy" } });
  server.calls.length = 0;
  server.mostLength = 10;
  expect(shown(await one.embed(asked("glue", "putty")))).toStrictEqual(expected("glue", "putty"));
  expect(server.texts).toStrictEqual(["putty"]);
  expect(one.halt).toBeUndefined();
});

test("other dimensions than before are an error that names both", async () => {
  expect(await embedder({}, 32).embed(asked("glue"))).toStrictEqual({
    failed: "m sent vectors of 64 dimensions instead of 32.",
  });
});

test("paused, no passage is sent, but queries are", async () => {
  const one = embedder({ isPaused: () => true });
  expect(await one.embed(asked("glue"))).toBe("paused");
  expect(shown(await one.embed(query("glue")))).toStrictEqual(expected("glue"));
});

test("after a failed query, the next ones fail at once for a minute", async () => {
  const one = embedder();
  server.faults.push({ status: 500, body: {} });
  const failed = { failed: "Server error (500)." };
  expect(await one.embed(query("glue"))).toStrictEqual(failed);
  now += 59_000;
  expect(await one.embed(query("glue"))).toStrictEqual(failed);
  expect(server.calls).toHaveLength(1);
  // It says nothing about passages.
  expect(shown(await one.embed(asked("oil")))).toStrictEqual(expected("oil"));
  now += 1000;
  expect(shown(await one.embed(query("glue")))).toStrictEqual(expected("glue"));
});

test("a search that was stopped makes no later one fail", async () => {
  const [one, stop] = [embedder(), new AbortController()];
  server.faults.push(() => {
    stop.abort();
    return { isMute: true };
  });
  expect(await one.embed(query("glue"), stop.signal)).toStrictEqual({ failed: "Stopped." });
  expect(shown(await one.embed(query("glue")))).toStrictEqual(expected("glue"));
});

test("the budget ends with the day, counts what the provider says, and leaves room for queries", async () => {
  limits = { tokens: 1000, money: null, price: null };
  const one = embedder();
  expect(shown(await one.embed(asked("word ".repeat(700))))).toHaveLength(1);
  expect(budget().used).toBe(875);
  expect(await one.embed(asked("word ".repeat(120)))).toBe("paused");
  expect(budget().used).toBe(875);
  expect(shown(await one.embed(query("word ".repeat(110))))).toHaveLength(1);
  now += 24 * 3_600_000;
  expect(shown(await one.embed(asked("word ".repeat(120))))).toHaveLength(1);
});

test("a budget in money uses the price, and the lower limit counts", () => {
  limits = { tokens: 1_000_000, money: 0.5, price: 2 };
  expect(budget().most).toBe(250_000);
  limits = { tokens: 1000, money: 0.5, price: 2 };
  expect(budget().most).toBe(1000);
  limits = { tokens: null, money: 0.5, price: null };
  expect(budget().most).toBe(Infinity);
  kept = "{broken";
  expect(budget().used).toBe(0);
});

test("what a provider refuses costs nothing; an answer that can't be used does", async () => {
  const one = embedder();
  server.faults.push({ status: 429, body: {} }, { breaks: true }, { body: { data: [] } });
  await one.embed(asked("glue"));
  await one.embed(asked("glue"));
  expect(budget().used).toBe(0);
  await one.embed(asked("glue"));
  expect(budget().used).toBeGreaterThan(0);
});

test("a text without a meaning gets a vector too, or the core would end there", async () => {
  server.faults.push({ body: { data: [{ embedding: Array(64).fill(0) }] } });
  const [vector = []] = shown(await embedder().embed(asked("?"))) as number[][];
  expect(vector.some((value) => value !== 0)).toBe(true);
});
