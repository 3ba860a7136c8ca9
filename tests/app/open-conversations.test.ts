// Several conversations are open in one panel: one answers while another is read, and the row above them says so.
import axe from "axe-core";
import { expect, test } from "vitest";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { capture } from "./capture.ts";
import { answers, ask, askAndWait, type ChatOptions, FIELD, gate, openChat } from "./chat.ts";
import { button, cards, contentOf, edit, PATH, BELL, CHANGED, EDITS } from "./changes-page.ts";
import { closeContext, model, page, useModel } from "./page.ts";
import { runCommand, textAt } from "./release.ts";

useModel({ close: closeContext });

const open = (options: Partial<ChatOptions> = {}): Promise<unknown> =>
  openChat({ files: { [PATH]: BELL }, standIn: model, ...options });
const startAnew = (): Promise<void> => page.getByRole("button", { name: "New conversation", exact: true }).click();
/** The names of what is open, with what each waits for; the one that is shown has a star. */
const tabs = (): Promise<string[]> =>
  page
    .locator(".lectern-chat-tab:visible")
    .evaluateAll((all) => all.map((el) => (el.ariaCurrent ? "*" : "") + (el.ariaLabel ?? "")));
const choose = (name: string): Promise<void> =>
  page.locator(".lectern-chat-tabs").getByRole("button", { name, exact: true }).click();
const closeTab = (name: string): Promise<void> => choose(`Close ${name}`);
const notices = (): Promise<string[]> => page.locator(".notice").allTextContents();
const shown = answers;
const hide = (): Promise<void> => page.evaluate(() => window.app.workspace.rightSplit.collapse());
const talks = (): Promise<string[]> =>
  page.evaluate(() => window.app.vault.getFiles().flatMap(({ path }) => (path.startsWith("Talks/") ? [path] : [])));

test("a conversation goes on answering while another is read, and has a mark until it is looked at", async () => {
  const { opened, open: go } = gate();
  await open();
  model.script({ parts: ["One, ", { wait: opened }, "two."] }, { parts: ["Other."] });
  await ask("Count.");
  await expect.poll(shown).toEqual(["One,"]);
  expect(await tabs()).toEqual([]);
  await startAnew();
  expect(await tabs()).toEqual(["“Count.”: Working.", "*Ask your notes"]);
  await askAndWait("Something else?");
  expect(await shown()).toEqual(["Other."]);
  expect(await tabs()).toEqual(["“Count.”: Working.", "*Something else?"]);
  await capture(page, "open-conversations-answering");
  go();
  await expect.poll(tabs).toEqual(["“Count.”: The answer is complete.", "*Something else?"]);
  await expect
    .poll(() => page.textContent(".lectern-chat > .lectern-chat-unseen"))
    .toBe("“Count.”: The answer is complete.");
  expect(await notices()).toEqual([]);
  await choose("“Count.”: The answer is complete.");
  expect(await tabs()).toEqual(["*Count.", "Something else?"]);
  expect(await shown()).toEqual(["One, two."]);
  expect(await page.textContent(".lectern-chat-title")).toBe("Count.");
  // An empty conversation does not stay open.
  await startAnew();
  await choose("Count.");
  expect(await tabs()).toEqual(["*Count.", "Something else?"]);
});

