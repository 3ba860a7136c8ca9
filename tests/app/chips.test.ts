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

test("an embed in a quotation is a link to its file, and what leaves something out has a sign", async () => {
  const row = (at: number): string =>
    `| ${at} | ${at === 11 ? "amber" : "clear"} glass, cut and set by hand in winter |`;
  const rows = Array.from({ length: 20 }, (_, at) => row(at));
  await openChat({
    files: {
      "Tower/Bell.md": "A bronze bell ![[bell.png|200]] and ![[#Oak]] %%cast twice%% hangs.\n",
      "Panes.md": ["| No | What |", "| - | - |", ...rows, ""].join("\n"),
    },
  });
  await askAndWait("Where does the bronze bell hang?");
  await page.locator(".lectern-chat-citation.is-verified").waitFor();
  const chips = page.locator(".lectern-chat-citation");
  const quoted = "is-judged is-link is-quoted";
  expect(
    await chips.evaluateAll((all) =>
      all.map((chip) => [chip.textContent, ...Array.from(chip.classList).slice(1)].join(" ")),
    ),
  ).toEqual([`bell.png ${quoted}`, `Bell ${quoted}`, "Bell · L1 is-judged is-verified"]);
  await askAndWait("Which pane is amber?", 2);
  const cut = page.locator(".lectern-chat-citation.is-shortened");
  expect(await cut.locator(".lectern-chat-citation-sign svg").count()).toBe(1);
  expect(await cut.getAttribute("aria-label")).toContain("quoted with parts left out");
});
