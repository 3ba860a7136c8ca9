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
    searchDocuments: false,
    maxDocumentBytes: 1000,
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
        instructions: "Be brief.",
        instructionsNote: "Rules.md",
        temperature: 0.3,
        prompts: [{ name: "Shorter", text: "Shorten {{selection}}" }],
        approve: "plan",
        preview: "always",
        correct: "ask",
      },
      ...{ inputPrice: 0.5, outputPrice: 0, thinking: "low", reading: "passages", isChosen: true },
      recent: [
        {
          ...{ provider: "openai", model: "gpt-5", baseUrl: "", secret: "openai", thinking: "high", reading: "tools" },
          ...{ contextTokens: null, inputPrice: 1, outputPrice: 2, temperature: 1 },
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
  [{ keepIndex: "always" }, "keepIndex in data.json is not “auto”, “on” or “off”"],
  [{ keepIndex: null }, "keepIndex in data.json is not “auto”, “on” or “off”"],
])("%j is refused", async (data, message) => {
  await expect(load(data)).rejects.toThrow(message);
});

test("notes are not changed unless the user allows it", async () => {
  expect(await load({})).toMatchObject({ changes: false, readOnly: [], chat: { approve: "ask" } });
});

test.each([{ prompts: {} }, { prompts: ["a"] }, { prompts: [{ name: "a" }] }, { prompts: [{ name: "a", text: 1 }] }])(
  "prompts that are none are refused: %j",
  async (chat) => {
    await expect(load({ chat })).rejects.toThrow("chat.prompts in data.json is not a list of prompts");
  },
);

describe("the chat's part is refused", () => {
  test.each([
    [null, "chat in data.json is not an object"],
    [[], "chat in data.json is not an object"],
    ["quotes", "chat in data.json is not an object"],
    [{ key: "sk-x" }, "data.json has a setting “chat.key”, which this version doesn't know"],
    [{ toString: "" }, "data.json has a setting “chat.toString”, which this version doesn't know"],
    [{ provider: 1 }, "chat.provider in data.json is not text"],
    [{ provider: "oracle" }, "data.json can't be used: Unknown provider: “oracle”"],
    [{ provider: "constructor" }, "data.json can't be used: Unknown provider: “constructor”"],
    [{ saves: "no" }, "chat.saves in data.json is not true or false"],
    [{ approve: true }, "chat.approve in data.json is not text"],
    [{ approve: "never" }, "data.json can't be used: Unknown way to approve changes: “never”"],
    [{ saves: null }, "chat.saves in data.json is not true or false"],
    [{ maxTurns: "7" }, "chat.maxTurns in data.json is not a number"],
    [{ maxTurns: 0 }, "data.json can't be used: Enter a whole number from 1 to 1,000"],
    [{ idleSeconds: 0 }, /Enter a whole number from 1 to 86,400$/],
    [{ idleSeconds: null }, "chat.idleSeconds in data.json is not a number"],
    [{ maxTurns: 1.5 }, "data.json can't be used: Enter a whole number from 1 to 1,000"],
    [{ contextTokens: "8000" }, "chat.contextTokens in data.json is not a number"],
    [{ contextTokens: 10 }, /Enter a whole number from 4,000 to 100,000,000$/],
    [{ inputPrice: -1 }, "data.json can't be used: Enter a price of 0 or more"],
    [{ baseUrl: "file:///etc" }, /Enter a URL that starts with http:\/\/ or https:\/\/$/],
    [{ folder: "" }, "data.json can't be used: Enter a folder name"],
    [{ folder: "/" }, "data.json can't be used: Enter a folder name"],
    [{ folder: " . /.." }, "data.json can't be used: Enter a folder name"],
  ])("where it is %j", async (chat, message) => {
    await expect(load({ chat })).rejects.toThrow(message);
  });
});
