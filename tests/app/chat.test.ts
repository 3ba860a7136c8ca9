// The chat panel end to end, as a user sees it: the released plugin in Chromium, the real agent loop and tools, and
// answers by Quotes or a stand-in for a provider.
import { expect, test } from "vitest";
import { answered, answers, ask, askAndWait, chips, FIELD, gate, openChat, rows, selected } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FILES = {
  "Projects/Fog bell.md": "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg.\nIt was lost in 1962.\n",
  "Projects/Roof hives.md": "# Roof hives\n\nFour hives stand on the roof.\n",
  "Private/Diary.md": "The clapper is under my bed.\n",
};
const CLOSED = { closed: ["Private"] };

test("Quotes answers out of the notes, and a citation opens the note with its lines selected", async () => {
  await openChat({ files: FILES, settings: CLOSED });
  await askAndWait("How heavy is the clapper?");
  expect((await rows())[0]).toContain("clapper");
  const [answer] = await answers();
  expect(answer).toContain("The clapper weighs 14 kg.");
  expect(answer).not.toContain("under my bed");
  expect((await chips())[0]).toMatch(/^Fog bell · L\d/);
  await page.locator(".lectern-chat-citation").first().click();
  await expect.poll(async () => (await selected()).path).toBe("Projects/Fog bell.md");
  expect((await selected()).text).toContain("The clapper weighs 14 kg.");
  expect(await page.textContent(".lectern-chat-taken")).toMatch(/^1 note read · \d+\.\ds$/);
  // The note is open now, in a tab that stays the only one.
  await page.evaluate(() => {
    const view = window.app.workspace.getLeavesOfType("markdown")[0]?.view as unknown as {
      editor: { setCursor(line: number): void };
    };
    view.editor.setCursor(0);
  });
  await page.locator(".lectern-chat-citation").first().click();
  await expect.poll(async () => (await selected()).text).toContain("The clapper weighs 14 kg.");
  expect(await page.evaluate(() => window.app.workspace.getLeavesOfType("markdown").length)).toBe(1);
});

test("rows and text stream while the model is at work", async () => {
  const [first, second] = [gate(), gate()];
  model.script(
    {
      parts: [{ call: "read_file", args: { path: "Projects/Fog bell.md", start_line: 5, end_line: 6 } }],
    },
    {
      parts: [{ wait: first.opened }, "It weighs ", { wait: second.opened }, "14 kg [[Projects/Fog bell#L5]]."],
      usage: { input: 1000, output: 40 },
    },
  );
  await openChat({ files: FILES, standIn: model });
  await ask("How heavy?");
  await expect.poll(() => page.textContent(".lectern-chat-wait")).toBe("Thinking…");
  expect(await page.locator(".lectern-chat-answer.is-busy").count()).toBe(1);
  first.open();
  await expect.poll(() => answers()).toEqual(["It weighs"]);
  expect(await rows()).toEqual(["Read lines 5–6 of 6 in Projects/Fog bell.md"]);
  second.open();
  await answered();
  expect(await answers()).toEqual(["It weighs 14 kg Fog bell · L5."]);
  expect(await page.locator(".lectern-chat-answer.is-busy").count()).toBe(0);
  expect(await page.textContent(".lectern-chat-taken")).toMatch(/^1 note read · [\d.]+k tokens · \d+\.\ds$/);
});

test("a model that thinks for long is seen to, in seconds", async () => {
  const { opened, open } = gate();
  model.script({ parts: [{ wait: opened }, "Done."] });
  await openChat({ files: FILES, standIn: model });
  await page.clock.install();
  await ask("Think hard.");
  const wait = page.locator(".lectern-chat-wait");
  await expect.poll(() => wait.textContent()).toBe("Thinking…");
  await page.clock.fastForward(5000);
  await expect.poll(() => wait.textContent()).toMatch(/^Thinking… \d+s$/);
  expect(Number((await wait.textContent())?.match(/\d+/)?.[0])).toBeGreaterThanOrEqual(5);
  open();
  await answered();
  expect(await wait.textContent()).toBe("");
  await page.context().close();
});

test("a row opens to what the model saw", async () => {
  model.script({ parts: [{ call: "read_file", args: { path: "Fog bell", end_line: 3 } }] }, { parts: ["Done."] });
  await openChat({ files: FILES, standIn: model });
  await askAndWait("Read it.");
  const head = page.locator(".lectern-chat-row-head");
  await head.focus();
  await page.keyboard.press("Enter");
  expect(await head.getAttribute("aria-expanded")).toBe("true");
  expect(await page.textContent(".lectern-chat-row-text")).toContain("1: # Fog bell\n\n3: Cast in 1911.");
  await page.keyboard.press("Enter");
  expect(await page.locator(".lectern-chat-row-text").count()).toBe(0);
});

test("a closed note is refused with a lock, and nothing of it reaches the model", async () => {
  model.script({ parts: [{ call: "read_file", args: { path: "Private/Diary.md" } }] }, { parts: ["I may not."] });
  await openChat({ files: FILES, standIn: model, settings: CLOSED });
  await askAndWait("Where is the clapper?");
  expect(await page.locator(".lectern-chat-row .lucide-lock").count()).toBe(1);
  expect(JSON.stringify(model.last)).toContain("is excluded");
  expect(JSON.stringify(model.requests)).not.toContain("under my bed");
});

