// A conversation in the panel changes and comes back: its questions are edited and asked again, and it is saved and opened.
import { expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { answered, answers, askAndWait, FIELD, openChat, rows, SHOWN } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { textAt } from "./release.ts";

useModel();

const FILES = {
  "Projects/Fog bell.md": "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg.\nIt was lost in 1962.\n",
  "Projects/Roof hives.md": "# Roof hives\n\nFour hives stand on the roof.\n",
  "Private/Diary.md": "The clapper is under my bed.\n",
};

test("a question is edited and sent again in the place of what was", async () => {
  model.script({ parts: ["First."] }, { parts: ["Second."] }, { parts: ["Third."] });
  await openChat({ files: FILES, standIn: model });
  await askAndWait("One?");
  await askAndWait("Two?", 2);
  await page.locator(".lectern-chat-question .lectern-chat-button[aria-label='Edit and ask again']").first().click();
  expect(await page.inputValue(FIELD)).toBe("One?");
  await askAndWait("One, in other words?");
  expect(await page.locator(".lectern-chat-question-text").allTextContents()).toEqual(["One, in other words?"]);
  expect(await answers()).toEqual(["Third."]);
  expect(JSON.stringify(model.last)).not.toContain("Two?");
});

test("an answer is asked for again, and copied as Markdown", async () => {
  model.script({ parts: ["**First**"] }, { parts: ["**Second** [[Fog bell#L3]]"] });
  await openChat({ files: FILES, standIn: model });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await askAndWait("One?");
  await page.locator(".lectern-chat-end [aria-label='Ask again']").click();
  await expect.poll(() => answers()).toEqual(["Second Fog bell · L3"]);
  await answered();
  await page.locator(".lectern-chat-end [aria-label='Copy answer']").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "**Second** [[Projects/Fog bell|Fog bell, L3]]",
  );
});

test("a conversation is saved, listed, and goes on after a restart with its rows", async () => {
  model.script(
    { parts: [{ call: "read_file", args: { path: "Projects/Fog bell.md" } }] },
    { parts: ["In 1911 [[Projects/Fog bell#L3]]."] },
    { parts: ["In 1962."] },
  );
  const options = { standIn: model, chat: { saves: true, savesReplies: true, folder: "Talks" } };
  await openChat({ files: FILES, ...options });
  await askAndWait("When was it cast?");
  const saved = (): Promise<string[]> =>
    page.evaluate(() => window.app.vault.getFiles().flatMap(({ path }) => (path.startsWith("Talks/") ? [path] : [])));
  await expect.poll(saved).toHaveLength(1);
  const [path = ""] = await saved();
  const file = await textAt(path);
  const state = await page.evaluate(() => window.app.workspace.getLeavesOfType("lectern-chat")[0]?.getViewState());
  expect(state?.state).toEqual({ file: path });
  await closeApp(page);

  await openChat({ files: { ...FILES, [path]: file }, ...options });
  expect(await page.locator(".lectern-chat-exchange").count()).toBe(0);
  await page.locator("[aria-label='Conversations']").click();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await answered();
  expect(await rows()).toEqual(["Read lines 1–6 of 6 in Projects/Fog bell.md"]);
  expect(await page.textContent(".lectern-chat-taken")).toBe("1 note read");
  await expect.poll(() => page.locator(".lectern-chat-citation.is-verified").count()).toBe(1);
  await askAndWait("And when was it lost?", 2);
  expect(JSON.stringify(model.last)).toContain("When was it cast?");

  await page.locator("[aria-label='New conversation']").click();
  expect(await page.locator(`${SHOWN} .lectern-chat-exchange`).count()).toBe(0);
  await page.evaluate((state) => state && window.app.workspace.getRightLeaf(false).setViewState(state), state);
  await answered(2);
});

test("a question that is being written stays when another conversation is opened", async () => {
  await openChat({ files: FILES });
  await page.locator(FIELD).fill("Half a ques");
  await page.locator("[aria-label='New conversation']").click();
  expect(await page.inputValue(FIELD)).toBe("Half a ques");
});
