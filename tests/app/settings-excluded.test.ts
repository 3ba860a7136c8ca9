// The settings tab's rows for excluded files: the live count, and what the search index holds.
import { describe, expect, test } from "vitest";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { openAdvanced, openSettings, openTab, row, withChat } from "./settings-page.ts";
import { page, usePages } from "./page.ts";

usePages();

const NOTES = {
  "Note.md": "One\n",
  "Diary/Today.md": "marmalade\n",
  "Diary/Photo.png": "no picture",
  "Old.txt": "old",
};
const closed = () => row("Currently excluded").locator(".setting-item-description");

describe("what is closed", () => {
  test("is counted, and follows every change", async () => {
    await openSettings(NOTES);
    await expect.poll(() => closed().textContent()).toMatch(/^No files are excluded\. /);
    await row("Excluded folders").locator("textarea").fill("Diary");
    await expect.poll(() => closed().textContent()).toMatch(/^1 note and 1 other file of 4 files\. /);
    await row("Excluded patterns").locator("textarea").fill("*.txt");
    await expect.poll(() => closed().textContent()).toMatch(/^1 note and 2 other files of 4 files\. /);
    await row("Excluded folders").locator("textarea").fill("");
    await expect.poll(() => closed().textContent()).toMatch(/^1 other file of 4 files\. /);
  });

  test("holds the conversations, as long as they are saved, and no other folder of that name", async () => {
    await openSettings({ ...NOTES, "Lectern/Old talk.md": "x", "Work/Lectern/Plan.md": "x" });
    await expect.poll(() => closed().textContent()).toMatch(/^1 note of 6 files\. /);
    const judge = () =>
      page.evaluate(() =>
        ["Lectern/Old talk.md", "Work/Lectern/Plan.md"].map((path) => window.lectern.isProtectedPath(path)),
      );
    await page.evaluate(() => window.lectern.ready());
    expect(await judge()).toEqual([true, false]);
    await row("Save conversations").locator(".checkbox-container").click();
    await expect.poll(judge).toEqual([false, false]);
  });

  test("holds every conversation for itself, wherever it lies", async () => {
    const talk = toMarkdown({
      title: "Why?",
      created: 0,
      messages: [{ role: "user", text: "marmalade", attachments: [] }],
    });
    await openSettings({ ...NOTES, "Elsewhere/Talk.md": talk, ...withChat({ saves: false }) });
    const reply = await page.evaluate(() => window.lectern.call("read_file", { path: "Elsewhere/Talk.md" }));
    expect(reply.structuredContent.error?.code).toBe("not_found");
    const found = await page.evaluate(() => window.lectern.call("search_notes", { query: "marmalade" }));
    expect(found.structuredContent.notes?.map(({ path }) => path)).toEqual(["Diary/Today.md"]);
  });

  test("is counted in 20,000 files without holding the app up", async () => {
    const files = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`F${at % 100}/Note ${at}.md`, ""]));
    await openSettings({ ...files, ...withChat({ provider: "quotes" }) });
    await expect.poll(() => closed().textContent()).toMatch(/^No files are excluded/);
    const longest = await page.evaluate(async () => {
      let [last, longest, going] = [performance.now(), 0, true];
      const tick = (): void => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
        if (going) setTimeout(tick, 0);
      };
      tick();
      const area = document.querySelector("textarea");
      if (!area) throw new Error("there is no text area");
      area.value = "F7";
      area.dispatchEvent(new Event("input"));
      const text = () => document.querySelector(".lectern-settings-closed")?.textContent ?? "";
      while (!text().includes("200 notes of 20,000")) await new Promise((resolve) => setTimeout(resolve, 20));
      going = false;
      return longest;
    });
    expect(longest).toBeLessThan(100);
  });
});

test("the index is told where the plugin knows it", async () => {
  await openSettings(NOTES);
  await openAdvanced();
  expect(await row("Search index").textContent()).toContain("Not built yet");
  await page.evaluate(() => {
    const api = window.lectern as { indexed?: () => object };
    api.indexed = () => ({ notes: 1714, unread: 3, bytes: 2_140_000, is_listed: true, kept: 1_234_567 });
  });
  await openTab();
  await openAdvanced();
  const words = "1,714 notes, 2.1MB of memory. 3 notes still to be read. 1.2MB on this device.";
  await expect.poll(() => row("Search index").textContent()).toContain(words);
});
