// What local servers say of a model, as each of them writes it, and what becomes of it.
import { describe, expect, test } from "vitest";
import type { ModelChoice } from "../../js/agent/model-choice.ts";
import { openModel } from "../../js/agent/providers/models.ts";

const MODEL = "qwen3:8b";

/** A server that answers these paths with JSON, and 404 otherwise. Notes what it was asked. */
function server(answers: Record<string, unknown>, asked: string[] = []): typeof fetch {
  return (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    asked.push(`${init.method ?? "GET"} ${pathname} ${typeof init.body === "string" ? init.body : ""}`.trim());
    const answer = answers[pathname];
    return Promise.resolve(new Response(JSON.stringify(answer ?? { error: "no" }), { status: answer ? 200 : 404 }));
  };
}

let port = 20_000;
/** The model behind `answers`, once its server was asked. Each has an address of its own: answers are kept. */
async function prepared(answers: Record<string, unknown>, choice: Partial<ModelChoice> = {}, asked?: string[]) {
  const baseUrl = `http://127.0.0.1:${++port}/v1`;
  const model = await openModel(
    { provider: "compatible", model: MODEL, baseUrl, ...choice },
    { fetch: server(answers, asked) },
  );
  await model.prepare?.();
  return model;
}

const llamaCpp = (caps: object) => ({
  "/v1/models": {
    object: "list",
    data: [{ id: MODEL, owned_by: "llamacpp", meta: { n_ctx: 4096, n_ctx_train: 8192 } }],
  },
  "/props": { default_generation_settings: { params: {}, n_ctx: 4096 }, total_slots: 4, chat_template_caps: caps },
});
const ollama = (shown: object, models: object[] = []) => ({
  "/v1/models": { object: "list", data: [{ id: MODEL, object: "model", owned_by: "library" }] },
  "/api/show": { details: {}, model_info: { "qwen3.context_length": 40_960 }, ...shown },
  "/api/ps": { models },
});

test("a server that did not answer is asked again", async () => {
  const baseUrl = `http://127.0.0.1:${++port}/v1`;
  const choice = { provider: "compatible", model: MODEL, baseUrl } as const;
  const tokens: number[] = [];
  for (const answers of [{}, llamaCpp({})]) {
    const model = await openModel(choice, { fetch: server(answers) });
    await model.prepare?.();
    tokens.push(model.contextTokens);
  }
  expect(tokens[0]).toBeGreaterThan(4096);
  expect(tokens[1]).toBe(4096);
});

test("a provider's server is not asked", async () => {
  const asked: string[] = [];
  await prepared(llamaCpp({}), { baseUrl: "https://api.groq.com/openai/v1", key: "k" }, asked);
  expect(asked).toStrictEqual([]);
});

describe("the context and the tools of a model", () => {
  test.each([
    ["llama.cpp", llamaCpp({ supports_tools: true, supports_tool_calls: true }), 4096, true],
    [
      "llama.cpp, a template without tools",
      llamaCpp({ supports_tools: false, supports_tool_calls: false }),
      4096,
      false,
    ],
    ["llama.cpp of before", llamaCpp({}), 4096, true],
    ["Ollama, as it is by default", ollama({ capabilities: ["completion", "tools"] }), 4096, true],
    ["Ollama, no tools", ollama({ capabilities: ["completion"] }), 4096, false],
    [
      "Ollama, num_ctx",
      ollama({ parameters: 'stop "<|im_end|>"\nnum_ctx                        16384' }),
      16_384,
      true,
    ],
    [
      "Ollama, loaded",
      ollama({}, [
        { name: "other", context_length: 1 },
        { name: MODEL, context_length: 32_768 },
      ]),
      32_768,
      true,
    ],
    [
      "LM Studio",
      {
        "/v1/models": { data: [{ id: MODEL, object: "model", owned_by: "organization_owner" }] },
        "/api/v0/models": {
          data: [{ id: MODEL, state: "loaded", max_context_length: 32_768, loaded_context_length: 8192 }],
        },
      },
      8192,
      true,
    ],
    ["vLLM", { "/v1/models": { data: [{ id: MODEL, owned_by: "vllm", max_model_len: 12_288 }] } }, 12_288, true],
    ["a server that says nothing", {}, 32_768, true],
    [
      "a server that says nonsense",
      { "/v1/models": [1, null], "/props": { default_generation_settings: { n_ctx: "many" } } },
      32_768,
      true,
    ],
  ])("%s", async (_, answers, contextTokens, takesTools) => {
    expect(await prepared(answers)).toMatchObject({ contextTokens, takesTools });
  });

  test("a limit that the server states is one, whatever the settings say; a default is not", async () => {
    const own = { contextTokens: 16_384 };
    expect((await prepared(llamaCpp({}), own)).contextTokens).toBe(4096);
    expect((await prepared(ollama({}), own)).contextTokens).toBe(16_384);
    expect((await prepared(llamaCpp({}), { contextTokens: 2500 })).contextTokens).toBe(2500);
  });

  test("the user's choice of how to read counts more than what the server says", async () => {
    const none = llamaCpp({ supports_tools: false });
    expect((await prepared(none, { reading: "tools" })).takesTools).toBe(true);
    expect((await prepared(llamaCpp({}), { reading: "passages" })).takesTools).toBe(false);
  });

  test("a provider with an address of its own is not asked, and no server before it is needed", async () => {
    const asked: string[] = [];
    const choice = { provider: "openai", model: "gpt-5", key: "k" } as const;
    const model = await openModel(choice, { fetch: server({}, asked) });
    await model.prepare?.();
    expect(asked).toStrictEqual([]);
  });

  test("nothing but the model's name is sent, and what was said counts for a while", async () => {
    const asked: string[] = [];
    const baseUrl = `http://127.0.0.1:${++port}/v1`;
    for (let times = 0; times < 3; times++) {
      const choice = { provider: "compatible", model: MODEL, baseUrl } as const;
      const model = await openModel(choice, { fetch: server(ollama({}), asked) });
      await model.prepare?.();
    }
    expect(asked.sort()).toStrictEqual(
      [
        "GET /api/ps",
        "GET /api/v0/models",
        "GET /props",
        "GET /v1/models",
        'POST /api/show {"model":"qwen3:8b"}',
      ].sort(),
    );
  });

  test("a server that breaks off says nothing", async () => {
    const model = await openModel(
      { provider: "compatible", model: MODEL, baseUrl: `http://127.0.0.1:${++port}/v1` },
      { fetch: () => Promise.reject(new TypeError("fetch failed")) },
    );
    await model.prepare?.();
    expect(model.contextTokens).toBe(32_768);
  });
});
