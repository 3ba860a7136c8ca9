// The panel with a model that can't call tools: the passages that it is sent are shown, recorded and cited; and the
// choice of how a model reads.
import { expect, test } from "vitest";
import type { ChatSettings } from "../../js/settings/chat-settings.ts";
import { capture } from "./capture.ts";
import { answered, ask, askAndWait, openChat, rows } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FILES = {
  "Projects/Fog bell.md": "# Fog bell\n\nThe bell was cast in 1911.\n\n## Clapper\n\nThe clapper weighs 14 kg.\n",
  "Projects/Roof hives.md": "# Roof hives\n\nFour hives stand on the roof. None of them has a bell.\n",
  "Private/Diary.md": "The clapper weighs 15 kg, but don't tell.\n",
};
const REFUSAL = { status: 400, error: "api_error", message: "scripted does not support tools" };

async function open(chat: Partial<ChatSettings> = {}): Promise<void> {
  await openChat({ files: FILES, standIn: model, chat, settings: { closed: ["Private"] } });
}
const turns = (): { tools?: unknown[]; messages: { content: string }[] }[] =>
  model.turns.map(({ body }) => body as never);

test("a model that refuses tools answers from passages, which are shown and recorded", async () => {
  model.script(REFUSAL, { parts: ["It weighs 14 kg [", "1]."] }, { parts: ["Four [1]."] });
  await open();
  await askAndWait("How heavy is the clapper of the bell?");
  expect(await page.locator(".lectern-chat-notice").count()).toBe(0);
  const shown = await rows();
  expect(shown[0]).toMatch(/^Found for the model: Projects\/Fog bell\.md, L7/);
  await expect.poll(() => page.locator(".lectern-chat-citation.is-verified").textContent()).toContain("Fog bell");
  expect(await page.locator("details.lectern-sent summary").innerText()).toContain(
    `Sent to ${model.host} on this device`,
  );
  await page.locator(".lectern-chat-row-head").first().click();
  expect(await page.locator(".lectern-chat-row-text").innerText()).toContain("7: The clapper weighs 14 kg.");
  await capture(page, "passages");
  await askAndWait("How many hives are there?", 2);
  expect(turns().map(({ tools }) => tools !== undefined)).toEqual([true, false, false]);
  expect(JSON.stringify(turns())).not.toContain("15 kg");
});

test("passages that the user leaves out are not sent, and the others are", async () => {
  model.script({ parts: ["14 kg."] });
  await open({ reading: "passages", preview: "question" });
  await ask("Which hives have a bell, and how heavy is the clapper of the bell?");
  const card = page.locator(".lectern-send");
  await card.waitFor();
  expect(await card.innerText()).toContain("Projects/Fog bell.md");
  await card.getByRole("checkbox", { name: "Send Projects/Roof hives.md" }).uncheck();
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await answered();
  expect(JSON.stringify(turns())).toContain("14 kg");
  expect(JSON.stringify(turns())).not.toContain("Four hives");
});

test("how the model reads is chosen in its menu, for the conversation", async () => {
  model.script({ parts: ["14 kg [1]."] });
  await open();
  await page.locator(".lectern-chat-model").click();
  const items = page.locator(".menu-item-title");
  expect((await items.allTextContents()).filter((text) => text.startsWith("Reading"))).toEqual([
    ...["Reading: Auto", "Reading: Tools", "Reading: Passages first"],
  ]);
  await items.filter({ hasText: "Reading: Passages first" }).click();
  await askAndWait("How heavy is the clapper?");
  expect(turns().map(({ tools }) => tools)).toEqual([undefined]);
});
