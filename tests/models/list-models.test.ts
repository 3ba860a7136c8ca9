// The models in a provider's list, what the list says about them, and what is known about models that it says nothing
// about.
import { afterEach, expect, test } from "vitest";
import type { ModelChoice } from "../../js/agent/model-choice.ts";
import { listModels } from "../../js/agent/providers/models.ts";
import { limitsOf } from "../../js/agent/providers/known-models.ts";
import { anthropic } from "../standins/anthropic.ts";
import { google } from "../standins/google.ts";
import { networkTo } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import type { Format, Listed } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";
import { failure, KEY } from "./turns.ts";

const open: StandIn[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function listed(provider: ModelChoice["provider"], format: Format, models: Listed[], key = KEY) {
  const server = await StandIn.start(format);
  open.push(server);
  server.models = models;
  server.key = KEY;
  const choice = { provider, model: "", key, baseUrl: "http://box:1234/v1" };
  return listModels(choice, networkTo(server), new AbortController().signal);
}

test("Anthropic's models have its names for them", async () => {
  const models = [
    { id: "claude-sonnet-4-5", name: "Claude Sonnet 4.5" },
    { id: "claude-opus-9", name: "Claude Opus 9", contextTokens: 1_000_000 },
  ];
  expect(await listed("anthropic", anthropic, models)).toStrictEqual([
    { id: "claude-opus-9", name: "Claude Opus 9", contextTokens: 1_000_000, seesImages: true },
    { id: "claude-sonnet-4-5", name: "Claude Sonnet 4.5", contextTokens: 200_000, seesImages: true },
  ]);
});

test("Google's models are those that answer questions, by their bare ids", async () => {
  const models = [
    { id: "gemini-3-pro", name: "Gemini 3 Pro", contextTokens: 2_000_000 },
    { id: "gemini-embedding-001", more: { supportedGenerationMethods: ["embedContent"] } },
    { id: "gemini-2.5-flash-image" },
  ];
  expect(await listed("google", google, models)).toStrictEqual([
    { id: "gemini-3-pro", name: "Gemini 3 Pro", contextTokens: 2_000_000, seesImages: true },
  ]);
});

test("OpenAI's list is more than models that answer questions", async () => {
  const ids = [
    "gpt-5.2",
    "gpt-4o-audio-preview",
    "o3",
    "text-embedding-3-small",
    "whisper-1",
    "dall-e-3",
    "gpt-10",
    "gpt-image-1",
  ];
  const models = await listed(
    "openai",
    openAi,
    ids.map((id) => ({ id })),
  );
  expect(models.map(({ id }) => id)).toStrictEqual(["gpt-5.2", "gpt-10", "o3"]);
});

test("a compatible server's own word counts more than what is known", async () => {
  const models = [
    {
      id: "google/gemma-3",
      more: { name: "Gemma 3", context_length: 96_000, architecture: { input_modalities: ["text"] } },
    },
    { id: "qwen3:8b", more: { max_model_len: 40_960 } },
    { id: "some-model" },
    { id: "nomic-embed-text" },
  ];
  expect(await listed("compatible", openAi, models)).toStrictEqual([
    { id: "google/gemma-3", name: "Gemma 3", contextTokens: 96_000, seesImages: false },
    { id: "qwen3:8b", name: "qwen3:8b", contextTokens: 40_960, seesImages: false },
    { id: "some-model", name: "some-model", contextTokens: 32_768, seesImages: false },
  ]);
});

test("a list that is none has no models", async () => {
  const odd: Format = { ...openAi, list: () => ({ data: [null, 7, { id: "" }, { id: 3 }, "x"] }) };
  expect(await listed("compatible", odd, [])).toStrictEqual([]);
  const page: Format = { ...openAi, list: () => "<html>" };
  expect(await listed("compatible", page, [])).toStrictEqual([]);
});

test("a refused key is said to be, as in a turn", async () => {
  expect(await failure(listed("google", google, [], "wrong"))).toMatchObject({
    fault: "key",
    message: "Google refused the API key. Check it in settings.",
  });
});

test("a server that has no list at this address is not understood as one", async () => {
  const elsewhere: Format = { ...openAi, isList: () => false };
  expect(await failure(listed("compatible", elsewhere, []))).toMatchObject({
    fault: "model",
    message: "Not found (404). Does the URL end in /v1?",
  });
});

test("cancelling ends it", async () => {
  const server = await StandIn.start(openAi);
  open.push(server);
  const reason = new Error("enough");
  const choice = { provider: "compatible", model: "", baseUrl: server.baseUrl } as const;
  await expect(listModels(choice, networkTo(server), AbortSignal.abort(reason))).rejects.toBe(reason);
});

test.each<[string, boolean, number, boolean]>([
  ["claude-opus-4-6", false, 200_000, true],
  ["gpt-4.1-mini", false, 1_047_576, true],
  ["gpt-4o", false, 128_000, true],
  ["gpt-4", false, 8_192, false],
  ["gpt-5.2", false, 272_000, true],
  ["o3-mini", false, 128_000, false],
  ["o3", false, 200_000, true],
  ["gemini-2.5-flash", false, 1_048_576, true],
  ["anthropic/claude-sonnet-4.5", true, 200_000, true],
  ["openai/o3", true, 200_000, true],
  ["gemma3:12b", true, 32_768, true],
  ["gpt-oss:20b", true, 32_768, false],
  ["moon-o3-like", true, 32_768, false],
])("%s (compatible: %s) takes %i tokens, images: %s", (model, isCompatible, contextTokens, seesImages) => {
  expect(limitsOf(model, isCompatible)).toStrictEqual({ contextTokens, seesImages });
});
