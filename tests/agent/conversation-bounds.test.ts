// Models that send more than any real model does. Each answer ends, and the conversation can continue.
import { afterEach, beforeEach, expect, test } from "vitest";
import { varied } from "../models/turns.ts";
import { Loop } from "./loop.ts";

let loop: Loop;
beforeEach(async () => {
  loop = await Loop.start({ "Alpha.md": "Alpha is first.\n" });
});
afterEach(() => loop.close());

const small = { choice: { contextTokens: 16_000 } };

test("a text that does not end is ended, and kept as far as it came", async () => {
  const piece = varied(100_000);
  loop.server.script({ parts: Array.from({ length: 100 }, () => piece) });
  const end = await loop.ask("Say something long.");
  expect(end.cut).toBe("length");
  expect(end.answer?.text).toHaveLength(1_000_000);
});

test("five hundred calls at once leave room for the answer", async () => {
  const parts = Array.from({ length: 500 }, (_, index) => ({
    call: "read_file",
    args: { path: "Alpha.md" },
    id: index % 2 ? "__proto__" : "constructor",
    pieces: 1,
  }));
  loop.server.script({ parts }, { parts: ["Alpha is first."] });
  const end = await loop.ask("Read it.", small);
  expect(end.answer?.text).toBe("Alpha is first.");
  expect(loop.messages.filter(({ role }) => role === "tool")).toHaveLength(100);
  // Less than the whole context at four characters a token.
  expect(JSON.stringify(loop.sent).length).toBeLessThan(64_000);
  await loop.goesOn();
});

test("arguments as long as a long note reach the tool as they are", async () => {
  const args = JSON.stringify({ path: "x".repeat(60_000) });
  loop.server.script({ parts: [{ call: "read_file", args, id: "a" }] }, { parts: ["Sorry."] });
  await loop.ask("Read it.");
  const asked = loop.messages.find(({ role }) => role === "assistant");
  expect(asked?.role === "assistant" && asked.calls[0]?.args).toBe(args);
});

test("arguments of five megabytes are an error for the model, and are not sent back to it", async () => {
  const args = JSON.stringify({ path: "x".repeat(5_000_000) });
  loop.server.script({ parts: [{ call: "read_file", args, id: "a".repeat(5000), pieces: 9 }] }, { parts: ["Sorry."] });
  const end = await loop.ask("Read it.", small);
  expect(end.answer?.text).toBe("Sorry.");
  expect(JSON.stringify(loop.messages).length).toBeLessThan(10_000);
  const reply = loop.messages.find(({ role }) => role === "tool");
  expect(reply?.role === "tool" && reply.reply.isError).toBe(true);
  await loop.goesOn();
});
