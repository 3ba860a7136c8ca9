// Vectors from providers: both wire formats, what is in front of a text, cut vectors, and every response that can't be
// used.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type EmbedderChoice, EmbeddingClient } from "../../js/agent/embeddings/embedding-client.ts";
import { fitting } from "../../js/agent/context/token-estimate.ts";
import { cut } from "../../js/agent/embeddings/embed-format.ts";
import { tokensOf } from "../../js/agent/context/token-estimate.ts";
import type { Network } from "../../js/agent/model-choice.ts";
import { platformClock } from "../../js/base/clock.ts";
import { EmbeddingServer, type Fault, vectorOf } from "../support/embedding-server.ts";
import { failure, KEY } from "../models/turns.ts";

let server: EmbeddingServer;
const hosts: string[] = [];
beforeEach(async () => {
  hosts.length = 0;
  server = await EmbeddingServer.start();
});
afterEach(() => server.close());

/** Every request goes to the server, whatever host it is for. */
const network: Network = {
  fetch: (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    hosts.push(url.host);
    return fetch(`http://${server.host}${url.pathname}`, init);
  },
};

const never = new AbortController().signal;

function client(more: Partial<EmbedderChoice> = {}): EmbeddingClient {
  const choice = {
    provider: "compatible",
    model: "m",
    baseUrl: server.baseUrl,
    key: KEY,
    dims: null,
    ...more,
  } as const;
  return new EmbeddingClient(choice, network);
}

/** The vectors of `texts`, as a caller gets them. */
async function embedded(texts: string[], more: Partial<EmbedderChoice> = {}, purpose: "passage" | "query" = "passage") {
  const one = client(more);
  return one.ask(purpose, one.prepared(purpose, texts).texts, never);
}

const rounded = (vector: Iterable<number> | undefined): number[] =>
  Array.from(vector ?? [], (value) => +value.toFixed(5));

test("a compatible server gets all texts in one request, and its vectors come back in order", async () => {
  const { vectors, tokens } = await embedded(["glue", "lamp oil"]);
  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]).toMatchObject({ path: "/v1/embeddings", body: { model: "m", input: ["glue", "lamp oil"] } });
  expect(server.calls[0]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
  expect(vectors.map(rounded)).toStrictEqual(["glue", "lamp oil"].map((text) => rounded(vectorOf(text, 64))));
  expect(tokens).toBe(3);
});

test("the tokens are estimated if the server doesn't tell them", async () => {
  server.tellsUsage = false;
  expect((await embedded(["lamp oil"])).tokens).toBe(tokensOf("lamp oil"));
});

test("Google gets what the texts are for, and a key in its own header, at its own host", async () => {
  await embedded(["lamp oil"], { provider: "google", model: "gemini-embedding-001" });
  await embedded(["lamp"], { provider: "google", model: "models/text-embedding-004", dims: null }, "query");
  expect(hosts).toStrictEqual(Array(2).fill("generativelanguage.googleapis.com"));
  expect(server.calls[0]?.headers).toMatchObject({ "x-goog-api-key": KEY });
  expect(server.calls[0]).toMatchObject({
    path: "/v1beta/models/gemini-embedding-001:batchEmbedContents",
    body: {
      requests: [
        {
          model: "models/gemini-embedding-001",
          content: { parts: [{ text: "lamp oil" }] },
          taskType: "RETRIEVAL_DOCUMENT",
          outputDimensionality: 512,
        },
      ],
    },
  });
  expect(server.calls[1]?.path).toBe("/v1beta/models/text-embedding-004:batchEmbedContents");
  expect(server.calls[1]?.body["requests"]).toStrictEqual([
    { model: "models/text-embedding-004", content: { parts: [{ text: "lamp" }] }, taskType: "RETRIEVAL_QUERY" },
  ]);
});

test("OpenAI is asked for fewer dimensions, at its own host whatever address is set", async () => {
  server.dims = 1536;
  const { vectors } = await embedded(["oil"], { provider: "openai", model: "text-embedding-3-small", dims: 256 });
  expect(hosts).toStrictEqual(["api.openai.com"]);
  expect(server.calls[0]?.body["dimensions"]).toBe(256);
  expect(vectors[0]).toHaveLength(256);
});

