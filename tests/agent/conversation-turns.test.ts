// An answer yields to the app, however it arrives: drawing, typing and stopping don't wait for its end.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ConversationEvent } from "../../js/agent/events.ts";
import type { Model, ModelEvent } from "../../js/agent/model.ts";
import { Loop } from "./loop.ts";

let loop: Loop;
beforeEach(async () => (loop = await Loop.start({ "Alpha.md": "One\n" })));
afterEach(() => loop.close());

const EVENTS = 200;

/** Gives a whole answer without waiting for anything; each event takes a millisecond of work. */
const burst: Model = {
  id: "m",
  contextTokens: 8192,
  seesImages: false,
  isRemote: false,
  // eslint-disable-next-line @typescript-eslint/require-await -- that it waits for nothing is what is tested
  async *turn(): AsyncGenerator<ModelEvent> {
    for (let event = 0; event < EVENTS; event++) {
      const began = performance.now();
      while (performance.now() - began < 1);
      yield { type: "text", text: "word " };
    }
    yield { type: "done", reason: "stop", usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 } };
  },
};

test("an answer that comes all at once can be stopped in its midst", async () => {
  const stop = new AbortController();
  // As a click is: in a turn of its own.
  const on = ({ type }: ConversationEvent): unknown => type === "text" && setTimeout(() => stop.abort());
  const end = await loop.ask("Hi", { surroundings: { model: burst }, signal: stop.signal, on });
  expect(end.cut).toBe("cancelled");
  const said = end.answer?.text.length ?? 0;
  expect(said).toBeGreaterThan(0);
  expect(said).toBeLessThan("word ".length * EVENTS);
  await loop.goesOn();
});

test("an answer that comes all at once is whole", async () => {
  const end = await loop.ask("Hi", { surroundings: { model: burst } });
  expect(end.cut).toBeUndefined();
  expect(end.answer?.text).toBe("word ".repeat(EVENTS));
});
