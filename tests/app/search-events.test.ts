// Searching in the app while the vault, its rules or the settings change: what is found, and what is read for it. `npm
// run bench -- --search` measures how long the app is blocked. search.test.ts covers the view.
import { expect, test } from "vitest";
import { note } from "../bench/corpus.ts";
import { main, manifest, openLectern, styles } from "./release.ts";
import { FILES, LAMPS } from "./search-vault.ts";
import { closeContext, page, usePages } from "./page.ts";

usePages(closeContext);

/** The paths of the notes that hold the words, sorted. */
const found = (query: string): Promise<string[]> =>
  page.evaluate(async (query) => {
    const { structuredContent } = await window.lectern.call("search_notes", { query, limit: 50 });
    return (structuredContent.notes ?? []).map(({ path }) => path).sort();
  }, query);
/** Does `work` with the app's vault. */
const inVault = (work: () => unknown): Promise<unknown> => page.evaluate(work);
/** How often files were read since this was asked last. */
const reads = (): Promise<number> =>
  page.evaluate(() => {
    const { counts } = window.app.testCounts;
    const sum = (counts["read"] ?? 0) + (counts["readBinary"] ?? 0);
    counts["read"] = counts["readBinary"] = 0;
    return sum;
  });

test("nothing is read before the first search, and each note once by then", async () => {
  await openLectern({ files: FILES });
  await page.clock.install();
  await page.evaluate(() => window.lectern.ready());
  await reads();
  await inVault(() => window.app.vault.adapter.write("Lamps.md", "A lamp.\n"));
  await page.clock.fastForward(10_000);
  expect(await reads()).toBe(0);
  expect(await found("lamp")).toEqual(LAMPS);
  // And what is shown once more.
  expect(await reads()).toBe(Object.keys(FILES).length - 1 + LAMPS.length);
  expect(await found("nowhere")).toEqual([]);
  expect(await reads()).toBe(0);
});

test("the vault's events keep what is found right, and nothing else is read again", async () => {
  await openLectern({ files: FILES });
  expect(await found("lamp")).toEqual(LAMPS);
  await reads();
  await inVault(async () => {
    const { vault } = window.app;
    const named = (path: string) => vault.getFiles().filter((file) => file.path === path);
    await vault.create("New.md", "A new lamp.\n");
    for (const third of named("Folder/Deep/Third.md")) await vault.modify(third, "Dark now.\n");
    for (const diary of named("Private/Diary.md")) await vault.delete(diary);
    for (const other of named("Folder/Other.md")) await vault.rename(other, "Other.md");
  });
  expect(await found("lamp")).toEqual(["Lamps.md", "New.md", "Other.md"]);
  // The two that changed, and the three that are shown.
  expect(await reads()).toBe(5);
  expect(await found("dark")).toEqual(["Folder/Deep/Third.md"]);
  expect(await found("other")).toContain("Other.md");
});

test("a folder that is renamed, hidden or deleted takes its notes along", async () => {
  await openLectern({ files: FILES });
  expect(await found("lamp")).toEqual(LAMPS);
  await reads();
  await inVault(() => window.app.vault.adapter.rename("Folder", "Private/Moved"));
  const moved = ["Lamps.md", "Private/Diary.md", "Private/Moved/Deep/Third.md", "Private/Moved/Other.md"];
  expect(await found("lamp")).toEqual(moved);
  expect(await reads()).toBe(4);
  await inVault(() => window.app.vault.adapter.rename("Private/Moved/Deep", "Private/Moved/.deep"));
  expect(await found("lamp")).toEqual(["Lamps.md", "Private/Diary.md", "Private/Moved/Other.md"]);
  await inVault(() => window.app.vault.adapter.rename("Private/Moved/.deep", "Deep"));
  await inVault(() => window.app.vault.adapter.rmdir("Private", true));
  expect(await found("lamp")).toEqual(["Lamps.md"]);
});

test("a note that is moved out of a closed folder is found, and one moved into it is not", async () => {
  const files = { ...FILES, ".lecternignore": "Private/\n" };
  await openLectern({ files });
  expect(await found("lamp")).toEqual(LAMPS.slice(0, 3));
  await inVault(() => window.app.vault.adapter.rename("Private/Diary.md", "Diary.md"));
  await inVault(() => window.app.vault.adapter.rename("Lamps.md", "Private/Lamps.md"));
  expect(await found("lamp")).toEqual(["Diary.md", "Folder/Deep/Third.md", "Folder/Other.md"]);
});

