// Limits on what a provider sends: bytes, lines, errors, thoughts, calls and silence. Each limit ends the request. The
// tests count what was read of the server's answer, not memory or time.
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ModelChoice, Network } from "../../js/agent/model-choice.ts";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import { listModels, openModel, testModel } from "../../js/agent/providers/models.ts";
import { FreshIds } from "../../js/agent/providers/wire-ids.ts";
import { platformClock } from "../../js/base/clock.ts";
import { bomb, counting, endlessly, Flood, type Flooding } from "../standins/flood.ts";
import { failure, KEY, turn, varied } from "./turns.ts";

const MB = 2 ** 20;
const never = new AbortController().signal;

let flood: Flood;
afterEach(() => flood.close());

/** What is asked of a server that floods, as a person asks, for models, or as a test. */
const WAYS = {
  asking: async (choice, network) => turn(await openModel(choice, network), "Hi"),
  listing: (choice, network) => listModels(choice, network, never),
  testing: (choice, network) => testModel(choice, network, never),
} satisfies Record<string, (choice: ModelChoice, network: Network) => Promise<unknown>>;

async function asked(flooding: Flooding, way: keyof typeof WAYS = "asking", more: Partial<ModelChoice> = {}) {
  flood = await Flood.start(flooding);
  const { network, taken } = counting();
  const here: Network = {
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      return network.fetch(`http://${flood.host}${url.pathname}${url.search}`, init);
    },
  };
  const choice: ModelChoice = { provider: "compatible", model: "m", baseUrl: flood.baseUrl, key: KEY, ...more };
  const error = await failure(WAYS[way](choice, here));
  return { error, taken: taken() };
}

const events = { "content-type": "text/event-stream" };
const packed = { ...events, "content-encoding": "gzip" };
const tooLarge = () =>
  `The answer from ${flood.host} was too large and was stopped. Ask again, or choose another model.`;

describe.each(["asking", "listing", "testing"] as const)("%s", (way) => {
  test("a gzip bomb of 3 GB ends where a line is too long", async () => {
    const { error, taken } = await asked({ headers: packed, chunks: bomb("x", 3072), hangs: true }, way);
    expect(error).toMatchObject({ fault: "limit", message: tooLarge() });
    expect(taken).toBeGreaterThan(16 * MB);
    expect(taken).toBeLessThan(18 * MB);
    expect(await flood.ended).toBe("left");
  });

  test("a gzip bomb of lines ends at 64 MB", async () => {
    const chunks = bomb(`: ${"x".repeat(1000)}\n`, 3072);
    const { error, taken } = await asked({ headers: packed, chunks, hangs: true }, way);
    expect(error).toMatchObject({ fault: "limit", message: tooLarge() });
    expect(taken).toBeGreaterThan(64 * MB);
    expect(taken).toBeLessThan(66 * MB);
    expect(await flood.ended).toBe("left");
  });

  test("an error of 3 GB is read to 1 MB, and told by its status", async () => {
    const flooding = { status: 503, headers: packed, chunks: bomb("x", 3072), hangs: true };
    const { error, taken } = await asked(flooding, way);
    expect(error).toMatchObject({
      fault: "busy",
      message: "Server error (503).",
    });
    expect(taken).toBeLessThan(3 * MB);
    expect(await flood.ended).toBe("left");
  });

  test("a server that says nothing at all is given up", async () => {
    const { error } = await asked({ chunks: [], isMute: true }, way, { idleSeconds: 0.2 });
    expect(error).toMatchObject({
      fault: "limit",
      message: `${flood.host} sent nothing for 0.2 seconds. Ask again, or set a longer timeout in settings.`,
    });
    expect(await flood.ended).toBe("left");
  });

  test.each([
    ["headers", []],
    ["a comment", [": hello\n\n"]],
  ])("a server that falls silent behind %s is given up", async (_, chunks) => {
    const { error } = await asked({ chunks, hangs: true }, way, { idleSeconds: 0.2 });
    expect(error).toMatchObject({ fault: "limit" });
    expect(await flood.ended).toBe("left");
  });
});

