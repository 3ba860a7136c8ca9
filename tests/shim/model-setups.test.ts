// The models that are set up: the default, those used before, and which of them a conversation may use.
import { expect, test } from "vitest";
import type { SavedModel } from "../../js/agent/saved-model.ts";
import { type ChatSettings, defaultChatSettings, type ModelSetup } from "../../js/settings/chat-settings.ts";
import { remembered, settingsWith, setupIn, setups, switched } from "../../js/settings/model-setups.ts";
import { parseChat } from "../../js/settings/parse-chat.ts";

const setup = (more: Partial<ModelSetup>): ModelSetup => setupIn({ ...defaultChatSettings, ...more });
const CLAUDE = setup({ provider: "anthropic", model: "claude", secret: "anthropic-key", inputPrice: 3 });
const QWEN = setup({ provider: "compatible", model: "qwen3", baseUrl: "http://localhost:11434/v1" });
const GROQ = setup({
  provider: "compatible",
  model: "llama",
  baseUrl: "https://api.groq.com/openai/v1",
  secret: "groq",
});
const chatOf = (model: ModelSetup, ...recent: ModelSetup[]): ChatSettings => ({
  ...defaultChatSettings,
  ...model,
  recent,
});
const chosen = ({ provider, model, baseUrl }: ModelSetup): SavedModel => ({ provider, model, baseUrl, thinking: "" });

test("the last model used is the first, each is there once, and their number is bounded", () => {
  expect(remembered([CLAUDE, QWEN], QWEN)).toEqual([QWEN, CLAUDE]);
  const many = Array.from({ length: 30 }, (_, at) => ({ ...QWEN, model: `m${at}` }));
  expect(remembered(many, CLAUDE)).toHaveLength(12);
});

test("a new key is that of all models of its provider, and of no other", () => {
  const newer = { ...CLAUDE, model: "claude-2", secret: "new-key" };
  expect(remembered([CLAUDE, GROQ], newer).map(({ secret }) => secret)).toEqual(["new-key", "new-key", "groq"]);
});

test("a provider that is chosen again has the model and the key that it had, never those of another", () => {
  const groq = { ...chatOf(CLAUDE), ...switched(chatOf(CLAUDE), "compatible", GROQ.baseUrl) };
  expect(groq).toMatchObject({
    provider: "compatible",
    baseUrl: GROQ.baseUrl,
    model: "",
    secret: "",
    inputPrice: null,
  });
  expect({ ...groq, ...switched(groq, "anthropic") }).toMatchObject(CLAUDE);
  const own = { ...GROQ, baseUrl: "https://ai.example/v1" };
  const all = chatOf(CLAUDE, QWEN, own);
  expect(switched(all, "compatible")).toMatchObject(own);
  expect(switched(chatOf(CLAUDE, QWEN), "compatible")).toMatchObject({ baseUrl: "", model: "" });
});

test("a conversation's model has its own settings", () => {
  const chat = chatOf(CLAUDE, QWEN);
  expect(setups(chat)).toEqual([CLAUDE, QWEN]);
  expect(settingsWith(chat, undefined)).toBe(chat);
  expect(settingsWith(chat, { ...chosen(QWEN), thinking: "low" })).toEqual({ ...chat, ...QWEN, thinking: "low" });
  expect(settingsWith(chat, chosen(setup({})))).toMatchObject({ provider: "quotes", secret: "", model: "" });
});

test("another model of a provider that is set up has its key, but not the prices", () => {
  const other = settingsWith(chatOf(CLAUDE), chosen({ ...CLAUDE, model: "claude-3" }));
  expect(other).toMatchObject({ model: "claude-3", secret: "anthropic-key", inputPrice: null });
});

test.each([
  chosen({ ...QWEN, baseUrl: "http://evil.example/v1" }),
  chosen({ ...QWEN, baseUrl: "http://localhost:11434.evil.example/v1" }),
  chosen({ ...CLAUDE, provider: "openai" }),
  chosen({ ...GROQ, baseUrl: "" }),
])("nothing is sent to a provider that is not set up: %j", (model) => {
  expect(settingsWith(chatOf(CLAUDE, QWEN, GROQ), model)).toBeUndefined();
});

test("a name and a password in an address are no part of what is compared", () => {
  const own = { ...QWEN, baseUrl: "http://me:word@ai.example/v1" };
  expect(settingsWith(chatOf(own), chosen({ ...own, baseUrl: "http://ai.example/v1" }))).toMatchObject(own);
});

test.each([
  ["x", "chat.recent in data.json is not a list of models"],
  [{}, "chat.recent in data.json is not a list of models"],
  [["x"], "data.json has a setting “chat.recent.0”, which this version doesn't know"],
  [[null], "chat in data.json is not an object"],
  [[{ key: "sk" }], "data.json has a setting “chat.recent.key”, which this version doesn't know"],
  [[{ folder: "x" }], "data.json has a setting “chat.recent.folder”, which this version doesn't know"],
  [[{ provider: "other" }], "data.json can't be used: Unknown provider: “other”"],
  [[{ thinking: "max" }], "data.json can't be used: Unknown thinking level: “max”"],
  [[{ model: 1 }], "chat.model in data.json is not text"],
])("models that can't be understood close everything: %j", (recent, message) => {
  expect(() => parseChat({ recent })).toThrow(message);
});
