// Models over OpenAI's chat completions API: what is sent. With a real server on this machine.
import { describe, expect, test } from "vitest";
import type { ModelChoice } from "../../js/agent/model-choice.ts";
import { openModel } from "../../js/agent/providers/models.ts";
import { networkTo, realNetwork } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import { server, useServer } from "../standins/server.ts";
import { asks, DOT, KEY, reads, replies, replyOf, request, says, turn } from "./turns.ts";

useServer(openAi);

const open = (more: Partial<ModelChoice> = {}) =>
  openModel({ provider: "compatible", model: "qwen3:8b", baseUrl: server.baseUrl, ...more }, realNetwork);

describe("what is sent", () => {
  const sent = async (messages: Parameters<typeof request>[0], more: Partial<ModelChoice> = {}): Promise<unknown[]> => {
    server.script({ parts: ["Ok"] });
    await turn(await open(more), request(messages, { system: "" }));
    return (server.last.body as { messages: unknown[] }).messages;
  };
  const call = (id: string, args: string) => ({
    id,
    type: "function",
    function: { name: "read_file", arguments: args },
  });

  test("has calls with their results, and tells of an error in words", async () => {
    const refused = replies("b", "", { reply: replyOf('error: no note at "b.md"', true) });
    const messages = [
      asks("Hi"),
      says("I look.", [reads("a", "a.md"), reads("b", "b.md")]),
      replies("a", "1: A"),
      refused,
    ];
    expect(await sent([...messages, says("Done."), asks("More")])).toStrictEqual([
      { role: "user", content: "Hi" },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [call("a", '{"path":"a.md"}'), call("b", '{"path":"b.md"}')],
      },
      { role: "tool", tool_call_id: "a", content: "1: A" },
      { role: "tool", tool_call_id: "b", content: 'error: no note at "b.md"' },
      { role: "assistant", content: "Done." },
      { role: "user", content: "More" },
    ]);
  });

  test("has attachments before the question, each with its name", async () => {
    const attachment = { path: "a.md", startLine: 3, endLine: 4, reply: replyOf("3: X\n4: Y") };
    expect(await sent([{ role: "user", text: "Why?", attachments: [attachment] }])).toStrictEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "[The user attached a.md, lines 3-4]\n3: X\n4: Y\n[End of a.md]" },
          { type: "text", text: "Why?" },
        ],
      },
    ]);
  });

  test("has what the user undid before the question; what is closed or gone is not named", async () => {
    const told = async (undone: string[]): Promise<unknown> =>
      (await sent([{ role: "user", text: "And now?", attachments: [], undone }]))[0];
    const asked = (where: string): object => ({
      role: "user",
      content: [
        {
          type: "text",
          text: `[The user has undone changes that you made${where}. Read again before you rely on them.]`,
        },
        { type: "text", text: "And now?" },
      ],
    });
    expect(await told(["a.md", 'b "c".md'])).toStrictEqual(asked(' in "a.md", "b \\"c\\".md"'));
    expect(await told([])).toStrictEqual(asked(""));
  });

  const picture = { type: "image" as const, data: DOT, mimeType: "image/png" };

  test("has images behind all results of the turn, for a model that sees", async () => {
    const calls = [reads("a", "a.png"), reads("b", "b.md")];
    const messages = [
      asks("Hi"),
      says("", calls),
      replies("a", [{ type: "text", text: "A dot" }, picture]),
      replies("b", "1: B"),
    ];
    expect((await sent(messages, { model: "llava:13b" })).slice(2)).toStrictEqual([
      { role: "tool", tool_call_id: "a", content: "A dot" },
      { role: "tool", tool_call_id: "b", content: "1: B" },
      {
        role: "user",
        content: [
          { type: "text", text: "What read_file (a) shows:" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${DOT}` } },
        ],
      },
    ]);
  });

  test("has no image for a model that does not see", async () => {
    const messages = [
      asks("Hi"),
      says("", [reads("a", "a.png")]),
      replies("a", [{ type: "text", text: "A dot" }, picture]),
    ];
    expect((await sent(messages)).slice(2)).toStrictEqual([{ role: "tool", tool_call_id: "a", content: "A dot" }]);
  });

  test("has a result for every call, and no assistant that said nothing", async () => {
    const cut = says("", [reads("a", "a.md")], { cut: "cancelled" });
    expect(await sent([asks("Hi"), cut, asks("Again"), says("", [], { cut: "failed" }), asks("Now")])).toStrictEqual([
      { role: "user", content: "Hi" },
      { role: "assistant", content: null, tool_calls: [call("a", '{"path":"a.md"}')] },
      {
        role: "tool",
        tool_call_id: "a",
        content: "error[cancelled]: the call was cancelled",
      },
      { role: "user", content: "Again" },
      { role: "user", content: "Now" },
    ]);
  });

  test("has broken arguments within an object, and ids that every server takes", async () => {
    const odd = { id: "ü".repeat(50), tool: "read_file", args: "{broken" };
    const messages = [
      asks("Hi"),
      says("", [odd, reads("call_1", "b.md")]),
      replies(odd.id, "error: no JSON"),
      replies("call_1", "1: B"),
    ];
    expect((await sent(messages)).slice(1)).toStrictEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [call("call_2", '{"invalid":"{broken"}'), call("call_1", '{"path":"b.md"}')],
      },
      { role: "tool", tool_call_id: "call_2", content: "error: no JSON" },
      { role: "tool", tool_call_id: "call_1", content: "1: B" },
    ]);
  });

  test("has the thoughts of this answer's turns, and of no older one", async () => {
    const model = await open();
    const thinks = async (messages: Parameters<typeof request>[0]) => {
      server.script({ parts: [{ thinking: "Let me see." }, { call: "read_file", args: { path: "a.md" }, id: "a" }] });
      const done = (await turn(model, request(messages, { system: "" }))).at(-1);
      return says("", [reads("a", "a.md")], done?.type === "done" ? { opaque: done.opaque } : {});
    };
    const messages = [asks("Hi"), await thinks([asks("Hi")]), replies("a", "1: A")];
    expect((await sent(messages))[1]).toMatchObject({ reasoning_content: "Let me see." });
    expect((await sent([...messages, says("A."), asks("More")]))[1]).not.toHaveProperty("reasoning_content");
    expect((await sent(messages, { model: "another" }))[1]).not.toHaveProperty("reasoning_content");
  });

  test("has no thoughts that came by another name: Groq refuses them", async () => {
    const chunk = (delta: object) => ({ raw: `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n` });
    server.script({
      parts: [chunk({ reasoning: "Let me see." }), { call: "read_file", args: { path: "a.md" }, id: "a" }],
    });
    const done = (await turn(await open(), request([asks("Hi")], { system: "" }))).at(-1);
    const said = says("", [reads("a", "a.md")], done?.type === "done" ? { opaque: done.opaque } : {});
    expect((await sent([asks("Hi"), said, replies("a", "1: A")]))[1]).not.toHaveProperty("reasoning_content");
  });

  test("is only what the server needs", async () => {
    server.script({ parts: ["Ok"] }, { parts: ["Ok"] });
    await turn(await open({ key: ` ${KEY}\n` }), "Hi");
    expect(server.last.headers["authorization"]).toBe(`Bearer ${KEY}`);
    await turn(await open(), "Hi");
    expect(server.last.headers).not.toHaveProperty("authorization");
    expect(server.last.headers["user-agent"]).not.toContain("ai-sdk");
  });

  test("goes to OpenAI's own host, whatever address is left in the settings", async () => {
    const hosts: string[] = [];
    server.script({ parts: ["Ok"] });
    const choice: ModelChoice = { provider: "openai", model: "gpt-5", key: KEY, baseUrl: "http://localhost:1/v1" };
    await turn(await openModel(choice, networkTo(server, hosts)), "Hi");
    expect(hosts).toStrictEqual(["api.openai.com"]);
    expect(server.last.path).toBe("/v1/chat/completions");
  });
});