test("settings and rules that change hold at once, and what is known of open notes is kept", async () => {
  await openLectern({ files: FILES });
  expect(await found("lamp")).toEqual(LAMPS);
  await page.evaluate(() => {
    window.app.setting.open();
    window.app.setting.openTabById("lectern");
  });
  await reads();
  await page.locator("textarea").first().fill("Private\n");
  await expect.poll(() => found("lamp")).toEqual(LAMPS.slice(0, 3));
  // What is shown, as often as it was asked for; no other note.
  expect(await reads()).toBeLessThan(Object.keys(FILES).length);
  await inVault(() => window.app.vault.adapter.write(".lecternignore", "Folder/Deep/\n"));
  expect(await found("lamp")).toEqual(["Folder/Other.md", "Lamps.md"]);
  await inVault(() => window.app.vault.adapter.write(".lecternignore", ""));
  await page.locator("textarea").first().fill("");
  await expect.poll(() => found("lamp")).toEqual(LAMPS);
});

test("a plugin that is disabled watches the vault no longer", async () => {
  await openLectern({ files: FILES });
  await page.clock.install();
  expect(await found("lamp")).toEqual(LAMPS);
  await page.evaluate(() => window.app.disablePlugin("lectern"));
  await reads();
  await inVault(() => window.app.vault.adapter.write("Lamps.md", "A lamp.\n"));
  await page.clock.fastForward(10_000);
  expect(await reads()).toBe(0);
  await page.evaluate(
    async ({ main, manifest, styles }) => {
      await window.app.installPlugin(main, manifest, styles);
    },
    { main, manifest, styles },
  );
  expect(await found("lamp")).toEqual(LAMPS);
});

test("3,000 notes and 2,000 changes are found right, and the app has its turns meanwhile", async () => {
  const folder = (index: number): string => (index % 2 ? `Even more/${index % 40}` : `Inbox/${index % 50}`);
  // From 100 bytes to 24 KB, and one of 2 MB.
  const size = (index: number): number =>
    index === 77 ? 2_000_000 : 100 + ((index * 7919) % 24_000) * (index % 5 === 0 ? 1 : 0.2);
  const notes = Array.from({ length: 3000 }, (_, index): [string, Uint8Array] => {
    const text = note(index % 4 ? "English" : "Korean", Math.floor(size(index)));
    return [`${folder(index)}/note ${index}.md`, Buffer.concat([Buffer.from(`Marked mark${index}.\n`), text])];
  });
  await openLectern({ files: Object.fromEntries(notes) });
  await page.evaluate(() => window.lectern.ready());
  const { paths, turns } = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    let turns = 0;
    port1.onmessage = (): void => {
      turns++;
      port2.postMessage(null);
    };
    port2.postMessage(null);
    const { structuredContent } = await window.lectern.call("search_notes", { query: "mark1234" });
    port1.close();
    return { paths: (structuredContent.notes ?? []).map(({ path }) => path), turns };
  });
  expect(paths[0]).toBe("Inbox/34/note 1234.md");
  // 15 MB are taken in by pieces of at most 64 KB.
  expect(turns).toBeGreaterThan(50);
  expect(await found("lighthouse mark77 water")).toContain("Even more/37/note 77.md");

  const change = (word: string): Promise<void> =>
    page.evaluate(async (word) => {
      const { vault } = window.app;
      for (let index = 0; index < 1000; index++) {
        const odd = vault.getFileByPath(`Even more/${(index * 2 + 1) % 40}/note ${index * 2 + 1}.md`);
        if (odd) await vault.modify(odd, `Another text, ${word}${index * 2 + 1}.\n`);
        if (index < 500) await vault.adapter.write(`Inbox/new ${index}.md`, `New, ${word}new${index}.\n`);
        const even = index % 2 ? null : vault.getFileByPath(`Inbox/${index % 50}/note ${index}.md`);
        if (even) await vault.delete(even);
      }
    }, word);
  await change("text");
  expect(await found("text1077")).toEqual(["Even more/37/note 1077.md"]);
  expect(await found("mark88")).toEqual([]);
  expect(await found("mark1077")).toEqual([]);
  expect(await found("textnew499")).toEqual(["Inbox/new 499.md"]);

  await page.evaluate(() => window.app.vault.adapter.rename("Even more", "Elsewhere"));
  expect(await found("mark2999")).toEqual(["Elsewhere/39/note 2999.md"]);
});
