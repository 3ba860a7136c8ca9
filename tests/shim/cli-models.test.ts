// `--model PROVIDER/NAME` for the providers that the panel knows, and `lectern models`, which lists what can be reached.
import { expect, test } from "vitest";
import type { Network } from "../../js/agent/model-choice.ts";
import { choiceOf, modelOf } from "../../js/cli/model-options.ts";
import { listReachable } from "../../js/cli/models-command.ts";
import { PROVIDERS } from "../../js/cli/model-providers.ts";
import { Terminal } from "../../js/cli/terminal.ts";
import { networkTo } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import { server, useServer } from "../standins/server.ts";
import { lectern } from "./cli.ts";

useServer(openAi);
const KEY = "sk-test-Zx81hUnTeR2";

/** A network in which all is the stand-in, whatever stands before `/v1` in the path. */
function networkWith(hosts: string[]): Network {
  const { fetch: toServer } = networkTo(server, hosts);
  return {
    fetch: (input, init) =>
      toServer(String(input instanceof Request ? input.url : input).replace(/\/(?:\w+\/)+(?=v1\/)/, "/"), init),
  };
}

/** Runs `lectern models` where the servers of `hosts` are the stand-in, and no other can be reached. */
async function models(ids: string[], hosts: string[], environment: Record<string, string> = {}, more = {}) {
  const asked: string[] = [];
  const { fetch: toServer } = networkWith(asked);
  const reached: typeof fetch = (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input);
    return hosts.includes(host) ? toServer(input, init) : Promise.reject(new TypeError("fetch failed"));
  };
  const [shown, told] = [[] as string[], [] as string[]];
  const code = await listReachable(ids, {
    ...{ environment, fetch: reached, baseUrl: undefined, json: false, mostMs: 60_000 },
    output: new Terminal({ write: (text: string) => shown.push(text) }),
    errors: new Terminal({ write: (text: string) => told.push(text) }),
    progress: { write: () => undefined },
    ...more,
  });
  return { code, shown: shown.join(""), told: told.join(""), asked };
}

const OLLAMA = "localhost:11434";

test("lists the models as --model takes them, and says of each other provider once what to do", async () => {
  server.models = [{ id: "qwen3:8b" }, { id: "nomic-embed-text" }];
  const { code, shown, told } = await models([], [OLLAMA]);
  expect([code, shown]).toStrictEqual([0, "ollama/qwen3:8b\n"]);
  const keyed = PROVIDERS.filter(({ keyPage, id }) => keyPage !== undefined && id !== "azure");
  expect(told).toBe(
    "LM Studio: Couldn't reach localhost:1234. Is the server running? Start it, or add --base-url URL.\n" +
      `No key in the environment for: ${keyed.map(({ id, variable }) => `${id} (${variable})`).join(", ")}\n`,
  );
});

test("sends each key to its own provider, and none to a server on this computer", async () => {
  server.models = [{ id: "qwen3:8b" }];
  const keys = { OPENROUTER_API_KEY: KEY, LECTERN_API_KEY: "other" };
  const { shown, asked } = await models([], [OLLAMA, "openrouter.ai"], keys);
  expect([shown, asked.sort()]).toStrictEqual(["ollama/qwen3:8b\nopenrouter/qwen3:8b\n", [OLLAMA, "openrouter.ai"]]);
  const sent = server.requests.map(({ headers }) => headers.authorization);
  expect(sent.sort()).toStrictEqual([`Bearer ${KEY}`, undefined]);
});

test("of one provider says where a key is to be had, and ends with 1", async () => {
  expect(await models(["mistral"], [])).toMatchObject({
    ...{ code: 1, shown: "" },
    told: "Mistral: Set MISTRAL_API_KEY in the environment. Get a key at https://console.mistral.ai/api-keys.\n",
  });
  expect((await models(["azure"], [])).told).toBe(
    "Azure: No address given; add --base-url URL, such as https://RESOURCE.openai.azure.com/openai/v1.\n",
  );
  const [wrong] = [await lectern(["models", "cohere"])];
  expect([wrong.code, wrong.stderr]).toStrictEqual([
    2,
    expect.stringMatching(/^lectern: "cohere" is no provider; give /),
  ]);
});

