// Formulas as most models write them, in `\(…\)` and `\[…\]`: shown, copied, saved, and added to a note.
import { expect, test } from "vitest";
import { answered, answers, ask, askAndWait, gate, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { textAt } from "./release.ts";

useModel();

const formulas = (): Promise<string[]> => page.locator(".lectern-chat-text .math").allTextContents();

test("they are formulas while the text comes, and code and escapes are none", async () => {
  const { opened, open } = gate();
  model.script({
    parts: [
      "It is \\(x",
      "^2\\), \\[1\\]",
      "\n\n\\[\ny = ",
      { wait: opened },
      "x\n\\]\n\nNot `\\(z\\)` or \\[not math\\].\n",
    ],
  });
  await openChat({ files: {}, standIn: model });
  await ask("Why?");
  await expect.poll(formulas).toEqual(["$x^2$"]);
  open();
  await answered();
  expect(await formulas()).toEqual(["$x^2$", "$$\ny = x\n$$"]);
  const [answer] = await answers();
  expect(answer).toContain(", [1]");
  expect(answer).toContain("Not \\(z\\) or [not math].");
});

test("a command that may load something is shown as code", async () => {
  model.script({ parts: ["See \\(\\href{https://a.invalid}{x}\\) and \\[ \\style{background:url(x)}{a} = b \\]"] });
  await openChat({ files: {}, standIn: model });
  await askAndWait("Why?");
  expect(await formulas()).toEqual([]);
  expect(await page.locator(".lectern-chat-text code").allTextContents()).toHaveLength(2);
});

test("they are copied and saved in dollar signs", async () => {
  model.script({ parts: ["It is \\(x^2\\).\n\n\\[\ny = x\n\\]"] });
  await openChat({ files: {}, standIn: model, chat: { saves: true } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await askAndWait("Why?");
  await page.locator("[aria-label='Copy answer']").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("It is $x^2$.\n\n$$\ny = x\n$$");
  await expect
    .poll(() => page.evaluate(() => window.app.vault.getMarkdownFiles().map(({ path }) => path)))
    .toHaveLength(1);
  const [path = ""] = await page.evaluate(() => window.app.vault.getMarkdownFiles().map((file) => file.path));
  expect(await textAt(path)).toContain("It is $x^2$.");
});
