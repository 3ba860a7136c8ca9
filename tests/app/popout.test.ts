// The panel in a window of its own: moved there as it is, with other globals, and back.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answered, answers, ask, askAndWait, FIELD, gate, openChat } from "./chat.ts";
import { closeContext, model, page, useModel } from "./page.ts";

useModel({ close: closeContext });

const FILES = { "Fog bell.md": "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg.\n" };

/** Moves the panel to a window of its own, and returns that. */
async function popOut(): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await page.evaluate(() => {
    const { workspace } = window.app;
    const [leaf] = workspace.getLeavesOfType("lectern-chat");
    if (leaf) workspace.moveLeafToPopout(leaf, { size: { width: 400, height: 700 } });
  });
  return opened;
}

test("the conversation goes on in another window, and its citations open notes beside it", async () => {
  await openChat({ files: FILES });
  await askAndWait("How heavy is the clapper?");
  const popout = await popOut();
  const errors: Error[] = [];
  for (const one of [page, popout]) one.on("pageerror", (error) => errors.push(error));
  expect(await page.locator(FIELD).count()).toBe(0);
  await ask("When was it cast?", popout);
  await answered(2, popout);
  expect((await answers(popout))[1]).toContain("Cast in 1911.");
  await popout.locator(".lectern-chat-citation").last().click();
  const opened = (): Promise<string | undefined> =>
    page.evaluate(() => {
      const [leaf] = window.app.workspace.getLeavesOfType("markdown");
      return (leaf?.view as unknown as { file?: { path: string } } | undefined)?.file?.path;
    });
  await expect.poll(opened).toBe("Fog bell.md");
  await popout.locator("[aria-label='Conversations']").click();
  await expect.poll(() => popout.locator(".lectern-saved").count()).toBe(1);
  await popout.keyboard.press("Escape");
  await popout.locator(FIELD).fill("@Fog");
  await expect.poll(() => popout.locator("[role='option']").count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

test("an answer streams on while the panel is moved to another window and back", async () => {
  const [first, second] = [gate(), gate()];
  model.script({ parts: ["One, ", { wait: first.opened }, "two, ", { wait: second.opened }, "three."] });
  await openChat({ files: FILES, standIn: model });
  await ask("Count.");
  await expect.poll(() => answers()).toEqual(["One,"]);
  const popout = await popOut();
  first.open();
  await expect.poll(() => answers(popout)).toEqual(["One, two,"]);
  await page.evaluate(() => window.app.workspace.popouts[0]?.testMoveBack(window.app));
  second.open();
  await answered();
  await expect.poll(() => answers()).toEqual(["One, two, three."]);
});

test("an answer streams on where its window closes before the frame that it waits for", async () => {
  const [first, second] = [gate(), gate()];
  model.script({ parts: ["One, ", { wait: first.opened }, "two, ", { wait: second.opened }, "three."] });
  await openChat({ files: FILES, standIn: model });
  await ask("Count.");
  await expect.poll(() => answers()).toEqual(["One,"]);
  const popout = await popOut();
  await popout.evaluate(() => {
    let asked = 0;
    const ask = (): number => (document.body.dataset["asked"] = String(++asked)).length;
    Object.assign(window, { requestAnimationFrame: ask, setTimeout: ask });
  });
  first.open();
  await popout.waitForSelector("[data-asked]");
  await page.evaluate(() => window.app.workspace.popouts[0]?.testMoveBack(window.app));
  second.open();
  await answered();
  await expect.poll(() => answers()).toEqual(["One, two, three."]);
});

test("a question is sent that waits for an attachment while its window closes", async () => {
  model.script({ parts: ["14 kg."] });
  await openChat({ files: FILES, standIn: model });
  await page.evaluate(() => {
    const { lectern } = window;
    const call = lectern.call.bind(lectern);
    const opened = new Promise<void>((resolve) => Object.assign(window, { testOpen: resolve }));
    lectern.call = (...args) => opened.then(() => call(...args));
  });
  const popout = await popOut();
  await popout.locator(FIELD).pressSequentially("@Fog");
  await popout.locator(".lectern-chat-suggestion").first().click();
  // The timers of a window end with it.
  await popout.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
  await ask("How heavy?", popout);
  await page.evaluate(() => window.app.workspace.popouts[0]?.testMoveBack(window.app));
  await page.evaluate(() => (window as unknown as { testOpen: () => void }).testOpen());
  await answered();
  expect(JSON.stringify(model.last.body)).toContain("The clapper weighs 14 kg.");
});

test("the seconds of a wait end with it, in whatever window it began", async () => {
  const { opened, open } = gate();
  model.script({ parts: [{ wait: opened }, "Done."] });
  await openChat({ files: FILES, standIn: model });
  await page.clock.install();
  await ask("Think hard.");
  await expect.poll(() => page.textContent(".lectern-chat-wait")).toBe("Thinking…");
  const popout = await popOut();
  const seconds = popout.locator(".lectern-chat-wait-seconds");
  await page.clock.fastForward(5000);
  await expect.poll(() => seconds.textContent()).toMatch(/\ds$/);
  open();
  await answered(1, popout);
  // Two ticks of what counts them.
  await page.clock.runFor(2100);
  expect(await seconds.textContent()).toBe("");
});
