// Forty questions to servers that refuse tools, that have 4,096 tokens, or both: each comes to an answer.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_FILES } from "./demo-files.ts";
import { Loop } from "./loop.ts";

const QUESTIONS = readFileSync("tests/bench/questions/answers.tsv", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));
const CONTEXT = 4096;

let loop: Loop;
beforeAll(async () => {
  loop = await Loop.start(DEMO_FILES, ["Private"]);
});
afterAll(() => loop.close());

interface Sent {
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** Answers as a server with these limits does: with tools, the model searches and then answers. */
function step(refuses: boolean, context: number) {
  return ({ body }: { body: unknown }) => {
    const sent = body as Sent;
    // Of English text and JSON, no tokenizer makes more.
    const tokens = Math.ceil(JSON.stringify(sent).length / 3.5);
    if (refuses && sent.tools) return { status: 400, error: "api_error", message: "m does not support tools" };
    if (tokens > context) {
      const message = `request (${tokens} tokens) exceeds the available context size (${context} tokens), try increasing it`;
      return { status: 400, error: "exceed_context_size_error", message };
    }
    const asked = String(sent.messages.filter(({ role }) => role === "user").at(-1)?.content);
    const isFirst = sent.messages.at(-1)?.role === "user";
    if (sent.tools && isFirst) return { parts: [{ call: "search_notes", args: { query: asked }, id: "s" }] };
    return { parts: ["So it is [1]."] };
  };
}

describe.each([
  ["refuses tools", true, 32_768],
  ["has 4,096 tokens", false, CONTEXT],
  ["refuses tools and has 4,096 tokens", true, CONTEXT],
])("a server that %s", (_, refuses, context) => {
  test.each([
    ["and says so before", context],
    ["and does not say so before", undefined],
  ])("%s: 40 of 40 questions are answered", async (_, contextTokens) => {
    expect(QUESTIONS).toHaveLength(40);
    const failed: string[] = [];
    for (const [question = ""] of QUESTIONS) {
      loop.conversation.rewind(0);
      loop.server.script(...Array.from({ length: 8 }, () => step(refuses, context)));
      const end = await loop.ask(question, contextTokens === undefined ? {} : { choice: { contextTokens } });
      if (end.cut !== undefined || end.answer === undefined) failed.push(`${question}: ${end.because}`);
      loop.server.script();
    }
    expect(failed).toStrictEqual([]);
  });
});
