// What the meter of the context counts: everything that a request takes, each part once.
import { expect, test } from "vitest";
import { definitions } from "../../pkg/definitions.js";
import { contextUse, totalOf } from "../../js/agent/context/context-use.ts";
import { tokensOfMessages, tokensOfTools } from "../../js/agent/context/token-estimate.ts";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import type { Message } from "../../js/agent/message.ts";

const reply = (text: string) => ({
  content: [{ type: "text" as const, text }],
  isError: false,
  structuredContent: { display: "", files: [] },
});
const LONG = "Words of a note. ".repeat(200);
const messages: Message[] = [
  { role: "user", text: "What?", attachments: [{ path: "A.md", selected: "a note", reply: reply(LONG) }] },
  { role: "assistant", text: "", model: "m", calls: [{ id: "1", tool: "read_file", args: "{}" }] },
  { role: "tool", id: "1", tool: "read_file", reply: reply(LONG) },
  { role: "assistant", text: "This.", model: "m", calls: [] },
];
const MODEL = { id: "m", contextTokens: 32_768, seesImages: false };

test("the parts are all that is sent, times what the provider counts more", () => {
  const use = contextUse({ factor: 1, room: 1000 }, 100, definitions, messages);
  expect(totalOf(use)).toBe(100 + tokensOfTools(definitions) + tokensOfMessages(messages));
  expect(use.attachments).toBeGreaterThan(700);
  expect(use.conversation).toBeGreaterThan(700);
  const twice = contextUse({ factor: 2, room: 1000 }, 100, definitions, messages);
  expect(Math.abs(totalOf(twice) - 2 * totalOf(use))).toBeLessThan(4);
});

test("shortening leaves attachments and frees what old replies took", () => {
  const conversation = new Conversation(messages);
  const before = conversation.use(MODEL, []);
  expect(before.room).toBe(32_768 - 8192);
  expect(conversation.shorten()).toEqual(["1"]);
  const after = conversation.use(MODEL, []);
  expect(after.attachments).toBe(before.attachments);
  expect(after.conversation).toBeLessThan(before.conversation / 3);
  expect(conversation.shorten()).toEqual([]);
});
