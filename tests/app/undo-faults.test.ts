// Undoing in the list of changes, with a fault at every call of the app's disk: what is left is the content before or
// after the undo, complete, the list says which, the journal has what can still be undone, and trying again works.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch } from "../obsidian/browser.ts";
import { type AppFault, arm, type Files, filesAt, put, removeAll } from "./app-faults.ts";
import { entriesOnDisk } from "./faulty-changes.ts";
import { openPanel, undo, type Said } from "./undo-page.ts";
import { edit, open, openWriting, run as call } from "./write-page.ts";

let browser: Browser;
beforeAll(async () => (browser = await launch()));
afterAll(() => browser.close());

/** What is changed in the run `run`, how it is undone, and the files before the changes, after them and once it is undone. */
interface Undoing {
  calls(run: number): (readonly [tool: string, args: object])[];
  old(run: number): Files;
  made(run: number): Files;
  /** `old` if it is not given. */
  undone?(run: number): Files;
  /** The buttons that undo it. */
  buttons: string[];
  isOpen?: boolean;
  /** How many entries stay. */
  left?: number;
}

const LINES = "one\nb\nc\nd\ne\nf\nlast\n";
const path = (run: number): string => `a${run}.md`;
const edits = (run: number): readonly [string, object] => [
  "edit_file",
  {
    path: path(run),
    edits: [
      { old: "one", new: "two" },
      { old: "last", new: "first" },
    ],
  },
];
const whole = (mark: string, isOpen = false): Undoing => ({
  calls: (run) => [edits(run)],
  old: (run) => ({ [path(run)]: mark + LINES }),
  made: (run) => ({ [path(run)]: mark + LINES.replace("one", "two").replace("last", "first") }),
  buttons: ["Undo: "],
  isOpen,
});
const PART = {
  undone: (run: number) => ({ [path(run)]: LINES.replace("last", "first") }),
  buttons: ["Undo part 1 of 2: "],
  left: 1,
};
const UNDOINGS: Record<string, Undoing> = {
  "a change": whole(""),
  "a change of an open note": whole("", true),
  "a change of a note with a byte order mark": whole("\ufeff"),
  "a part": { ...whole(""), ...PART },
  "a part in an open note": { ...whole("", true), ...PART },
  "a new note": {
    calls: (run) => [["write_file", { path: `N${run}/a${run}.md`, content: LINES }]],
    old: (run) => ({ [`N${run}/a${run}.md`]: undefined }),
    made: (run) => ({ [`N${run}/a${run}.md`]: LINES }),
    buttons: ["Undo: "],
  },
  "a deletion": {
    calls: (run) => [["delete_file", { path: path(run) }]],
    old: (run) => ({ [path(run)]: LINES }),
    made: (run) => ({ [path(run)]: undefined }),
    buttons: ["Undo: "],
  },
  "a move": {
    calls: (run) => [["move_file", { from: path(run), to: `N${run}/b${run}.md` }]],
    old: (run) => ({ [path(run)]: LINES, [`N${run}/b${run}.md`]: undefined, [`l${run}.md`]: `[[a${run}]]\n` }),
    made: (run) => ({ [path(run)]: undefined, [`N${run}/b${run}.md`]: LINES, [`l${run}.md`]: `[[b${run}]]\n` }),
    buttons: ["Undo: "],
  },
  "all in a note": {
    ...whole(""),
    calls: (run) => [
      ["edit_file", edit(path(run), "one", "two")],
      ["edit_file", edit(path(run), "last", "first")],
    ],
    buttons: ["Undo all in this note"],
  },
  everything: {
    calls: (run) => [
      edits(run),
      ["write_file", { path: `n${run}.md`, content: "new\n" }],
      ["delete_file", { path: `d${run}.md` }],
    ],
    old: (run) => ({ [path(run)]: LINES, [`n${run}.md`]: undefined, [`d${run}.md`]: "gone\n" }),
    made: (run) => ({ ...whole("").made(run), [`n${run}.md`]: "new\n", [`d${run}.md`]: undefined }),
    buttons: ["Undo all 3", "Undo all"],
  },
};

