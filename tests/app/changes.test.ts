// Changes in the panel, end to end: the card that waits for the user, what each answer to it does, and the settings.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeApp, closePages, sharedBrowser } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, FIELD, rows } from "./chat.ts";
import { BELL, button, cards, comment, contentOf, decided, edit, EDITS, hunks } from "./changes-page.ts";
import { PATH, propose, repliesTo, toolsOf } from "./changes-page.ts";
import { startModel } from "./chat.ts";

let browser: Browser;
let page: Page;
let model: StandIn;
beforeAll(async () => (browser = await sharedBrowser()));
beforeEach(async () => (model = await startModel()));
afterEach(async () => {
  await closeApp(page);
  await model.close();
});
afterAll(() => closePages(browser));

test("a card shows the change, and nothing is written before it is accepted", async () => {
  page = await propose(browser, model, [edit(...EDITS)]);
  await cards(page).waitFor();
  expect(await page.textContent(".lectern-chat-unseen")).toBe(`The change in ${PATH} waits for your approval.`);
  expect(await page.locator(".lectern-chat-answer").getAttribute("aria-busy")).toBe("false");
  expect(await rows(page)).toEqual([`Waiting for you: ${PATH}`]);
  expect(await page.locator(".lectern-chat-row-head .is-running").count()).toBe(0);
  expect(await contentOf(page)).toBe(BELL);
  expect(await page.locator(".lectern-change-kind").textContent()).toBe("Change");
  expect(await hunks(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual([
    "Change 1 of 3, line 3",
    "Change 2 of 3, line 7",
    "Change 3 of 3, line 11",
  ]);
  expect(await hunks(page).first().locator(".lectern-change-line").allTextContents()).toEqual([
    "3−Cast in 1911.",
    "3+Cast in 1912.",
  ]);
  expect(await page.locator("mark").allTextContents()).toEqual(["1911", "1912", "tower", "chapel", "14", "15"]);
  expect(await page.locator(FIELD).evaluate((field) => field === document.activeElement)).toBe(true);
  await button(page, "Accept").click();
  expect(await decided(page)).toEqual([`Accepted: 3 changes in ${PATH}`]);
  await answered(page);
  // Counted as on the card.
  expect(await rows(page)).toEqual([`Changed ${PATH}: 3 changes`]);
  await page.getByRole("button", { name: "Changes (3)", exact: true }).waitFor();
});

test("the name opens the note, and the card stays", async () => {
  page = await propose(browser, model, [edit(...EDITS)]);
  await page.locator(".lectern-change-file").click();
  const shown = (): Promise<string | undefined> =>
    page.evaluate(() => window.app.workspace.getActiveFile()?.path ?? undefined);
  await expect.poll(shown).toBe(PATH);
  expect(await cards(page).count()).toBe(1);
});

test("the model reads why a change is rejected", async () => {
  page = await propose(browser, model, [edit(...EDITS)]);
  await comment(page).fill("It was cast in 1910.");
  await button(page, "Reject").click();
  expect(await decided(page)).toEqual([`Rejected: 3 changes in ${PATH}: “It was cast in 1910.”`]);
  await answered(page);
  expect(repliesTo(model).join()).toContain("It was cast in 1910.");
  expect(repliesTo(model).join()).toContain("rejected");
  expect(await contentOf(page)).toBe(BELL);
});

test("parts can be left out", async () => {
  page = await propose(browser, model, [edit(...EDITS)]);
  const boxes = page.locator(".lectern-change-hunk input");
  for (const index of [0, 1, 2]) await boxes.nth(index).uncheck();
  expect(await button(page, "Accept 0 of 3").getAttribute("aria-disabled")).toBe("true");
  await button(page, "Accept 0 of 3").click({ force: true });
  expect(await cards(page).count()).toBe(1);
  for (const index of [0, 2]) await boxes.nth(index).check();
  await button(page, "Accept 2 of 3").click();
  expect(await decided(page)).toEqual([`Accepted: 2 of 3 changes in ${PATH}`]);
  await answered(page);
});

test("what is accepted is written, and nothing else", async () => {
  page = await propose(browser, model, [edit(...EDITS)]);
  await page.locator(".lectern-change-hunk input").nth(1).uncheck();
  await button(page, "Accept 2 of 3").click();
  await answered(page);
  expect(await contentOf(page)).toBe(BELL.replace("1911", "1912").replace("14 kg", "15 kg"));
  expect(repliesTo(model).join()).toMatch(/changed "Projects\/Fog bell\.md": .*\n.*[^]*the user rejected the change/);
});

test("a new note is made, and a note is moved to the trash", async () => {
  const call = { call: "write_file", args: { path: "Plans/New.md", content: "# New\n" } };
  page = await propose(browser, model, [call, { call: "delete_file", args: { path: PATH } }]);
  await cards(page).waitFor();
  expect(await page.locator(".lectern-change-kind").allTextContents()).toEqual(["New note", "Move to trash"]);
  await button(page, "Accept").click();
  await answered(page);
  expect(repliesTo(model).join()).toContain("created");
  expect(repliesTo(model).join()).toContain("to the trash");
  expect(await contentOf(page, "Plans/New.md")).toBe("# New\n");
  expect(await page.evaluate((path) => window.app.vault.getFileByPath(path), PATH)).toBe(null);
});

describe("no key accepts by accident", () => {
  const keys = ["Enter", "Space", "Tab", "Shift+Tab", "Escape"];
  test.each(keys)("%s in the composer", async (key) => {
    page = await propose(browser, model, [edit(...EDITS)]);
    await cards(page).waitFor();
    await page.locator(FIELD).fill("A next question");
    await page.locator(FIELD).press(key);
    if (key === "Escape") await answered(page);
    // Nor does what follows in a hurry.
    else for (const next of ["Enter", "Space"]) await page.keyboard.press(next);
    expect((await decided(page)).join()).not.toContain("Accepted");
    expect(await contentOf(page)).toBe(BELL);
  });

  test.each(keys)("%s in the comment", async (key) => {
    page = await propose(browser, model, [edit(...EDITS)]);
    await comment(page).fill("A comment");
    await comment(page).press(key);
    if (key === "Escape") await answered(page);
    else for (const next of ["Enter", "Space"]) await page.keyboard.press(next);
    expect((await decided(page)).join()).not.toContain("Accepted");
    expect(await contentOf(page)).toBe(BELL);
  });

  test("Ctrl+Enter in the composer does not, in the comment it does", async () => {
    page = await propose(browser, model, [edit(...EDITS)]);
    await cards(page).waitFor();
    await page.locator(FIELD).fill("A next question");
    await page.locator(FIELD).press("Control+Enter");
    expect(await cards(page).count()).toBe(1);
    await comment(page).fill("Thanks.");
    await comment(page).press("Control+Enter");
    expect(await decided(page)).toEqual([`Accepted: 3 changes in ${PATH}: “Thanks.”`]);
  });

  test("a card does not take the focus from the field", async () => {
    page = await propose(browser, model, [edit(...EDITS)]);
    await cards(page).waitFor();
    await page.keyboard.type("still typing a r j k");
    expect(await page.inputValue(FIELD)).toBe("still typing a r j k");
    expect(await page.locator(".lectern-change-hunk.is-off").count()).toBe(0);
  });
});

test("the keys j, k, a and r move between the parts and turn them off and on", async () => {
  page = await propose(browser, model, [edit(...EDITS)]);
  await hunks(page).first().focus();
  for (const key of ["j", "r", "j", "j", "r", "k", "a", "k", "k", "r"]) await page.keyboard.press(key);
  expect(await hunks(page).evaluateAll((all) => all.map((one) => one.classList.contains("is-off")))).toEqual([
    true,
    false,
    true,
  ]);
  await comment(page).fill("jar");
  expect(await page.locator(".lectern-change-hunk.is-off").count()).toBe(2);
  await page.locator(".lectern-change-hunk").nth(1).press("Control+Enter");
  expect(await decided(page)).toEqual([`Accepted: 1 of 3 changes in ${PATH}: “jar”`]);
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("lectern-change");
});

test("stopping the answer rejects", async () => {
  page = await propose(browser, model, [edit(...EDITS)]);
  await cards(page).waitFor();
  await page.locator("[aria-label='Stop (Escape)']").click();
  await answered(page);
  expect(await decided(page)).toEqual([`Rejected: 3 changes in ${PATH}`]);
  expect(await contentOf(page)).toBe(BELL);
});

test("with Plan only the card shows what would change, and asks nothing", async () => {
  page = await propose(browser, model, [edit(...EDITS)], { chat: { approve: "plan" } });
  await answered(page);
  expect(await page.locator(".lectern-change-kind").textContent()).toBe("Planned: Change");
  expect(await hunks(page).count()).toBe(3);
  expect(await page.locator(".lectern-change-actions, .lectern-change input").count()).toBe(0);
  await hunks(page).first().press("Control+Enter");
  expect(await decided(page)).toEqual([]);
  expect(repliesTo(model).join()).toContain("the user collects your changes as a plan");
  expect(await contentOf(page)).toBe(BELL);
});

test("with Accept edits a deletion is asked about", async () => {
  const call = { call: "delete_file", args: { path: PATH } };
  page = await propose(browser, model, [call], { chat: { approve: "accept" } });
  await expect.poll(() => page.locator(".lectern-change-kind").allTextContents()).toEqual(["Move to trash"]);
  expect(await hunks(page).locator("input").count()).toBe(0);
  await button(page, "Reject").click();
  await answered(page);
  expect(await contentOf(page)).toBe(BELL);
});

test("a model is offered the changing tools only if changes are allowed", async () => {
  page = await propose(browser, model, [edit(...EDITS)], { settings: { changes: false } });
  await answered(page);
  expect(toolsOf(model)).toEqual(["read_file", "list_files", "search_notes", "links"]);
  expect(repliesTo(model).join()).toContain('there is no tool "edit_file"');
  expect(await page.locator(".lectern-change").count()).toBe(0);
  await closeApp(page);
  page = await propose(browser, model, [edit(...EDITS)]);
  await cards(page).waitFor();
  expect(toolsOf(model)).toContain("edit_file");
});

test("a read-only file is refused without a card", async () => {
  page = await propose(browser, model, [edit(...EDITS)], { settings: { readOnly: ["Projects/"] } });
  await answered(page);
  expect(repliesTo(model).join()).toContain("read-only");
  expect(await page.locator(".lectern-change").count()).toBe(0);
});

test("callJson of another plugin changes nothing, even with an approver of its own", async () => {
  page = await propose(browser, model, [edit(...EDITS)]);
  await cards(page).waitFor();
  const args = JSON.stringify({ path: PATH, edits: EDITS });
  const reply = await page.evaluate(
    (args) =>
      (window.lectern.callJson as (...given: unknown[]) => Promise<{ isError: boolean }>)(
        "edit_file",
        args,
        {},
        {
          approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null }),
          journal: { record: () => Promise.resolve(), replace: () => Promise.resolve() },
        },
      ),
    args,
  );
  expect(reply.isError).toBe(true);
  expect(await cards(page).count()).toBe(1);
  expect(await page.evaluate(() => window.lectern.tools().map(({ name }) => name))).not.toContain("edit_file");
});
