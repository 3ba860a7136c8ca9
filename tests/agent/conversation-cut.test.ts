// Incomplete answers: stopped at any moment, out of turns, or cut by the provider. The conversation can continue.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Part } from "../standins/script.ts";
import { Loop, reads } from "./loop.ts";

let loop: Loop;
beforeEach(async () => {
  loop = await Loop.start({ "Alpha.md": "Alpha is first.\n" });
});
afterEach(() => loop.close());

describe("an answer that is stopped", () => {
  test("before it begins leaves the question", async () => {
    const end = await loop.ask("Hi", { signal: AbortSignal.abort() });
    expect(end).toMatchObject({ cut: "cancelled", answer: undefined });
    expect(loop.told).toStrictEqual(["user: Hi"]);
    expect(loop.server.requests).toStrictEqual([]);
    expect(loop.events.map(({ type }) => type)).toStrictEqual(["message", "end"]);
    await loop.goesOn();
    expect(loop.sent.slice(1, -1)).toStrictEqual([
      { role: "user", content: "Hi" },
      { role: "assistant", content: "[no answer was given]" },
    ]);
  });

  test("before the first word leaves no empty message, and the server is let go of", async () => {
    const stop = new AbortController();
    loop.server.script(() => {
      stop.abort();
      return { parts: ["HANG"] };
    });
    const end = await loop.ask("Hi", { signal: stop.signal });
    expect(end).toMatchObject({ cut: "cancelled", because: "Stopped." });
    expect(loop.told).toStrictEqual(["user: Hi"]);
    expect(await loop.server.last.ended).toBe("left");
    await loop.goesOn();
  });

  test("while it is written keeps what was said", async () => {
    const stop = new AbortController();
    loop.server.script({ parts: ["Alpha is ", "HANG"] });
    const end = await loop.ask("Hi", {
      signal: stop.signal,
      on: ({ type }) => {
        if (type === "text") stop.abort();
      },
    });
    expect(end).toMatchObject({ cut: "cancelled", answer: { text: "Alpha is " } });
    expect(loop.told).toStrictEqual(["user: Hi", "assistant: Alpha is  (cancelled)"]);
    expect(await loop.server.last.ended).toBe("left");
    await loop.goesOn();
  });

  test("while it calls answers each call: those that were done, and those that were not", async () => {
    const stop = new AbortController();
    loop.server.script({ parts: ["Let me see.", reads("Alpha.md", "a"), reads("Alpha.md", "b")] });
    const end = await loop.ask("Hi", {
      signal: stop.signal,
      on: (event) => {
        if (event.type === "reply") stop.abort();
      },
      surroundings: {
        call: (tool, args, { signal }) =>
          new Promise((resolve) => {
            const structuredContent = { display: "", files: [] };
            const done = { content: [{ type: "text" as const, text: tool + args }], isError: false, structuredContent };
            // Only the first is quick.
            if (loop.events.filter(({ type }) => type === "call").length === 1) resolve(done);
            const { error } = { error: { code: "cancelled" as const, message: "", help: "" } };
            signal.addEventListener("abort", () =>
              resolve({ ...done, isError: true, structuredContent: { ...structuredContent, error } }),
            );
          }),
      },
    });
    expect(end.cut).toBe("cancelled");
    const replies = loop.messages.flatMap((message) => (message.role === "tool" ? [message.reply] : []));
    expect(replies.map(({ structuredContent }) => structuredContent.error?.code)).toStrictEqual([
      undefined,
      "cancelled",
    ]);
    expect(loop.told[1]).toBe("assistant: Let me see. read_file#a read_file#b (cancelled)");
    await loop.goesOn();
  });

  test("while the tools read is ended by the tools at once", async () => {
    const stop = new AbortController();
    loop.server.script({ parts: [reads("Alpha.md", "a"), reads("Alpha.md", "b")] });
    await loop.ask("Hi", {
      signal: stop.signal,
      on: ({ type }) => {
        if (type === "call") stop.abort();
      },
    });
    expect(loop.told.slice(2)).toStrictEqual([
      "tool a: error[cancelled]: the call was cancelled",
      "tool b: error[cancelled]: the call was cancelled",
    ]);
    expect(loop.events.filter(({ type }) => type === "turn")).toHaveLength(1);
    await loop.goesOn();
  });

  test("after it has called, before a turn is over, answers what it called", async () => {
    const stop = new AbortController();
    loop.server.script({ parts: ["Wait.", reads("Alpha.md", "a"), "Still here.", "HANG"] });
    const heard: string[] = [];
    await loop.ask("Hi", {
      signal: stop.signal,
      on: (event) => {
        heard.push(event.type);
        if (event.type === "text" && event.text.includes("Still")) stop.abort();
      },
    });
    // The library gives a call only with the turn's end.
    expect(loop.told).toStrictEqual(["user: Hi", "assistant: Wait.Still here. (cancelled)"]);
    expect(heard).not.toContain("call");
    await loop.goesOn();
  });

  test("while it waits for another try takes back what that had said, and waits no longer", async () => {
    const stop = new AbortController();
    loop.clock.meanwhile = () => stop.abort();
    loop.server.script({ parts: ["Half a th", "BREAK"] });
    const end = await loop.ask("Hi", { signal: stop.signal });
    expect(end).toMatchObject({ cut: "cancelled", answer: undefined });
    expect(loop.told).toStrictEqual(["user: Hi"]);
    expect(loop.server.requests).toHaveLength(1);
    await loop.goesOn();
  });

  test("is ended at once, even if the model never hears of it", async () => {
    const stop = new AbortController();
    const never = new Promise<never>(() => undefined);
    const deaf = { id: "deaf", contextTokens: 8192, seesImages: false, isRemote: false };
    const turn = (): AsyncIterable<never> => ({ [Symbol.asyncIterator]: () => ({ next: () => never }) });
    const end = await loop.ask("Hi", {
      signal: stop.signal,
      surroundings: { model: { ...deaf, turn } },
      on: ({ type }) => {
        if (type === "turn") setTimeout(() => stop.abort(), 1);
      },
    });
    expect(end.cut).toBe("cancelled");
    await loop.goesOn();
  });

  test("lets go of what the model held, as one that is whole does", async () => {
    const idle = { id: "m", contextTokens: 8192, seesImages: false, isRemote: false };
    const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
    let held = 0;
    async function* turn() {
      held++;
      try {
        await Promise.resolve();
        yield { type: "text", text: "Done." } as const;
        yield { type: "done", reason: "stop", usage } as const;
        yield { type: "text", text: "Nobody hears this." } as const;
      } finally {
        held--;
      }
    }
    await loop.ask("Hi", { surroundings: { model: { ...idle, turn } } });
    const stop = new AbortController();
    const on = ({ type }: { type: string }): void => {
      if (type === "text") stop.abort();
    };
    await loop.ask("Hi", { signal: stop.signal, on, surroundings: { model: { ...idle, turn } } });
    expect(held).toBe(0);
    expect(loop.told.slice(1)).toStrictEqual(["assistant: Done.", "user: Hi", "assistant: Done. (cancelled)"]);
  });

  test("is whole if the model was done a moment before", async () => {
    const stop = new AbortController();
    loop.server.script({ parts: ["All."] });
    const end = await loop.ask("Hi", {
      signal: stop.signal,
      on: (event) => {
        if (event.type === "message" && event.message.role === "assistant") stop.abort();
      },
    });
    expect(end.cut).toBeUndefined();
    expect(loop.told).toStrictEqual(["user: Hi", "assistant: All."]);
  });
});

