// What programs that answer say of their failures: over JSON-RPC, and at their end.
import { expect, test } from "vitest";
import { Peer } from "../../js/agent/programs/json-rpc.ts";
import { endFault, programFault } from "../../js/agent/programs/program-fault.ts";

const PROGRAM = { name: "Lamp", command: "lamp" };

/** Asks twice; `line` comes then. */
async function answersTo(line: object) {
  const peer = new Peer(() => undefined, { request: () => undefined, event: () => undefined });
  const both = [peer.ask("one", {}), peer.ask("two", {})];
  peer.read(JSON.stringify(line));
  // What was not answered stays open.
  const open = new Promise((resolve) => setTimeout(() => resolve("open")));
  return Promise.all(both.map((one) => Promise.race([one, open]).catch((error: unknown) => (error as Error).message)));
}

test.each([
  ["a result", { id: 1, result: { a: 1 } }, [{ a: 1 }, "open"]],
  ["a result beside an error of null", { id: 2, result: { a: 1 }, error: null }, ["open", { a: 1 }]],
  ["an error", { id: 1, error: { code: 1, message: "No lamp" } }, ["No lamp", "open"]],
  [
    "an error with details",
    { id: 1, error: { code: 1, message: "Internal error", data: { details: "quota exceeded" } } },
    ["Internal error: quota exceeded", "open"],
  ],
  ["an error without a message", { id: 1, error: { code: 1 } }, ["", "open"]],
  ["an error of a request that it could not read", { id: null, error: { message: "Parse" } }, ["Parse", "Parse"]],
])("%s", async (_, line, answers) => {
  expect(await answersTo(line)).toEqual(answers);
});

test.each([
  ["Overloaded", 529, "limit"],
  ["stream disconnected", 0, "limit"],
  ["no such model", 404, "refused"],
  ["5-hour limit reached", 0, "quota"],
])("what a program has tried again itself is not asked again: %s", (words, status, fault) => {
  expect(programFault(PROGRAM, words, status).fault).toBe(fault);
});

test("the end of what a program wrote says why it ended", () => {
  const warnings = "warning: no network cache\n".repeat(200);
  const { fault, message } = endFault(PROGRAM, `${warnings}a\nb\nc\nd\n\u001b[31mThe config is broken.\u001b[0m\n`);
  expect([fault, message]).toEqual(["refused", "Lamp: a b c d The config is broken."]);
  expect(endFault(PROGRAM, "").message).toBe("Lamp ended without an answer.");
});
