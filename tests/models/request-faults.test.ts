// What the user is told when a model fails, and what the conversation may do about it. With each provider's own errors.
import { afterEach, describe, expect, test } from "vitest";
import type { ModelChoice, ProgramId, ProviderId } from "../../js/agent/model-choice.ts";
import type { ModelFault } from "../../js/agent/model.ts";
import { openModel } from "../../js/agent/providers/models.ts";
import { anthropic } from "../standins/anthropic.ts";
import { google } from "../standins/google.ts";
import { networkTo } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import type { Format, Part, Refusal } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";
import { asks, failure, KEY, request, turn } from "./turns.ts";

const FORMATS: Readonly<Record<Exclude<ProviderId, "quotes" | ProgramId>, { format: Format; name: string }>> = {
  anthropic: { format: anthropic, name: "Anthropic" },
  openai: { format: openAi, name: "OpenAI" },
  google: { format: google, name: "Google" },
  compatible: { format: openAi, name: "box:1234" },
};
type Provider = keyof typeof FORMATS;

const open: StandIn[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A model of `provider`, whose one answer is `step`. */
async function model(
  provider: Provider,
  step: Refusal | { parts: Part[] } | "refuse",
  more: Partial<ModelChoice> = {},
) {
  const server = await StandIn.start(FORMATS[provider].format);
  open.push(server);
  server.script(step);
  const choice: ModelChoice = { provider, model: "m-1", key: KEY, baseUrl: "http://box:1234/v1", ...more };
  return openModel(choice, networkTo(server));
}

const TOO_LONG = "The conversation is too long for m-1. Start a new conversation, or attach less.";
const noCredit = (name: string, words: string) =>
  `Your ${name} account has no credit left, or its plan doesn't include this model. It says: “${words}”`;

const failed = async (...args: Parameters<typeof model>) => failure(turn(await model(...args), "Hi"));
const EVERY = Object.keys(FORMATS) as Provider[];

describe.each(EVERY)("%s", (provider) => {
  const { name } = FORMATS[provider];

  test("a refused key is said to be, and not shown", async () => {
    const message = `Incorrect API key provided: ${KEY}.`;
    const error = await failed(provider, { status: 401, message });
    expect(error).toMatchObject({
      fault: "key",
      message: `${name} refused the API key. Check it in settings.`,
      retryAfterMs: undefined,
    });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
    expect(error.cause).toBeUndefined();
  });

  test.each<[number, ModelFault, string]>([
    [429, "busy", "Rate limit reached (429)."],
    [500, "busy", "Server error (500)."],
    [503, "busy", "Server error (503)."],
    [529, "busy", "Server error (529)."],
    [413, "too_long", TOO_LONG],
    [418, "refused", `${name} refused the request. It says: “it is so”`],
  ])("status %i is %s", async (status, fault, message) => {
    expect(await failed(provider, { status })).toMatchObject({ fault, message, retryAfterMs: undefined });
  });

  test("a page of some server in between is not shown", async () => {
    const error = await failed(provider, { status: 502, body: "<html><h1>Bad gateway</h1></html>" });
    expect(error).toMatchObject({ fault: "busy", message: "Server error (502)." });
  });

  test("how long it asks to wait is kept", async () => {
    const headers = { "retry-after": "7" };
    expect(await failed(provider, { status: 429, headers })).toMatchObject({ fault: "busy", retryAfterMs: 7000 });
  });

  test.each<[string, Part[]]>([
    ["whose connection breaks", ["Hel", "BREAK"]],
    ["that ends as if it were whole", ["Hel", "CUT"]],
    ["that ends before it begins", ["CUT"]],
    ["that ends in the midst of an event", ["Hel", { raw: 'data: {"cho' }, "CUT"]],
  ])("an answer %s is a broken connection", async (_, parts) => {
    const message = `The connection to ${name} was interrupted.`;
    expect(await failed(provider, { parts })).toMatchObject({ fault: "network", message });
  });

  test("what was said before the connection broke has been given", async () => {
    const texts: string[] = [];
    const broken = await model(provider, { parts: ["Hel", "lo", "BREAK"] });
    const work = (async () => {
      const events = broken.turn(request([asks("Hi")]), new AbortController().signal);
      for await (const event of events) if (event.type === "text") texts.push(event.text);
    })();
    expect((await failure(work)).fault).toBe("network");
    expect(texts.join("")).toBe("Hello");
  });

  test("an answer that is none of its format is said to be", async () => {
    const error = await failed(provider, { parts: [{ raw: 'data: {"type": 7, "choices": 5, "candidates": 1}\n\n' }] });
    expect(error).toMatchObject({
      fault: "refused",
      message: `${name} sent a response that Lectern can't read. Ask again, or choose another model.`,
    });
  });
});

test.each<[string, Provider, Refusal, ModelFault, string]>([
  [
    "Anthropic without credit",
    "anthropic",
    { status: 400, message: "Your credit balance is too low to access the Anthropic API." },
    "quota",
    noCredit("Anthropic", "Your credit balance is too low to access the Anthropic API."),
  ],
  [
    "OpenAI without credit, which is no rate limit",
    "openai",
    { status: 429, error: "insufficient_quota", message: "You exceeded your current quota." },
    "quota",
    noCredit("OpenAI", "You exceeded your current quota."),
  ],
  [
    "a gateway without credit",
    "compatible",
    { status: 402, message: "Insufficient credits" },
    "quota",
    noCredit("box:1234", "Insufficient credits"),
  ],
  [
    "Google for a minute, though it speaks of billing",
    "google",
    {
      status: 429,
      error: "retry 13.5s",
      message: "You exceeded your current quota, please check your plan and billing details.",
    },
    "busy",
    "Rate limit reached (429).",
  ],
  [
    "Google for a day",
    "google",
    {
      status: 429,
      error: "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
      message: "You exceeded your current quota.",
    },
    "quota",
    noCredit("Google", "You exceeded your current quota."),
  ],
  [
    "Google's refused key, which is a bad request",
    "google",
    { status: 400, error: "API_KEY_INVALID", message: "API key not valid. Please pass a valid API key." },
    "key",
    "Google refused the API key. Check it in settings.",
  ],
  [
    "a key that may not do this",
    "anthropic",
    { status: 403, message: `Your key ${KEY} is for  another workspace.` },
    "key",
    "Anthropic refused the API key. Check it in settings. It says: “Your key … is for another workspace.”",
  ],
  [
    "Anthropic's long prompt",
    "anthropic",
    { status: 400, message: "prompt is too long: 210000 tokens > 200000 maximum" },
    "too_long",
    TOO_LONG,
  ],
  ["OpenAI's long prompt", "openai", { status: 400, error: "context_length_exceeded" }, "too_long", TOO_LONG],
  [
    "Google's long prompt",
    "google",
    { status: 400, message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)." },
    "too_long",
    TOO_LONG,
  ],
  [
    "vLLM's long prompt",
    "compatible",
    {
      status: 400,
      message: "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
    },
    "too_long",
    TOO_LONG,
  ],
  [
    "a model that is not",
    "anthropic",
    { status: 404, message: "model: m-1" },
    "model",
    "Anthropic has no model “m-1”. Choose another in settings.",
  ],
  [
    "a model that Ollama has not pulled",
    "compatible",
    { status: 404, message: 'model "m-1" not found, try pulling it first' },
    "model",
    "box:1234 has no model “m-1”. Choose another in settings.",
  ],
  [
    "an address that is not",
    "compatible",
    { status: 404, body: "404 page not found" },
    "model",
    "Not found (404). Does the URL end in /v1?",
  ],
  [
    "a model without tools",
    "compatible",
    { status: 400, message: "registry.ollama.ai/library/m-1 does not support tools" },
    "tools",
    "m-1 can't call tools. Choose “Passages first” in settings, or another model.",
  ],
  [
    "a country",
    "openai",
    { status: 403, error: "unsupported_country_region_territory", message: "Country not supported" },
    "refused",
    "OpenAI refused the request. It says: “Country not supported”",
  ],
])("%s", async (_, provider, step, fault, message) => {
  expect(await failed(provider, step)).toMatchObject({ fault, message });
});

test("Google's own way of asking to wait is kept", async () => {
  expect((await failed("google", { status: 429, error: "retry 13.5s" })).retryAfterMs).toBe(13_500);
});

test("a date to wait for is kept, and one that has passed is no wait", async () => {
  const soon = new Date(Date.now() + 60_000).toUTCString();
  const { retryAfterMs } = await failed("openai", { status: 429, headers: { "retry-after": soon } });
  expect(retryAfterMs).toBeGreaterThan(50_000);
  expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  const past = new Date(0).toUTCString();
  expect((await failed("openai", { status: 429, headers: { "retry-after": past } })).retryAfterMs).toBe(0);
});

test("a server that asks for a key where none is set says so", async () => {
  const { message } = await failed("compatible", { status: 401 }, { key: "" });
  expect(message).toBe("box:1234 needs an API key. Add one in settings.");
});

test("what a provider says is shown in part where it is long", async () => {
  const { message } = await failed("openai", { status: 400, message: "x".repeat(5000) });
  expect(message).toBe(`OpenAI refused the request. It says: “${"x".repeat(300)}…”`);
});

test.each<[Provider, Part[], ModelFault]>([
  ["anthropic", [{ error: "overloaded_error", message: "Overloaded" }], "busy"],
  ["anthropic", ["Hel", { error: "overloaded_error", message: "Overloaded" }], "busy"],
  ["anthropic", ["Hel", { error: "rate_limit_error", message: "Slower" }], "busy"],
  ["openai", ["Hel", { error: "server_error", message: "The server had an error" }], "busy"],
  ["openai", ["Hel", { error: "rate_limit_exceeded", message: "Slower" }], "busy"],
  ["google", ["Hel", { error: "UNAVAILABLE", message: "The model is overloaded." }], "busy"],
  ["compatible", ["Hel", { error: "context_length_exceeded", message: "n_ctx" }], "too_long"],
])("%s may fail in the midst of an answer: %j", async (provider, parts, fault) => {
  expect((await failed(provider, { parts })).fault).toBe(fault);
});
