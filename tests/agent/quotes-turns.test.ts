// Quotes turn by turn, as its caller sees it: streamed pieces, cancelling, replies that were shortened or failed; and
// inside the agent loop.
import { beforeAll, describe, expect, test } from "vitest";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import type { Message } from "../../js/agent/message.ts";
import type { ModelEvent } from "../../js/agent/model.ts";
import { Quotes } from "../../js/agent/quotes/quotes.ts";
import { definitions } from "../../js/vault/definitions.ts";
import { Tools } from "../../js/vault/tools.ts";
import { MemoryHost } from "../shim/vault.ts";
import { Asking } from "./asking.ts";
import { quotesVault } from "./quotes-vault.ts";

let vault: string;
beforeAll(async () => (vault = await quotesVault()));

const open = (): Asking => new Asking(vault, { protected: ["Private"] });

describe("a turn", () => {
  const request = (messages: readonly Message[]) => ({ system: "", messages, tools: definitions });
  const user = (text: string): Message => ({ role: "user", text, attachments: [] });

  async function events(messages: readonly Message[], signal = new AbortController().signal): Promise<ModelEvent[]> {
    const all: ModelEvent[] = [];
    for await (const event of new Quotes().turn(request(messages), signal)) all.push(event);
    return all;
  }

  test("gives its text in small pieces", async () => {
    const asking = open();
    const answer = await asking.ask("bronze bell");
    const texts = (await events(asking.messages.slice(0, -1))).flatMap((event) =>
      event.type === "text" ? [event.text] : [],
    );
    expect(texts.join("")).toBe(answer);
    expect(texts.length).toBeGreaterThan(2);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(110);
  });

  test("stops between two pieces when it is cancelled, and does not begin where it was before", async () => {
    const asking = open();
    await asking.ask("bronze bell");
    const stop = new AbortController();
    const reason = new Error("stopped");
    const got: ModelEvent[] = [];
    const turn = async (): Promise<void> => {
      for await (const event of new Quotes().turn(request(asking.messages.slice(0, -1)), stop.signal)) {
        got.push(event);
        stop.abort(reason);
      }
    };
    await expect(turn()).rejects.toBe(reason);
    expect(got.map(({ type }) => type)).toEqual(["text"]);
    await expect(events([user("bell")], stop.signal)).rejects.toBe(reason);
  });

  test("answers whatever was shortened or failed before", async () => {
    const asking = open();
    await asking.ask("bronze bell");
    const content = [{ type: "text" as const, text: "[shortened: …]" }];
    const shortened = asking.messages.map((message): Message => {
      const reply = { content, isError: false, structuredContent: { display: "", files: [] } };
      return message.role === "tool" ? { ...message, reply, isShortened: true } : message;
    });
    asking.messages.splice(0, Infinity, ...shortened);
    expect(await asking.ask("and its crack?")).toContain("A hair crack runs down from the crown.");
  });

  test("says that the notes could not be searched", async () => {
    const reply = {
      content: [],
      isError: true,
      structuredContent: {
        display: "",
        files: [],
        error: { code: "unreadable" as const, message: "the disk is gone", help: "" },
      },
    };
    const calls = [{ id: "1", tool: "search_notes", args: "{}" }];
    const said = await events([
      user("bell"),
      { role: "assistant", text: "", calls, model: "quotes" },
      { role: "tool", id: "1", tool: "search_notes", reply },
    ]);
    const text = said.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
    expect(text).toBe("Couldn't search your notes: the disk is gone.");
  });

  test("has nothing to say to nobody", async () => {
    expect((await events([])).at(-1)).toMatchObject({ type: "done", reason: "stop" });
  });
});

test("the conversation loop runs it like any model", async () => {
  const tools = new Tools(new MemoryHost({ "a.md": "The lamp was lit in 1957.\n" }));
  const conversation = new Conversation();
  const end = await conversation.answer(
    { text: "When was the lamp lit?", attachments: [] },
    {
      model: new Quotes(),
      tools: definitions,
      call: (tool, args, { signal, ...context }) => tools.callJson(tool, args, signal, context),
      maxTurns: 25,
    },
    new AbortController().signal,
    () => undefined,
  );
  expect([end.cut, end.read]).toEqual([undefined, ["a.md"]]);
  expect(end.answer?.text).toContain("> The lamp was lit in 1957.\n>\n> [[a#L1]]");
  expect(conversation.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "tool",
    "assistant",
  ]);
});
