// The list of saved conversations, and forks, in the panel.
import axe from "axe-core";
import { expect, test } from "vitest";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { answered, answers, ask, askAndWait, type ChatOptions, FIELD, openChat, SHOWN, startModel } from "./chat.ts";
import { page, usePages } from "./page.ts";
import { runCommand, textAt } from "./release.ts";

usePages();

const saved = (title: string, created = 0): string =>
  toMarkdown({
    title,
    created,
    messages: [
      { role: "user", text: title, attachments: [] },
      { role: "assistant", text: `About ${title}.`, calls: [], model: "quotes" },
    ],
  });

/** The panel, with conversations by their names in the folder, begun so many days ago. */
async function open(talks: Record<string, number>, options: Partial<ChatOptions> = {}): Promise<void> {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const named = Object.entries(talks).map(([name, days]): [string, string] => [
    `Talks/${name}.md`,
    saved(name.replace(/^[\d-]+ /, ""), midnight - days * 86_400_000 + 1000),
  ]);
  await openChat({
    ...options,
    files: { ...options.files, ...Object.fromEntries(named) },
    chat: { saves: true, folder: "Talks", ...options.chat },
  });
  await page.evaluate(() => void (window.app.metadataCache.testReadsProperties = true));
}

const list = async (): Promise<void> => {
  await page.getByRole("button", { name: "Conversations", exact: true }).click();
  await page.locator(".lectern-saved-search").waitFor();
};
const names = (): Promise<string[]> => page.locator(".lectern-saved-name").allTextContents();
const groups = (): Promise<string[]> => page.locator(".lectern-saved-group").allTextContents();
const paths = (): Promise<string[]> =>
  page.evaluate(() =>
    window.app.vault
      .getFiles()
      .map(({ path }) => path)
      .sort(),
  );
const act = async (name: string, action: string): Promise<void> => {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.locator(".menu-item").getByText(action, { exact: true }).click();
};
const reads = async (): Promise<string[]> =>
  (await page.evaluate(() => window.app.testCounts.trace)).filter((what) => /read/i.test(what));
const title = (): Promise<string | null> => page.textContent(".lectern-chat-title");

test("conversations are grouped by date, newest first, without reading a note", async () => {
  const old = new Date(Date.now() - 40 * 86_400_000);
  await open(
    { "2026-10-09 Bell": 0, "2026-10-08 Hives": 1, "2026-10-07 Lamp": 3, "2026-10-06 Roof": 40 },
    { files: { "Talks/Mine.md": "---\ntags: x\n---\nNo conversation.\n", "Talks/Plain.md": "Nor this.\n" } },
  );
  await page.evaluate(() => window.app.testCounts.reset());
  await runCommand("show-conversations");
  await expect.poll(names).toEqual(["Bell", "Hives", "Lamp", "Roof"]);
  const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric" }).format(old);
  expect(await groups()).toEqual(["Today", "Yesterday", "Previous 7 days", month]);
  expect(await reads()).toEqual([]);
});

test("a thousand conversations open at once, a hundred of them drawn, and no note is read", async () => {
  await open(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`2026-10-09 Talk ${at}`, at])));
  await page.evaluate(() => window.app.testCounts.reset());
  await list();
  expect(await page.locator(".lectern-saved-row").count()).toBe(100);
  await page.getByRole("button", { name: "Show 100 more" }).click();
  expect(await page.locator(".lectern-saved-row").count()).toBe(200);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Talk 100");
  expect(await reads()).toEqual([]);
  await page.locator(".lectern-saved-search").fill("talk 777");
  expect(await names()).toEqual(["Talk 777"]);
});

test("the search ignores case, accents and the order of words; Enter opens the first", async () => {
  await open({ "2026-10-09 Wo ist die Glocke": 0, "2026-10-08 Café und Glöckchen": 1 });
  await list();
  await page.keyboard.type("GLOCKchen cafe");
  expect(await names()).toEqual(["Café und Glöckchen"]);
  expect(await page.textContent(".lectern-saved-status")).toBe("1 conversation found");
  await page.keyboard.press("Enter");
  await answered();
  expect(await title()).toBe("Café und Glöckchen");
  expect(await page.locator(".lectern-saved").count()).toBe(0);
});

