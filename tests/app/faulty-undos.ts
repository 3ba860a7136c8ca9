// Changes that are undone in the list of changes while something goes wrong: which ones, and what is left.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type AppFault, arm, type Files, filesAt, put } from "./app-faults.ts";
import { undo, type Said } from "./undo-page.ts";
import { edit, open, run as call } from "./write-page.ts";

/** What is changed in the run `run`, how it is undone, and the files before the changes, after them and once it is undone. */
export interface Undoing {
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

export const LINES = "one\nb\nc\nmore\ne\nf\nlast\n";
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
export const UNDOINGS: Record<string, Undoing> = {
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
    buttons: ["Undo all 4 changes", "Undo all"],
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
export async function faulty(page: Page, undoing: Undoing, run: number, at: number, fault: AppFault) {
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
  // A new note is moved to the trash.
  const texts = Object.values({ ...files, ...(await filesAt(page, [`.trash/a${run}.md`])) }).join("");
  const told = `call ${at}, ${reached}: ${JSON.stringify(said)} ${JSON.stringify(files)}`;
  return { reached, status: said?.status ?? "", refused: said?.refused ?? [], files, texts, told };
}

/** What the files are once it is undone. */
export const undone = (undoing: Undoing, run: number): Files => (undoing.undone ?? undoing.old)(run);

/** The app itself updates links to a file that moves, and says nothing of those that it can't. */
export const withoutLinks = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("l")));

/** Undoes what is left; what the list says. */
export async function undoAgain(page: Page, { left, buttons }: Undoing): Promise<string> {
  const ways = left === undefined ? [["Undo all in this note"], ["Undo all ", "Undo all"], ["Undo: "]] : [buttons];
  for (const way of ways) {
    const { arePressed, status } = await undo(page, ...way);
    if (arePressed) return status;
  }
  return "nothing is left";
}
