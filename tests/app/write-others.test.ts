// Each change in the app, while a sync brings back the old files or a linter reformats them, before every call of the
// app's disk once the user has approved, and after the reply: nobody's text is lost, the reply says what happened, and
// undoing is exact or refused.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeApp, closePages, sharedBrowser } from "../obsidian/browser.ts";
import { type Files, filesAt, removeAll } from "./app-faults.ts";
import { entriesOnDisk, faulty, LINTED, OPERATIONS, plain } from "./faulty-changes.ts";
import { openPanel, undo } from "./undo-page.ts";
import { openWriting } from "./write-page.ts";

let browser: Browser;
beforeAll(async () => (browser = await sharedBrowser()));
afterAll(() => closePages(browser));

/** A note that was trashed stays there when it is brought back. */
const inTrash = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(".trash/")));

describe.each(Object.entries(OPERATIONS))("%s", (_, operation) => {
  const faults = ["reverted", "linted", "linted there", "linted in the editor"] as const;
  test.each(faults.filter((fault) => fault !== "linted in the editor" || operation.isOpen))("is %s", async (fault) => {
    const page = await openWriting(browser, { "z.md": "z\n" });
    await openPanel(page);
    for (let run = 1, isLast = false; !isLast; run++) {
      const [old, made] = [operation.old(run), operation.made(run)];
      const paths = Object.keys(old);
      const { call, asked, text = "", files, isKnown, told } = await faulty(page, operation, run, run, fault);
      isLast = call === undefined;
      if (isLast) await page.evaluate(() => window.faults.act());
      if (isLast && operation.isOpen) await page.evaluate(() => window.view.save());
      const now = isLast ? await filesAt(page, paths) : files;
      const isError = text.startsWith("error");
      // Nothing can look between the app's last look and its own writing, nor into the trash.
      const isBlind = /^(write|writeBinary|rename) (a|N)/.test(call ?? "");
      const isTold = !isBlind || operation.tool !== "delete_file";
      expect([old, made], told).toContainEqual(plain(files));
      if (isError) expect(plain(files), told).toEqual(old);
      else if (asked === 1 && isTold && JSON.stringify(files) !== JSON.stringify(made))
        expect(text, told).toContain("another program changed the file");
      expect(isKnown, told).toBe(!isError);
      if (fault !== "reverted" && !isBlind && (await page.evaluate(() => window.faults.hasActed)))
        expect(Object.values(now).join(""), told).toMatch(LINTED[fault]);

      const { status, refused } = await undo(page, "Undo: ");
      const left = await filesAt(page, paths);
      const after = `${told}; ${status} ${refused.join()} ${JSON.stringify(left)}`;
      const entries = await entriesOnDisk(page);
      if (isError) {
        expect(entries, after).toEqual([]);
      } else if (status === "Undone.") {
        expect(plain(left), after).toEqual({ ...old, ...inTrash(plain(left)) });
        expect(entries, after).toEqual([]);
      } else {
        expect([status, refused.length], after).toEqual(["Not everything could be undone.", 1]);
        expect(left, after).toEqual(now);
        expect(entries, after).toHaveLength(1);
      }
      await removeAll(page, [...paths, ".obsidian/plugins/lectern/journal.jsonl"]);
    }
    await closeApp(page);
  });
});
