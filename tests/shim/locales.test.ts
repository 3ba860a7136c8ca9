// The translations: each language has each text of the interface, and the right places and plural forms in it.
import { describe, expect, test } from "vitest";
import { readLocales } from "../../js/build/locales.mjs";
import { textsIn, textsInCode } from "../../js/build/missing-texts.mjs";
import { Asking } from "../agent/asking.ts";
import { folderWith } from "./vault.ts";

const FORMS = "|";
const locales = readLocales();
const texts = textsInCode();
const placesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

test("the languages are nine besides English", () => {
  expect(Object.keys(locales)).toEqual(["ar", "de", "es", "fr", "ja", "ko", "pt", "ru", "zh"]);
  expect(texts.length).toBeGreaterThan(400);
});

test("a text that is no plain literal is refused, and so is half of a counted one", () => {
  const head = 'import { counted, t } from "../base/translate.ts";\n';
  expect(textsIn("a.ts", `${head}t("One"); counted(n, "{n} note", "{n} notes");`)).toEqual([
    "One",
    "{n} note|{n} notes",
  ]);
  expect(() => textsIn("a.ts", `${head}t(name);`)).toThrow("a.ts: name is not a plain string literal");
  expect(() => textsIn("a.ts", `${head}t(\`One\`);`)).toThrow("not a plain string literal");
  expect(() => textsIn("a.ts", `${head}counted(1, "{n} note");`)).toThrow("not a plain string literal");
});

describe.each(Object.entries(locales))("%s", (code, locale) => {
  test("has every text, and no other", () => {
    expect(Object.keys(locale).sort()).toEqual(texts);
  });

  test("has the places and the plural forms of each text", () => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
    const wrong = Object.entries(locale).filter(([english, text]) => {
      const places = placesIn(english).join();
      if (!english.includes(FORMS)) return typeof text !== "string" || placesIn(text).join() !== places;
      if (typeof text === "string") return true;
      const hasForms = [...pluralCategories].sort().join() === Object.keys(text).sort().join();
      return !hasForms || Object.values(text).some((form) => placesIn(form).join() !== places);
    });
    expect(wrong).toEqual([]);
  });

  test("has no empty text, and none with a sign that parts the packed texts", () => {
    const all = Object.values(locale).flatMap((text) => (typeof text === "string" ? text : Object.values(text)));
    expect(all.filter((text) => text.trim() === "" || /[|\0]/.test(text))).toEqual([]);
  });

  test("asks for open tasks in words that Quotes knows", async () => {
    const question = locale["What is still to do in {title}?"] as string;
    const vault = await folderWith({ "Lantern room.md": "- [ ] Pane 9\n", "Bell.md": "- [ ] Paint\n" });
    const answer = await new Asking(vault).ask(question.replace("{title}", "Lantern room"));
    expect(answer).toContain("> - [ ] Pane 9");
    expect(answer).not.toContain("Paint");
  });
});
