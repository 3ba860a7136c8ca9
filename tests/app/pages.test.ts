// A page that serves one test after another: nothing of the first is left for the second.
import { expect, test } from "vitest";
import { closeApp, openApp } from "../obsidian/browser.ts";
import { page, usePages } from "./page.ts";

usePages();

test("what a test keeps in its page is gone for the next", async () => {
  await openApp({ files: { "a.md": "" }, viewport: { width: 300, height: 300 } });
  const heard: string[] = [];
  page.on("console", (message) => heard.push(message.text()));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(async () => {
    localStorage.setItem("a", "b");
    sessionStorage.setItem("a", "b");
    document.cookie = "a=b";
    // Open, as the plugin leaves it.
    await new Promise((resolve) => (indexedDB.open("a").onsuccess = resolve));
    Object.assign(window, { a: "b" });
  });
  await closeApp(page);

  const next = await openApp({ files: { "b.md": "" } });
  expect(next).toBe(page);
  const left = await next.evaluate(async () => {
    console.log("next");
    const databases = await indexedDB.databases();
    const stored = [localStorage.length, sessionStorage.length, document.cookie, databases.length];
    const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return [...stored, "a" in window, isReduced, innerWidth, window.app.vault.getFiles().map(({ path }) => path)];
  });
  expect(left).toEqual([0, 0, "", 0, false, false, 1200, ["b.md"]]);
  expect(heard).toEqual([]);
  await closeApp(next);
});