test("arrow keys move through the list and back to the search", async () => {
  await open({ "2026-10-09 Bell": 0, "2026-10-08 Hives": 1 });
  await list();
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.querySelector(".lectern-saved-name")?.textContent ?? "");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Hives");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("lectern-saved-search");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await answered();
  expect(await title()).toBe("Bell");
});

test("a pinned conversation comes first, keeps its date, and goes on in its note", async () => {
  await open({ "2026-10-09 Bell": 0, "2026-10-08 Hives": 9 });
  const path = "Talks/2026-10-08 Hives.md";
  const mtime = (): Promise<number | undefined> =>
    page.evaluate((path) => window.app.vault.getFileByPath(path)?.stat.mtime, path);
  const before = await mtime();
  await list();
  await act("Hives", "Pin");
  await expect.poll(groups).toEqual(["Pinned", "Today"]);
  expect(await names()).toEqual(["Hives", "Bell"]);
  expect(await mtime()).toBe(before);
  await page.locator(".lectern-saved-open").first().click();
  await answered();
  await askAndWait("And now?", 2);
  await expect.poll(() => textAt(path)).toContain("And now?");
  expect(await textAt(path)).toContain("\npinned: true\n");
  // And while it is shown.
  await list();
  await act("Hives", "Unpin");
  await expect.poll(groups).not.toContain("Pinned");
  await page.keyboard.press("Escape");
  await askAndWait("And then?", 3);
  await expect.poll(() => textAt(path)).toContain("And then?");
  expect(await textAt(path)).not.toContain("pinned");
  expect(await paths()).toEqual(["Talks/2026-10-08 Hives.md", "Talks/2026-10-09 Bell.md"]);
});

test("a conversation is renamed with its note, also while it is shown, and goes on there", async () => {
  await open({ "2026-10-09 Bell": 0, "2026-10-09 Hives": 1 });
  await list();
  await page.locator(".lectern-saved-open").first().click();
  await answered();
  await list();
  await act("Bell", "Rename");
  await page.keyboard.type("Hives");
  await page.keyboard.press("Enter");
  await expect.poll(names).toEqual(["Hives 2", "Hives"]);
  expect(await paths()).toEqual(["Talks/2026-10-09 Hives 2.md", "Talks/2026-10-09 Hives.md"]);
  expect(await title()).toBe("Hives 2");
  await act("Hives 2", "Rename");
  await page.keyboard.type('A/B: "secret" \u202e<b>?');
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(names).toEqual(["A B secret b", "Hives"]);
  await act("Hives", "Rename");
  await page.keyboard.type("Dropped");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await names()).toEqual(["A B secret b", "Hives"]);
  await page.keyboard.press("Escape");
  await askAndWait("And now?", 2);
  await expect.poll(() => textAt("Talks/2026-10-09 A B secret b.md")).toContain('"title":"A B secret b"');
});

test("a conversation is deleted after a question, into the trash; the shown one is not written again", async () => {
  const model = await startModel();
  model.script({ parts: ["It ", "HANG"] });
  await open({ "2026-10-09 Bell": 0, "2026-10-08 Hives": 1 }, { standIn: model });
  await list();
  await act("Hives", "Delete");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Keep");
  await page.keyboard.press("Enter");
  expect(await names()).toEqual(["Bell", "Hives"]);
  await act("Hives", "Delete");
  await page.getByRole("button", { name: "Move to trash" }).click();
  await expect.poll(names).toEqual(["Bell"]);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Bell");
  expect(await textAt(".trash/2026-10-08 Hives.md")).toContain("About Hives.");
  // The one that is shown, while it is answered.
  await page.locator(".lectern-saved-open").click();
  await answered();
  await ask("And?");
  await expect.poll(() => answers()).toContain("It");
  await list();
  await act("Bell", "Delete");
  await page.getByRole("button", { name: "Move to trash" }).click();
  await expect.poll(names).toEqual([]);
  expect(await page.textContent(".lectern-saved-status")).toBe("No saved conversations yet");
  expect(await page.locator(".lectern-chat-exchange").count()).toBe(0);
  await page.waitForFunction(() => window.app.testCounts.writes.length > 0);
  expect(await model.last.ended).toBe("left");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
  expect(await paths()).toEqual([]);
  await model.close();
});

