// Each change in the app, with a fault at every call of the app's disk once the user has approved: what is left is the
// old or the new content, complete, the reply says which, and the journal has what was changed.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeApp, closePages, sharedBrowser } from "../obsidian/browser.ts";
import { removeAll } from "./app-faults.ts";
import { faulty, OPERATIONS } from "./faulty-changes.ts";
import { openWriting } from "./write-page.ts";

let browser: Browser;
beforeAll(async () => (browser = await sharedBrowser()));
afterAll(() => closePages(browser));

describe.each(Object.entries(OPERATIONS))("%s", (_, operation) => {
  test.each(["before", "half", "after"] as const)("fails (%s) at any call", async (fault) => {
    const page = await openWriting(browser, { "z.md": "z\n" });
    for (let run = 1; ; run++) {
      const { call, text, files, isKnown, told } = await faulty(page, operation, run, run, fault);
      await removeAll(page, Object.keys(files));
      const isOld = JSON.stringify(files) === JSON.stringify(operation.old(run));
      if (!isOld) expect(files, told).toEqual(operation.made(run));
      expect(text?.startsWith("error"), told).toBe(isOld);
      if (!isOld) expect(isKnown, told).toBe(true);
      if (isOld) expect(await foldersOf(page, run), told).toEqual([]);
      expect(text, told).not.toContain("/vault/");
      if (call === undefined) break;
    }
    await closeApp(page);
  });

  test("is killed at any call", async () => {
    for (let run = 1; ; run++) {
      const page = await openWriting(browser, { "z.md": "z\n" });
      const { call, files, isKnown, told } = await faulty(page, operation, run, run, "killed");
      const isOld = JSON.stringify(files) === JSON.stringify(operation.old(run));
      if (!isOld) expect(files, told).toEqual(operation.made(run));
      if (!isOld) expect(isKnown, told).toBe(true);
      await closeApp(page);
      if (call === undefined) return;
    }
  });

  test("leaves what another program writes before any call", async () => {
    const page = await openWriting(browser, { "z.md": "z\n" });
    for (let run = 1; ; run++) {
      const { call, text, files, told } = await faulty(page, operation, run, run, "theirs");
      await removeAll(page, Object.keys(files));
      if (call === undefined) break;
      // Nothing can look between the app's last look and its own writing.
      if (/^(write|writeBinary|rename) (a|N)/.test(call)) continue;
      expect(Object.values(files), told).toContain("theirs\n");
      if (/^(changed|created)/.test(text ?? "")) expect(text, told).toContain("another program changed the file");
    }
    await closeApp(page);
  });
});

/** The folders that were made for the run `run` and are empty. */
const foldersOf = (page: Page, run: number): Promise<string[]> =>
  page.evaluate(
    (run) =>
      window.app.vault
        .getAllFolders()
        .map(({ path }) => path)
        .filter((path) => path.split("/")[0] === `N${run}`),
    run,
  );