test("a citation selects the words that it quotes, and of a long line no more than a sentence", async () => {
  const filler = "Many words say little. ".repeat(60);
  const files = { "Log.md": `${filler}The clapper weighs 14 kg. It is new. ${filler}\n` };
  model.script(
    { parts: [{ call: "read_file", args: { path: "Log.md" } }] },
    { parts: ["“clapper weighs 14 kg” [[Log#L1]]. The new one is light [[Log#L1]]."] },
  );
  await openChat({ files, standIn: model });
  await askAndWait("How heavy?");
  await expect.poll(() => page.locator(".lectern-chat-citation.is-verified").count()).toBe(2);
  await page.locator(".lectern-chat-citation").first().click();
  await expect.poll(() => selected()).toEqual({ path: "Log.md", text: "clapper weighs 14 kg" });
  await page.locator(".lectern-chat-citation").last().click();
  await expect.poll(() => selected()).toEqual({ path: "Log.md", text: "It is new." });
});

test("what was not read, or says something else, is marked as not verified", async () => {
  model.script(
    { parts: [{ call: "read_file", args: { path: "Projects/Fog bell.md" } }] },
    {
      parts: [
        "Cast [[Projects/Fog bell#L3]]. Four hives [[Projects/Roof hives#L3]]. “It weighs 90 kg” [[Projects/Fog bell#L5]]. See [[Projects/Roof hives]].",
      ],
    },
  );
  await openChat({ files: FILES, standIn: model });
  await askAndWait("Tell me.");
  await expect.poll(() => page.locator(".lectern-chat-citation.is-judged").count()).toBe(4);
  const states = await page
    .locator(".lectern-chat-citation")
    .evaluateAll((all) => all.map((one) => [one.classList.contains("is-verified"), one.querySelector("svg") !== null]));
  expect(states).toEqual([
    [true, false],
    [false, true],
    [false, true],
    // Only a link: it claims nothing.
    [false, false],
  ]);
  expect(await page.locator(".lectern-chat-citation").nth(1).getAttribute("aria-label")).toContain("Not verified");
});

test("an answer is stopped in the middle, what was said stays, and the conversation goes on", async () => {
  model.script({ parts: ["The bell was ", "HANG"] }, { parts: ["It was cast in 1911."] });
  await openChat({ files: FILES, standIn: model });
  await ask("When?");
  await expect.poll(() => answers()).toEqual(["The bell was"]);
  expect(await page.locator(".lectern-chat-send").getAttribute("aria-label")).toContain("Stop");
  await page.locator(".lectern-chat-send").click();
  await answered();
  expect(await answers()).toEqual(["The bell was"]);
  expect(await page.textContent(".lectern-chat-notice")).toContain("topped");
  await askAndWait("Go on.", 2);
  expect(await answers()).toEqual(["The bell was", "It was cast in 1911."]);
});

test("Escape stops, and the focus stays in the field", async () => {
  model.script({ parts: ["One ", "HANG"] });
  await openChat({ files: FILES, standIn: model });
  await ask("Count.");
  await expect.poll(() => answers()).toEqual(["One"]);
  await page.keyboard.press("Escape");
  await answered();
  expect(await page.locator(FIELD).evaluate((field) => field === document.activeElement)).toBe(true);
});

test("a refused key says what to do, and leads to the settings", async () => {
  model.script({ status: 401, error: "invalid_api_key", message: "Incorrect API key" });
  await openChat({ files: FILES, standIn: model });
  await askAndWait("Hello?");
  expect(await page.getAttribute(".lectern-chat-notice", "role")).toBe("note");
  expect(await page.textContent(".lectern-chat-notice-words")).toMatch(/key/);
  await page.click(".lectern-chat-notice button");
  expect(await page.locator(".modal.mod-settings").count()).toBe(1);
});

test("a model that is not set up says so, and can be asked once it is", async () => {
  await openChat({ files: FILES, chat: { provider: "anthropic", model: "claude" } });
  await askAndWait("Hello?");
  expect(await page.textContent(".lectern-chat-notice-words")).toContain("key");
  expect(await page.locator(".lectern-chat-notice button").textContent()).toBe("Open settings");
});

test("the ribbon opens it, and in a window of its own it goes on", async () => {
  model.script({ parts: ["One."] }, { parts: ["Two [[Projects/Fog bell#L3]]."] });
  await openChat({ files: FILES, standIn: model });
  await page.evaluate(() => window.app.workspace.detachLeavesOfType("lectern-chat"));
  await page.locator(".side-dock-ribbon-action").click();
  await askAndWait("One?");
  const opened = page.context().waitForEvent("page");
  // As the app moves a tab into a pop-out window.
  await page.evaluate(() => {
    const view = window.app.workspace.getLeavesOfType("lectern-chat")[0]?.view;
    const other = window.open("about:blank");
    if (view && other) other.document.body.append(view.containerEl);
  });
  const popOut = await opened;
  await ask("Two?", popOut);
  await answered(2, popOut);
  expect(await answers(popOut)).toEqual(["One.", "Two Fog bell · L3."]);
  await popOut.locator(".lectern-chat-citation").click();
  await expect.poll(() => selected()).toEqual({ path: "Projects/Fog bell.md", text: "Cast in 1911." });
});
