// Earlier conversations as attachments, after `@` and as a summary with which a new conversation goes on.
import { expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import type { Message } from "../../js/agent/message.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { answered, answers, ask, askAndWait, chips, FIELD, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const shown = (path: string, text: string): Message => ({
  role: "tool",
  id: `read_${path}`,
  tool: "read_file",
  reply: {
    content: [{ type: "text", text: `1: ${text}` }],
    isError: false,
    structuredContent: {
      display: `Read ${path}`,
      files: [{ path, start_line: 1, end_line: 1, total_lines: 1 }],
    },
  } as unknown as Reply,
});

const exchange = (question: string, path: string, text: string): Message[] => [
  { role: "user", text: question, attachments: [] },
  { role: "assistant", text: "", calls: [{ id: `read_${path}`, tool: "read_file", args: "{}" }], model: "m" },
  shown(path, text),
  { role: "assistant", text: `${text} [[${path.replace(".md", "")}#L1]]`, calls: [], model: "m" },
];

const TALK = toMarkdown({
  title: "How heavy is the bell",
  created: 0,
  messages: exchange("How heavy is the bell?", "Bell.md", "The bell weighs 14 kg."),
});
const FILES = {
  "Bell.md": "The bell weighs 14 kg.\n",
  "Lamp.md": "The lamp burns oil.\n",
  "Talks/2026-10-09 How heavy is the bell.md": TALK,
};
const SETTINGS = { saves: false, folder: "Talks" };
const attached = (): Promise<string[]> =>
  page.locator(".lectern-chat-attached .lectern-chat-chip-name").allTextContents();
const sent = (): string => JSON.stringify(model.last.body);

/** The panel, in an app that knows the properties of notes. */
async function open(files: Record<string, string> = FILES): Promise<void> {
  await openChat({ files, standIn: model, chat: SETTINGS });
  await page.evaluate(() => void (window.app.metadataCache.testReadsProperties = true));
}

async function attach(): Promise<void> {
  await page.locator(FIELD).pressSequentially("@heavy");
  const line = page.locator(".lectern-chat-suggestion").filter({ hasText: "How heavy is the bell" });
  await line.waitFor();
  expect(await line.textContent()).toContain("conversation");
  await line.click();
  await page.locator(".lectern-chat-attached .lectern-chat-chip").waitFor();
}

test("@ attaches what was said in it, not what was read", async () => {
  model.script({ parts: ["As we found: 14 kg [[Bell#L1]]."] }, { parts: ["Yes."] });
  await open();
  await attach();
  expect(await attached()).toEqual(["2026-10-09 How heavy is the bell"]);
  expect(await page.inputValue(FIELD)).toContain("How heavy is the bell");
  await askAndWait("What did we find?");
  expect(sent()).toContain("User:\\nHow heavy is the bell?");
  expect(sent()).toContain("Assistant:\\nThe bell weighs 14 kg. [[Bell#L1]]");
  expect(sent()).not.toContain("1: The bell weighs");
  // The record names the note that it tells of.
  await page.locator("details.lectern-sent summary").click();
  expect(await page.textContent("details.lectern-sent")).toContain("what earlier answers say of it");
  expect(await chips()).toHaveLength(1);
  // The next question has it, too.
  await askAndWait("Sure?", 2);
  expect(sent()).toContain("Assistant:\\nThe bell weighs 14 kg.");
});

test("what is excluded by now is not attached, and what is excluded later is not sent again", async () => {
  model.script({ parts: ["It was about a bell."] }, { parts: ["I can't tell."] });
  await open();
  await attach();
  await askAndWait("What did we find?");
  expect(sent()).toContain("14 kg");
  const exclude = () =>
    page.evaluate(async () => {
      const file = window.app.vault.getFileByPath("Bell.md");
      if (file) await window.app.vault.modify(file, "---\nlectern: false\n---\nThe bell weighs 14 kg.\n");
    });
  await exclude();
  await askAndWait("And now?", 2);
  expect(sent()).not.toContain("14 kg");
  // Attached once more, the answer is left out.
  model.script({ parts: ["Nothing."] });
  await page.locator("[aria-label='New conversation']").click();
  await attach();
  await askAndWait("What did we find?");
  expect(sent()).toContain("How heavy is the bell?");
  expect(sent()).not.toContain("14 kg");
});

