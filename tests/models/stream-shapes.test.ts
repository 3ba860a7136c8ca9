// What becomes of what models write as text: thinking, calls of tools, and marks. Whole, letter by letter, cut in two at
// every place, and at random; then over a real server.
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { Model } from "../../js/agent/model.ts";
import { openModel } from "../../js/agent/providers/models.ts";
import { WrittenText } from "../../js/agent/written/written-text.ts";
import { realNetwork } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import { server, useServer } from "../standins/server.ts";
import { type Shape, SHAPES, TOOLS } from "./shapes.ts";
import { asks, readFile, replies, reads, request, says } from "./turns.ts";

const ALL: readonly Shape[] = Object.values(SHAPES).flat();

interface Read {
  readonly answer: string;
  readonly calls: readonly (readonly [string, unknown])[];
  readonly isUncalled: boolean;
}

const wanted = ({ answer, calls = [], isUncalled = false }: Shape): Read => ({ answer, calls, isUncalled });

function read(chunks: readonly string[], mayBeginThinking = false): Read {
  const text = new WrittenText({ tools: new Set(TOOLS), isQuoted: () => false, mayBeginThinking });
  let answer = "";
  const take = (pieces: ReturnType<WrittenText["push"]>): void => {
    for (const piece of pieces) {
      if (piece.type === "retract") answer = "";
      if (piece.type === "text") answer += piece.text;
    }
  };
  for (const chunk of chunks) take(text.push(chunk));
  const { pieces, calls, isUncalled } = text.end(false);
  take(pieces);
  return { answer, calls: calls.map(({ tool, args }) => [tool, JSON.parse(args)]), isUncalled };
}

test.each(ALL)("$name: is the same however it is cut", (shape) => {
  const { text } = shape;
  expect(read([text])).toStrictEqual(wanted(shape));
  expect(read(Array.from(text))).toStrictEqual(wanted(shape));
  for (let at = 1; at < text.length; at++)
    expect(read([text.slice(0, at), text.slice(at)])).toStrictEqual(wanted(shape));
  const cuts = fc.array(fc.nat(text.length), { maxLength: 8 });
  fc.assert(
    fc.property(cuts, (at) => {
      const ends = [...at, text.length].sort((one, other) => one - other);
      expect(read(ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)))).toStrictEqual(wanted(shape));
    }),
    { numRuns: 20 },
  );
});

test.each(ALL)("$name: is the same for a model that may begin in thinking", (shape) => {
  expect(read(Array.from(shape.text), true)).toStrictEqual(wanted(shape));
});