test("asks another server by its address, and prints one object with --json", async () => {
  server.models = [{ id: "m-1" }];
  const { shown, asked } = await models([], ["box:8080"], {}, { baseUrl: "http://box:8080/v1", json: true });
  expect(asked).toStrictEqual(["box:8080"]);
  const { providers } = JSON.parse(shown) as { providers: { provider: string; models: { model: string }[] }[] };
  expect(providers.map(({ provider, models }) => [provider, models.map(({ model }) => model)])).toStrictEqual([
    ["compatible", ["compatible/m-1"]],
  ]);
});

test("does not wait for a server that does not answer", async () => {
  const hanging = { fetch: () => new Promise<never>(() => undefined), mostMs: 200 };
  const { code, told } = await models(["ollama"], [], {}, hanging);
  expect([code, told]).toStrictEqual([
    ...[1, "Ollama: It did not answer within 0.2 seconds. Start it, or add --base-url URL.\n"],
  ]);
});

test.each<[string, string, string | undefined, string]>([
  ["ollama", OLLAMA, undefined, ""],
  ["lmstudio", "localhost:1234", undefined, ""],
  ["openrouter", "openrouter.ai", undefined, "OPENROUTER_API_KEY"],
  ["mistral", "api.mistral.ai", undefined, "MISTRAL_API_KEY"],
  ["deepseek", "api.deepseek.com", undefined, "DEEPSEEK_API_KEY"],
  ["groq", "api.groq.com", undefined, "GROQ_API_KEY"],
  ["xai", "api.x.ai", undefined, "XAI_API_KEY"],
  ["azure", "r.openai.azure.com", "https://r.openai.azure.com/openai/v1", "AZURE_API_KEY"],
  ["ollama", "box:11434", "http://box:11434/v1", ""],
])("--model %s/… is asked at %s with its own key", async (provider, host, baseUrl, variable) => {
  const hosts: string[] = [];
  server.script({ parts: ["Yes."] });
  const options = { model: `${provider}/a/b:c`, ...(baseUrl !== undefined && { "base-url": baseUrl }) };
  const model = await modelOf(options, { [variable]: KEY }, networkWith(hosts));
  const request = { system: "", messages: [{ role: "user" as const, text: "Hi", attachments: [] }], tools: [] };
  const events = model.turn(request, new AbortController().signal)[Symbol.asyncIterator]();
  while (!(await events.next()).done);
  expect([hosts.at(-1), server.last.body]).toMatchObject([host, { model: "a/b:c" }]);
  expect(server.last.headers.authorization).toBe(variable === "" ? undefined : `Bearer ${KEY}`);
});

test.each([
  [{ model: "openrouter/m" }, "no key given; set OPENROUTER_API_KEY in the environment"],
  [
    { model: "openrouter/m", "base-url": "http://box/v1" },
    "--base-url is for compatible servers; the others have an address of their own",
  ],
  [{ model: "azure/m" }, "no address given; add --base-url URL, such as https://RESOURCE.openai.azure.com/openai/v1"],
  [
    { model: "azure/m", "base-url": "http://box/v1" },
    '--base-url is "http://box/v1"; give https://RESOURCE.openai.azure.com/openai/v1, or use compatible/NAME',
  ],
])("%o is refused", async (options, message) => {
  const nowhere: Network = { fetch: () => Promise.reject(new Error("nobody is to be asked")) };
  expect(() => choiceOf(options, { LECTERN_API_KEY: KEY })).toThrow(message);
  await expect(modelOf(options, {}, nowhere)).rejects.toThrow(message);
});
