// A question that is edited or asked again keeps the old version with all that followed, and one can go back.
import { expect, test } from "vitest";
import { answered, answers, ask, askAndWait, FIELD, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const questions = (): Promise<string[]> => page.locator(".lectern-chat-question-text").allTextContents();
const versions = (): Promise<string[]> => page.locator(".lectern-chat-version").allTextContents();
const press = async (name: string, at = 0): Promise<void> => {
  await page.locator(`[aria-label='${name}']`).nth(at).focus();
  await page.keyboard.press("Enter");
};

/** Edits the question at `at`. */
async function edit(at: number, text: string): Promise<void> {
  await press("Edit and ask again", at);
  await page.locator(FIELD).fill(text);
  await page.keyboard.press("Enter");
}

async function begin(...said: string[]): Promise<void> {
  model.script(...said.map((text) => ({ parts: [text] })));
  await openChat({ files: {}, standIn: model });
  await askAndWait("One");
  await askAndWait("Two", 2);
}

test("an early question that was edited can be gone back to, with what followed, and goes on from there", async () => {
  await begin("First.", "Second.", "Other first.", "Third.");
  expect(await versions()).toEqual([]);
  await edit(0, "One, please");
  await answered(1);
  expect(await versions()).toEqual(["2/2"]);
  await press("Previous version");
  await expect.poll(questions).toEqual(["One", "Two"]);
  // Markdown is drawn in a later frame.
  await expect.poll(() => answers()).toEqual(["First.", "Second."]);
  expect(await versions()).toEqual(["1/2"]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Previous version");
  await askAndWait("Three", 3);
  const said = (model.last.body as { messages: { content: string }[] }).messages.slice(1).map(({ content }) => content);
  expect(JSON.stringify(said)).toBe(JSON.stringify(["One", "First.", "Two", "Second.", "Three"]));
  await press("Next version");
  await expect.poll(questions).toEqual(["One, please"]);
  await press("Previous version");
  await expect.poll(questions).toEqual(["One", "Two", "Three"]);
});

test("versions of later questions belong to their version of the early one", async () => {
  await begin("First.", "Second.", "Other second.", "Other first.");
  await edit(1, "Two, please");
  await answered(2);
  expect(await versions()).toEqual(["2/2"]);
  await edit(0, "One, please");
  await answered(1);
  expect(await versions()).toEqual(["2/2"]);
  await press("Previous version");
  await expect.poll(questions).toEqual(["One", "Two, please"]);
  expect(await versions()).toEqual(["1/2", "2/2"]);
  await press("Previous version", 1);
  await expect.poll(questions).toEqual(["One", "Two"]);
});

test("an answer that was asked for again is kept, one that failed is not", async () => {
  model.script({ parts: ["First."] }, { status: 401, error: "invalid_api_key", message: "no" }, { parts: ["Again."] });
  await openChat({ files: {}, standIn: model });
  await askAndWait("One");
  await press("Ask again");
  await page.locator(".lectern-chat-notice.is-error").waitFor();
  expect(await versions()).toEqual(["2/2"]);
  await press("Ask again");
  await expect.poll(() => answers()).toEqual(["Again."]);
  await answered();
  expect(await versions()).toEqual(["2/2"]);
  await press("Previous version");
  await expect.poll(() => answers()).toEqual(["First."]);
});

test("while a model answers, no other version is shown", async () => {
  await begin("First.", "Second.", "Other first.");
  await edit(0, "One, please");
  await answered(1);
  model.script({ parts: ["Half", "HANG"] });
  await ask("Wait");
  await page.locator(".lectern-chat-answer.is-busy").waitFor();
  await press("Previous version");
  expect(await questions()).toEqual(["One, please", "Wait"]);
});

test("the version that is shown is saved", async () => {
  model.script({ parts: ["First."] }, { parts: ["Other first."] });
  await openChat({ files: {}, standIn: model, chat: { saves: true } });
  await askAndWait("One");
  await edit(0, "One, please");
  await answered(1);
  const saved = (): Promise<string[]> =>
    page.evaluate(async () => {
      const { vault } = window.app;
      const files = vault.getFiles().filter(({ path }) => path.startsWith("Lectern/"));
      const texts = await Promise.all(files.map((file) => vault.adapter.read(file.path)));
      return texts.map((text) => [...text.matchAll(/^(?:Other first|First)\.$/gm)].join());
    });
  await expect.poll(saved).toEqual(["Other first."]);
  await press("Previous version");
  await expect.poll(saved).toEqual(["First."]);
});
