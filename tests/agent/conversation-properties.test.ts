// Properties of conversations: whatever the provider does and whenever the user stops, the conversation stays valid and
// the next question works.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import type { Message } from "../../js/agent/message.ts";
import { openAi } from "../standins/openai.ts";
import type { Part, Step } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";
import { Loop, requireWhole } from "./loop.ts";

/** It always answers. */
let good: StandIn;
beforeAll(async () => {
  good = await StandIn.start(openAi);
});
afterAll(() => good.close());

const NOTES = { "Alpha.md": "Alpha is first.\n", "Long.md": "A line that tells of the garden.\n".repeat(500) };

const call = fc.record({
  call: fc.constantFrom("read_file", "list_files", "search_notes", "no_such_tool"),
  args: fc.constantFrom("", "{", "[]", '{"path":"Alpha.md"}', '{"path":"Long.md"}', '{"query":"first"}'),
  id: fc.constantFrom("call_0", "call_1", "x"),
});
const text = fc.constantFrom("", " ", "\n", "Words. ", "More [[Alpha#L1]].");
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: call },
  { weight: 1, arbitrary: fc.constant<Part>({ thinking: "Hm." }) },
  { weight: 1, arbitrary: fc.constantFrom<Part>("BREAK", "CUT", { error: "overloaded_error", message: "busy" }) },
);
const turn = fc.record(
  {
    parts: fc.array(part, { maxLength: 5 }),
    finish: fc.constantFrom("stop" as const, "calls" as const, "length" as const, "filtered" as const),
    usage: fc.constantFrom({ input: 0, output: 0 }, { input: 900, output: 9 }, { input: 9000, output: 9 }),
  },
  { requiredKeys: ["parts"] },
);
const refusal = fc.constantFrom(
  { status: 401 },
  { status: 429, headers: { "retry-after": "90" } },
  { status: 503 },
  { status: 400, error: "context_length_exceeded", message: "maximum context length" },
);
/** The person stops the answer as soon as the server is asked. */
const STOPPED = "stopped";
const step = fc.oneof(
  { weight: 8, arbitrary: turn },
  { weight: 2, arbitrary: refusal },
  { weight: 1, arbitrary: fc.constant(STOPPED) },
);
const question = fc.record({
  steps: fc.array(step, { maxLength: 5 }),
  maxTurns: fc.integer({ min: 1, max: 4 }),
  /** The event after which the person stops the answer. */
  stopAfter: fc.option(fc.integer({ min: 0, max: 25 })),
  contextTokens: fc.constantFrom(4096, 8192, 100_000),
  /** Whether the person takes something back before. */
  rewind: fc.option(fc.nat({ max: 12 })),
});

type Question = typeof question extends fc.Arbitrary<infer Course> ? Course : never;

/** One course for each way to end. */
const ENDINGS: Question["steps"][] = [
  [{ parts: ["Words. "] }],
  [{ parts: ["Words. "], finish: "length" }],
  [{ parts: ["Words. "], finish: "filtered" }],
  [{ status: 401 }],
  [STOPPED],
  [{ parts: [{ call: "list_files", args: "{}", id: "x" }] }],
];
const endings = ENDINGS.map((steps): [Question[]] => [
  [{ steps, maxTurns: 1, stopAfter: null, contextTokens: 100_000, rewind: null }],
]);

test("any course of turns, faults and stops leaves a conversation that can go on", async () => {
  const ends = new Set<string | undefined>();
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 3 }), async (questions) => {
      const loop = await Loop.start(NOTES);
      let stopNow = (): void => undefined;
      try {
        for (const { steps, maxTurns, stopAfter, contextTokens, rewind } of questions) {
          if (rewind !== null) loop.conversation.rewind(rewind);
          requireWhole(loop.messages);
          const stop = new AbortController();
          // A step may be left to the next question.
          stopNow = () => stop.abort();
          const stopped = (): Step => () => {
            stopNow();
            return { parts: ["Never heard.", "HANG"] };
          };
          loop.server.script(...steps.map((each) => (each === STOPPED ? stopped() : (each as Step))));
          const on = (): void => {
            if (stopAfter !== null && loop.events.length > stopAfter) stop.abort();
          };
          // `ask` requires that the conversation is whole, and that it ends once.
          const end = await loop.ask("Question", { maxTurns, signal: stop.signal, choice: { contextTokens }, on });
          ends.add(end.cut);
          expect(end.because === undefined).toBe(end.cut === undefined);
          const answered = (type: string): number => loop.events.filter((event) => event.type === type).length;
          expect(answered("reply")).toBe(answered("call"));
          const last = loop.messages.filter(({ role }) => role === "assistant").pop();
          if (end.answer) expect(last?.role === "assistant" && last.cut).toBe(end.cut);
        }
        good.script({ parts: ["Going on."] });
        const end = await loop.ask("Go on", { choice: { baseUrl: good.baseUrl } });
        expect(end.answer?.text).toBe("Going on.");
      } finally {
        await loop.close();
      }
    }),
    { numRuns: 100, examples: endings },
  );
  // Else the courses would not be what they are said to be.
  for (const cut of [undefined, "cancelled", "length", "filtered", "failed", "turns"]) expect(ends).toContain(cut);
});

const reply = {
  content: [{ type: "text" as const, text: "it" }],
  isError: false,
  structuredContent: { display: "", files: [] },
};
const id = fc.constantFrom("", "1", "2", "2_2", "3");
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), text, attachments: fc.constant([]) }),
  fc.record({
    role: fc.constant("assistant" as const),
    text,
    calls: fc.array(fc.record({ id, tool: fc.constant("read_file"), args: fc.constant("{}") }), { maxLength: 3 }),
    model: fc.constant("m"),
  }),
  fc.record({ role: fc.constant("tool" as const), id, tool: fc.constant("read_file"), reply: fc.constant(reply) }),
);

test("any list of messages is mended, once and for all", () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
      const whole = new Conversation(messages).messages;
      requireWholeButForAnswers(whole);
      expect(new Conversation(whole).messages).toStrictEqual(whole);
      const questions = messages.filter(({ role }) => role === "user");
      expect(whole.filter(({ role }) => role === "user")).toStrictEqual(questions);
    }),
  );
});

/** Edited by hand, two answers may stand behind one question. */
function requireWholeButForAnswers(messages: readonly Message[]): void {
  const between: Message = { role: "user", text: "?", attachments: [] };
  requireWhole(messages.flatMap((each): Message[] => (each.role === "assistant" ? [between, each] : [each])));
}
