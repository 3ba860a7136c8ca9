// What is typed while the model answers, commands that do not exist, and long questions.
import { beforeEach, expect, test } from "vitest";
import { answered, answers, ask, askAndWait, FIELD, gate, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();
beforeEach(() => openChat({ files: { "Bell.md": "A bell.\n" }, standIn: model }));

const queued = (): Promise<string[]> => page.locator(".lectern-chat-queued-text").allTextContents();

test("a question that is sent while the model answers waits, and is asked then", async () => {
  const { opened, open } = gate();
  model.script({ parts: [{ wait: opened }, "First."] }, { parts: ["Second."] });
  await ask("One?");
  await ask("Two?");
  await ask("Three?");
  expect(await queued()).toEqual(["Two?", "Three?"]);
  await page.locator(".lectern-chat-queued button").last().click();
  expect(await queued()).toEqual(["Two?"]);
  expect(await page.inputValue(FIELD)).toBe("Three?");
  open();
  await answered(2);
  expect(await answers()).toEqual(["First.", "Second."]);
  expect(await queued()).toEqual([]);
  expect(await page.inputValue(FIELD)).toBe("Three?");
});

test("once the answer is stopped, what waits is back in the field", async () => {
  const { opened, open } = gate();
  model.script({ parts: [{ wait: opened }, "First."] });
  await ask("One?");
  await ask("Two?");
  expect(await queued()).toEqual(["Two?"]);
  await page.locator(FIELD).press("Escape");
  await expect.poll(queued).toEqual([]);
  expect(await page.inputValue(FIELD)).toBe("Two?");
  expect(await page.locator(".lectern-chat-exchange").count()).toBe(1);
  open();
});

test("a command that does not exist is not sent to the model", async () => {
  await ask("/summarise");
  await expect
    .poll(() => page.locator(".notice").allTextContents())
    .toEqual([
      "No command “/summarise”. Type / to see all commands, or begin with a space to send this as a question.",
    ]);
  expect(await page.inputValue(FIELD)).toBe("/summarise");
  model.script({ parts: ["Yes."] });
  await askAndWait("/etc/hosts is in which note?");
});

test("a long question is folded, and can be read in full", async () => {
  model.script({ parts: ["Yes."] });
  await askAndWait(Array.from({ length: 60 }, (_, line) => `Line ${line + 1}`).join("\n"));
  const height = async (): Promise<number> =>
    (await page.locator(".lectern-chat-question-text").boundingBox())?.height ?? 0;
  const folded = await height();
  expect(folded).toBeLessThan(350);
  await page.click(".lectern-chat-unfold");
  expect(await height()).toBeGreaterThan(2 * folded);
  expect(await page.getAttribute(".lectern-chat-unfold", "aria-expanded")).toBe("true");
  await page.click(".lectern-chat-unfold");
  expect(await height()).toBe(folded);
});

test("a long name of a model ends in an ellipsis", async () => {
  const name = page.locator(".lectern-chat-model-name");
  await name.evaluate((el) => el.setText("a-very-long-name-of-a-model/with-a-quantization-and-more:latest"));
  const [inner, outer] = await name.evaluate((el) => [el.scrollWidth, el.clientWidth] as const);
  expect(inner).toBeGreaterThan(outer);
  expect(await name.evaluate((el) => getComputedStyle(el).textOverflow)).toBe("ellipsis");
});