test("a line without an end ends at 16 MB", async () => {
  const { error, taken } = await asked({ chunks: endlessly("data: ", "x") });
  expect(error).toMatchObject({ fault: "limit", message: tooLarge() });
  expect(taken).toBeLessThan(18 * MB);
  expect(await flood.ended).toBe("left");
});

test("an error that is cut off has its status, and how long to wait", async () => {
  const headers = { "content-type": "application/json", "retry-after": "7" };
  const flooding = { status: 429, headers, chunks: endlessly('{"error": {"message": "', "x") };
  const { error, taken } = await asked(flooding);
  expect(error).toMatchObject({ fault: "busy", retryAfterMs: 7000 });
  expect(taken).toBeLessThan(3 * MB);
  expect(await flood.ended).toBe("left");
});

/** Events as each provider writes them: what begins an answer, a thought, a signature, and call number `n`. */
const WIRE = {
  compatible: {
    begin: "",
    thought: (text: string) => openAi({ reasoning_content: text }),
    call: (n: number) =>
      openAi({ tool_calls: [{ index: n, id: `c${n}`, function: { name: "read_file", arguments: "{}" } }] }),
  },
  anthropic: {
    begin: anthropic({ type: "message_start", message: { id: "m", model: "m", usage: { input_tokens: 1 } } }),
    thought: (text: string) =>
      anthropic({ type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } }) +
      anthropic({ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: text } }),
    call: (n: number) =>
      anthropic({
        type: "content_block_start",
        index: n,
        content_block: { type: "tool_use", id: `c${n}`, name: "a" },
      }) + anthropic({ type: "content_block_stop", index: n }),
  },
  google: {
    begin: "",
    thought: (text: string) => google([{ text, thought: true }]),
    call: () => google([{ functionCall: { name: "read_file", args: {} } }]),
  },
};

