import { afterEach, expect, test } from "vitest";
import { counted, t, useLanguage } from "../../js/base/translate.ts";

afterEach(() => {
  useLanguage();
});

test("without a table, texts are English, and their places are filled", () => {
  expect(t("Attach {name} {name}", { name: "{n}" })).toBe("Attach {n} {n}");
  expect(counted(1, "{n} note", "{n} notes")).toBe("1 note");
  expect(counted(1200, "{n} note", "{n} notes")).toBe("1,200 notes");
  expect(t("No {place}")).toBe("No {place}");
});

test("a counted text takes the form that the language has for the number", () => {
  const table = new Map([["{n} note|{n} notes", "few:{n} заметки|many:{n} заметок|one:{n} заметка|other:{n} заметки"]]);
  useLanguage({ code: "ru", table });
  const forms = [1, 2, 5, 21, 1.5].map((n) => counted(n, "{n} note", "{n} notes"));
  expect(forms).toEqual(["1 заметка", "2 заметки", "5 заметок", "21 заметка", "1,5 заметки"]);
  expect(t("Attach")).toBe("Attach");
});