describe("cut vectors", () => {
  test("a model that may be cut is cut here, and the vector has length 1 again", async () => {
    server.dims = 1024;
    const { vectors } = await embedded(["lamp oil and glue"], { model: "qwen3-embedding:0.6b" });
    expect(server.calls[0]?.body).not.toHaveProperty("dimensions");
    expect(vectors[0]).toHaveLength(512);
    expect(Math.hypot(...(vectors[0] ?? []))).toBeCloseTo(1);
  });

  test("other models keep their dimensions, and say that they can't be cut", async () => {
    server.dims = 1024;
    expect((await embedded(["oil"], { model: "bge-m3" })).vectors[0]).toHaveLength(1024);
    expect(await failure(embedded(["oil"], { model: "bge-m3", dims: 256 }))).toMatchObject({
      message: "bge-m3 has vectors of 1,024 dimensions, which can't be cut. Leave the dimensions empty.",
    });
    server.dims = 1536;
    expect(await failure(embedded(["oil"], { model: "text-embedding-ada-002" }))).toMatchObject({
      message: "text-embedding-ada-002 has vectors of 1,536 dimensions, more than 1,024. Choose another model.",
    });
  });

  test("the mean is subtracted first where the model needs it", () => {
    expect(rounded(cut([5, 3, 1, -1], 2, true))).toStrictEqual([0.94868, 0.31623]);
    expect(rounded(cut([3, 4, 9], 2, false))).toStrictEqual([0.6, 0.8]);
    expect(rounded(cut([3, 4], 2, true))).toStrictEqual([0.6, 0.8]);
    expect(rounded(cut([1e300, 0], 2, false))).toStrictEqual([1, 0]);
    expect(rounded(cut([0, 0], 2, true))).toStrictEqual([0, 0]);
  });
});

test.each([
  ["nomic-embed-text", "search_query: oil", "search_document: oil"],
  ["intfloat/multilingual-e5-small", "query: oil", "passage: oil"],
  ["mxbai-embed-large", "Represent this sentence for searching relevant passages: oil", "oil"],
  ["unknown", "oil", "oil"],
])("%s gets its own words in front of a text", async (model, query, passage) => {
  await embedded(["oil"], { model }, "query");
  await embedded(["oil"], { model });
  expect(server.texts).toStrictEqual([query, passage]);
});

describe("a text that is too long", () => {
  test("is cut by the estimate", async () => {
    const text = "glue and putty ".repeat(2000);
    await embedded([text], { model: "all-minilm" });
    const [sent = ""] = server.texts;
    expect(text.startsWith(sent)).toBe(true);
    expect(tokensOf(sent)).toBeLessThanOrEqual(250);
    expect(tokensOf(text.slice(0, sent.length + 20))).toBeGreaterThan(250);
  });

  test("is never cut within a character", () => {
    for (let most = 1; most < 12; most += 1) expect(fitting("a🙂🙂🙂🙂🙂🙂", most)).toMatch(/^a(🙂)*$/u);
    expect(fitting("🙂🙂🙂", 1)).toBe("🙂");
  });
});

