// `lectern mcp` whose standard input ends while calls are in progress: they are answered, and then it ends. Needs
// pkg/cli.mjs.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { lectern } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";
import { Running } from "./running-server.ts";

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly content?: readonly { readonly text: string }[] };
}

const initialize = (capabilities = {}) => {
  const clientInfo = { name: "test", version: "1" };
  return request(0, "initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo });
};
const request = (id: number, method: string, params = {}) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
const call = (id: number, name: string, args: object) => request(id, "tools/call", { name, arguments: args });
const notify = (method: string, params = {}) => JSON.stringify({ jsonrpc: "2.0", method, params });

/** Sends these lines, and ends. */
async function answersTo(vault: string, text: string, ...options: string[]): Promise<Answer[]> {
  const { code, stdout } = await lectern(["mcp", "--vault", vault, ...options], text);
  expect(code).toBe(0);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

const textOf = (answers: Answer[], id: number): string | undefined =>
  answers.find((answer) => answer.id === id)?.result?.content?.[0]?.text;

test.each([
  ["a line", "\n"],
  ["no end of the line", ""],
])("calls right before the end are answered, after %s", async (_, end) => {
  const vault = await folderWith({ "a.md": "the lamp\n", "b.md": "a bell\n".repeat(20_000) });
  const calls = [
    call(1, "read_file", { path: "a.md" }),
    call(2, "read_file", { path: "b.md" }),
    call(3, "search_notes", { query: "lamp" }),
  ];
  const lines = [initialize(), notify("notifications/initialized"), ...calls];
  const answers = await answersTo(vault, lines.join("\n") + end);
  expect(textOf(answers, 1)).toContain("1: the lamp");
  expect(textOf(answers, 2)?.length).toBeGreaterThan(90_000);
  expect(textOf(answers, 3)).toContain("== a.md ==");
});

test("a client of 2026 is answered too, and what it listens to does not hold the end up", async () => {
  const prefix = "io.modelcontextprotocol/";
  const _meta = {
    [`${prefix}protocolVersion`]: "2026-07-28",
    [`${prefix}clientInfo`]: { name: "test", version: "1" },
    [`${prefix}clientCapabilities`]: {},
  };
  const vault = await folderWith({ "a.md": "the lamp\n" });
  const lines = [
    request(1, "subscriptions/listen", { _meta, notifications: { resourcesListChanged: true } }),
    request(2, "tools/call", { _meta, name: "read_file", arguments: { path: "a.md" } }),
  ];
  expect(textOf(await answersTo(vault, lines.join("\n")), 2)).toContain("1: the lamp");
});

test("a byte order mark, an id that comes twice and a cancellation that is not valid lose no answer", async () => {
  const vault = await folderWith({ "a.md": "the lamp\n" });
  const lines = [
    `\ufeff${initialize()}`,
    notify("notifications/initialized"),
    call(1, "read_file", { path: "a.md" }),
    call(1, "read_file", { path: "a.md" }),
    call(2, "search_notes", { query: "lamp" }),
    notify("notifications/cancelled", { requestId: 2, reason: 5 }),
  ];
  const answers = await answersTo(vault, lines.join("\n"));
  expect(answers.map(({ id }) => id).sort()).toStrictEqual([0, 1, 1, 2]);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends it at once, with its input open and a call in progress",
  async (signal) => {
    const vault = await folderWith({ "a.md": "one\n" });
    const server = await new Running(vault, { args: ["--allow-write"] }).initialize({ elicitation: {} });
    server.isSilent = true;
    void server.call("write_file", { path: "New.md", content: "# New\n" });
    while (!server.answers.some(({ method }) => method === "elicitation/create")) await delay(20);
    server.child.kill(signal);
    expect(await once(server.child, "close")).toStrictEqual([0, null]);
  },
);

const NO_USER = "nothing was changed; tell the user";
test.each([
  ["accepts without a word", { result: { action: "accept", content: {} } }, "read_only", NO_USER],
  ["declines", { result: { action: "decline" } }, "", ""],
  ["sends an invalid answer", { result: {} }, "read_only", NO_USER],
  ["can't be asked after all", { error: { code: -32601, message: "Method not found" } }, "read_only", NO_USER],
])("a client that %s changes nothing, and the model is told", async (_, reply, code, help) => {
  const vault = await folderWith({ "a.md": "one\n" });
  const server = await new Running(vault, { args: ["--allow-write"] }).initialize({ elicitation: {} });
  server.reply = reply;
  const text = await server.call("write_file", { path: "New.md", content: "# New\n" });
  if (code === "") expect(text).toMatch(/declined/);
  else expect(text).toMatch(new RegExp(`^error\\[${code}\\]: .+\nhelp: ${help}$`));
  expect(text).not.toMatch(/rejected|\[$/m);
  await server.end();
});

test("a client that asks by address only can't ask", async () => {
  const vault = await folderWith({ "a.md": "one\n" });
  const server = await new Running(vault, { args: ["--allow-write"] }).initialize({ elicitation: { url: {} } });
  const text = await server.call("write_file", { path: "New.md", content: "# New\n" });
  expect(text).toMatch(/^error\[read_only\]: .*can't ask the user/);
  await server.end();
});

test("a call that was cancelled, or waits for the client's answer, ends as well", async () => {
  const vault = await folderWith({ "a.md": "one\n" });
  const lines = [
    initialize({ elicitation: {} }),
    notify("notifications/initialized"),
    call(1, "write_file", { path: "New.md", content: "# New\n" }),
    call(2, "search_notes", { query: "one" }),
    notify("notifications/cancelled", { requestId: 2 }),
  ];
  const answers = await answersTo(vault, lines.join("\n"), "--allow-write");
  expect(answers.some(({ method }) => method === "elicitation/create")).toBe(true);
  expect(JSON.stringify(answers.find(({ id, method }) => id === 1 && method === undefined))).toMatch(/has left/);
});