describe("the limit of turns", () => {
  test("ends the answer with what was read, and a person can say so to go on", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a")] }, { parts: ["And again.", reads("Alpha.md", "b")] });
    const end = await loop.ask("Hi", { maxTurns: 2 });
    expect(end).toMatchObject({ cut: "turns", answer: { text: "And again." } });
    expect(end.because).toBe("Stopped after 2 steps.");
    expect(loop.told.slice(3)).toStrictEqual([
      "assistant: And again. read_file#b (turns)",
      "tool b: 1: Alpha is first.",
    ]);
    await loop.goesOn();
  });

  test("is no limit for an answer that comes with the last turn", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a")] }, { parts: ["Done."] });
    expect((await loop.ask("Hi", { maxTurns: 2 })).cut).toBeUndefined();
  });

  test("of none is taken for one", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a")] });
    expect(await loop.ask("Hi", { maxTurns: 0 })).toMatchObject({ cut: "turns", answer: undefined });
    await loop.goesOn();
  });
});

describe("an answer that the provider cuts", () => {
  test.each<["length" | "filtered", RegExp]>([
    ["length", /maximum length/],
    ["filtered", /filter/],
  ])("by %s keeps what was said, and says why", async (finish, because) => {
    loop.server.script({ parts: ["Once upon"], finish });
    const end = await loop.ask("Hi");
    expect(end).toMatchObject({ cut: finish, answer: { text: "Once upon", cut: finish } });
    expect(end.because).toMatch(because);
    await loop.goesOn();
  });

  test("by length while it calls runs no call: its arguments may be half", async () => {
    loop.server.script({ parts: ["Look.", reads("Alpha.md", "a")], finish: "length" });
    const end = await loop.ask("Hi");
    expect(end.cut).toBe("length");
    expect(loop.told.slice(1)).toStrictEqual([
      "assistant: Look. read_file#a (length)",
      "tool a: error[cancelled]: the call was cancelled",
    ]);
    expect(loop.bounds).toStrictEqual([]);
    await loop.goesOn();
  });

  test.each<[string, Part[]]>([
    ["nothing", []],
    ["spaces alone", [" \n"]],
  ])("before it says more than %s is kept in no empty message", async (_, parts) => {
    loop.server.script({ parts });
    expect(await loop.ask("Hi")).toMatchObject({ cut: "failed", answer: undefined });
    expect(loop.told).toStrictEqual(["user: Hi"]);
    await loop.goesOn();
  });
});
