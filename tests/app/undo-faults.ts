// Undoing in the list of changes, with a fault at every call of the app's disk: what is left is the content before or
// after the undo, complete, the list says which, the journal has what can still be undone, and trying again works.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type AppFault, type Files, filesAt, type Place, removeAll } from "./app-faults.ts";
import { entriesOnDisk, LINTED, plain } from "./faulty-changes.ts";
import { faulty, LINES, undoAgain, undone, type Undoing, withoutLinks } from "./faulty-undos.ts";

const JOURNAL = ".obsidian/plugins/lectern/journal.jsonl";

/** Each is killed and begun anew, so these are not all. */
const KILLED = ["a part", "a change of an open note", "a new note", "a deletion", "a move", "everything"];

/** Tests each of `undoings` in apps of `place`. */
export function testFaultyUndos(place: Place, undoings: readonly (readonly [string, Undoing])[]): void {
  describe.each(undoings)("undoing %s", (name, undoing) => {
    test.each(["before", "half", "after"] as const)("fails (%s) at any call", (fault) =>
      expectWhole(place, undoing, fault),
    );
    test("leaves what another program writes before any call", () => expectTheirs(place, undoing));
    const faults = ["reverted", "linted", "linted there", "linted in the editor"] as const;
    test.each(faults.filter((fault) => fault !== "linted in the editor" || undoing.isOpen))("is %s", (fault) =>
      expectNothingLost(place, undoing, fault),
    );
    if (KILLED.includes(name))
      test("is killed at any call that writes, and after the last", () => expectWholeAfterKill(place, undoing));
  });
}

async function expectWhole({ open }: Place, undoing: Undoing, fault: AppFault): Promise<void> {
  const page = await open();
  for (let run = 1; ; run++) {
    const { reached, status, refused, files, told } = await faulty(page, undoing, run, run, fault);
    expectEither(undoing, files, run, told);
    const isDone = isSame(files, undone(undoing, run));
    expect(status.startsWith("Undone."), told).toBe(isDone);
    if (!isDone) expect(status, told).toMatch(/^(Not everything could be undone|The changes can't be read)/);
    expect([status, ...refused].join(), told).not.toContain("/vault/");
    if (!isDone) {
      const again = await undoAgain(page, undoing);
      const left = await filesAt(page, Object.keys(files));
      expect(left, `${told}; ${again}`).toEqual(undone(undoing, run));
      expect(again, told).toBe("Undone.");
    }
    expect(await entriesOnDisk(page), told).toHaveLength(undoing.left ?? 0);
    await cleared(page, files);
    if (reached === undefined) break;
  }
}

async function expectTheirs({ open }: Place, undoing: Undoing): Promise<void> {
  const page = await open();
  for (let run = 1; ; run++) {
    const { reached, files, texts, told } = await faulty(page, undoing, run, run, "theirs");
    if (reached === undefined) break;
    // Nothing can look between the app's last look and its own writing.
    const isBlind = /^(write|writeBinary|rename) (a|N)/.test(reached);
    if (!isBlind) expect(texts, told).toContain("theirs\n");
    await cleared(page, files);
  }
}

async function expectNothingLost(
  { open }: Place,
  undoing: Undoing,
  fault: keyof typeof LINTED | "reverted",
): Promise<void> {
  const page = await open();
  let hasLooked = false;
  for (let run = 1; ; run++) {
    const { reached, status, files, texts, told } = await faulty(page, undoing, run, run, fault);
    expectEither(undoing, plain(files), run, told);
    // Nobody looks at the note once it is written and its folders are removed, or the journal has what became of it.
    hasLooked ||= /^(append|write) .*journal|^rmdir /.test(reached ?? "");
    const isBlind = /^(write|writeBinary|rename) (a|N)/.test(reached ?? "");
    if (fault !== "reverted" && !isBlind && (await page.evaluate(() => window.faults.hasActed)))
      expect(texts, told).toMatch(LINTED[fault]);
    const entries = await entriesOnDisk(page);
    if (fault === "reverted" && hasLooked) {
      expect(entries.length, told).toBeLessThanOrEqual(undoing.calls(run).length);
    } else if (status.startsWith("Undone.")) {
      expect(isSame(plain(files), undone(undoing, run)), told).toBe(true);
      expect(entries, told).toHaveLength(undoing.left ?? 0);
    } else {
      expect(status, told).toMatch(/^Not everything could be undone/);
      expect(isSame(plain(files), undone(undoing, run)), told).toBe(false);
      expect(entries.length, told).toBeGreaterThan(0);
    }
    // What the sync brought back can be undone again.
    if (fault === "reverted" && !hasLooked && !status.startsWith("Undone.")) {
      const again = await undoAgain(page, undoing);
      const left = await filesAt(page, Object.keys(files));
      expect(isSame(left, undone(undoing, run)), `${told}; ${again}`).toBe(true);
    }
    await cleared(page, files);
    if (reached === undefined) break;
  }
}

async function expectWholeAfterKill({ open, close }: Place, undoing: Undoing): Promise<void> {
  const whole = await open();
  await faulty(whole, undoing, 1, 0, "killed");
  const calls = await whole.evaluate(() => window.faults.calls);
  await close(whole);
  const writes = calls.flatMap((name, at) => (name.startsWith("read") ? [] : [at + 1]));
  for (const at of [...writes, (writes.at(-1) ?? 0) + 1]) {
    const page = await open();
    const { files, told } = await faulty(page, undoing, 1, at, "killed");
    expectEither(undoing, files, 1, told);
    const all = await filesAt(page, [...Object.keys(files), JOURNAL]);
    await close(page);
    const there = Object.entries(all).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
    const restarted = await open(Object.fromEntries(there));
    const again = await undoAgain(restarted, undoing);
    const left = await filesAt(restarted, Object.keys(files));
    const after = `${told}; ${again} ${JSON.stringify(left)}`;
    // What was undone may still be listed, but is not undone twice.
    if (isSame(files, undoing.made(1))) expect(again, after).toBe("Undone.");
    expect(isSame(left, undone(undoing, 1)), after).toBe(true);
    await close(restarted);
  }
}

/** So that the next run begins with the same files. */
async function cleared(page: Page, files: Files): Promise<void> {
  await removeAll(page, [...Object.keys(files), JOURNAL]);
  await page.evaluate(() => window.app.vault.adapter.rmdir(".trash", true).catch(() => undefined));
}

const isSame = (files: Files, others: Files): boolean =>
  JSON.stringify(withoutLinks(files)) === JSON.stringify(withoutLinks(others));

/** Each file is as before the undo or as after it. */
function expectEither(undoing: Undoing, files: Files, run: number, told: string): void {
  const isMany = /all/.test(undoing.buttons[0] ?? "");
  const between = isMany ? [LINES.replace("last", "first"), LINES.replace("one", "two")] : [];
  for (const [path, text] of Object.entries(withoutLinks(files)))
    expect([undoing.made(run)[path], undone(undoing, run)[path], ...between], told).toContain(text);
}