function openAi(delta: object): string {
  return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta }] })}\n\n`;
}

function anthropic(event: Record<string, unknown>): string {
  return `event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`;
}

function google(parts: object[]): string {
  return `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts }, index: 0 }] })}\n\n`;
}

describe.each(["compatible", "anthropic", "google"] as const)("of %s", (provider) => {
  const { begin, thought, call } = WIRE[provider];
  const name = () => (provider === "compatible" ? flood.host : provider === "google" ? "Google" : "Anthropic");

  test("thoughts without an end are ended as a text is", async () => {
    const { error, taken } = await asked({ chunks: endlessly(begin, thought(varied(5000))) }, "asking", {
      provider,
    });
    expect(error).toMatchObject({
      fault: "limit",
      message: `The model at ${name()} kept reasoning without end. Ask again, or choose another model.`,
    });
    expect(taken).toBeLessThan(8 * MB);
    expect(await flood.ended).toBe("left");
  });

  test("a hundred thousand calls are refused at the first thousand", async () => {
    function* calls(): Generator<string> {
      yield begin;
      for (let n = 0; n < 100_000; n += 100) yield Array.from({ length: 100 }, (_, i) => call(n + i)).join("");
    }
    const { error, taken } = await asked({ chunks: calls() }, "asking", { provider });
    expect(error).toMatchObject({
      fault: "limit",
      message: `The model at ${name()} made more than 1,000 calls at once. Ask again, or choose another model.`,
    });
    expect(taken).toBeLessThan(8 * MB);
    expect(await flood.ended).toBe("left");
  });
});

test("a hundred thousand calls in one event are refused before the library looks for those that belong together", async () => {
  const calls = Array.from({ length: 100_000 }, () => ({ index: 0, function: { name: "a", arguments: "{}" } }));
  const { error } = await asked({ chunks: [openAi({ tool_calls: calls })], hangs: true });
  expect(error).toMatchObject({ fault: "limit" });
});

test("signatures count as thoughts do", async () => {
  const delta = { type: "signature_delta", signature: "x".repeat(5000) };
  const begin = WIRE.anthropic.begin + WIRE.anthropic.thought("");
  const chunks = endlessly(begin, anthropic({ type: "content_block_delta", index: 0, delta }));
  const { error } = await asked({ chunks }, "asking", { provider: "anthropic" });
  expect(error).toMatchObject({ fault: "limit" });
});

test("the ids of calls take no more time the more of them are alike", () => {
  const ids = new FreshIds([]);
  const given = new Set(Array.from({ length: 50_000 }, () => ids.fresh("")));
  expect(given.size).toBe(50_000);
  expect(given).toContain("call-50000");
});

describe("any byte is a sign of life", () => {
  /** What waits for time to pass, in order: how long, whether it still waits, and a way to let the time be up. */
  function watched() {
    const waits: { ms: number; waits: () => boolean; end: () => void }[] = [];
    vi.spyOn(platformClock, "wait").mockImplementation(
      (ms, signal) => new Promise((end) => void waits.push({ ms, waits: () => !signal.aborted, end })),
    );
    return waits;
  }

  test("a comment is one: the time begins anew with each", async () => {
    const waits = watched();
    const gates = Array.from({ length: 3 }, gate);
    flood = await Flood.start({
      chunks: gates.map(({ passed }) => passed.then(() => ": still loading\n\n")),
      hangs: true,
    });
    const model = await openModel({ provider: "compatible", model: "m", baseUrl: flood.baseUrl }, counting().network);
    const failed = failure(turn(model, "Hi"));
    // For the headers, and for the first byte.
    await vi.waitFor(() => expect(waits).toHaveLength(2), 30_000);
    for (const [index, { pass }] of gates.entries()) {
      pass();
      await vi.waitFor(() => expect(waits).toHaveLength(3 + index), 30_000);
      expect(waits.map(({ waits }) => waits())).toStrictEqual([...Array<boolean>(2 + index).fill(false), true]);
    }
    // What has been answered since ends nothing.
    for (const { end } of waits.slice(0, -1)) end();
    await new Promise((resolve) => setImmediate(resolve));
    waits.at(-1)?.end();
    expect((await failed).message).toBe(
      `${flood.host} sent nothing for 2 minutes. Ask again, or set a longer timeout in settings.`,
    );
    expect(new Set(waits.map(({ ms }) => ms))).toStrictEqual(new Set([120_000]));
    expect(await flood.ended).toBe("left");
  });

  test("the app's own way shows none: it gets five times as long, and its answer is as large as any", async () => {
    const waits = watched();
    flood = await Flood.start({ chunks: [] });
    const closed = () => Promise.reject(new TypeError("Failed to fetch"));
    const open = (whole: NonNullable<Network["whole"]>) =>
      openModel(
        { provider: "compatible", model: "m", baseUrl: flood.baseUrl, idleSeconds: 60 },
        { fetch: closed, whole },
      );
    const silent = failure(turn(await open(() => new Promise(() => undefined)), "Hi"));
    await vi.waitFor(() => expect(waits.at(-1)?.ms).toBe(300_000));
    waits.at(-1)?.end();
    expect((await silent).message).toContain("sent nothing for 5 minutes.");
    const body = new Uint8Array(64 * MB + 1).fill(10).buffer;
    const large = await open(() => Promise.resolve({ status: 200, headers: {}, body }));
    expect(await failure(turn(large, "Hi"))).toMatchObject({ fault: "limit", message: tooLarge() });
  });
});

test("a request that went over a limit is not tried again, and the conversation goes on", async () => {
  flood = await Flood.start({ chunks: endlessly("", WIRE.compatible.thought(varied(5000))) });
  const model = await openModel({ provider: "compatible", model: "m", baseUrl: flood.baseUrl }, counting().network);
  const conversation = new Conversation();
  const means = { model, tools: [], call: () => Promise.reject(new Error("no tool")), maxTurns: 3 };
  const told: string[] = [];
  const end = await conversation.answer(
    { text: "Hi", attachments: [] },
    means,
    never,
    ({ type }) => void told.push(type),
  );
  expect(end).toMatchObject({
    cut: "failed",
    because: expect.stringContaining("kept reasoning without end") as string,
  });
  expect(flood.requests).toBe(1);
  expect(told).not.toContain("retry");
  expect(conversation.messages.map(({ role }) => role)).toStrictEqual(["user"]);
});

function gate() {
  let pass = (): void => undefined;
  const passed = new Promise<void>((resolve) => (pass = resolve));
  return { passed, pass: () => pass() };
}
