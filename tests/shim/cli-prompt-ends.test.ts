// How `lectern -p` ends: its exit codes, limits, interruptions, and a reader that stops early. Needs pkg/cli.mjs.
import { once } from "node:events";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { server as model } from "../standins/server.ts";
import { varied } from "../models/turns.ts";
import { ended, start, type Ended } from "./cli.ts";
import { KEY, named, run, schema, useModel } from "./prompt.ts";
import { folderWith } from "./vault.ts";

let vault: string;
beforeAll(async () => {
  vault = await folderWith({ "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n" });
});
useModel();

const READ = { call: "read_file", args: { path: "Lamp.md" } };
const ask = (...args: string[]): Promise<Ended> => run(["-p", "When?", "--vault", vault, ...named(model), ...args]);

/** Starts a prompt, and resolves once the model has been asked. */
async function started(...args: string[]) {
  const { PATH } = process.env;
  const all = ["-p", "When?", "--vault", vault, ...named(model), ...args];
  const child = start(all, { env: { PATH, LECTERN_API_KEY: KEY } });
  const end = ended(child);
  await vi.waitFor(() => expect(model.requests.length).toBeGreaterThan(0), { timeout: 15_000 });
  return { child, end };
}

test.each<[number, string, string, string[], string]>([
  [2, "UsageError", "a wrong option", ["--max-turns", "0"], '--max-turns is "0"; give a whole number from 1'],
  [2, "UsageError", "a limit without a price", ["--max-cost", "1"], "--max-cost needs --input-price"],
  [2, "UsageError", "no such schema", ["--output-schema", "/no/such.json"], "is no JSON Schema"],
  [42, "FatalInputError", "a file that is no conversation", ["--continue", "/dev/null"], "can't continue"],
  [53, "FatalTurnLimitedError", "the limit of turns", ["--max-turns", "1"], "asked once, which is the limit. Raise it"],
  [55, "CostLimitError", "the limit of tokens", ["--max-tokens", "1"], "--max-tokens is reached"],
  [
    55,
    "CostLimitError",
    "the limit of cost",
    ["--max-cost", "0.000001", "--input-price", "5"],
    "--max-cost is reached",
  ],
])("%i, %s: %s", async (code, type, _, args, message) => {
  const usage = { input: 900, output: 30 };
  model.script({ parts: [READ], usage }, { parts: [READ], usage }, { parts: ["In 1957."], usage });
  const { stdout, ...rest } = await ask(...args, "--output-format", "json");
  expect([rest.code, JSON.parse(stdout)]).toMatchObject([code, { error: { type, code } }]);
  expect(rest.stderr).toContain(message);
  const isValid = schema("prompt-output");
  expect(isValid(JSON.parse(stdout)), JSON.stringify(isValid.errors)).toBe(true);
});

test("a limit counts what a server does not: it is estimated", async () => {
  model.script({ parts: [READ] }, { parts: ["In 1957."] });
  const { code, stdout } = await ask("--max-tokens", "100", "--output-format", "json");
  expect(code).toBe(55);
  const { stats } = JSON.parse(stdout) as { stats: { models: Record<string, { tokens: { prompt: number } }> } };
  expect(stats.models["m-1"]?.tokens.prompt).toBeGreaterThan(100);
});

test("41: no key, or one that is refused", async () => {
  const { code, stderr } = await run(["-p", "Hi", "--vault", vault, "--model", "openai/m-1"], "", "");
  expect([code, stderr]).toEqual([41, "lectern: no key given; set OPENAI_API_KEY in the environment\n"]);
  const refused = await run(["-p", "Hi", "--vault", vault, ...named(model)], "", "wrong");
  expect([refused.code, refused.stdout]).toEqual([41, ""]);
  expect(refused.stderr).toMatch(/ refused the API key\. Check it in the environment, as LECTERN_API_KEY/);
  expect(refused.stderr).not.toContain("wrong");
});

test("41: a server that asks for a key, and there is none", async () => {
  const { code, stderr } = await run(["-p", "Hi", "--vault", vault, ...named(model)], "", "");
  expect([code, stderr]).toEqual([
    41,
    expect.stringMatching(/^\S+ needs an API key\. Add one in the environment, as LECTERN_API_KEY\.\n$/),
  ]);
});