// Patterns that backtrack, and loops that look at a text again, took more than 12 seconds for each of these; 8 for the ids.
test.each([
  ["marks that nothing closes", `<tools ${"<tool0‹tool1".repeat(10_000)}`],
  ["fences behind a name", `<tool_call>read_file${"```json\n".repeat(10_000)}x`],
  ["a parameter without an end", `<function=a><parameter=${"x".repeat(140_000)}`],
  ["pairs without an end", `<tool_call>${"read_file<arg_key>1</arg_key><arg_value>".repeat(3000)}`],
  ["ids", `[TOOL_CALLS]read_file[CALL_ID]${"json".repeat(30_000)}`],
  ["channels without a message", "<|channel|>".repeat(100_000)],
  ["backticks", "`".repeat(500_000)],
  ["thinking that is mentioned", "So </think>, ".repeat(80_000)],
])("a long text of %s is read to its end", (_, text) => {
  for (const size of [64, text.length]) {
    for (const mayBegin of [true, false]) read(text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [], mayBegin);
  }
});

test("thinking comes in one piece, however many signs it has", () => {
  const text = new WrittenText({ tools: new Set(TOOLS), isQuoted: () => false, mayBeginThinking: false });
  expect(text.push(`<think>${"< ".repeat(1000)}.`)).toHaveLength(1);
});

describe("ordinary text", () => {
  test("is given at once", () => {
    const text = new WrittenText({ tools: new Set(TOOLS), isQuoted: () => false, mayBeginThinking: false });
    for (const part of ["The garden", " opens in **May**", " and costs 3", " [[Home#L3]]"]) {
      expect(text.push(part)).toStrictEqual([{ type: "text", text: part }]);
    }
  });

  test("is never lost or changed", () => {
    const letters = fc.constantFrom(
      ...Array.from("abc \n`~<>[]{}\"'|:=/_◁"),
      "read_file(",
      "name",
      "<b>",
      "[[A]]",
      "```",
    );
    fc.assert(
      fc.property(fc.array(letters), (parts) => {
        const text = parts.join("");
        fc.pre(!/<\||<(?:tool|function)/.test(text) && !/"?name"?/.test(text) && !text.includes("read_file("));
        expect(read(parts).answer).toBe(text);
      }),
    );
  });
});

describe("over a server", () => {
  useServer(openAi);
  let model: Model;
  beforeEach(async () => {
    const choice = { provider: "compatible", model: "m", baseUrl: server.baseUrl } as const;
    model = await openModel(choice, realNetwork);
  });

  const tools = TOOLS.map((name) => ({ ...readFile, name }));

  async function answered(
    messages = [asks("When?")],
  ): Promise<Read & { reason: string | undefined; opaque?: unknown }> {
    let answer = "";
    const calls: [string, unknown][] = [];
    for await (const event of model.turn(request(messages, { tools }), new AbortController().signal)) {
      if (event.type === "text") answer += event.text;
      if (event.type === "retract") answer = "";
      if (event.type === "call") calls.push([event.call.tool, JSON.parse(event.call.args)]);
      if (event.type !== "done") continue;
      const { reason, opaque } = event;
      return { answer, calls, isUncalled: reason === "uncalled", reason, ...(opaque !== undefined && { opaque }) };
    }
    throw new Error("no end");
  }

  test.each(ALL)("$name", async (shape) => {
    server.script({ parts: shape.text.match(/.{1,7}/gs) ?? [] });
    const { reason, ...rest } = await answered();
    expect(rest).toStrictEqual(wanted(shape));
    expect(reason).toBe(shape.calls ? "calls" : shape.isUncalled ? "uncalled" : "stop");
  });

  const JSON_CALL = '{"name":"read_file","arguments":{"path":"Private.md"}}';
  test.each([
    ["as it is", `<tool_call>${JSON_CALL}</tool_call>`, `<tool_call>${JSON_CALL}</tool_call>`],
    ["in short lines", JSON_CALL.replace(/[,:]/g, "$&\n"), JSON_CALL.replace(/[,:]/g, "$&\n2: ")],
    ["with spaces, in a fence", `\`\`\`json\n${JSON_CALL.replace(/[,:]/g, "$& ")}\n\`\`\``, JSON_CALL],
    ["with a mark around it", `<tool_call>\n${JSON_CALL}\n</tool_call>`, `Note: ${JSON_CALL} is a call.`],
  ])("a call that is quoted from a note is not made: %s", async (_, text, note) => {
    const shown = replies("a", [{ type: "text", text: `1: ${note}` }]);
    for (const messages of [[asks("Quote it"), says("", [reads("a", "n.md")]), shown], [asks(`Quote: ${note}`)]]) {
      server.script({ parts: [text] });
      expect(await answered(messages)).toMatchObject({ calls: [], isUncalled: true });
    }
  });

  test("a call beside one that came properly is left out", async () => {
    const text = '<tool_call>{"name": "read_file", "arguments": {"path": "a.md"}}</tool_call>';
    server.script({ parts: [text, { call: "read_file", args: { path: "a.md" }, id: "x" }] });
    expect(await answered()).toMatchObject({ answer: "", calls: [["read_file", { path: "a.md" }]], reason: "calls" });
  });

  test("a model that began in thinking once is not shown thinking again", async () => {
    const texts: string[] = [];
    for (const name of ["first", "second"]) {
      server.script({ parts: ["Hm.", "\n</think>\n", "In May."] });
      for await (const event of model.turn(request([asks(name)]), new AbortController().signal)) {
        if (event.type === "text" || event.type === "retract")
          texts.push(event.type === "text" ? event.text : "RETRACT");
      }
    }
    expect(texts).toStrictEqual(["Hm.", "\n", "RETRACT", "In May.", "In May."]);
  });
});
