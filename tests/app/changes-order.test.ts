// Several changes of one file in one turn: one order, one result, one truthful line each.
import { expect, test } from "vitest";
import { answered, rows } from "./chat.ts";
import { accept, BELL, button, cards, contentOf, decided, edit, PATH, propose, repliesTo } from "./changes-page.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const TO = "Archive/Fog bell.md";
const EDIT = edit({ old: "1911", new: "1912" });
const MOVE = { call: "move_file", args: { from: PATH, to: TO } };
const label = (): Promise<string | null> => cards().getAttribute("aria-label");

test.each([
  ["an edit and a move", [EDIT, MOVE]],
  ["a move and an edit", [MOVE, EDIT]],
])("%s: the edit first, then the move of what it made", async (_, calls) => {
  await propose(calls);
  await expect.poll(label).toBe(`Change: ${PATH}`);
  await button("Accept").click();
  await expect.poll(label).toBe(`Move: ${PATH}`);
  expect(await contentOf()).toBe(BELL.replace("1911", "1912"));
  await accept();
  expect(await decided()).toEqual([`Accepted: 1 change in ${PATH}`, `Accepted: move ${PATH} to ${TO}`]);
  expect(await contentOf(TO)).toBe(BELL.replace("1911", "1912"));
  expect((await rows()).sort()).toEqual([`Changed ${PATH}: 1 change`, `Moved ${PATH} to ${TO}`]);
  // What the model read at the old path is not sent again.
  expect(repliesTo(model).join()).toContain(`moved "${PATH}" to "${TO}"`);
});

test("if the edit is rejected, the move is asked about as it is", async () => {
  await propose([EDIT, MOVE]);
  await expect.poll(label).toBe(`Change: ${PATH}`);
  await button("Reject").click();
  await expect.poll(label).toBe(`Move: ${PATH}`);
  await accept();
  expect(await decided()).toEqual([`Rejected: 1 change in ${PATH}`, `Accepted: move ${PATH} to ${TO}`]);
  expect(await contentOf(TO)).toBe(BELL);
});

test("two edits of one note, and one of another: the card has one of each, then the other", async () => {
  const other = { call: "write_file", args: { path: "New.md", content: "New\n" } };
  await propose([EDIT, edit({ old: "Ann", new: "Bea" }), other]);
  await expect.poll(label).toBe("Changes in 2 files");
  await button("Accept").click();
  await expect.poll(label).toBe(`Change: ${PATH}`);
  await accept();
  expect(await contentOf()).toBe(BELL.replace("1911", "1912").replace("Ann", "Bea"));
});

test("a change that waits when its answer is stopped is not made", async () => {
  await propose([EDIT, MOVE]);
  await expect.poll(label).toBe(`Change: ${PATH}`);
  await page.getByRole("button", { name: "Stop" }).click();
  await answered();
  expect(await contentOf()).toBe(BELL);
  expect(await cards().count()).toBe(0);
});