test("1: a server that can't be reached is told once", async () => {
  await model.close();
  const { code, stderr } = await ask();
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Couldn't reach \S+\. Is the server running\?\n$/)]);
  const verbose = await ask("--verbose");
  expect(verbose.stderr).toMatch(/^turn 1\nCouldn't reach \S+\. Is the server running\?\n$/);
});

test("42: no prompt", async () => {
  const { code, stderr } = await run(["--vault", vault, ...named(model)], " \n");
  expect([code, stderr]).toEqual([42, expect.stringMatching(/^lectern: no prompt given, such as lectern -p/)]);
});

test("42: standard input that is no text", async () => {
  const child = start(["-p", "Hi", "--vault", vault, ...named(model)]);
  child.stdin.write(Buffer.from([0x50, 0xff, 0xfe]));
  const { code, stderr } = await ended(child);
  expect([code, stderr]).toEqual([42, "lectern: standard input is not UTF-8 text\n"]);
});

test("44: the vault can't be used, and the model is not asked", async () => {
  const broken = await folderWith({ "a.md": "open\n", ".obsidian/plugins/lectern/data.json": "{" });
  const { code, stderr } = await run(["-p", "Hi", "--vault", broken, ...named(model)]);
  const message = ".obsidian/plugins/lectern/data.json is not valid JSON; correct it, or restore it from a backup";
  expect([code, stderr, model.requests]).toEqual([44, `lectern: ${message}\n`, []]);
});

test("3 under --strict: a citation that can't be verified", async () => {
  const said = [{ parts: [READ] }, { parts: ["Lit [[Lamp#L3]], out [[Lamp#L9]]."] }];
  model.script(...said, ...said);
  const { code, stdout, stderr } = await ask("--strict");
  expect([code, stdout]).toEqual([3, "Lit [[Lamp#L3]], out [[Lamp#L9]].\n"]);
  expect(stderr).toContain(
    "[[Lamp#L3]] ✓\n[[Lamp#L9]] ? (There is no line 9.)\n1 of 2 citations could not be verified.",
  );
  expect((await ask()).code).toBe(0);
});

const NOTHING_READ = "The answer is not from your notes: nothing was read for it.";

test("an answer for which nothing was read says so, and is 3 under --strict", async () => {
  const answer = { parts: ["In 1957."] };
  model.script(answer, answer, answer, answer, { parts: [READ] }, answer);
  expect(await ask()).toEqual({ code: 0, stdout: "In 1957.\n", stderr: `${NOTHING_READ}\n` });
  expect(await ask("--quiet")).toEqual({ code: 0, stdout: "In 1957.\n", stderr: "" });
  expect(await ask("--strict")).toEqual({ code: 3, stdout: "In 1957.\n", stderr: `${NOTHING_READ}\n` });
  const grounded = async (): Promise<unknown> =>
    (JSON.parse((await ask("--output-format", "json")).stdout) as { grounded: unknown }).grounded;
  expect([await grounded(), await grounded()]).toEqual([false, true]);
});

test("what is not the answer is not printed", async () => {
  const call = `<tool_call>${JSON.stringify({ name: "read_file", arguments: READ.args })}</tool_call>`;
  model.script(
    { parts: ["Hm, 1956?", "\n</think>\n", call] },
    { parts: ["<think>Hm.</think>In 1957", " [[Lamp#L3]]."] },
  );
  expect(await ask("--strict", "--quiet")).toEqual({ code: 0, stdout: "In 1957 [[Lamp#L3]].\n", stderr: "" });
  model.script({ parts: Array.from({ length: 100 }, () => "The lamp was lit in 1957. ") });
  const { code, stdout, stderr } = await ask();
  expect([code, stdout.length < 60, stderr.trim()]).toEqual([
    1,
    true,
    "The model repeated itself, so it was stopped. Ask again, or choose another model.",
  ]);
});

describe("a stream that breaks", () => {
  test("keeps the part that came, and is no success", async () => {
    model.script({ parts: ["The lamp was ", "lit in "], finish: "length" });
    const { code, stdout, stderr } = await ask();
    expect([code, stdout]).toEqual([1, "The lamp was lit in \n"]);
    expect(stderr).toContain("maximum length");
  });

  test("and is retried prints nothing twice", async () => {
    model.script({ parts: ["The lamp was ", "BREAK"] }, { parts: ["The lamp was lit in 1957."] });
    const { code, stdout } = await ask();
    expect([code, stdout]).toEqual([0, "The lamp was lit in 1957.\n"]);
  });
});

test("124: the time limit", async () => {
  model.script({ parts: ["Half an ", "HANG"] });
  const { code, stdout, stderr } = await ask("--timeout", "1.5");
  expect([code, stdout]).toEqual([124, "Half an \n"]);
  expect(stderr).toContain("The time limit was reached.");
});

test.each(["SIGINT", "SIGTERM"] as const)("130: %s ends it, and says so", async (signal) => {
  model.script({ parts: ["HANG"] });
  const { child, end } = await started("--output-format", "json");
  child.kill(signal);
  const { code, stdout } = await end;
  expect([code, JSON.parse(stdout)]).toMatchObject([130, { error: { type: "FatalCancellationError" } }]);
});

test("a reader that stops early ends it quietly", async () => {
  model.script({ parts: varied(200_000).match(/.{1,50}/g) ?? [] });
  const { child, end } = await started("--quiet");
  await once(child.stdout, "data");
  child.stdout.destroy();
  const { stderr } = await end;
  expect(stderr).toBe("");
});