test("a note that is no conversation any more is refused", async () => {
  await open({ ...FILES, "Talks/Broken.md": "---\nlectern-conversation: 1\nlectern: false\n---\nx\n" });
  await page.locator(FIELD).pressSequentially("@broken");
  await page.locator(".lectern-chat-suggestion").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".lectern-chat-chip.is-refused").waitFor();
  expect(await attached()).toHaveLength(1);
});

test("a new conversation goes on from a summary, without the old one in its context", async () => {
  const files = {
    "Long.md": "Words of a long note, one after the other.\n".repeat(600),
    "Bell.md": "The bell weighs 14 kg.\n",
  };
  const usage = { input: 21_000, output: 5 };
  model.script(
    { parts: [{ call: "read_file", args: { path: "Long.md", end_line: 300 } }] },
    { parts: ["Long, and secret."], usage },
    { parts: ["You want to know of a long note."] },
    { parts: ["Further."] },
  );
  await openChat({ files, standIn: model });
  await askAndWait("Read it.");
  await page.getByRole("button", { name: "Go on from a summary" }).first().click();
  await expect.poll(() => page.locator(".lectern-chat-tab-item").count()).toBe(2);
  await answered();
  expect(await answers()).toEqual(["You want to know of a long note."]);
  expect(sent()).toContain("Assistant:\\nLong, and secret.");
  expect(sent()).not.toContain("Words of a long note");
  await askAndWait("Go on.", 2);
  expect(sent()).toContain("[left out: the answer sums it up]");
  expect(sent()).toContain("You want to know of a long note.");
  expect(sent()).not.toContain("Long, and secret.");
});

test("what the user left out stays left out in a conversation that goes on from a summary", async () => {
  const read = { call: "read_file", args: { path: "Bell.md" } };
  model.script(
    { parts: ["I can't see it."] },
    { parts: ["About a bell."] },
    { parts: [read] },
    { parts: ["Still not."] },
  );
  await openChat({ files: FILES, standIn: model, chat: { preview: "question" } });
  const send = () => page.locator(".lectern-send:not(.is-decided)").getByRole("button", { name: "Send" }).click();
  await page.locator(FIELD).pressSequentially("@bell");
  await page.locator(".lectern-chat-suggestion").first().click();
  await page.locator(".lectern-chat-attached .lectern-chat-chip").waitFor();
  await ask("How heavy?");
  await page.getByRole("checkbox", { name: "Send Bell.md" }).uncheck();
  await send();
  await answered();
  await page.getByRole("button", { name: "What takes the context" }).click();
  await page.getByRole("button", { name: "Go on from a summary" }).click();
  await send();
  await answered();
  await ask("Read it now.");
  await send();
  await answered(2);
  expect(JSON.stringify(model.requests)).not.toContain("14 kg");
});

test("attaching an open conversation that another program has changed does not let its next save replace that", async () => {
  const path = "Talks/2026-10-09 How heavy is the bell.md";
  model.script({ parts: ["As said."] }, { parts: ["Still 14 kg."] });
  await openChat({ files: FILES, standIn: model, chat: { saves: true, folder: "Talks" } });
  await page.evaluate(() => void (window.app.metadataCache.testReadsProperties = true));
  await page.getByRole("button", { name: "Conversations", exact: true }).click();
  await page.locator(".lectern-saved-name").getByText("How heavy").click();
  await page.locator(".lectern-chat-exchange").waitFor();
  const theirs = TALK.replace("weighs 14 kg", "weighs 15 kg");
  await page.evaluate(([path, text]) => window.app.vault.adapter.write(path, text), [path, theirs] as const);
  await attach();
  await askAndWait("What did we find?", 2);
  await expect
    .poll(() => page.evaluate(() => window.app.vault.getFiles().filter((file) => file.path.startsWith("Talks")).length))
    .toBe(2);
  expect(await page.evaluate((path) => window.app.vault.adapter.read(path), path)).toBe(theirs);
});
