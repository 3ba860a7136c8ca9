// The settings of the search by meaning: anything that is not understood is an error, and nothing of them reaches the
// core by itself.
import { describe, expect, test } from "vitest";
import { approvedIn, sourceKey } from "../../js/agent/embeddings/approved-model.ts";
import { defaultMeaning } from "../../js/settings/meaning-settings.ts";
import { coreSettings, parseSettings } from "../../js/settings/parse-settings.ts";

const parsed = (meaning: unknown) => parseSettings({ meaning }).meaning;

test("what is missing has its default, and it is off", () => {
  expect(parsed({})).toStrictEqual(defaultMeaning);
  expect(parsed({ isOn: true, dims: 256 })).toStrictEqual({ ...defaultMeaning, isOn: true, dims: 256 });
  expect(defaultMeaning.isOn).toBe(false);
});

test.each([
  [[], "meaning in data.json is not an object"],
  [null, "meaning in data.json is not an object"],
  [{ host: "x" }, "data.json has a setting “meaning.host”, which this version doesn't know"],
  [{ isOn: "yes" }, "meaning.isOn in data.json is not true or false"],
  [{ model: 1 }, "meaning.model in data.json is not text"],
  [{ dims: "256" }, "meaning.dims in data.json is not a number"],
  [{ provider: "anthropic" }, "data.json can't be used: Unknown provider: “anthropic”"],
  [{ baseUrl: "file:///etc" }, "data.json can't be used: Enter a URL that starts with http:// or https://"],
  [{ dims: 2048 }, "data.json can't be used: Enter a whole number from 32 to 1,024"],
  [{ price: -1 }, "data.json can't be used: Enter a price of 0 or more"],
  [{ dayTokens: 5 }, "data.json can't be used: Enter a whole number of 100,000 or more"],
])("%j is refused", (meaning, message) => {
  expect(() => parsed(meaning)).toThrow(message);
});

test("the core gets no model from the settings: what was approved on this device decides", () => {
  const settings = parseSettings({ meaning: { isOn: true, model: "m" } });
  expect(coreSettings(settings).meaning).toBeNull();
});

describe("an approval", () => {
  const choice = { provider: "compatible", model: "m", baseUrl: "http://box:1/v1", dims: null } as const;
  const key = sourceKey(choice);
  const json = JSON.stringify({ key, dims: 64 });

  test("holds for the same server and model, however they are written", () => {
    expect(sourceKey({ ...choice, model: " m ", baseUrl: "http://box:1/v1/embeddings/" })).toBe(key);
    expect(approvedIn(json)).toStrictEqual({ key, dims: 64 });
  });

  test.each([
    { baseUrl: "http://other:1/v1" },
    { baseUrl: "http://box:1/v2" },
    { baseUrl: "" },
    { model: "n" },
    { dims: 256 },
    { provider: "openai" },
  ] as const)("does not hold for %j", (more) => {
    expect(sourceKey({ ...choice, ...more })).not.toBe(key);
  });

  test.each([undefined, "", "{", "null", '{"dims":64}', JSON.stringify({ key })])("is not %j", (text) => {
    expect(approvedIn(text)).toBeUndefined();
  });
});
