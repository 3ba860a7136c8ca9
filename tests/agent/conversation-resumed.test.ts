// Conversations that were saved, edited by hand, or rewound to an earlier question.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import type { Message } from "../../js/agent/message.ts";
import { Loop, reads } from "./loop.ts";

let loop: Loop;
beforeEach(async () => {
  loop = await Loop.start({ "Alpha.md": "Alpha is first.\n" });
});
afterEach(() => loop.close());

describe("a conversation that is taken up again", () => {
  const user = (text: string): Message => ({ role: "user", text, attachments: [] });
  const structuredContent = { display: "", files: [] };
  const reply = { content: [{ type: "text" as const, text: "it" }], isError: false, structuredContent };
  const said = (text: string, ...ids: string[]): Message => {
    const calls = ids.map((id) => ({ id, tool: "read_file", args: "{}" }));
    return { role: "assistant", text, calls, model: "m" };
  };
  const tool = (id: string): Message => ({ role: "tool", id, tool: "read_file", reply });

  test("stays as it was where it was whole", () => {
    const whole = [user("a"), said("", "1", "2"), tool("1"), tool("2"), said("b"), user("c")];
    const { messages } = new Conversation(whole);
    expect(messages).toStrictEqual(whole);
    for (const [index, message] of messages.entries()) expect(message).toBe(whole[index]);
  });

  test("is mended where it was edited by hand, so that any model can be sent it", async () => {
    loop.conversation = new Conversation(
      [
        ...[said("no question"), tool("0"), user("a"), said("", "1", "2", "1"), tool("2"), tool("9"), tool("1")],
        ...[said("  "), user("b"), tool("2"), said("", "2"), tool("2")],
      ],
      loop.clock,
    );
    expect(loop.told).toStrictEqual([
      ...["user: a", "assistant:  read_file#1 read_file#2 read_file#1_2"],
      ...["tool 1: it", "tool 2: it", "tool 1_2: error[cancelled]: the call was cancelled"],
      ...["user: b", "assistant:  read_file#2_2", "tool 2_2: it"],
    ]);
    await loop.goesOn();
  });

  test("goes back to before a question, which can then be asked in other words", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a")] }, { parts: ["One."] });
    await loop.ask("First?");
    const before = loop.messages;
    loop.conversation.rewind(0);
    expect(loop.messages).toStrictEqual([]);
    expect(before).toHaveLength(4);
    await loop.goesOn();
  });

  test("is whole wherever it is taken back to", () => {
    const all = [user("a"), said("", "1", "2"), tool("1"), tool("2"), said("b"), user("c")];
    for (let index = 0; index <= all.length; index++) {
      const conversation = new Conversation(all);
      conversation.rewind(index);
      loop.conversation = conversation;
      expect(loop.told.length).toBe(index === 2 || index === 3 ? 4 : index);
    }
  });
});
