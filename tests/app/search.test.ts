// Searching in the app: the command and the view, as a user sees them. search-events.test.ts covers what is found after
// changes in the vault.
import { expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { openLectern } from "./release.ts";
import { FILES, LAMPS, many } from "./search-vault.ts";
import { page, usePages } from "./page.ts";

usePages();

const COMMAND = "lectern:find-in-notes";

async function find(words: string): Promise<void> {
  await page.evaluate((command) => window.app.commands.executeCommandById(command), COMMAND);
  await page.locator(".modal input").fill(words);
  await page.locator(".modal input").press("Enter");
}
const display = (): Promise<string | null> => page.textContent(".lectern-inspector-display");
const text = (): Promise<string | null> => page.textContent(".lectern-inspector-text");
const buttons = (): Promise<string[]> => page.locator(".lectern-inspector button").allTextContents();

test("the command asks for words, and Enter shows what a model would find, as text", async () => {
  await openLectern({ files: FILES });
  await page.evaluate((command) => window.app.commands.executeCommandById(command), COMMAND);
  const input = page.locator(".modal input");
  expect(await page.textContent(".modal-title")).toBe("Find in notes, as a model would");
  expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
  await input.press("Enter");
  expect(await page.locator(".modal").count()).toBe(1);
  await page.keyboard.type("lamp");
  await input.press("Enter");
  expect(await page.locator(".modal").count()).toBe(0);
  await expect.poll(display).toContain("lamp");
  // The title counts most.
  expect(await text()).toMatch(/^== Lamps\.md ==\n1: # Lamps\n\[\.\.\.\]\n3: A lamp <img src=x onerror=alert\(1\)>\n/);
  expect(await page.locator(".lectern-inspector img").count()).toBe(0);
  expect(await page.locator(".lectern-found-path").allTextContents()).toHaveLength(LAMPS.length);
  expect(await page.locator(".lectern-found-hit").allTextContents()).toEqual(["Lamps", ...LAMPS.map(() => "lamp")]);
  expect(await buttons()).toEqual(["Why not this note?"]);
});

test("the button does as Enter does, and Escape asks for nothing", async () => {
  await openLectern({ files: FILES });
  await page.evaluate((command) => window.app.commands.executeCommandById(command), COMMAND);
  await page.keyboard.press("Escape");
  expect(await page.locator(".modal").count()).toBe(0);
  await page.evaluate((command) => window.app.commands.executeCommandById(command), COMMAND);
  await page.locator(".modal input").fill('"third lamp"');
  await page.click(".modal button");
  await expect.poll(text).toBe("== Folder/Deep/Third.md ==\n1: A third lamp.");
});

test("more goes on to the end, and every note is shown once", async () => {
  await openLectern({ files: FILES });
  await find("common");
  await expect.poll(display).toContain("common");
  const paths: string[] = [];
  for (;;) {
    const shown = await text();
    paths.push(...(shown?.match(/^== .* ==$/gm) ?? []));
    if (!(await buttons()).includes("More")) break;
    await page.click("button:text-is('More')");
    await expect.poll(text).not.toBe(shown);
  }
  expect(paths.sort()).toEqual(
    Object.keys(many)
      .map((path) => `== ${path} ==`)
      .sort(),
  );
});

test("the view finds the same again after the app was restarted", async () => {
  await openLectern({ files: FILES });
  await find("common");
  await expect.poll(buttons).toContain("More");
  await page.click("button:text-is('More')");
  await expect.poll(text).toContain("[notes 11-20 of 25");
  const before = await text();
  const state = await page.evaluate(() => window.app.workspace.getLeavesOfType("lectern-inspector")[0]?.getViewState());
  await closeApp(page);
  await openLectern({ files: FILES });
  await page.evaluate((state) => state && window.app.workspace.getRightLeaf(false).setViewState(state), state);
  await page.waitForSelector(".lectern-inspector-text", { state: "attached" });
  expect(await text()).toBe(before);
});

test("while the first search reads the notes, the view says how far it is", async () => {
  await openLectern({ files: FILES });
  // One note is slow to come, as from a disk that has to wake up.
  await page.evaluate(() => {
    const { vault } = window.app;
    const read = vault.readBinary.bind(vault);
    let isAsleep = true;
    vault.readBinary = async (file) => {
      if (isAsleep && file.path === "Many/7.md") {
        isAsleep = false;
        await new Promise((resolve) => (window.wake = () => resolve(undefined)));
      }
      return read(file);
    };
  });
  await find("common");
  const progress = page.locator(".lectern-inspector-progress");
  await expect.poll(() => progress.allTextContents()).toEqual([expect.stringMatching(/^Reading notes: \d+ of 29$/)]);
  expect(await progress.getAttribute("role")).toBe("status");
  await page.evaluate(() => window.wake());
  await expect.poll(display).toContain("10 of 25 notes");
  expect(await progress.count()).toBe(0);
  expect(await page.evaluate(() => window.lectern.indexed())).toMatchObject({ notes: 29, unread: 0, is_listed: true });
});

test("other plugins may call with the JSON text that a model wrote, and hear what is broken in it", async () => {
  await openLectern({ files: FILES });
  // Nothing is read before somebody searches; whether the core is loaded by then is the idle time's matter.
  expect(await page.evaluate(() => window.lectern.indexed()?.notes ?? 0)).toBe(0);
  const shown = async (args: string): Promise<string> =>
    page.evaluate(
      async (args) => (await window.lectern.callJson("search_notes", args)).structuredContent.display,
      args,
    );
  expect(await shown('{"query": "third lamp", "limit": 1}')).toBe('Searched "third lamp": 1 of 4 notes');
  expect(await shown('{"query": ')).toMatch(/^Could not search: /);
});

declare global {
  interface Window {
    /** Lets the note that is waited for come. */
    wake: () => void;
  }
}

test("a search tells why a note is not found, and only the user that it is excluded", async () => {
  await openLectern({ files: { ...FILES, "Secret.md": "---\nlectern: false\n---\nlamp\n" } });
  const why = async (note: string): Promise<void> => {
    await find("zeppelin lamp");
    await page.click("text=Why not this note?");
    expect(await page.textContent(".modal-title")).toBe("Why is a note not found, or not first?");
    await page.locator(".modal input").fill(note);
    await page.locator(".modal input").press("Enter");
  };
  await why("Third");
  await expect
    .poll(text)
    .toMatch(/^Folder\/Deep\/Third\.md ranks \d of 4 notes for "zeppelin lamp"\nzeppelin: in no note\n/);
  expect(await buttons()).toEqual(["Back to the search"]);
  await why("Secret");
  await expect.poll(display).toMatch(/^Secret\.md is excluded by its path, a property or a tag\./);
  expect(await text()).toMatch(/^error\[\w+\]: .*"Secret"/);
});