test("a change waits in a conversation that is not shown, and is decided there", async () => {
  const { opened, open: go } = gate();
  await open({ settings: { changes: true } });
  model.script({ parts: [{ wait: opened }, edit(...EDITS)] }, { parts: ["Done."] });
  await ask("Change it.");
  await startAnew();
  go();
  await expect.poll(tabs).toEqual(["Waiting for you: Change it.", "*Ask your notes"]);
  expect(await cards().isVisible()).toBe(false);
  await capture(page, "open-conversations-waiting");
  await page.evaluate(axe.source);
  const wrong = await page.evaluate(async () => (await window.axe.run(".lectern-chat-tabs")).violations);
  expect(wrong.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ""}`)).toEqual([]);
  await choose("Waiting for you: Change it.");
  await button("Accept").click();
  await expect.poll(shown).toEqual(["Done."]);
  expect(await contentOf()).toBe(CHANGED);
});

test("each conversation has its draft and the questions that wait, which are asked there", async () => {
  const { opened, open: go } = gate();
  await open();
  model.script({ parts: [{ wait: opened }, "First."] }, { parts: ["Second."] });
  await ask("One?");
  await ask("Two?");
  await page.locator(FIELD).fill("Half a");
  await startAnew();
  // What is being written goes along into a new conversation.
  expect(await page.inputValue(FIELD)).toBe("Half a");
  expect(await page.locator(".lectern-chat-queued").count()).toBe(0);
  await choose("“One?”: Working.");
  expect(await page.inputValue(FIELD)).toBe("");
  expect(await page.locator(".lectern-chat-queued-text").allTextContents()).toEqual(["Two?"]);
  await choose("Ask your notes");
  expect(await page.inputValue(FIELD)).toBe("Half a");
  go();
  await expect.poll(tabs).toEqual(["“One?”: The answer is complete.", "*Ask your notes"]);
  await choose("“One?”: The answer is complete.");
  await expect.poll(shown).toEqual(["First.", "Second."]);
});

test("closing one that answers stops it, saves what there is, and keeps what was not asked", async () => {
  const { opened, open: go } = gate();
  await open({ chat: { saves: true, folder: "Talks" } });
  model.script({ parts: ["Half, ", { wait: opened }, "whole."] });
  await ask("One?");
  await expect.poll(shown).toEqual(["Half,"]);
  await ask("Two?");
  await startAnew();
  await closeTab("One?");
  await expect.poll(tabs).toEqual([]);
  await expect.poll(talks).toHaveLength(1);
  expect(await textAt((await talks())[0] ?? "")).toContain("Half,");
  expect(await page.inputValue(FIELD)).toBe("Two?");
  go();
});

test("while the panel is hidden, a notice says what waits, and leads to it", async () => {
  const { opened, open: go } = gate();
  await open();
  model.script({ parts: [{ wait: opened }, "First."] }, { parts: ["Second."] });
  await ask("One?");
  await startAnew();
  await askAndWait("Two?");
  await hide();
  go();
  await expect.poll(notices).toEqual(["“One?”: The answer is complete."]);
  await page.locator(".notice").click();
  await expect.poll(shown).toEqual(["First."]);
  expect(await tabs()).toEqual(["*One?", "Two?"]);
});

test("a saved conversation is open once, and takes the place of one that is saved and idle", async () => {
  await open({ chat: { saves: true, folder: "Talks" } });
  await page.evaluate(() => void (window.app.metadataCache.testReadsProperties = true));
  model.script({ parts: ["First."] }, { parts: ["Second."] });
  const list = async (name: string): Promise<void> => {
    await page.getByRole("button", { name: "Conversations", exact: true }).click();
    await page.locator(".lectern-saved-open").getByText(name).click();
  };
  await askAndWait("One?");
  await startAnew();
  await askAndWait("Two?");
  await expect.poll(talks).toHaveLength(2);
  await list("One");
  await expect.poll(tabs).toEqual(["*One?", "Two?"]);
  await closeTab("Two?");
  expect(await tabs()).toEqual([]);
  await list("Two");
  await expect.poll(shown).toEqual(["Second."]);
  expect(await tabs()).toEqual([]);
});

test("at most eight are open: a saved one makes room, one that is not saved does not", async () => {
  await open();
  model.script(...Array.from({ length: 8 }, (_, at) => ({ parts: [`Answer ${at}`] })));
  for (let at = 0; at < 8; at++) {
    await startAnew();
    await askAndWait(`Question ${at}`);
  }
  await startAnew();
  expect(await notices()).toEqual(["8 conversations are open. Close one first."]);
  expect((await tabs()).length).toBe(8);
  await capture(page, "open-conversations-eight");
  await runCommand("new-conversation");
  expect(await shown()).toEqual(["Answer 7"]);
});

test("everything stops when the panel is closed, without a notice", async () => {
  await open();
  model.script({ parts: ["Half", "HANG"] }, { parts: ["Half", "HANG"] });
  await ask("One?");
  await expect.poll(() => answers()).toEqual(["Half"]);
  await startAnew();
  await ask("Two?");
  await expect.poll(shown).toEqual(["Half"]);
  await page.evaluate(() => window.app.workspace.getLeavesOfType("lectern-chat")[0]?.detach());
  expect(await Promise.all(model.turns.map(({ ended }) => ended))).toEqual(["left", "left"]);
  expect(await notices()).toEqual([]);
});

test("opening a saved conversation keeps one that has unsaved messages", async () => {
  const saved = toMarkdown({ title: "Old", created: 1, messages: [{ role: "user", text: "Old?", attachments: [] }] });
  await open({ files: { [PATH]: BELL, "Talks/Old.md": saved } });
  model.script({ parts: ["One."] }, { parts: ["Two."] });
  await askAndWait("First?");
  await ask("/save");
  await expect.poll(notices).toEqual([expect.stringContaining("Saved as")]);
  await askAndWait("Second?", 2);
  await page.evaluate(() =>
    window.app.workspace
      .getLeavesOfType("lectern-chat")[0]
      ?.setViewState({ type: "lectern-chat", state: { file: "Talks/Old.md" } }),
  );
  await expect.poll(async () => (await tabs()).length).toBe(2);
  expect((await tabs())[0]).toContain("First");
});

test("what a closed conversation gives back joins an edit, which stays one", async () => {
  const { opened, open: go } = gate();
  await open();
  model.script({ parts: ["One."] }, { parts: [{ wait: opened }, "Two."] });
  await askAndWait("First?");
  await startAnew();
  await ask("Other?");
  await ask("Waiting?");
  await choose("First?");
  await page.locator(FIELD).press("ArrowUp");
  await expect.poll(() => page.inputValue(FIELD)).toBe("First?");
  await closeTab("Other?");
  await expect.poll(() => page.inputValue(FIELD)).toContain("Waiting?");
  expect(await page.locator(".lectern-chat-editing").isVisible()).toBe(true);
  go();
});
