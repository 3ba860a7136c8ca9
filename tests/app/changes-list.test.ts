// The list of changes that were made: what it shows, and undoing a part, a change and everything.
import { expect, test } from "vitest";
import { answered, askAndWait, FIELD, selected } from "./chat.ts";
import {
  BELL,
  CHANGED,
  contentOf,
  edit,
  EDITS,
  lastQuestion,
  listButton,
  listed,
  listedButton,
  listStatus,
  NEW,
  PATH,
  propose,
  proposeAndList,
  undone,
} from "./changes-page.ts";
import { model, page, useModel } from "./page.ts";
import { changeSettings } from "./release.ts";

useModel();

/** What has the focus, by its label or its text. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
  });

/** A picture for a human to judge, if `SHOTS` names a folder. */
async function shot(name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("each change is shown with its lines, and a part of it, or all, can be undone", async () => {
  await proposeAndList([edit(...EDITS), NEW]);
  const files = listed().locator(".lectern-change-file");
  // Calls run side by side, so either may be the last.
  await expect.poll(async () => (await files.allTextContents()).sort()).toEqual(["New.md", PATH]);
  const [edited, made] = [PATH, "New.md"].map((name) => listed().getByRole("group", { name: `Changes in ${name}` }));
  expect(await made?.locator(".lectern-change-line").allTextContents()).toEqual(["1+# New"]);
  expect(await edited?.locator(".lectern-change-line").allTextContents()).toEqual([
    "3−Cast in 1911.",
    "3+Cast in 1912.",
    "7−It hangs in the tower.",
    "7+It hangs in the chapel.",
    "11−The clapper weighs 14 kg.",
    "11+The clapper weighs 15 kg.",
  ]);
  await shot("changes-list");
  await listedButton(/^Undo part 2 of 3: /).click();
  await expect.poll(listStatus).toBe("Undone.");
  expect(await contentOf()).toBe(CHANGED.replace("chapel", "tower"));
  await expect.poll(() => listed().locator(".lectern-change-line").count()).toBe(5);
  // The focus stays at the place, not on a button that the same key would press.
  expect(await focused()).toBe("Change 2 of 2, line 11");
  await listedButton("Undo all 3 changes").click();
  expect(await focused()).toBe("Cancel");
  await page.keyboard.press("Enter");
  expect(await contentOf()).toBe(CHANGED.replace("chapel", "tower"));
  await listedButton("Undo all 3 changes").click();
  await listedButton("Undo all").click();
  await expect.poll(() => listed().textContent()).toContain("Nothing to undo in this conversation");
  expect(await contentOf()).toBe(BELL);
  expect(await page.evaluate(() => window.app.vault.getFileByPath("New.md"))).toBe(null);

  // The model learns of it with the next question.
  await page.keyboard.press("Escape");
  model.script({ parts: ["I see."] }, { parts: ["I do see."] });
  await askAndWait("And now?", 2);
  // What is gone is not named.
  expect(lastQuestion(model)).toEqual([undone(` in "${PATH}"`), { type: "text", text: "And now?" }]);
  expect(await page.locator(".lectern-chat-question").last().textContent()).toBe("And now?");

  // Asked again, the model is told again.
  await page.locator(FIELD).press("ArrowUp");
  await askAndWait("And now, please?", 2);
  await expect
    .poll(() => lastQuestion(model))
    .toEqual([undone(` in "${PATH}"`), { type: "text", text: "And now, please?" }]);
});

test("a change whose place has changed is refused, and what is there now is shown beside it", async () => {
  await proposeAndList([edit({ old: "1911", new: "1912" })]);
  await page.evaluate(async (path) => {
    const file = window.app.vault.getFileByPath(path);
    if (file) await window.app.vault.process(file, (text) => text.replace("Cast in 1912.", "Recast in 1920."));
  }, PATH);
  await listedButton(/^Undo: /).click();
  await expect.poll(listStatus).toBe("Not everything could be undone.");
  expect(await listed().getByRole("alert").textContent()).toContain(
    `Not undone: the place in "${PATH}" has changed since.`,
  );
  await listed().locator("summary").click();
  expect(await listed().locator("pre").allTextContents()).toEqual([
    "Cast in 1911.\n",
    "Cast in 1912.\n",
    "Recast in 1920.\n",
  ]);
  await shot("changes-refused");
  // Again is no more.
  await listedButton(/^Undo: /).click();
  await expect.poll(() => listed().getAttribute("aria-busy")).toBe("false");
  expect(await listStatus()).toBe("Not everything could be undone.");
  await listed().locator("summary").click();
  await listedButton("Open note at line 3").click();
  await expect.poll(() => selected()).toEqual({ path: PATH, text: "Recast in 1920." });
  expect(await listed().count()).toBe(0);
  expect(await contentOf()).toContain("Recast in 1920.");
});

test.each(["phone", "dark", "rtl"])("the list fits into 300 pixels (%s)", async (look) => {
  await proposeAndList([edit(...EDITS), edit({ old: "Kept by Ann.", new: `Kept by ${"Ann".repeat(60)}.` }), NEW]);
  await page.setViewportSize({ width: 300, height: 640 });
  await page.evaluate((look) => {
    if (look === "phone") document.body.classList.add("is-mobile", "is-phone");
    if (look === "dark") document.body.classList.replace("theme-light", "theme-dark");
    if (look === "rtl") document.documentElement.dir = "rtl";
  }, look);
  // A place that has changed: the three versions are below each other.
  await page.evaluate(async (path) => {
    const file = window.app.vault.getFileByPath(path);
    if (file) await window.app.vault.process(file, (text) => text.replace("chapel", "crypt".repeat(40)));
  }, PATH);
  await listed()
    .getByRole("button", { name: /^Undo part 2 of 3: / })
    .click();
  await listed().locator("summary").click();
  const overflowing = await listed().evaluate((modal) => {
    const all = [...modal.querySelectorAll(".lectern-change, .lectern-change *")];
    const { left, right } = modal.getBoundingClientRect();
    const edges = all.map((one) => one.getBoundingClientRect());
    return edges.filter((edge) => edge.width > 0 && (edge.right > right + 1 || edge.left < left - 1)).length;
  });
  await listed().locator("summary").scrollIntoViewIfNeeded();
  await shot(`changes-${look}`);
  expect(overflowing).toBe(0);
});

test("a move is undone with its links, and two clicks at once undo one change", async () => {
  await propose([{ call: "move_file", args: { from: PATH, to: "Bells/Fog" } }], {
    files: { "n.md": "[[Fog bell]]" },
  });
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await answered();
  expect(await contentOf("n.md")).toBe("[[Fog]]");
  await listButton().click();
  expect(await listed().locator(".lectern-change-kind").textContent()).toContain(`Moved from ${PATH}`);
  await listedButton(/^Undo: /).evaluate((el: HTMLButtonElement) => {
    el.click();
    el.click();
  });
  await expect.poll(listStatus).toBe("Undone.");
  expect([await contentOf(), await contentOf("n.md")]).toEqual([BELL, "[[Fog bell]]"]);
});

test("a new conversation lists only its own changes at first, and no button shows where changes are off", async () => {
  await proposeAndList([edit(...EDITS)]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New conversation", exact: true }).click();
  await listButton().click();
  await expect.poll(() => listed().textContent()).toContain("Nothing to undo in this conversation.");
  await listedButton("Show all conversations").click();
  await expect.poll(() => listed().locator(".lectern-change-file").allTextContents()).toEqual([PATH]);
  await listedButton(/^Undo: /).click();
  await expect.poll(() => contentOf()).toBe(BELL);
});

test("an excluded note is named, and neither shown nor changed; a note that is gone is called so", async () => {
  await proposeAndList([edit(...EDITS), NEW]);
  await page.evaluate(
    async ([path, gone]) => {
      const { vault } = window.app;
      const file = vault.getFileByPath(path);
      if (file) await vault.process(file, (text) => `---\nlectern: false\n---\n${text}`);
      const other = vault.getFileByPath(gone);
      if (other) await vault.delete(other);
    },
    [PATH, "New.md"] as const,
  );
  // Undone from a list that was drawn before, it is refused.
  await listedButton(/^Undo part 2 of 3: /).click();
  await expect.poll(listStatus).toBe("Not everything could be undone.");
  const closed = listed().getByRole("group", { name: `Changes in ${PATH}` });
  expect(await closed.textContent()).toBe(
    `${PATH}This note is now excluded. Its changes aren't shown and can't be undone.`,
  );
  expect(await closed.getByRole("button").count()).toBe(0);
  expect(await listed().getByRole("group", { name: "Changes in New.md" }).textContent()).toContain("no longer exists");
  await shot("changes-excluded");
  await listedButton(/^Undo: New\.md/).click();
  await expect.poll(() => listed().getByRole("alert").textContent()).toContain("Not undone: no note at ");
  expect(await page.evaluate(() => window.app.vault.getFileByPath("New.md"))).toBe(null);
  expect(await contentOf()).toContain("chapel");
});

test("the button counts, shows where changes are off but some were made, and gets the focus back", async () => {
  await proposeAndList([edit(...EDITS), NEW]);
  expect(await listButton().textContent()).toBe("4");
  await page.keyboard.press("Escape");
  expect(await focused()).toBe("Changes (4)");
  await changeSettings({ changes: false });
  await listButton().click();
  await listedButton("Undo all 4 changes").click();
  await listedButton("Undo all").click();
  await expect.poll(() => contentOf()).toBe(BELL);
  await expect.poll(() => listed().textContent()).toContain("Nothing to undo");
  await page.keyboard.press("Escape");
  expect(await listButton().isVisible()).toBe(false);
});
