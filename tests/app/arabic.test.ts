// The panel in Arabic: answers run from right to left with their lists and tables, what they quote runs its own way, and
// the rows of calls are in the language of the interface.
import { expect, test } from "vitest";
import { readLocales } from "../../js/build/locales.mjs";
import { installPlugin } from "../obsidian/browser.ts";
import { capture } from "./capture.ts";
import { askAndWait, openChat, openForChat, FIELD, rows } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { main, manifest, runCommand, styles } from "./release.ts";

useModel();

const PATH = "Projects/Fog bell.md";
const FILES = { [PATH]: "# Fog bell\n\nCast in 1911.\n", "Private/Diary.md": "Mine.\n" };
const ANSWER = `الجرس من البرونز:

- وزنه 14 كغ
- Obsidian اسم التطبيق
- صُبّ عام 1911

1. أولًا
2. ثانيًا

| kg | الجزء |
| - | - |
| 14 | المطرقة |

> The bell was cast in 1911.

\`\`\`python
print(1)
\`\`\`
`;

test("an answer runs from right to left, with its lists and tables; quotations run their own way", async () => {
  model.script({ parts: ANSWER.match(/[^]{1,9}/g) ?? [] });
  await openChat({ files: FILES, standIn: model });
  await page.evaluate(() => {
    document.body.dir = "rtl";
    document.body.classList.add("mod-rtl");
  });
  await askAndWait("ما وزن الجرس؟");
  const directions = await page.evaluate(() => {
    const of = (selector: string): string[] =>
      [...document.querySelectorAll(`.lectern-chat-text ${selector}`)].map((el) => getComputedStyle(el).direction);
    const text = document.querySelector(".lectern-chat-text");
    return {
      text: text && getComputedStyle(text).direction,
      ul: of("ul"),
      ol: of("ol"),
      li: of("li"),
      table: of("table"),
      quote: of("blockquote"),
      pre: of("pre"),
    };
  });
  expect(directions).toEqual({
    text: "rtl",
    ul: ["rtl"],
    ol: ["rtl"],
    li: Array.from({ length: 5 }, () => "rtl"),
    table: ["rtl"],
    quote: ["ltr"],
    pre: ["ltr"],
  });
  const [text, cell] = await page.evaluate(() =>
    [".lectern-chat-text", ".lectern-chat-text th"].map(
      (one) => document.querySelector(one)?.getBoundingClientRect().right,
    ),
  );
  expect(Math.abs((text ?? 0) - (cell ?? 0))).toBeLessThan(8);
  await capture(page, "arabic");
});

test("an English answer stays as it was, with an Arabic quotation in it", async () => {
  model.script({ parts: ["The note says:\n\n> الجرس من البرونز.\n\n- one\n"] });
  await openChat({ files: FILES, standIn: model });
  await askAndWait("What?");
  const direction = (selector: string): Promise<string> =>
    page.locator(selector).evaluate((el) => getComputedStyle(el).direction);
  expect(await direction(".lectern-chat-text")).toBe("ltr");
  expect(await direction(".lectern-chat-text ul")).toBe("ltr");
  expect(await direction(".lectern-chat-text blockquote")).toBe("rtl");
});

test("the rows say in Arabic what was read, found, changed and refused", async () => {
  const calls: [string, Record<string, unknown>][] = [
    ["read_file", { path: PATH }],
    ["search_notes", { query: "bell" }],
    ["list_files", {}],
    ["links", { path: PATH }],
    ["read_file", { path: "Private/Diary.md" }],
    ["read_file", { path: "Nowhere.md" }],
    ["edit_file", { path: PATH, edits: [{ old: "1911", new: "1912" }] }],
  ];
  model.script({ parts: calls.map(([call, args]) => ({ call, args })) }, { parts: ["تم."] });
  await openForChat({
    files: FILES,
    standIn: model,
    settings: { closed: ["Private"], changes: true },
    chat: { approve: "accept" },
  });
  await page.evaluate(() => {
    window.localStorage.setItem("language", "ar");
    window.app.disablePlugin("lectern");
  });
  await installPlugin(page, { main, manifest, styles });
  await runCommand("open-chat");
  await page.locator(FIELD).waitFor();
  await askAndWait("ما هذا؟");
  await page.locator(".lectern-chat-fold").click();
  const texts = readLocales()["ar"] ?? {};
  const inArabic = (english: string, values: Record<string, string>): string =>
    (texts[english] as string).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const all = await rows();
  expect(all).toHaveLength(calls.length);
  expect(
    all.filter((row) =>
      /read|search|list|link|exclu|found|chang/i.test(row.replaceAll(/[\w ]+\/[\w ]+\.md|bell|Nowhere/g, "")),
    ),
  ).toEqual([]);
  expect(all[4]).toBe(inArabic("{path} is excluded", { path: "\u2068Private/Diary.md\u2069" }));
  expect(all[5]).toBe(inArabic("{path} was not found", { path: "\u2068Nowhere.md\u2069" }));
});
