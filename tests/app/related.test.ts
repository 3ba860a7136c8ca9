// The view of related notes, as a user sees it.
import type { MarkdownView } from "obsidian";
import { expect, test } from "vitest";
import { capture, FOLDER, notes } from "./capture.ts";
import { selected } from "./chat.ts";
import { DATA, openLectern, openNote, runCommand } from "./release.ts";
import { page, usePages } from "./page.ts";

usePages();

const FILES = {
  "Windows.md": "# Old windows\n\nThe glass is held by putty.\n\nSee [[Tools]].\n",
  "House/Glazing.md": "Putty hardens slowly. Clean the glass first.\n",
  "Tools.md": "A knife, a hammer.\n",
  "Autumn.md": "Plans.\n\n- repair the [window](Windows.md)\n",
  "Tides.md": "High water at nine.\n",
  "Private/Diary.md": "The glass, the putty, [[Windows]].\n",
  "<img src=x onerror=alert(1)>.md": "Also [[Windows]].\n",
  [DATA]: '{"closed":["Private"]}',
};

const rows = (): Promise<string[]> => page.locator(".lectern-related-note").allInnerTexts();
const about = (): Promise<string | null> => page.textContent(".lectern-related-about");

async function showRelated(path: string): Promise<void> {
  await openNote(path);
  await runCommand("show-related-notes");
  await page.locator(".lectern-related-about").waitFor();
}

test("the notes that have to do with the active one are listed with the reasons, and open where they link to it", async () => {
  await openLectern({ files: FILES, quietMs: 100 });
  await showRelated("Windows.md");
  await page.locator(".lectern-related-note").first().waitFor();
  const listed = (await rows()).map((row) => row.replaceAll("\n", " / "));
  expect(listed.sort()).toEqual([
    "<img src=x onerror=alert(1)> / Links here",
    "Autumn / Links here",
    "GlazingHouse / Shares: glass, putty",
    "Tools / Linked from here",
  ]);
  expect(await page.locator(".lectern-related img").count()).toBe(0);
  await page.click('.lectern-related-note[data-path="Autumn.md"]');
  await expect.poll(() => selected()).toEqual({ path: "Autumn.md", text: "- repair the [window](Windows.md)" });
  // What is selected to show the link is not what the user asks about.
  await page.waitForTimeout(1000);
  expect(await about()).toBe("Autumn");
});

test("a row opens in a new tab with the middle button, and is opened with the keyboard", async () => {
  await openLectern({ files: FILES, quietMs: 100 });
  await showRelated("Windows.md");
  const row = page.locator('.lectern-related-note[data-path="Tools.md"]');
  await row.click({ button: "middle" });
  const opened = (): Promise<string[]> =>
    page.evaluate(() => window.app.workspace.getLeavesOfType("markdown").map(({ view }) => view.getDisplayText()));
  await expect.poll(opened).toEqual(["Windows", "Tools"]);
  await openNote("Windows.md");
  await page.locator('.lectern-related-note[data-path="Autumn.md"]').focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => selected()).toMatchObject({ path: "Autumn.md" });
});

test("the list stays as it is while the user writes, unless it says something else", async () => {
  await openLectern({ files: FILES, quietMs: 100 });
  await showRelated("Windows.md");
  const row = page.locator('.lectern-related-note[data-path="Tools.md"]');
  await row.focus();
  const asked = page.evaluate(async () => {
    const { lectern } = window;
    const call = lectern.call.bind(lectern);
    const scores = new Promise<unknown>((done) => {
      lectern.call = async (name, ...rest) => {
        const reply = await call(name, ...rest);
        if (name === "related_notes") done(reply.structuredContent.related?.map(({ score }) => score));
        return reply;
      };
    });
    const before = await call("related_notes", { path: "Windows.md" });
    const file = window.app.vault.getFileByPath("Windows.md");
    if (file) await window.app.vault.process(file, (text) => `${text}\nThe glass, the glass.\n`);
    return [before.structuredContent.related?.map(({ score }) => score), await scores];
  });
  const [before, after] = await asked;
  expect(after).not.toEqual(before);
  await page.waitForTimeout(200);
  expect(await row.evaluate((el) => el === document.activeElement)).toBe(true);
});

test("the list follows the user to another note, and what is excluded says so to the user", async () => {
  await openLectern({ files: FILES, quietMs: 100 });
  await showRelated("Windows.md");
  await openNote("Tides.md");
  await page.getByText("No related notes.").waitFor();
  expect(await about()).toBe("Tides");
  await openNote("Private/Diary.md");
  await page.getByText("“Diary” is excluded, so nothing is compared with it.").waitFor();
});

test("a selection is compared by itself", async () => {
  await openLectern({ files: FILES, quietMs: 100 });
  await showRelated("Windows.md");
  await page.evaluate(() => {
    const { view } = window.app.workspace.getLeavesOfType("markdown")[0] ?? {};
    (view as MarkdownView | undefined)?.editor.setSelection({ line: 2, ch: 0 }, { line: 2, ch: 27 });
    document.dispatchEvent(new Event("selectionchange"));
  });
  await page.getByText("Selection in Windows").waitFor();
  expect(await rows()).toEqual(["GlazingHouse\nShares: glass, putty"]);
});

test("a change of the vault is shown after a moment, and nothing is asked while the view is hidden", async () => {
  await openLectern({ files: FILES, quietMs: 100 });
  await showRelated("Tides.md");
  await page.getByText("No related notes.").waitFor();
  await page.evaluate(() => window.app.vault.create("Moon.md", "It moves the [[Tides]].\n"));
  await page.locator('.lectern-related-note[data-path="Moon.md"]').waitFor();
  const calls = await page.evaluate(async () => {
    const { lectern } = window;
    let calls = 0;
    const call = lectern.call.bind(lectern);
    lectern.call = (name, ...rest) => {
      calls += Number(name === "related_notes");
      return call(name, ...rest);
    };
    await window.app.workspace.ensureSideLeaf("lectern-chat", "right", { active: true, reveal: true });
    await window.app.workspace.openLinkText("Windows.md", "", false);
    await new Promise((done) => window.setTimeout(done, 1000));
    const hidden = calls;
    window.app.commands.executeCommandById("lectern:show-related-notes");
    await new Promise((done) => window.setTimeout(done, 1000));
    return [hidden, calls];
  });
  expect(calls).toEqual([0, 1]);
  expect(await about()).toBe("Windows");
});

test("a row can be dragged into a note as a link, and previewed", async () => {
  await openLectern({ files: FILES, quietMs: 100 });
  await showRelated("Windows.md");
  await page.locator(".lectern-related-note").first().waitFor();
  const [dragged, hovered] = await page.evaluate(() => {
    const row = document.querySelector('.lectern-related-note[data-path="Tools.md"]');
    const dataTransfer = new DataTransfer();
    row?.dispatchEvent(new DragEvent("dragstart", { dataTransfer }));
    let linktext = "";
    // The typings lack the event.
    window.app.workspace.on(
      "hover-link" as "quit",
      ((hover: { linktext: string }) => {
        linktext = hover.linktext;
      }) as () => void,
    );
    row?.dispatchEvent(new MouseEvent("mouseover"));
    return [dataTransfer.getData("text/plain"), linktext];
  });
  expect([dragged, hovered]).toEqual(["[[Tools]]", "Tools.md"]);
});

test.runIf(FOLDER !== undefined)("pictures of the view", async () => {
  await openLectern({ files: notes() });
  await showRelated("Projects/Fog bell.md");
  await page.locator(".lectern-related-note").first().waitFor();
  await capture(page, "related");
});
