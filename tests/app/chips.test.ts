// Citations in a narrow panel: a chip stays in one piece, and a link that only names a note is not called unverified.
import { expect, test } from "vitest";
import { askAndWait, openChat, startModel } from "./chat.ts";
import { page, usePages } from "./page.ts";

usePages();

test("chips stay in one piece at 300 pixels, and a plain link has no sign", async () => {
  const model = await startModel();
  model.script({ parts: ["Words before it [[A rather long name of a note#L12-18]], and see [[Bell]]. ".repeat(3)] });
  await openChat({ files: { "Bell.md": "Cast.\n" }, standIn: model });
  await page.evaluate(() => document.body.style.setProperty("--right-split-width", "300px"));
  await askAndWait("What?");
  await page.locator(".lectern-chat-citation.is-judged").nth(5).waitFor();
  const chips = page.locator(".lectern-chat-citation");
  expect(await chips.evaluateAll((all) => all.map((chip) => chip.getClientRects().length))).toEqual(Array(6).fill(1));
  const signs = await chips.evaluateAll((all) =>
    all.map((chip) => chip.querySelectorAll(".lectern-chat-citation-sign").length),
  );
  expect(signs).toEqual([1, 0, 1, 0, 1, 0]);
  await model.close();
});
