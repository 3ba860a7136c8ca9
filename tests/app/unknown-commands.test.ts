// What begins with a slash: a command, a prompt or a mistake, which is not sent; or a question about a path.
import { expect, test } from "vitest";
import { answered, ask, type ChatOptions, FIELD, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

async function open(options: Partial<ChatOptions> = {}): Promise<void> {
  model.script({ parts: ["Yes."] });
  await openChat({ files: { "Projects/Bell.md": "A bell.\n" }, standIn: model, ...options });
}

test.each([
  ["/nonsense hello", "No command “/nonsense”"],
  ["/Nonsense", "No command “/Nonsense”"],
  ["/new hello", "“/new” takes no text after it"],
])("%j is not sent, and stays in the field", async (text, words) => {
  await open();
  await ask(text);
  await expect.poll(() => page.locator(".notice").allTextContents()).toEqual([expect.stringContaining(words)]);
  expect(await page.inputValue(FIELD)).toBe(text);
  expect(model.turns).toEqual([]);
});

test.each([
  "/home/me is my path?",
  "/Projects/Bell.md says what?",
  "/Projects has what?",
  "/2 of what?",
  " /nonsense?",
])("%j is a question", async (text) => {
  await open();
  await ask(text);
  await answered();
  expect(await page.textContent(".lectern-chat-question-text")).toBe(text.trim());
});

test("below a provider's failure stand no Quotes, and one button that asks again", async () => {
  await open({ chat: { provider: "anthropic", model: "claude", secret: "" } });
  await ask("Why?");
  await answered();
  expect(await page.textContent(".lectern-chat-line")).not.toContain("Quotes");
  await page.locator("[aria-label='New conversation']").click();
});

test("an answer that failed has one button that asks again", async () => {
  await openChat({ files: {}, standIn: model });
  const failed = { status: 500, error: "server_error", headers: { "retry-after": "0" } };
  model.script(failed, failed, failed, failed);
  await ask("Why?");
  await answered();
  expect(await page.getByRole("button", { name: /^(Try again|Ask again)$/ }).count()).toBe(1);
});