const vector = (...embedding: unknown[]) => ({ embedding });
test.each<[what: string, fault: Fault, texts: number, message: RegExp]>([
  ["one vector too few", { body: { data: [vector(1, 2)] } }, 2, /sent 1 vectors for 2 texts/],
  ["one too many", { body: { data: [vector(1), vector(2)] } }, 1, /sent 2 vectors for 1 texts/],
  ["an index twice", { body: { data: [{ index: 0 }, { index: 0 }] } }, 2, /sent 0 vectors for 2 texts/],
  ["an index out of range", { body: { data: [{ index: 4e9, embedding: [1] }] } }, 1, /sent 0 vectors for 1 texts/],
  ["other dimensions", { body: { data: [vector(1, 2), vector(1)] } }, 2, /of different dimensions/],
  ["null", { body: { data: [vector(1, null)] } }, 1, /invalid numbers/],
  ["Infinity", { body: '{"data":[{"embedding":[1,1e999]}]}' }, 1, /invalid numbers/],
  ["text", { body: { data: [vector("1", "2")] } }, 1, /invalid numbers/],
  ["an empty vector", { body: { data: [vector()] } }, 1, /invalid numbers/],
  ["no vector", { body: { data: [{}] } }, 1, /invalid numbers/],
  ["only zeros", { body: { data: [vector(0, 0), vector(0, 0)] } }, 2, /all zero/],
  ["a chat's answer", { body: { choices: [] } }, 1, /sent no vectors\. Is it an embedding model\?/],
  ["null as a whole", { body: "null" }, 1, /sent no vectors/],
  ["NaN, which is no JSON", { body: '{"data":[{"embedding":[NaN]}]}' }, 1, /sent an unexpected response/],
  ["a web page", { body: "<html>" }, 1, /sent an unexpected response/],
  ["a refused key", { status: 401, body: { error: { message: `bad key ${KEY}` } } }, 1, /refused the API key/],
  ["a server error", { status: 500, body: { error: { message: KEY } } }, 1, /Server error \(500\)/],
  ["another refusal", { status: 400, body: { error: { message: `no: ${KEY}` } } }, 1, /refused the request.*no: …/],
  ["a broken connection", { breaks: true }, 1, /Couldn't reach/],
  ["an endless answer", { endless: "[".repeat(65_536) }, 1, /was too large and was stopped/],
  ["endless lines", { endless: `${" ".repeat(65_535)}\n` }, 1, /was too large and was stopped/],
])("%s is an error that says what is wrong", async (_what, fault, texts, message) => {
  server.faults.push(fault);
  const error = await failure(embedded(Array<string>(texts).fill("oil")));
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain(KEY);
  expect((await embedded(["oil"])).vectors).toHaveLength(1);
});

test("vectors may come in another order, if they say so", async () => {
  server.faults.push({
    body: {
      data: [
        { index: 1, embedding: [0, 1] },
        { index: 0, embedding: [1, 0] },
      ],
    },
  });
  expect((await embedded(["a", "b"])).vectors.map(rounded)).toStrictEqual([
    [1, 0],
    [0, 1],
  ]);
});

test("a text of which the model knows no word has a vector of zeros", async () => {
  server.faults.push({ body: { data: [vector(0, 0), vector(0, 2)] } }, { body: { data: [vector(0, 0)] } });
  expect((await embedded(["?", "b"])).vectors.map(rounded)).toStrictEqual([
    [0, 0],
    [0, 1],
  ]);
  expect((await embedded(["?"])).vectors.map(rounded)).toStrictEqual([[0, 0]]);
  server.faults.push({ body: { data: [vector(0, 0)] } });
  expect((await failure(embedded(["?"], {}, "query"))).message).toMatch(/all zero/);
});

test("how long to wait is told with the error", async () => {
  server.faults.push({ status: 429, headers: { "retry-after": "7" }, body: {} });
  expect(await failure(embedded(["oil"]))).toMatchObject({ fault: "busy", retryAfterMs: 7000 });
});

test("a query waits 3 seconds and no longer, passages ten minutes", async () => {
  const waits: number[] = [];
  let arrived = (): void => undefined;
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  vi.spyOn(platformClock, "wait").mockImplementation((ms, signal) => {
    waits.push(ms);
    return ms === 3000 ? isThere : new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  });
  server.faults.push(() => {
    arrived();
    return { isMute: true };
  });
  const error = await failure(embedded(["oil"], {}, "query"));
  expect(error).toMatchObject({ fault: "limit", message: `${server.host} took longer than 3 seconds.` });
  waits.length = 0;
  await embedded(["oil"]);
  expect(waits).toContain(600_000);
});

test("a request that is stopped rejects with the reason, and nothing more is sent", async () => {
  const stop = new AbortController();
  const why = new Error("stopped");
  server.faults.push({ isMute: true });
  const asked = client().ask("passage", ["oil"], stop.signal);
  stop.abort(why);
  await expect(asked).rejects.toBe(why);
  await expect(client().ask("passage", ["oil"], stop.signal)).rejects.toBe(why);
});

test("what is missing is said before anything is sent", () => {
  expect(() => client({ model: " " })).toThrow("No model. Choose one in settings.");
  expect(() => client({ baseUrl: "" })).toThrow(/No server URL/);
  expect(() => client({ provider: "openai", key: "" })).toThrow("OpenAI needs an API key. Add one in settings.");
  expect(client({ baseUrl: "http://box:1/v1/embeddings/" }).host).toBe("box:1");
});

test("a redirect is not followed", async () => {
  server.faults.push({ status: 307, headers: { location: "http://elsewhere.example/v1/embeddings" } });
  expect((await failure(embedded(["oil"]))).message).toMatch(/redirects to another address/);
  expect(server.calls).toHaveLength(1);
});
