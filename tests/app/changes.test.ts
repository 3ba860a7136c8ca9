// Changes in the panel, end to end: the card that waits for the user, what each answer to it does, and the settings.
import { describe, expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { answered, ask, FIELD, rows } from "./chat.ts";
import {
  accept,
  BELL,
  button,
  cards,
  comment,
  contentOf,
  decided,
  edit,
  EDITS,
  hunks,
  PATH,
  propose,
  repliesTo,
  toolsOf,
} from "./changes-page.ts";

import { model, page, useModel } from "./page.ts";

useModel();

test("a card shows the change, and nothing is written before it is accepted", async () => {
  await propose([edit(...EDITS)]);
  await cards().waitFor();
  expect(await page.textContent(".lectern-chat-unseen")).toBe(`The change in ${PATH} waits for your approval.`);
  // Some screen readers hide what is busy.
  expect(await page.locator(".lectern-chat-answer").getAttribute("aria-busy")).toBeNull();
  expect(await rows()).toEqual([`Waiting for you: ${PATH}`]);
  expect(await page.locator(".lectern-chat-row-head .is-running").count()).toBe(0);
  expect(await contentOf()).toBe(BELL);
  expect(await page.locator(".lectern-change-kind").textContent()).toBe("Change");
  expect(await hunks().evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual([
    "Change 1 of 3, line 3",
    "Change 2 of 3, line 7",
    "Change 3 of 3, line 11",
  ]);
  expect(await hunks().first().locator(".lectern-change-line").allTextContents()).toEqual([
    "3−Cast in 1911.",
    "3+Cast in 1912.",
  ]);
  expect(await page.locator("mark").allTextContents()).toEqual(["1911", "1912", "tower", "chapel", "14", "15"]);
  expect(await page.locator(FIELD).evaluate((field) => field === document.activeElement)).toBe(true);
  await button("Accept").click();
  expect(await decided()).toEqual([`Accepted: 3 changes in ${PATH}`]);
  await answered();
  // Counted as on the card.
  expect(await rows()).toEqual([`Changed ${PATH}: 3 changes`]);
  await page.getByRole("button", { name: "Changes (3)", exact: true }).waitFor();
});

test("the name opens the note, and the card stays", async () => {
  await propose([edit(...EDITS)]);
  await page.locator(".lectern-change-file").click();
  const shown = (): Promise<string | undefined> =>
    page.evaluate(() => window.app.workspace.getActiveFile()?.path ?? undefined);
  await expect.poll(shown).toBe(PATH);
  expect(await cards().count()).toBe(1);
});

test("the model reads why a change is rejected", async () => {
  await propose([edit(...EDITS)]);
  await comment().fill("It was cast in 1910.");
  await button("Reject").click();
  expect(await decided()).toEqual([`Rejected: 3 changes in ${PATH}: “It was cast in 1910.”`]);
  await answered();
  expect(repliesTo(model).join()).toContain("It was cast in 1910.");
  expect(repliesTo(model).join()).toContain("rejected");
  expect(await contentOf()).toBe(BELL);
});

test("parts can be left out", async () => {
  await propose([edit(...EDITS)]);
  const boxes = page.locator(".lectern-change-hunk input");
  for (const index of [0, 1, 2]) await boxes.nth(index).uncheck();
  expect(await button("Accept 0 of 3").getAttribute("aria-disabled")).toBe("true");
  await button("Accept 0 of 3").click({ force: true });
  expect(await cards().count()).toBe(1);
  for (const index of [0, 2]) await boxes.nth(index).check();
  await button("Accept 2 of 3").click();
  expect(await decided()).toEqual([`Accepted: 2 of 3 changes in ${PATH}`]);
  await answered();
});

test("what is accepted is written, and nothing else", async () => {
  await propose([edit(...EDITS)]);
  await page.locator(".lectern-change-hunk input").nth(1).uncheck();
  await button("Accept 2 of 3").click();
  await answered();
  expect(await contentOf()).toBe(BELL.replace("1911", "1912").replace("14 kg", "15 kg"));
  expect(repliesTo(model).join()).toMatch(/changed "Projects\/Fog bell\.md": .*\n.*[^]*the user rejected the change/);
});

test("a new note is made, and a note is moved to the trash", async () => {
  const call = { call: "write_file", args: { path: "Plans/New.md", content: "# New\n" } };
  await propose([call, { call: "delete_file", args: { path: PATH } }]);
  await cards().waitFor();
  expect(await page.locator(".lectern-change-kind").allTextContents()).toEqual(["New note", "Move to trash"]);
  await accept();
  expect(repliesTo(model).join()).toContain("created");
  expect(repliesTo(model).join()).toContain("to the trash");
  expect(await contentOf("Plans/New.md")).toBe("# New\n");
  expect(await page.evaluate((path) => window.app.vault.getFileByPath(path), PATH)).toBe(null);
});

describe("no key accepts by accident", () => {
  const keys = ["Enter", "Space", "Tab", "Shift+Tab", "Escape"];
  test.each(keys)("%s in the composer", async (key) => {
    await propose([edit(...EDITS)]);
    await cards().waitFor();
    await page.locator(FIELD).fill("A next question");
    await page.locator(FIELD).press(key);
    if (key === "Escape") await answered();
    // Nor does what follows in a hurry.
    else for (const next of ["Enter", "Space"]) await page.keyboard.press(next);
    expect((await decided()).join()).not.toContain("Accepted");
    expect(await contentOf()).toBe(BELL);
  });

  test.each(keys)("%s in the comment", async (key) => {
    await propose([edit(...EDITS)]);
    await comment().fill("A comment");
    await comment().press(key);
    if (key === "Escape") await answered();
    else for (const next of ["Enter", "Space"]) await page.keyboard.press(next);
    expect((await decided()).join()).not.toContain("Accepted");
    expect(await contentOf()).toBe(BELL);
  });

  test("Ctrl+Enter in the composer does not, in the comment it does", async () => {
    await propose([edit(...EDITS)]);
    await cards().waitFor();
    await page.locator(FIELD).fill("A next question");
    await page.locator(FIELD).press("Control+Enter");
    expect(await cards().count()).toBe(1);
    await comment().fill("Thanks.");
    await comment().press("Control+Enter");
    expect(await decided()).toEqual([`Accepted: 3 changes in ${PATH}: “Thanks.”`]);
  });

  test("a card does not take the focus from the field", async () => {
    await propose([edit(...EDITS)]);
    await cards().waitFor();
    await page.keyboard.type("still typing a r j k");
    expect(await page.inputValue(FIELD)).toBe("still typing a r j k");
    expect(await page.locator(".lectern-change-hunk.is-off").count()).toBe(0);
  });
});

test("the keys j, k, a and r move between the parts and turn them off and on", async () => {
  await propose([edit(...EDITS)]);
  await hunks().first().focus();
  for (const key of ["j", "r", "j", "j", "r", "k", "a", "k", "k", "r"]) await page.keyboard.press(key);
  expect(await hunks().evaluateAll((all) => all.map((one) => one.classList.contains("is-off")))).toEqual([
    true,
    false,
    true,
  ]);
  await comment().fill("jar");
  expect(await page.locator(".lectern-change-hunk.is-off").count()).toBe(2);
  await page.locator(".lectern-change-hunk").nth(1).press("Control+Enter");
  expect(await decided()).toEqual([`Accepted: 1 of 3 changes in ${PATH}: “jar”`]);
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("lectern-change");
});

test("stopping the answer rejects", async () => {
  await propose([edit(...EDITS)]);
  await cards().waitFor();
  await page.locator("[aria-label='Stop (Escape)']").click();
  await answered();
  expect(await decided()).toEqual([`Rejected: 3 changes in ${PATH}`]);
  expect(await contentOf()).toBe(BELL);
});

test("with Plan only the card shows what would change, and asks nothing", async () => {
  await propose([edit(...EDITS)], { chat: { approve: "plan" } });
  await answered();
  expect(await page.locator(".lectern-change-kind").textContent()).toBe("Planned: Change");
  expect(await hunks().count()).toBe(3);
  expect(await page.locator(".lectern-change-actions, .lectern-change input").count()).toBe(0);
  await hunks().first().press("Control+Enter");
  expect(await decided()).toEqual([]);
  expect(repliesTo(model).join()).toContain("the user collects your changes as a plan");
  expect(await contentOf()).toBe(BELL);
});

test("with Accept edits a deletion is asked about", async () => {
  const call = { call: "delete_file", args: { path: PATH } };
  await propose([call], { chat: { approve: "accept" } });
  await expect.poll(() => page.locator(".lectern-change-kind").allTextContents()).toEqual(["Move to trash"]);
  expect(await hunks().locator("input").count()).toBe(0);
  await button("Reject").click();
  await answered();
  expect(await contentOf()).toBe(BELL);
});

test("a model is offered the changing tools only if changes are allowed", async () => {
  await propose([edit(...EDITS)], { settings: { changes: false } });
  await answered();
  expect(toolsOf(model)).toEqual(["read_file", "list_files", "search_notes", "links"]);
  expect(repliesTo(model).join()).toContain('there is no tool "edit_file"');
  expect(await page.locator(".lectern-change").count()).toBe(0);
  await closeApp(page);
  await propose([edit(...EDITS)]);
  await cards().waitFor();
  expect(toolsOf(model)).toContain("edit_file");
});

test("a read-only file is refused without a card", async () => {
  await propose([edit(...EDITS)], { settings: { readOnly: ["Projects/"] } });
  await answered();
  expect(repliesTo(model).join()).toContain("read-only");
  expect(await page.locator(".lectern-change").count()).toBe(0);
});

test("callJson of another plugin changes nothing, even with an approver of its own", async () => {
  await propose([edit(...EDITS)]);
  await cards().waitFor();
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
  expect(await cards().count()).toBe(1);
  expect(await page.evaluate(() => window.lectern.tools().map(({ name }) => name))).not.toContain("edit_file");
});

test.each([
  ["changed", edit(...EDITS)],
  ["moved", { call: "move_file", args: { from: PATH, to: "Projects/Bell.md" } }],
  ["deleted", { call: "delete_file", args: { path: PATH } }],
])("of a note that is %s with the user's consent, no answer says that it was left out", async (_, change) => {
  await propose([{ call: "read_file", args: { path: PATH } }]);
  await answered();
  model.script({ parts: [change] }, { parts: ["Done."] }, { parts: ["Yes."] });
  await ask("Now do it.");
  await button("Accept").click();
  await answered(2);
  await ask("Is it done?");
  await answered(3);
  expect(await page.locator(".lectern-chat-notice").allTextContents()).toEqual([]);
});