test("a note that can't be renamed or deleted stays in the list, and it is said why", async () => {
  await open({ "2026-10-09 Bell": 0 });
  await page.evaluate(() => {
    const fail = () => Promise.reject(new Error("the disk is read-only"));
    Object.assign(window.app.fileManager, { renameFile: fail, trashFile: fail });
  });
  await list();
  await act("Bell", "Rename");
  await page.keyboard.type("Other");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.locator(".notice").allTextContents())
    .toEqual(["That did not work: the disk is read-only"]);
  expect(await names()).toEqual(["Bell"]);
});

test("a fork goes on after an answer or before a question, and the conversation stays as it was", async () => {
  const model = await startModel();
  model.script({ parts: ["First."] }, { parts: ["Second."] }, { parts: ["Other."] });
  await open({}, { standIn: model });
  await askAndWait("One?");
  await askAndWait("Two?", 2);
  await expect.poll(async () => (await paths()).length).toBe(1);
  const [path = ""] = await paths();
  const before = await textAt(path);
  await page.getByRole("button", { name: "Go on in a new conversation" }).first().click();
  await expect.poll(() => answers()).toEqual(["First."]);
  await askAndWait("Three?", 2);
  expect(JSON.stringify(model.last.body)).toContain("First.");
  expect(JSON.stringify(model.last.body)).not.toContain("Two?");
  await expect.poll(async () => (await paths()).length).toBe(2);
  expect(await textAt(path)).toBe(before);
  await page.getByRole("button", { name: "Ask this in a new conversation" }).first().click();
  expect(await page.locator(`${SHOWN} .lectern-chat-exchange`).count()).toBe(0);
  expect(await page.inputValue(FIELD)).toBe("One?");
  await model.close();
});

test.each([false, true])("the list can be read and touched, also while one is deleted (dark: %s)", async (darkMode) => {
  await open(
    {
      "2026-10-09 A very long name of a conversation that has no room in one line of a phone": 0,
      "2026-10-08 Hives": 1,
    },
    { darkMode, viewport: { width: 390, height: 700 } },
  );
  await page.evaluate(() => document.body.addClass("is-mobile"));
  await list();
  await act("Hives", "Delete");
  await page.evaluate(axe.source);
  const wrong = await page.evaluate(async () => {
    const { violations } = await window.axe.run(".lectern-saved");
    // These two look as the app makes them.
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
  });
  expect(wrong.filter((text) => !/modal-close-button|mod-warning/.test(text))).toEqual([]);
  const small = await page
    .locator(".lectern-saved-list button")
    .evaluateAll((all) =>
      all.map((el) => el.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44),
    );
  expect(small).toEqual([]);
});

test("conversations have the date on which they were begun, whatever a sync does to their files", async () => {
  await open({ "2026-10-09 Bell": 3, "2026-10-08 Hives": 1, Renamed: 40 });
  await page.evaluate(() => window.app.vault.getFiles().forEach((file, at) => (file.stat.mtime = Date.now() - at)));
  await list();
  expect(await names()).toEqual(["Hives", "Bell", "Renamed"]);
  expect((await groups()).slice(0, 2)).toEqual(["Yesterday", "Previous 7 days"]);
});

test("the search finds words of questions and answers, reads each note once, and ends with the next key", async () => {
  await open({ "2026-10-09 Bell": 0, "2026-10-08 Hives": 1, "2026-10-07 Lamp": 3 });
  await page.evaluate(() => window.app.testCounts.reset());
  await list();
  await page.keyboard.type("about LAMP");
  await expect.poll(names).toEqual(["Lamp"]);
  await page.locator(".lectern-saved-search").fill("lectern");
  await expect.poll(() => page.textContent(".lectern-saved-status")).toBe("0 conversations found");
  await page.locator(".lectern-saved-search").fill("about");
  await expect.poll(names).toEqual(["Bell", "Hives", "Lamp"]);
  expect((await reads()).filter((what) => what.startsWith("cachedRead"))).toHaveLength(3);
});

test("what is found inside does not take the focus, nor end what the user does", async () => {
  await open({ "2026-10-09 Bell": 0, "2026-10-08 Hives": 1 });
  await list();
  await page.keyboard.type("about");
  await expect.poll(names).toEqual(["Bell", "Hives"]);
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("lectern-saved-search");
});
