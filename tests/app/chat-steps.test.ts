// The steps before an answer: many rows fold, shortened replies are marked, a citation follows its lines after an edit,
// and nothing is written if saving is off.
import { expect, test } from "vitest";
import { answered, askAndWait, chips, openChat, rows, selected, startAlone } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const LONG = Array.from({ length: 200 }, (_, line) => `Line ${line + 1} of the log of the weather station.`).join("\n");
const FILES = {
  "Bell.md": "# Bell\n\nCast in 1911.\n",
  "Hives.md": "# Hives\n\nFour of them.\n",
  "Private/Diary.md": "Mine.\n",
  "Log.md": LONG,
};
/** The date at the start of a saved conversation's name. */
const DATE = /\d{4}-\d{2}-\d{2}/;
const read = (path: string) => ({ call: "read_file", args: { path } });
const heads = (): Promise<string[]> => page.locator(".lectern-chat-row-head").allTextContents();

test("many rows fold into one line that says what they came to, and open again", async () => {
  model.script(
    {
      parts: [
        read("Bell.md"),
        read("Hives.md"),
        read("Bell.md"),
        { call: "search_notes", args: { query: "four" } },
        read("Private/Diary.md"),
        read("Nowhere.md"),
      ],
    },
    { parts: ["Done."] },
  );
  await openChat({ files: FILES, standIn: model, settings: { closed: ["Private"] } });
  await askAndWait("Look around.");
  const fold = page.locator(".lectern-chat-fold");
  expect(await fold.textContent()).toBe("6 steps: 2 notes read, 1 search, 1 excluded, 1 failed");
  expect(await fold.getAttribute("aria-expanded")).toBe("false");
  expect(await rows()).toEqual([]);
  await fold.press("Enter");
  expect(await rows()).toHaveLength(6);
  await fold.press("Enter");
  expect(await rows()).toEqual([]);
});

test("a row whose reply gave way to others says so, and still opens to what the model saw", async () => {
  model.script(
    { parts: [read("Log.md")] },
    { parts: ["One. "] },
    { parts: [{ call: "read_file", args: { path: "Log.md", start_line: 100 } }] },
    { parts: [{ call: "read_file", args: { path: "Log.md", start_line: 150 } }] },
    { parts: ["Two."] },
  );
  // Three reads are more than so small a context holds.
  await openChat({ files: FILES, standIn: model, chat: { contextTokens: 5500 } });
  await askAndWait("Read the log.");
  await askAndWait("And the end of it.", 2);
  expect(JSON.stringify(model.last.body)).toContain("[shortened: read_file Log.md lines 1-");
  expect((await heads())[0]).toMatch(/^Read lines 1–\d+ of 200 in Log\.mdshortened$/);
  expect((await heads())[1]).not.toContain("shortened");
  await page.locator(".lectern-chat-row-head").first().click();
  expect(await page.textContent(".lectern-chat-row-note")).toContain("only one line about this result");
  expect(await page.textContent(".lectern-chat-row-text")).toContain("1: Line 1 of the log");
});

test("a citation of lines that were moved by an edit says so, and opens them where they are now", async () => {
  model.script({ parts: [read("Bell.md")] }, async () => {
    await page.evaluate(() =>
      window.app.vault.adapter.write("Bell.md", "# Bell\n\nMade by hand.\n\nOf bronze.\n\nCast in 1911.\n"),
    );
    return { parts: ["“Cast in 1911.” [[Bell#L3]]"] };
  });
  await openChat({ files: FILES, standIn: model });
  await askAndWait("When?");
  await page.locator(".lectern-chat-citation.is-moved").waitFor();
  expect(await chips()).toEqual(["Bell · L7"]);
  expect(await page.getAttribute(".lectern-chat-citation", "aria-label")).toContain("it is here now");
  await page.locator(".lectern-chat-citation").click();
  await expect.poll(() => selected()).toEqual({ path: "Bell.md", text: "Cast in 1911." });
});

test.each([
  [true, ["Talks/DATE When.md"]],
  [false, []],
])("a conversation is written to its folder by setting alone (saves: %s)", async (saves, expected) => {
  model.script({ parts: ["In 1911."] });
  await openChat({ files: FILES, standIn: model, chat: { saves, folder: "Talks" } });
  await askAndWait("When?");
  const written = (): Promise<string[]> =>
    page.evaluate(() => window.app.vault.getFiles().flatMap(({ path }) => (path.startsWith("Talks/") ? [path] : [])));
  // Whoever saves does so before the next question is answered.
  model.script({ parts: ["Yes."] });
  await askAndWait("Sure?", 2);
  const dated = async (): Promise<string[]> => (await written()).map((path) => path.replace(DATE, "DATE"));
  await expect.poll(dated).toEqual(expected);
});

test("an answer that is loaded again says the same of what was read as when it was made", async () => {
  model.script(
    { parts: [read("Bell.md"), { call: "search_notes", args: { query: "four" } }, read("Nowhere.md")] },
    { parts: ["Done."] },
  );
  await openChat({ files: FILES, standIn: model, chat: { saves: true, folder: "Talks" } });
  await askAndWait("Look around.");
  const line = ".lectern-chat-taken";
  expect(await page.textContent(line)).toMatch(/^2 notes read · /);
  const state = (): Promise<unknown> =>
    page.evaluate(() => window.app.workspace.getLeavesOfType("lectern-chat")[0]?.getViewState().state["file"]);
  await expect.poll(state).toMatch(/^Talks\/\d{4}-\d{2}-\d{2} Look around\.md$/);
  await startAlone();
  await page.locator("[aria-label='Conversations']").click();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await answered();
  expect(await page.textContent(line)).toBe("2 notes read");
});

test("one number of notes is read for an answer, and what else is sent are names", async () => {
  model.script(
    { parts: [read("Bell.md"), { call: "search_notes", args: { query: "four" } }, { call: "list_files", args: {} }] },
    { parts: [read("Bell.md")] },
    { parts: ["Done."] },
  );
  await openChat({ files: FILES, standIn: model, settings: { closed: ["Private"] } });
  await askAndWait("Look around.");
  expect(await page.textContent(".lectern-chat-fold")).toMatch(/^4 steps: 2 notes read, /);
  expect(await page.textContent(".lectern-chat-taken")).toMatch(/^2 notes read · /);
  const others = Object.keys(FILES).length - 3;
  expect(await page.textContent("details.lectern-sent summary")).toMatch(
    new RegExp(`: 2 notes, ${others} names?, \\d+ bytes$`),
  );
});
