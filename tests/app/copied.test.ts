// What is copied of an answer keeps its marks, and its citations are links that work in a note. Found words are marked
// in what Quotes shows, and not copied as marks.
import { expect, test } from "vitest";
import { askAndWait, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FILES = { "Rooms/Bell.md": "# Bell\n\nThe bell was cast in 1911, and the bells of the town in 1920.\n" };

/** What is copied if all between the beginning of `from` and the end of `to` is selected. */
const copied = (from: string, to = from): Promise<string> =>
  page.evaluate(
    ([from, to]) => {
      const [first, last] = [document.querySelector(from ?? ""), document.querySelector(to ?? "")];
      const text = document.querySelector(".lectern-chat-text");
      if (!first || !last || !text) throw new Error("there is nothing to select");
      const range = document.createRange();
      range.setStartBefore(first);
      range.setEndAfter(last);
      window.getSelection()?.removeAllRanges();
      window.getSelection()?.addRange(range);
      const clipboardData = new DataTransfer();
      first.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData("text/plain");
    },
    [from, to],
  );

test("a selection has its marks and links", async () => {
  model.script(
    { parts: [{ call: "read_file", args: { path: "Rooms/Bell.md" } }] },
    { parts: ["It was **cast** in [1911] [[Bell#L3]]:\n\n- `one`\n- two [[Nowhere#L1]]\n"] },
  );
  await openChat({ files: FILES, standIn: model });
  await askAndWait("When?");
  await page.locator(".lectern-chat-citation.is-verified").waitFor();
  const lines = (await copied(".lectern-chat-text p", ".lectern-chat-text ul")).split(/\n+/);
  expect(lines).toEqual(["It was **cast** in \\[1911\\] [[Rooms/Bell|Bell, L3]]:", "- `one`", "- two Nowhere · L1"]);
  // The question is copied as the browser does.
  expect(await copied(".lectern-chat-question-text")).toBe("");
});

test("a link in a row of a table keeps its one backslash", async () => {
  model.script({ parts: ["| [[Nowhere#L1\\|no]] | [[Bell#L3\\|yes]] |\n| - | - |"] });
  await openChat({ files: FILES, standIn: model });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await askAndWait("When?");
  await page.locator("[aria-label='Copy answer']").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "| [[Nowhere#L1\\|no]] | [[Rooms/Bell\\|Bell, L3]] |\n| - | - |",
  );
});

test("the words of the question are marked in a quotation, whole and in any case", async () => {
  await openChat({ files: FILES, chat: { provider: "quotes" } });
  await askAndWait("When was the BELL cast?");
  await page.locator(".lectern-chat-found").first().waitFor();
  const marked = await page.locator(".lectern-chat-found").allTextContents();
  expect(marked.map((word) => word.toLowerCase())).toEqual(expect.arrayContaining(["bell", "cast"]));
  expect(marked).not.toContain("the");
  expect(await page.locator("blockquote .lectern-chat-found").count()).toBe(marked.length);
  expect(await page.locator(".lectern-chat-text strong").first().textContent()).toBe("Bell");
  expect(await copied("blockquote")).toContain("> The bell was cast in 1911, and the bells");
});
