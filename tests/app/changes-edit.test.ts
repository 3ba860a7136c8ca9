// A part of a change that the user edits before accepting it: what is on the screen is written, and the model learns it.
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { answered } from "./chat.ts";
import {
  accept,
  BELL,
  button,
  cards,
  contentOf,
  decided,
  edit,
  EDITS,
  hunks,
  PATH,
  propose,
  repliesTo,
} from "./changes-page.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const field = (): Locator => page.locator(".lectern-change-field");
const added = (index: number): Promise<string[]> => hunks().nth(index).locator(".is-added").allTextContents();

/** Opens the field of the part with this index. */
async function openField(index: number): Promise<void> {
  await hunks().nth(index).getByRole("button", { name: "Edit" }).click();
  await field().waitFor();
}

test("what the user writes is shown, written, and told to the model", async () => {
  await propose([edit(...EDITS)]);
  await openField(1);
  expect(await field().inputValue()).toBe("It hangs in the chapel.");
  await field().fill("It hangs in the old chapel.\nIt is rung at noon.");
  await button("Done").click();
  expect(await added(1)).toEqual(["7+It hangs in the old chapel.", "8+It is rung at noon."]);
  expect(await hunks().nth(1).getByRole("button", { name: "Edited" }).count()).toBe(1);
  await hunks().nth(0).press("r");
  await button("Accept 2 of 3").click();
  await answered();
  expect(await decided()).toEqual([`Accepted as edited: 2 of 3 changes in ${PATH}`]);
  expect(await contentOf()).toBe(BELL.replace("tower.", "old chapel.\nIt is rung at noon.").replace("14 kg", "15 kg"));
  const reply = repliesTo(model).join();
  expect(reply).toContain("the user edited lines 7-8 before accepting");
  expect(reply).toContain("\n7: It hangs in the old chapel.\n8: It is rung at noon.");
  expect(reply).toContain("the user rejected the change of lines 3-3");
});

test("what is in the field counts, though the edit has not ended", async () => {
  await propose([edit(...EDITS)]);
  await hunks().nth(2).press("e");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("The clapper weighs 16 kg.");
  await page.keyboard.press("Control+Enter");
  await answered();
  expect(await contentOf()).toBe(BELL.replace("1911", "1912").replace("tower", "chapel").replace("14 kg", "16 kg"));
});

test("Escape ends the edit, not the answer, and the model's own text is no edit", async () => {
  await propose([edit(...EDITS)]);
  await openField(0);
  await field().fill("Cast in 1913.");
  await field().press("Escape");
  expect(await added(0)).toEqual(["3+Cast in 1913."]);
  expect(await cards().count()).toBe(1);
  await page.keyboard.press("e");
  expect(await field().inputValue()).toBe("Cast in 1913.");
  await field().fill("Cast in 1912.");
  await field().press("Escape");
  expect(await hunks().nth(0).getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
  await page.locator(".lectern-change-hunk").first().press("Control+Enter");
  await answered();
  expect(await decided()).toEqual([`Accepted: 3 changes in ${PATH}`]);
  expect(repliesTo(model).join()).not.toContain("edited");
});

test("an empty field removes the lines, and the note keeps its line endings", async () => {
  const dos = BELL.replace(/\n/g, "\r\n");
  await propose([edit(...EDITS)], { files: { [PATH]: dos } });
  await openField(0);
  await field().fill("");
  await button("Done").click();
  await openField(1);
  await field().fill("One.\nTwo.");
  await accept();
  expect(await contentOf()).toBe(
    dos.replace("Cast in 1911.\r\n", "").replace("It hangs in the tower.", "One.\r\nTwo.").replace("14 kg", "15 kg"),
  );
});

test("a new note can be edited; a move and a deletion can't", async () => {
  const calls = [
    { call: "write_file", args: { path: "New.md", content: "# New\n" } },
    { call: "move_file", args: { from: PATH, to: "Bell.md" } },
    { call: "delete_file", args: { path: "Old.md" } },
  ];
  await propose(calls, { files: { "Old.md": "Old\n" } });
  await cards().waitFor();
  expect(await page.locator(".lectern-change-edit").count()).toBe(1);
  await openField(0);
  await field().fill("# New\n\nBy hand");
  await accept();
  expect(await contentOf("New.md")).toBe("# New\n\nBy hand\n");
  expect(await decided()).toEqual([expect.stringContaining("Accepted as edited: new note New.md")]);
});

describe("no key in the field accepts by accident", () => {
  const keys = ["Enter", "Space", "Tab", "Shift+Tab", "Escape", "a", "r", "j", "k", "e", "Shift+Enter", "Alt+Enter"];
  test.each(keys)("%s", async (key) => {
    await propose([edit(...EDITS)]);
    await openField(2);
    for (const next of [key, "Enter", "Space"]) await page.keyboard.press(next);
    expect(await cards().count()).toBe(1);
    expect(await contentOf()).toBe(BELL);
  });
});
