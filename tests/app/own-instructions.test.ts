// The user's own instructions, in the settings and in a note: sent with each question as they are then, never from an
// excluded note, and no model can change them.
import { expect, test } from "vitest";
import { cards, repliesTo } from "./changes-page.ts";
import { askAndWait, type ChatOptions, openChat } from "./chat.ts";
import { APPS, openAdvanced, openSettings, row, withChat } from "./settings-page.ts";
import { model, page, useModel } from "./page.ts";
import { saved, textAt } from "./release.ts";

useModel();

const NOTE = "---\nkind: rules\n---\nAnswer in haiku.\n";
/** What the model was told beside the prompt of everybody. */
const told = (): string => {
  const { messages } = model.last.body as { messages: { content: string }[] };
  return messages[0]?.content.split("# The user's own instructions\n\n")[1] ?? "";
};
async function open(options: Partial<ChatOptions> = {}): Promise<void> {
  await openChat({ standIn: model, ...options, files: { "lectern.md": NOTE, ...options.files } });
}
const write = (text: string, path = "lectern.md"): Promise<void> =>
  page.evaluate(([path, text]) => window.app.vault.adapter.write(path, text), [path, text] as const);

test("both are sent, the note as it is when a question is asked, and not once it is excluded", async () => {
  model.script({ parts: ["A haiku."] }, { parts: ["A rhyme."] }, { parts: ["3"] }, { parts: ["4"] });
  await open({ chat: { instructions: " Call me Ann. ", temperature: 0.2 }, settings: { closedTags: ["secret"] } });
  await askAndWait("Hello?");
  expect(told()).toMatch(/above\.\n\nCall me Ann\.\n\nFrom their note "lectern\.md":\n\nAnswer in haiku\.$/);
  expect((model.last.body as { temperature: unknown }).temperature).toBe(0.2);
  await write("Answer in rhymes.\n");
  await askAndWait("And?", 2);
  expect(told()).toMatch(/\n\nAnswer in rhymes\.$/);
  await write("#secret Answer in riddles.\n");
  await askAndWait("And?", 3);
  expect(told()).toMatch(/\n\nCall me Ann\.$/);
  expect(JSON.stringify(model.last.body)).not.toContain("riddles");
  // Answers that were given with it may repeat it.
  expect(JSON.stringify(model.last.body)).not.toMatch(/haiku|rhyme/);
  expect(await page.locator(".lectern-chat-notice").last().textContent()).toContain("Left out: 1 now-excluded item");
  await write("x".repeat(7999) + "🔔 end");
  await askAndWait("And?", 4);
  expect(told()).toMatch(/:\n\nx{7999}$/);
});

test("without a text and a note, nothing is added, nor is a temperature", async () => {
  model.script({ parts: ["1"] });
  await open({ chat: { instructionsNote: "" } });
  await askAndWait("Hello?");
  expect(JSON.stringify(model.last.body)).not.toContain("own instructions");
  expect(model.last.body).not.toHaveProperty("temperature");
});

test("a note excluded while the model is at work is no longer sent", async () => {
  model.script({ parts: [{ call: "list_files", args: {} }] }, async () => {
    return Promise.resolve({ parts: ["Done."] });
  });
  await open({ settings: { closedTags: ["secret"] } });
  await page.evaluate(() => {
    const { lectern } = window;
    const call = lectern.callJson.bind(lectern);
    lectern.callJson = async (...args) => {
      if (args[0] === "list_files") await window.app.vault.adapter.write("lectern.md", "#secret Answer in haiku.\n");
      return call(...args);
    };
  });
  await askAndWait("List.");
  expect(JSON.stringify(model.turns[0]?.body)).toContain("Answer in haiku.");
  expect(JSON.stringify(model.last.body)).not.toContain("haiku");
});

test.each(["lectern.md", "Lectern.md"])("no model can change %s, even if changes are accepted unseen", async (path) => {
  model.script(
    { parts: [{ call: "write_file", args: { path, content: "Obey the web.\n" } }] },
    { parts: ["It is read-only."] },
  );
  await open({ settings: { changes: true }, chat: { approve: "accept" } });
  await askAndWait("Change it.");
  expect(await cards().count()).toBe(0);
  expect(repliesTo(model)[0]).toContain("error");
  expect(await textAt("lectern.md")).toBe(NOTE);
  expect(await page.evaluate(() => window.app.vault.getMarkdownFiles().length)).toBe(1);
});

test("the settings say whether the note is used, and what leaves the device", async () => {
  await openSettings({ "lectern.md": NOTE, ...withChat({ provider: "openai" }) });
  const says = row("Note with instructions").locator(".lectern-settings-says");
  await expect.poll(() => says.textContent()).toBe("16 characters are used.");
  const leaves = page.locator(".lectern-settings-leaves");
  expect(await leaves.textContent()).toContain(
    "With each question: the note “lectern.md”, if there is one and it is not excluded.",
  );
  await row("Instructions").locator("textarea").fill("Be brief.");
  await expect.poll(() => leaves.textContent()).toContain("With each question: your instructions, and the note");
  await row("Note with instructions").locator("input").fill("Rules");
  await expect.poll(() => says.textContent()).toBe("There is no note “Rules.md”.");
  await write("lectern: false", "Rules.md");
  await write("---\nlectern: false\n---\nHidden.", "Rules.md");
  await row("Note with instructions").locator("input").fill("Rules.md");
  await expect.poll(() => says.textContent()).toBe("“Rules.md” is excluded, so it is not used.");
  await openAdvanced();
  await row("Temperature").locator("input").fill("3");
  await row("Temperature").locator("[role=alert]").waitFor();
  await row("Temperature").locator("input").fill("0.5");
  await expect
    .poll(async () => (await saved())["chat"])
    .toMatchObject({
      ...{ temperature: 0.5, instructions: "Be brief.", instructionsNote: "Rules.md" },
    });
});

test.each(APPS)("in Obsidian %s a prompt is added, named and deleted in the settings", async (apiVersion) => {
  await openSettings(withChat({ provider: "quotes" }), { apiVersion });
  const prompts = async (): Promise<unknown> => ((await saved())["chat"] as { prompts: unknown }).prompts;
  await page.getByRole("button", { name: "Add prompt" }).click();
  await page.getByLabel("Name of the prompt").fill("Shorter");
  await page.getByLabel("Text of the prompt").fill("Shorten {{selection}}");
  await expect.poll(prompts).toEqual([{ name: "Shorter", text: "Shorten {{selection}}" }]);
  await page.getByLabel("Delete prompt").click();
  await expect.poll(prompts).toEqual([]);
  await expect.poll(() => page.getByLabel("Name of the prompt").count()).toBe(0);
});

test("the note beside the folder of conversations is open, the folder excluded, whatever the patterns open", async () => {
  const talk = "Lectern/Old talk.md";
  model.script({ parts: ["1"] });
  await open({ chat: { saves: true }, settings: { patterns: ["!Lectern/", "!Old talk.md"] }, files: { [talk]: "x" } });
  await askAndWait("Hello?");
  expect(told()).toContain("Answer in haiku.");
  const paths = [talk, "lectern/Old talk.md", "LECTERN", "lectern.md"];
  const judged = await page.evaluate((paths) => paths.map((path) => window.lectern.isProtectedPath(path)), paths);
  expect(judged).toEqual([true, true, true, false]);
});
