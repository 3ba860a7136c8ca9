// The search index between two starts of the plugin, in the browser's own storage: what is read again, and what is
// left of it when the rules, the settings or the bytes change.
import { expect, test } from "vitest";
import { DATA, main, manifest, openLectern, styles } from "./release.ts";
import { FILES, LAMPS } from "./search-vault.ts";
import { openAdvanced, openTab, row } from "./settings-page.ts";
import { page, usePages } from "./page.ts";

usePages();

/** How long nothing is asked before the index is kept. */
const QUIET_MS = 100;
const KEEPING = { ...FILES, [DATA]: JSON.stringify({ keepIndex: "on" }) };

const found = (query: string): Promise<string[]> =>
  page.evaluate(async (query) => {
    const { structuredContent } = await window.lectern.call("search_notes", { query, limit: 50 });
    return (structuredContent.notes ?? []).map(({ path }) => path).sort();
  }, query);
/** How often notes were read since this was asked last. */
const reads = (): Promise<number> =>
  page.evaluate(() => {
    const { counts } = window.app.testCounts;
    const sum = (counts["read"] ?? 0) + (counts["readBinary"] ?? 0);
    counts["read"] = counts["readBinary"] = 0;
    return sum;
  });
const kept = (): Promise<number> => page.evaluate(() => window.lectern.indexed()?.kept ?? 0);

/** Does `work` with the pieces in the browser's storage, which are the only database. */
const stored = (damage?: "damage"): Promise<string[]> =>
  page.evaluate(async (damage) => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const [{ name = "" } = {}] = await indexedDB.databases();
    if (name === "") return [];
    const database = await ask(indexedDB.open(name));
    const pieces = database.transaction("pieces", "readwrite").objectStore("pieces");
    const all = (await ask(pieces.getAll())) as Uint8Array[];
    const last = all.at(-1);
    if (damage && last) {
      last[last.length >> 1] = (last[last.length >> 1] ?? 0) ^ 1;
      await ask(pieces.put(last, all.length - 1));
    }
    database.close();
    return all.map((piece) => new TextDecoder().decode(piece));
  }, damage);
const start = (): Promise<void> =>
  page.evaluate(
    async ({ main, manifest, styles }) => {
      await window.app.installPlugin(main, manifest, styles);
      await window.lectern.ready();
    },
    { main, manifest, styles },
  );
const stop = (): Promise<void> => page.evaluate(() => window.app.disablePlugin("lectern"));

/** A page in which the index was kept and the plugin is disabled. */
async function keptPage(files: Record<string, string> = KEEPING): Promise<void> {
  await openLectern({ files, quietMs: QUIET_MS });
  expect(await found("lamp")).toEqual(LAMPS);
  await expect.poll(kept).toBeGreaterThan(0);
  await stop();
  await reads();
}

test("after a start, the first search reads only notes that have changed", async () => {
  await keptPage();
  await start();
  await reads();
  expect(await found("nowhere")).toEqual([]);
  expect(await reads()).toBe(0);
  expect(await found("lamp")).toEqual(LAMPS);
  await stop();

  await page.evaluate(async () => {
    const { vault } = window.app;
    const third = vault.getFileByPath("Folder/Deep/Third.md");
    if (third) await vault.modify(third, "Candles only.\n");
    const other = vault.getFileByPath("Folder/Other.md");
    if (other) await vault.delete(other);
    await vault.create("New.md", "A new lamp.\n");
  });
  await start();
  await reads();
  expect(await found("nowhere")).toEqual([]);
  expect(await reads()).toBe(2);
  expect(await found("candles")).toEqual(["Folder/Deep/Third.md"]);
  expect(await found("lamp")).toEqual(["Lamps.md", "New.md", "Private/Diary.md"]);
});

test("other rules delete it before anybody searches, and nothing of an excluded note is kept again", async () => {
  await keptPage();
  expect((await stored()).join("")).toContain("Private/Diary.md");
  await page.evaluate(() => window.app.vault.adapter.write(".lecternignore", "Private/\n"));
  await start();
  await expect.poll(() => stored()).toEqual([]);
  await reads();
  expect(await found("lamp")).toEqual(LAMPS.slice(0, 3));
  expect(await reads()).toBeGreaterThan(20);
  await expect.poll(kept).toBeGreaterThan(0);
  const again = (await stored()).join("");
  expect(again).toContain("Lamps.md");
  expect(again).not.toContain("Diary");
});

test("damaged bytes are deleted, and the notes are read instead", async () => {
  await keptPage();
  await stored("damage");
  await start();
  await reads();
  expect(await found("nowhere")).toEqual([]);
  expect(await reads()).toBe(Object.keys(FILES).length - 1);
  expect(await found("lamp")).toEqual(LAMPS);
});

test("a small vault keeps none, unless the user says so; Never deletes it", async () => {
  await openLectern({ files: FILES, quietMs: QUIET_MS });
  expect(await found("lamp")).toEqual(LAMPS);
  await page.evaluate(() => {
    window.app.setting.open();
    window.app.setting.openTabById("lectern");
  });
  await openAdvanced();
  const keep = row("Keep the search index").locator("select");
  expect(await keep.inputValue()).toBe("auto");
  await new Promise((resolve) => setTimeout(resolve, 10 * QUIET_MS));
  expect([await kept(), await stored()]).toEqual([0, []]);
  await keep.selectOption("on");
  await expect.poll(kept).toBeGreaterThan(0);
  await openTab();
  await openAdvanced();
  await expect.poll(() => row("Search index").textContent()).toContain("kB on this device.");
  await row("Keep the search index").locator("select").selectOption("off");
  await expect.poll(() => stored()).toEqual([]);
  expect(await kept()).toBe(0);
}, 90_000);

test("without storage, and with a full one, searches go on", async () => {
  await openLectern({ files: KEEPING, quietMs: QUIET_MS });
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
  expect(await found("lamp")).toEqual(LAMPS);
  await new Promise((resolve) => setTimeout(resolve, 10 * QUIET_MS));
  expect(await kept()).toBe(0);
  expect(await found("third")).toEqual(["Folder/Deep/Third.md"]);
  await stop();
  await page.evaluate(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await start();
  expect(await found("lamp")).toEqual(LAMPS);
});
