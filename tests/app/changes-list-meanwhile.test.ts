// The list of changes that were made, while something else happens: a restart, a running answer, a second window, a key
// that is held down, a disk that fails.
import { expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { answered, ask, askAndWait, gate, openChat } from "./chat.ts";
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

useModel();

test("after a restart, a saved conversation still lists what it changed", async () => {
  await propose([edit(...EDITS)], { chat: { approve: "accept", saves: true } });
  await answered();
  await expect.poll(() => page.evaluate(() => window.app.vault.getMarkdownFiles().length)).toBe(2);
  const files = await page.evaluate(async () => {
    const { adapter } = window.app.vault;
    const saved = window.app.vault.getMarkdownFiles().map(({ path }) => path);
    const all = [...saved, ".obsidian/plugins/lectern/journal.jsonl"];
    return Object.fromEntries(await Promise.all(all.map(async (path) => [path, await adapter.read(path)] as const)));
  });
  await closeApp(page);
  await openChat({ standIn: model, files, chat: { saves: true } });
  expect(await listButton().isVisible()).toBe(false);
  await page.getByRole("button", { name: "Conversations", exact: true }).click();
  await page.locator(".lectern-saved-open").first().click();
  await expect.poll(() => listButton().textContent()).toBe("3");
  await listButton().click();
  await listedButton(/^Undo part 1 of 3: /).click();
  await expect.poll(() => contentOf()).toBe(CHANGED.replace("1912", "1911"));
});

test("a change is undone while an answer is running, and the next question tells of it", async () => {
  await proposeAndList([edit(...EDITS)]);
  await page.keyboard.press("Escape");
  const { opened, open } = gate();
  model.script({ parts: ["Slow", { wait: opened }, " answer."] }, { parts: ["I see."] });
  await ask("Take your time.");
  await expect.poll(() => page.locator(".lectern-chat-text").last().textContent()).toContain("Slow");
  await listButton().click();
  await listedButton(/^Undo: /).click();
  await expect.poll(() => contentOf()).toBe(BELL);
  await page.keyboard.press("Escape");
  open();
  await answered(2);
  await askAndWait("And now?", 3);
  expect(lastQuestion(model)).toEqual([undone(` in "${PATH}"`), { type: "text", text: "And now?" }]);
  expect(JSON.stringify(model.last.body).match(/has undone/g)?.length).toBe(1);
});

test("what another window has undone meanwhile is not taken for another part", async () => {
  await proposeAndList([edit(...EDITS)]);
  // The other window's list, from before.
  await page.evaluate(() => {
    const [one] = Array.from(document.querySelectorAll<HTMLElement>(".modal-container"));
    one?.remove();
    Object.assign(window, { before: one });
  });
  await listButton().click();
  await listedButton(/^Undo part 1 of 3: /).click();
  await expect.poll(listStatus).toBe("Undone.");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.body.append((window as unknown as { before: HTMLElement }).before));
  await listedButton(/^Undo part 2 of 3: /).click();
  await expect.poll(() => listed().locator(".lectern-change-line").count()).toBe(4);
  expect(await contentOf()).toBe(CHANGED.replace("1912", "1911"));
});

test("a key that is held down undoes one part, and never everything", async () => {
  await proposeAndList([edit(...EDITS), NEW]);
  await listed()
    .getByRole("button", { name: /^Undo part 2 of 3: / })
    .focus();
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await expect.poll(listStatus).toBe("Undone.");
  for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  expect(await contentOf()).toBe(CHANGED.replace("chapel", "tower"));
  await listedButton("Undo all 3 changes").focus();
  for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  expect(await contentOf("New.md")).toBe("# New\n");
});

test("a disk that fails is told, and the undo can be tried again", async () => {
  await proposeAndList([edit(...EDITS)]);
  const failOnce = (name: "read" | "process" | "append"): Promise<void> =>
    page.evaluate((name) => {
      const adapter = window.app.vault.adapter as unknown as Record<string, () => Promise<void>>;
      const real = adapter[name];
      adapter[name] = () => {
        Object.assign(adapter, { [name]: real });
        return Promise.reject(new Error("the disk is full"));
      };
    }, name);
  const alert = (): Promise<string | null> => listed().getByRole("alert").textContent();
  await failOnce("read");
  await listedButton(/^Undo part 1 of 3: /).click();
  await expect.poll(listStatus).toBe("Not everything could be undone.");
  expect(await alert()).toBe("Not undone: couldn't read the changes: the disk is full.");
  await failOnce("process");
  await listedButton(/^Undo part 1 of 3: /).click();
  await expect.poll(alert).toContain("could not be written: the disk is full");
  expect(await contentOf()).toBe(CHANGED);
  // The journal takes it in later.
  await failOnce("append");
  await listedButton(/^Undo part 1 of 3: /).click();
  await expect.poll(listStatus).toBe("Undone.");
  expect(await contentOf()).toBe(CHANGED.replace("1912", "1911"));
  await expect.poll(() => listed().locator(".lectern-change-line").count()).toBe(4);
  await listedButton(/^Undo: /).click();
  await expect.poll(() => contentOf()).toBe(BELL);
});
