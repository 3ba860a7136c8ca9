// Servers that are prepared: how their addresses are recognised, where their keys go, and how much a model thinks.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KNOWN_PROVIDERS, knownAt } from "../../js/agent/known-providers.ts";
import type { ModelChoice, Thinking } from "../../js/agent/model-choice.ts";
import { addressOf } from "../../js/agent/providers/address.ts";
import { openModel } from "../../js/agent/providers/models.ts";
import { anthropic } from "../standins/anthropic.ts";
import { google } from "../standins/google.ts";
import { networkTo } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import { StandIn } from "../standins/standin.ts";
import { KEY, turn } from "./turns.ts";

describe("addresses", () => {
  test.each(KNOWN_PROVIDERS.map(({ name, baseUrl }) => [name, baseUrl]))("%s is at %s", (name, baseUrl) => {
    expect(knownAt(baseUrl)?.name).toBe(name);
  });

  test.each([
    ["https://API.GROQ.COM/openai/v1/", "Groq"],
    ["https://openrouter.ai", "OpenRouter"],
    ["https://my-notes.openai.azure.com/openai/v1/", "Azure"],
    // Everything else is the user's own server: no key by the app's own request.
    ["http://api.groq.com/openai/v1", undefined],
    ["https://api.groq.com.evil.example/v1", undefined],
    ["https://api.groq.com@evil.example/v1", undefined],
    ["https://evil.example/api.groq.com/", undefined],
    ["https://evil.example\\.openai.azure.com/openai/v1", undefined],
    ["https://a.openai.azure.com.evil.example/v1", undefined],
    ["https://a.b@c.openai.azure.com/v1", undefined],
    ["https://api.groq.com:8443/v1", undefined],
    ["http://localhost:11435/v1", undefined],
    ["", undefined],
  ])("%s is %s", (baseUrl, name) => {
    expect(knownAt(baseUrl)?.name).toBe(name);
  });

  const address = (baseUrl: string) => addressOf({ provider: "compatible", model: "m", baseUrl, key: KEY });
  test("a prepared server has a fixed address, one of the user's own has not", () => {
    expect(address("https://api.mistral.ai/v1/chat/completions")).toStrictEqual({
      ...{ name: "Mistral", base: "https://api.mistral.ai/v1", key: KEY, isOwn: true },
    });
    expect(address("https://user:word@api.mistral.ai/v1")).toMatchObject({ base: "https://api.mistral.ai/v1" });
    expect(address("https://api.mistral.ai@evil.example/v1")).toMatchObject({ name: "evil.example", isOwn: false });
    expect(address("http://localhost:11434/v1")).toMatchObject({ name: "localhost:11434", isOwn: false });
  });

  test("a prepared server asks for its key, and an address that is not filled in leads nowhere", () => {
    const without = { provider: "compatible", model: "m", baseUrl: "https://api.x.ai/v1" } as const;
    expect(() => addressOf(without)).toThrow(/xAI/);
    expect(() => address("https://<resource>.openai.azure.com/openai/v1")).toThrow("is not a URL");
  });
});

describe("thinking", () => {
  let server: StandIn;
  afterEach(() => server.close());

  const sent = async (choice: Omit<ModelChoice, "key">): Promise<object> => {
    server.script({ parts: ["Ok"] });
    const { fetch: toServer } = networkTo(server);
    // The stand-in answers at one path, the servers have different ones before it.
    const fetch: typeof toServer = (input, init) =>
      toServer(new URL(input instanceof Request ? input.url : input).href.replace(/\/(?:openai|api)\/v1/, "/v1"), init);
    await turn(await openModel({ key: KEY, ...choice }, { fetch }), "Hi");
    return server.last.body as object;
  };
  const levels: Thinking[] = ["", "high"];

  test.each(levels)("of Anthropic's models: %j", async (thinking) => {
    server = await StandIn.start(anthropic);
    const of = (model: string) => sent({ provider: "anthropic", model, thinking });
    const older = await of("claude-sonnet-4-5");
    expect("thinking" in older).toBe(thinking !== "");
    if (thinking) expect(older).toMatchObject({ thinking: { type: "enabled" } });
    expect(await of("claude-3-5-haiku-latest")).not.toHaveProperty("thinking");
    if (thinking) expect(await of("claude-opus-4-6")).toMatchObject({ output_config: { effort: "high" } });
  });

  test.each(levels)("of Google's models: %j", async (thinking) => {
    server = await StandIn.start(google);
    const body = await sent({ provider: "google", model: "gemini-3-pro", thinking });
    const config = thinking ? { thinkingConfig: { thinkingLevel: "high" } } : {};
    expect((body as { generationConfig?: object }).generationConfig ?? {}).toMatchObject(config);
    expect(JSON.stringify(body).includes("thinkingLevel")).toBe(thinking !== "");
  });

  describe("of OpenAI's models and compatible servers", () => {
    beforeEach(async () => (server = await StandIn.start(openAi)));
    test.each([
      ["openai", "gpt-5.2", "", "high", "high"],
      ["openai", "gpt-5.2", "", "", undefined],
      ["openai", "gpt-4o", "", "high", undefined],
      ["openai", "o3", "", "low", "low"],
      ["compatible", "openai/gpt-oss-20b", "https://api.groq.com/openai/v1", "medium", "medium"],
      ["compatible", "llama-3.3-70b", "https://api.groq.com/openai/v1", "medium", undefined],
      ["compatible", "anthropic/claude-sonnet-4.5", "https://openrouter.ai/api/v1", "high", "high"],
      ["compatible", "qwen3", "http://localhost:11434/v1", "high", undefined],
    ] as const)("%s %s at %j, %j: %j", async (provider, model, baseUrl, thinking, effort) => {
      const body = await sent({ provider, model, thinking, ...(baseUrl && { baseUrl }) });
      expect((body as { reasoning_effort?: string }).reasoning_effort).toBe(effort);
    });
  });
});
