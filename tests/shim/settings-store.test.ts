// The settings in data.json: older files still work, and a file that can't be understood excludes everything.
import { describe, expect, test } from "vitest";
import { defaultChatSettings } from "../../js/settings/chat-settings.ts";
import { defaultSettings, type Settings } from "../../js/settings/parse-settings.ts";
import { SettingsStore } from "../../js/settings/settings-store.ts";

const storeOf = (data: unknown): SettingsStore =>
  new SettingsStore({ loadData: () => Promise.resolve(data), saveData: () => Promise.resolve() });
const load = (data: unknown): Promise<Settings> => storeOf(data).load();

test.each([null, undefined, {}, { chat: {} }])("with %j they are as by default", async (data) => {
  expect(await load(data)).toEqual(defaultSettings);
});

test("a file from before the chat works as it did", async () => {
  const old = { maxBytes: 50, maxLines: null, closed: ["Private"] };
  expect(await load(old)).toEqual({ ...defaultSettings, ...old, chat: defaultChatSettings });
});

test("what was saved is what is loaded", async () => {
  let data: unknown;
  const settings: Settings = {
    ...defaultSettings,
    changes: true,
    readOnly: ["Templates/"],
    keepIndex: "off",
    chat: {
      ...{ provider: "compatible", model: "qwen", baseUrl: "http://localhost:11434/v1", secret: "my-server" },
      ...{
        contextTokens: 8192,
        idleSeconds: 600,
        maxTurns: 7,
        enterSends: false,
        saves: false,
        savesReplies: true,
        savesReasoning: true,
        folder: "Talks/AI",
        promptsFolder: "Ask",
        approve: "plan",
        correct: "ask",
      },
      ...{ inputPrice: 0.5, outputPrice: 0, thinking: "low", isChosen: true },
      recent: [
        {
          ...{ provider: "openai", model: "gpt-5", baseUrl: "", secret: "openai", thinking: "high" },
          ...{ contextTokens: null, inputPrice: 1, outputPrice: 2 },
        },
      ],
    },
  };
  const saveData = (saved: unknown): Promise<void> => {
    data = JSON.parse(JSON.stringify(saved));
    return Promise.resolve();
  };
  await new SettingsStore({ loadData: () => Promise.resolve(null), saveData }).save(settings);
  expect(await load(data)).toEqual(settings);
});

test.each([
  [{ changes: "yes" }, "changes in data.json is not true or false"],
  [{ changes: null }, "changes in data.json is not true or false"],
  [{ changes: 1 }, "changes in data.json is not true or false"],
  [{ readOnly: "Templates/" }, "readOnly in data.json is not a list of text"],
  [{ readOnly: [1] }, "readOnly in data.json is not a list of text"],
  [{ readOnly: null }, "readOnly in data.json is not a list of text"],
  [{ keepIndex: "always" }, 'keepIndex in data.json is not "auto", "on" or "off"'],
  [{ keepIndex: null }, 'keepIndex in data.json is not "auto", "on" or "off"'],
])("%j is refused", async (data, message) => {
  await expect(load(data)).rejects.toThrow(message);
});

test("notes are not changed unless the user allows it", async () => {
  expect(await load({})).toMatchObject({ changes: false, readOnly: [], chat: { approve: "ask" } });
});

describe("the chat's part is refused", () => {
  test.each([
    [null, "chat in data.json is not an object"],
    [[], "chat in data.json is not an object"],
    ["quotes", "chat in data.json is not an object"],
    [{ key: "sk-x" }, 'data.json has a setting "chat.key", which is unknown to this version'],
    [{ toString: "" }, 'data.json has a setting "chat.toString", which is unknown to this version'],
    [{ provider: 1 }, "chat.provider in data.json is not text"],
    [{ provider: "oracle" }, 'data.json cannot be used: unknown provider "oracle"'],
    [{ provider: "constructor" }, 'data.json cannot be used: unknown provider "constructor"'],
    [{ saves: "no" }, "chat.saves in data.json is not true or false"],
    [{ approve: true }, "chat.approve in data.json is not text"],
    [{ approve: "never" }, 'data.json cannot be used: unknown way to approve changes "never"'],
    [{ saves: null }, "chat.saves in data.json is not true or false"],
    [{ maxTurns: "7" }, "chat.maxTurns in data.json is not a number"],
    [{ maxTurns: 0 }, "data.json cannot be used: the number of turns must be a whole number from 1 to 1000"],
    [{ idleSeconds: 0 }, /the longest silence must be a whole number of seconds from 1 to 86400/],
    [{ idleSeconds: null }, "chat.idleSeconds in data.json is not a number"],
    [{ maxTurns: 1.5 }, "data.json cannot be used: the number of turns must be a whole number from 1 to 1000"],
    [{ contextTokens: "8000" }, "chat.contextTokens in data.json is not a number"],
    [{ contextTokens: 10 }, /the model's context must be a whole number of tokens/],
    [{ inputPrice: -1 }, "data.json cannot be used: a price must be a number, 0 or more"],
    [{ baseUrl: "file:///etc" }, /is not an address: it must begin with http:\/\/ or https:\/\/$/],
    [{ folder: "" }, "data.json cannot be used: the folder of conversations needs a name"],
    [{ folder: "/" }, "data.json cannot be used: the folder of conversations needs a name"],
    [{ folder: " . /.." }, "data.json cannot be used: the folder of conversations needs a name"],
  ])("where it is %j", async (chat, message) => {
    await expect(load({ chat })).rejects.toThrow(message);
  });
});
