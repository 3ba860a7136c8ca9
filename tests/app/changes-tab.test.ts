// Changes in a tab of the main area: a card of the panel, side by side, and the plan of a conversation.
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { answered } from "./chat.ts";
import { BELL, button, cards, contentOf, decided, edit, EDITS, hunks, PATH, propose } from "./changes-page.ts";
import { page, useModel } from "./page.ts";

useModel();

const tab = (): Locator => page.locator('[data-type="lectern-changes"]');
const away = (): Locator => page.locator(".lectern-chat .lectern-change-away");
const plan = (): Locator => page.locator(".lectern-chat-header").getByRole("button", { name: "Plan", exact: true });
const notes = (): Promise<string[]> =>
  page.evaluate(() =>
    window.app.vault
      .getMarkdownFiles()
      .map(({ path }) => path)
      .sort(),
  );

/** Where the lines of the first part are, as pairs of a sign and a rounded column. */
const columns = (): Promise<string[]> =>
  tab().evaluate((el) => {
    const lines = [...(el.querySelector(".lectern-change-lines")?.children ?? [])];
    const left = Math.min(...lines.map((line) => line.getBoundingClientRect().left));
    return lines.map((line) => {
      const sign = line.classList.contains("is-added") ? "+" : "-";
      return `${sign} ${line.getBoundingClientRect().left > left + 50 ? "right" : "left"}`;
    });
  });

async function openTab(): Promise<void> {
  await button("Open in a tab, side by side").click();
  await tab().locator(".lectern-change").waitFor();
}

test("a card moves into a tab, side by side, and what is accepted there is written", async () => {
  await propose([edit(...EDITS)], { viewport: { width: 1400, height: 900 } });
  await openTab();
  expect(await page.locator(".lectern-chat .lectern-change-hunk").count()).toBe(0);
  expect(await columns()).toEqual(["- left", "+ right"]);
  const height = await tab()
    .locator(".lectern-change-lines")
    .first()
    .evaluate((el) => el.children[0]?.clientHeight);
  expect(
    await tab()
      .locator(".lectern-change-lines")
      .first()
      .evaluate((el) => el.clientHeight),
  ).toBe(height);
  await tab().getByRole("button", { name: "Side by side" }).click();
  expect(await columns()).toEqual(["- left", "+ left"]);
  await hunks().nth(1).press("r");
  await button("Accept 2 of 3").click();
  await answered();
  expect(await decided()).toEqual([`Accepted: 2 of 3 changes in ${PATH}`]);
  expect(await tab().count()).toBe(0);
  expect(await page.locator(".lectern-chat .lectern-change.is-decided").count()).toBe(1);
  expect(await contentOf()).toBe(BELL.replace("1911", "1912").replace("14 kg", "15 kg"));
});

test.each(["Show here", "by closing the tab"])("the card comes back (%s)", async (way) => {
  await propose([edit(...EDITS)]);
  await hunks().first().press("r");
  await openTab();
  if (way === "Show here") await away().getByRole("button", { name: way }).click();
  else await page.evaluate(() => window.app.workspace.getLeavesOfType("lectern-changes")[0]?.detach());
  await page.locator(".lectern-chat .lectern-change-hunk").first().waitFor();
  expect(await tab().count()).toBe(0);
  expect(await away().count()).toBe(0);
  await button("Accept 2 of 3").click();
  await answered();
  expect(await contentOf()).toBe(BELL.replace("tower", "chapel").replace("14 kg", "15 kg"));
});

test("stopping the answer closes the tab, and writes nothing", async () => {
  await propose([edit(...EDITS)]);
  await openTab();
  await page.locator(".lectern-chat").getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => tab().count()).toBe(0);
  expect(await away().count()).toBe(0);
  expect(await contentOf()).toBe(BELL);
});

test("a plan is one document, and is saved only if the user says so", async () => {
  const fenced = { call: "write_file", args: { path: "New `one`.md", content: "# New\n\n```js\na\n```\n" } };
  const calls = [edit(...EDITS), fenced, { call: "move_file", args: { from: PATH, to: "Bell.md" } }];
  await propose(calls, { chat: { approve: "plan", saves: false } });
  await answered();
  const before = await notes();
  await plan().click();
  await tab().locator("h2").first().waitFor();
  expect(await tab().locator("h2").allTextContents()).toEqual([PATH, "New `one`.md", PATH]);
  const [changed, made, moved] = await tab().locator("pre").allTextContents();
  expect(changed).toContain("-Cast in 1911.\n+Cast in 1912.\n");
  expect(made).toContain("+```js\n+a\n+```\n");
  expect(moved).toContain(`rename to Bell.md`);
  expect(await notes()).toEqual(before);
  await tab().getByRole("button", { name: "Save plan as a note" }).click();
  await expect.poll(notes).toEqual([...before, "Lectern/Plan.md"].sort());
  expect(await contentOf("Lectern/Plan.md")).toContain(`---\n\n# Plan\n\nNone of these changes has been made.\n`);
  expect(await contentOf()).toBe(BELL);
});

test("without planned changes, there is no plan", async () => {
  await propose([edit(...EDITS)]);
  await cards().waitFor();
  expect(await plan().isVisible()).toBe(false);
});