/** Makes the changes of the run. */
async function changed(page: Page, undoing: Undoing, run: number): Promise<void> {
  await put(page, undoing.old(run));
  if (undoing.isOpen === true) await open(page, path(run));
  for (const [tool, args] of undoing.calls(run)) expect(await call(page, tool, args)).not.toMatch(/^error/);
  expect(await filesAt(page, Object.keys(undoing.old(run)))).toEqual(undoing.made(run));
}

/** Undoes with a fault, and what is left. */
async function faulty(page: Page, undoing: Undoing, run: number, at: number, fault: AppFault) {
  await changed(page, undoing, run);
  const made = undoing.made(run);
  await arm(page, at, fault, made);
  const said = await page.evaluate(
    async ({ buttons, fault }) => {
      await window.list.open();
      const press = async (): Promise<Said | undefined> => {
        window.faults.begin();
        for (const button of buttons) await window.list.press(button);
        return window.list.said();
      };
      const killed = async (): Promise<undefined> => {
        while (fault !== "killed" || window.faults.call === undefined)
          await new Promise((resolve) => setTimeout(resolve, 5));
      };
      const said = await Promise.race([press(), killed()]);
      window.faults.end();
      return said;
    },
    { buttons: undoing.buttons, fault },
  );
  const reached = await page.evaluate(() => window.faults.call);
  if (undoing.isOpen === true && fault !== "killed") await page.evaluate(() => window.view.save());
  const files = await filesAt(page, Object.keys(made));
  const told = `call ${at}, ${reached}: ${JSON.stringify(said)} ${JSON.stringify(files)}`;
  return { reached, said, files, told };
}

/** The app itself updates links to a file that moves, and says nothing of those that it can't. */
const withoutLinks = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("l")));

/** Undoes what is left; what the list says. */
async function undoAgain(page: Page, { left, buttons }: Undoing): Promise<string> {
  const said: string[] = [];
  for (let isPressed = true; isPressed;) {
    const { arePressed, status } = await undo(page, left === undefined ? "Undo: " : (buttons[0] ?? ""));
    isPressed = arePressed;
    if (arePressed) said.push(status);
  }
  return said.join();
}

const JOURNAL = ".obsidian/plugins/lectern/journal.jsonl";
const trash = (page: Page) =>
  page.evaluate(() => window.app.vault.adapter.rmdir(".trash", true).catch(() => undefined));

describe.each(Object.entries(UNDOINGS))("undoing %s", (_, undoing) => {
  const goal = (run: number): Files => (undoing.undone ?? undoing.old)(run);
  /** Each file is as before the undo or as after it. */
  const expectEither = (files: Files, run: number, told: string): void => {
    for (const [path, text] of Object.entries(withoutLinks(files))) {
      const between = path === `a${run}.md` ? [LINES.replace("last", "first"), LINES.replace("one", "two")] : [];
      expect(
        [undoing.made(run)[path], goal(run)[path], ...(undoing.buttons[0]?.includes("all") ? between : [])],
        told,
      ).toContain(text);
    }
  };

  test.each(["before", "half", "after"] as const)("fails (%s) at any call", async (fault) => {
    const page = await openWriting(browser, { "z.md": "z\n" });
    await openPanel(page);
    for (let run = 1; ; run++) {
      const { reached, said, files, told } = await faulty(page, undoing, run, run, fault);
      expectEither(files, run, told);
      const status = said?.status ?? "";
      const isDone = JSON.stringify(withoutLinks(files)) === JSON.stringify(withoutLinks(goal(run)));
      expect(status.startsWith("Undone."), told).toBe(isDone);
      if (!isDone) expect(status, told).toMatch(/^(Not everything could be undone|The changes can't be read)/);
      expect(JSON.stringify(said), told).not.toContain("/vault/");
      if (!isDone) {
        const again = await undoAgain(page, undoing);
        const left = await filesAt(page, Object.keys(files));
        expect(left, `${told}; ${again}`).toEqual(goal(run));
        expect(again, told).toMatch(/^(Undone\.,?)+$/);
      }
      expect(await entriesOnDisk(page), told).toHaveLength(undoing.left ?? 0);
      await removeAll(page, [...Object.keys(files), JOURNAL]);
      await trash(page);
      if (reached === undefined) break;
    }
    await page.context().close();
  });
});
