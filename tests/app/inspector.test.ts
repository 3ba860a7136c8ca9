// The inspector view, as a user sees it.
import { expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { DATA, openLectern } from "./release.ts";
import { page, usePages } from "./page.ts";

usePages();

const LINES = Array.from({ length: 3000 }, (_, line) => `Line ${line + 1} of a log that is longer than one reply is.`);
const FILES = {
  "Log.md": LINES.join("\n"),
  "Folder/Note.md": "One\n<img src=x onerror=alert(1)>\n",
  "Private/Diary.md": "marmalade",
  [DATA]: '{"closed":["Private"]}',
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="3"/></svg>';
const COMMAND = "lectern:show-active-note";

async function inspect(path: string): Promise<void> {
  await page.evaluate(
    async ({ path, command }) => {
      await window.app.workspace.openLinkText(path, "", false);
      window.app.commands.executeCommandById(command);
    },
    { path, command: COMMAND },
  );
  await page.waitForFunction(
    (path) => document.querySelector(".lectern-inspector-display")?.textContent.includes(path),
    path,
  );
}
const display = (): Promise<string | null> => page.textContent(".lectern-inspector-display");
const text = (): Promise<string | null> => page.textContent(".lectern-inspector-text");
const buttons = (): Promise<string[]> => page.locator(".lectern-inspector button").allTextContents();

test("the command is offered only when a note is open", async () => {
  await openLectern({ files: FILES });
  expect(await page.evaluate((command) => window.app.commands.executeCommandById(command), COMMAND)).toBe(false);
  await inspect("Folder/Note.md");
  expect(await display()).toBe("Read lines 1–2 of 2 in Folder/Note.md");
});

test("a note is shown as text, never as markup", async () => {
  await openLectern({ files: FILES });
  await inspect("Folder/Note.md");
  expect(await text()).toBe("1: One\n2: <img src=x onerror=alert(1)>");
  expect(await page.locator(".lectern-inspector img").count()).toBe(0);
  expect(await buttons()).toEqual([]);
});

test("next page follows the reply to the end of the note, and first page goes back", async () => {
  await openLectern({ files: FILES });
  await inspect("Log.md");
  expect(await buttons()).toEqual(["Next page"]);
  let read = "";
  for (;;) {
    read += `${((await text()) ?? "").replace(/\n\[.*\]$/, "")}\n`;
    if (!(await buttons()).includes("Next page")) break;
    const before = await display();
    await page.click("text=Next page");
    await page.waitForFunction(
      (before) => document.querySelector(".lectern-inspector-display")?.textContent !== before,
      before,
    );
  }
  expect(read.trimEnd()).toBe(LINES.map((line, index) => `${index + 1}: ${line}`).join("\n"));
  await page.click("text=First page");
  await page.waitForFunction(() => document.querySelector("pre")?.textContent.startsWith("1: "));
});

test("a closed note is refused in the view too", async () => {
  await openLectern({ files: FILES });
  await inspect("Private/Diary.md");
  expect(await text()).toBe(
    'error[denied]: "Private/Diary.md" is excluded\nhelp: do not try other spellings; tell the user if the task needs it',
  );
  expect(await page.locator(".lectern-inspector").textContent()).not.toContain("marmalade");
});

test("the view shows the note again after the app was restarted", async () => {
  await openLectern({ files: FILES });
  await inspect("Folder/Note.md");
  const state = await page.evaluate(() => window.app.workspace.getLeavesOfType("lectern-inspector")[0]?.getViewState());
  await closeApp(page);
  await openLectern({ files: FILES });
  await page.evaluate((state) => state && window.app.workspace.getRightLeaf(false).setViewState(state), state);
  await page.waitForSelector(".lectern-inspector-text", { state: "attached" });
  expect(await text()).toBe("1: One\n2: <img src=x onerror=alert(1)>");
});

test("an image is shown as the model sees it, below its line", async () => {
  await openLectern({ files: { ...FILES, "Dot.svg": SVG, "Page.html": "<h1>Title</h1>" } });
  await inspect("Page.html");
  expect(await text()).toBe("1: # Title");
  await page.evaluate(async () => {
    const [leaf] = window.app.workspace.getLeavesOfType("lectern-inspector");
    const view = leaf?.view as unknown as { show: (tool: string, args: Record<string, unknown>) => Promise<void> };
    await view.show("read_file", { path: "Dot.svg", view: "image" });
  });
  expect(await text()).toMatch(/^image, \d+×\d+, /);
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>(".lectern-inspector img")?.naturalWidth ?? 0) > 0,
  );
});
