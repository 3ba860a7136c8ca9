// Changes of several files in the panel: those of a turn are asked about together, and which ones are asked about.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { answered, ask, FIELD } from "./chat.ts";
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
} from "./changes-page.ts";

import { model, page, useModel } from "./page.ts";

useModel();

const OLD = "One\nTwo\nThree\n";
const NEW = "1\nTwo\nThree\n";
const one = (path: string, [from, to] = ["One", "1"]) => ({
  call: "edit_file",
  args: { path, edits: [{ old: from, new: to }] },
});
const filesAt = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, OLD]));
const many = (count: number, folder: string): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/${index + 1}.md`);
const contents = (paths: readonly string[]): Promise<string[]> => Promise.all(paths.map((path) => contentOf(path)));
const switches = (): ReturnType<Page["locator"]> => page.locator(".lectern-change-head input");
/** Has the model propose `calls` in the conversation's next answer. */
async function then(calls: readonly { call: string; args: object }[]): Promise<void> {
  model.script({ parts: calls.map(({ call, args }) => ({ call, args: { ...args } })) }, { parts: ["Done."] });
  await ask("And these.");
}

const THREE = [edit(...EDITS), one("Other/b.md"), { call: "write_file", args: { path: "New.md", content: "New\n" } }];
const FILES = filesAt(["Other/b.md"]);

test("the changes of a turn share a card, with a switch for each file and each part", async () => {
  await propose(THREE, { files: FILES });
  await cards().waitFor();
  expect(await cards().count()).toBe(1);
  expect(await cards().getAttribute("aria-label")).toBe("Changes in 3 files");
  expect(await page.textContent(".lectern-chat-unseen")).toBe("The changes in 3 files wait for your approval.");
  const labels = await switches().evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(labels).toEqual([`Include: Change: ${PATH}`, "Include: Change: Other/b.md", "Include: New note: New.md"]);
  const bell = page.locator(".lectern-change-part").filter({ hasText: PATH });
  await bell.locator(".lectern-change-hunk input").nth(1).uncheck();
  const ofBell = bell.locator(".lectern-change-head input");
  expect(await ofBell.evaluate((input: HTMLInputElement) => input.indeterminate && input.checked)).toBe(true);
  await page.getByRole("checkbox", { name: "Include: Change: Other/b.md" }).uncheck();
  await comment().fill("Not these.");
  expect(await contentOf()).toBe(BELL);
  await button("Accept 3 of 5").click();
  await answered();
  expect(await contentOf()).toBe(BELL.replace("1911", "1912").replace("14 kg", "15 kg"));
  expect(await contents(["Other/b.md", "New.md"])).toEqual([OLD, "New\n"]);
  expect(await page.locator(".lectern-change-outcome").allTextContents()).toEqual([
    `Accepted: 2 of 3 changes in ${PATH}`,
    "Rejected: 1 change in Other/b.md",
    "Accepted: new note New.md: “Not these.”",
  ]);
  const [ofFirst, ofSecond, ofThird] = repliesTo(model);
  expect(ofFirst).toMatch(/the user rejected the change[^]*Not these\./);
  expect(ofSecond).toMatch(/rejected[^]*Not these\./);
  expect(ofThird).toContain("created");
});

test("switching a file off and on switches all its parts", async () => {
  await propose(THREE, { files: FILES });
  const ofBell = page.getByRole("checkbox", { name: `Include: Change: ${PATH}` });
  const parts = page.locator(".lectern-change-hunk input");
  const areOn = (): Promise<boolean[]> =>
    parts.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
  await ofBell.uncheck();
  expect(await areOn()).toEqual([false, false, false]);
  await button("Accept 2 of 5").waitFor();
  await ofBell.check();
  expect(await areOn()).toEqual([true, true, true]);
  for (const part of await parts.all()) await part.uncheck();
  expect(await ofBell.isChecked()).toBe(false);
  for (const file of await switches().all()) await file.uncheck();
  expect(await button("Accept 0 of 5").getAttribute("aria-disabled")).toBe("true");
  await hunks().first().press("Control+Enter");
  expect(await cards().count()).toBe(1);
});

test("a failed call, and one that reads, do not hold up the card", async () => {
  const calls = [one("Missing.md"), one("Other/b.md"), { call: "read_file", args: { path: PATH } }];
  await propose(calls, { files: FILES });
  await accept();
  expect(await decided()).toEqual(["Accepted: 1 change in Other/b.md"]);
});

test("of two changes of one note, the second is asked about again after the first is made", async () => {
  await propose([one("Other/b.md"), one("Other/b.md", ["Three", "3"])], { files: FILES });
  await button("Accept").click();
  await expect.poll(() => page.locator(".is-decided").count()).toBe(1);
  await accept();
  expect(await contents(["Other/b.md"])).toEqual(["1\nTwo\n3\n"]);
});

test("stopping the answer rejects all of them", async () => {
  await propose(THREE, { files: FILES });
  await cards().waitFor();
  await page.locator("[aria-label='Stop (Escape)']").click();
  await answered();
  expect((await page.locator(".lectern-change-outcome").allTextContents()).join()).not.toContain("Accepted");
  expect(await cards().count()).toBe(0);
  expect(await contents([PATH, "Other/b.md"])).toEqual([BELL, OLD]);
});

test("more than five files are asked about together, whatever is accepted", async () => {
  const paths = many(12, "Many");
  const calls = paths.map((path) => one(path));
  await propose(calls, { chat: { approve: "accept" }, files: filesAt(paths) });
  await cards().waitFor();
  expect(await switches().count()).toBe(12);
  expect(await contents(paths)).toEqual(paths.map(() => OLD));
  await button("Reject").click();
  await answered();
});

test("five files are not asked about with Accept edits", async () => {
  const paths = many(5, "Few");
  const calls = paths.map((path) => one(path));
  await propose(calls, { chat: { approve: "accept" }, files: filesAt(paths) });
  await answered();
  expect(await contents(paths)).toEqual(paths.map(() => NEW));
});

describe("once per conversation and folder", () => {
  const paths = ["A/1.md", "A/2.md", "A/In/3.md", "B/4.md"];
  const open = async (first: string): Promise<void> => {
    await propose([one(first)], { chat: { approve: "folder" }, files: filesAt(paths) });
    await cards().waitFor();
  };

  test("an accepted change stands for those that follow in its folder", async () => {
    await open("A/1.md");
    expect(await page.locator(".lectern-change-note").textContent()).toBe(
      "If you accept, this conversation can change more notes in “A” without asking.",
    );
    await accept();
    await then([one("A/2.md"), one("A/In/3.md"), one("B/4.md")]);
    await cards().waitFor();
    expect(await page.locator(".lectern-change-head button").allTextContents()).toHaveLength(2);
    await button("Reject").click();
    await answered(2);
    expect(await contents(paths)).toEqual([NEW, NEW, OLD, OLD]);
  });

  test("a deletion is asked about, and a rejected change stands for nothing", async () => {
    await open("A/1.md");
    await button("Reject").click();
    await answered();
    await then([one("A/1.md")]);
    await button("Accept").click();
    await answered(2);
    await then([{ call: "delete_file", args: { path: "A/1.md" } }]);
    await cards().waitFor();
    expect(await page.locator(".lectern-change-note").count()).toBe(0);
    await button("Accept").click();
    await answered(3);
  });

  test("a new conversation asks again", async () => {
    await open("A/1.md");
    await accept();
    await page.locator(FIELD).fill("/new");
    await page.locator(FIELD).press("Enter");
    await then([one("A/2.md")]);
    await cards().waitFor();
    await button("Reject").click();
    await answered();
    expect(await contents(paths)).toEqual([NEW, OLD, OLD, OLD]);
  });
});

const KEYS = ["Enter", "Space", "Tab", "Shift+Tab", "Escape", "a", "r", "j", "k", "Delete", "Shift+Enter", "Alt+Enter"];
const PLACES = [".lectern-change-comment", ".lectern-change-head input", ".lectern-change-hunk", FIELD] as const;
const MORE = [".lectern-change-hunk input", "button.lectern-change-file", ".lectern-change-reject"] as const;

test.each([...PLACES, ...MORE])("in %s no key but Ctrl+Enter accepts", async (place) => {
  await propose(THREE, { files: FILES });
  await cards().waitFor();
  for (const key of [
    ...KEYS,
    ...(place === FIELD || MORE.slice(1).includes(place as never) ? ["Control+Enter"] : []),
  ]) {
    if ((await cards().count()) === 0) break;
    await page.locator(place).first().focus();
    await page.keyboard.press(key);
  }
  expect((await page.locator(".lectern-change-outcome").allTextContents()).join()).not.toContain("Accepted");
  expect(await contents([PATH, "Other/b.md"])).toEqual([BELL, OLD]);
});
