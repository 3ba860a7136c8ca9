// What `lectern mcp` withstands: a large vault, a thousand requests at once, ten thousand malformed messages, files that
// are no files, and a vault that vanishes. Needs pkg/cli.mjs.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { start as startCli } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";
import { Running } from "./running-server.ts";

vi.setConfig({ testTimeout: 120_000 });

let server: Running | undefined;
afterEach(async () => {
  await server?.end();
  server = undefined;
});

const start = async (vault: string): Promise<Running> => (server = await new Running(vault).initialize());
const isLinux = process.platform === "linux";

test("while the index is made, other calls are answered", async () => {
  const files = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`F${at % 50}/n${at}.md`, "some words\n"]));
  const running = await start(await folderWith(files));
  const ends: string[] = [];
  const search = running.call("search_notes", { query: "words" }).then(() => ends.push("search"));
  await running.call("read_file", { path: "n7" }).then(() => ends.push("read"));
  await search;
  expect(ends).toEqual(["read", "search"]);
});

test("the first message is answered before a folder of the vault is listed or a note is read", async () => {
  const vault = await folderWith({ "a.md": "one\n", "F/b.md": "two\n" });
  // Says on standard error what is opened in the vault.
  const hook = join(await folderWith(), "hook.mjs");
  writeFileSync(
    hook,
    `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
     for (const name of ["readdirSync", "opendirSync", "openSync", "readFileSync"]) {
       const real = fs[name];
       fs[name] = (path, ...rest) => { process.stderr.write("opened " + String(path) + "\\n"); return real(path, ...rest); };
     }
     syncBuiltinESMExports();`,
  );
  server = new Running(vault, { node: ["--import", pathToFileURL(hook).href] });
  let opened = "";
  server.child.stderr.setEncoding("utf8").on("data", (text: string) => (opened += text));
  await server.initialize();
  expect(opened).not.toMatch(/opened .*[\\/](?:a\.md|F|b\.md)\n/);
  await server.call("search_notes", { query: "one" });
  await vi.waitFor(() => expect(opened).toMatch(/opened .*[\\/]a\.md\n/), 30_000);
});

describe("a thousand requests at once", () => {
  test("are all answered, each with its own reply, and leave nothing open", async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`F${at % 7}/n${at}.md`, `word${at}\n`]));
    const running = await start(await folderWith(files));
    const round = async (): Promise<void> => {
      const replies = await Promise.all(
        Array.from({ length: 1000 }, (_, at) =>
          at % 5 === 4
            ? running.call("search_notes", { query: `word${at % 200}` })
            : running.call("read_file", { path: `n${at % 200}` }),
        ),
      );
      replies.forEach((reply, at) => expect(reply).toContain(`word${at % 200}`));
    };
    await round();
    const before = isLinux ? running.usage() : undefined;
    await round();
    if (!before) return;
    const after = running.usage();
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
    // Memory may grow a little before it is collected.
    expect(after.pages).toBeLessThan(before.pages * 1.5);
  });

  test("ten thousand reads leave nothing open", async () => {
    const running = await start(await folderWith({ "a.md": "one\n", "b.md": "two\n" }));
    await running.call("read_file", { path: "a.md" });
    const before = isLinux ? running.usage().descriptors : 0;
    const reads = Array.from({ length: 10_000 }, (_, at) => running.call("read_file", { path: at % 2 ? "a" : "b" }));
    (await Promise.all(reads)).forEach((reply, at) => expect(reply).toContain(at % 2 ? "1: one" : "1: two"));
    if (isLinux) expect(running.usage().descriptors).toBeLessThanOrEqual(before);
  });

  test("over HTTP are all answered, each with its own reply", async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`n${at}.md`, `word${at}\n`]));
    const child = startCli(["mcp", "--vault", await folderWith(files), "--http", "0"]);
    const [said] = (await once(child.stderr, "data")) as [Buffer];
    const [, url = "", authorization = ""] = /(http:\S+);.*"Authorization: (.*)"/.exec(String(said)) ?? [];
    const headers = {
      ...{ authorization, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    };
    const call = async (at: number): Promise<string> => {
      const params = { name: "read_file", arguments: { path: `n${at % 200}` } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: at, method: "tools/call", params });
      return (await fetch(url, { method: "POST", headers, body })).text();
    };
    const replies = await Promise.all(Array.from({ length: 1000 }, (_, at) => call(at)));
    replies.forEach((reply, at) => expect(reply).toContain(`word${at % 200}`));
    child.kill();
    await once(child, "close");
  });

  test("of which half are cancelled are answered or dropped, and the server goes on", async () => {
    const running = await start(await folderWith({ "a.md": "one\n".repeat(10_000) }));
    const ids = Array.from({ length: 1000 }, (_, at) => 5000 + at);
    for (const id of ids) {
      const params = { name: "search_notes", arguments: { query: "one", limit: 1 } };
      running.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
      if (id % 2 === 0) {
        const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } };
        running.write(`${JSON.stringify(cancel)}\n`);
      }
    }
    const answered = (): Set<unknown> => new Set(running.answers.map(({ id }) => id));
    await vi.waitFor(() => expect(ids.filter((id) => id % 2 === 1 && !answered().has(id))).toEqual([]), 60_000);
    expect(await running.call("read_file", { path: "a.md", end_line: 1 })).toContain("1: one");
  });
});

test("a full disk is told, nothing is changed, and the server lives", async () => {
  const vault = await folderWith({ "a.md": "one\n" });
  const hook = join(await folderWith(), "hook.mjs");
  writeFileSync(
    hook,
    `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
     const full = () => { throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }); };
     for (const name of ["writeSync", "writeFileSync", "appendFileSync"]) fs[name] = full;
     syncBuiltinESMExports();`,
  );
  const node = ["--import", pathToFileURL(hook).href];
  const args = ["--allow-write", "--approve", "accept"];
  server = await new Running(vault, { node, args, env: { XDG_STATE_HOME: await folderWith() } }).initialize();
  const edits = [{ old: "one", new: "two" }];
  expect(await server.call("edit_file", { path: "a.md", edits })).toMatch(
    /^error\[\w+\]: .*(?:disk is full|no space)/i,
  );
  expect([readdirSync(vault), readFileSync(join(vault, "a.md"), "utf8")]).toEqual([["a.md"], "one\n"]);
  expect(await server.call("read_file", { path: "a.md" })).toContain("1: one");
});

test("10,000 malformed messages are answered as JSON-RPC says, or dropped, and the server lives", async () => {
  const running = await start(await folderWith({ "a.md": "one\n" }));
  const good = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "read_file" } });
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const kinds: ((at: number) => string | Buffer)[] = [
    (at) => good.slice(0, at % good.length),
    (at) => "[".repeat((at % 300) + 1),
    () => "null",
    () => "[]",
    () => '"text"',
    (at) => JSON.stringify({ jsonrpc: "1.0", id: `bad${at}`, method: "ping" }),
    (at) => JSON.stringify({ jsonrpc: "2.0", id: { at }, method: "ping" }),
    (at) => JSON.stringify({ jsonrpc: "2.0", id: `bad${at}`, method: 5 }),
    (at) => JSON.stringify({ jsonrpc: "2.0", id: `none${at}`, method: `no/such/${at}` }),
    (at) => JSON.stringify({ jsonrpc: "2.0", id: `args${at}`, method: "tools/call", params: { name: 5 } }),
    (at) => JSON.stringify({ jsonrpc: "2.0", id: `args${at}`, method: "tools/call", params: [1, "a", null] }),
    (at) => JSON.stringify({ jsonrpc: "2.0", id: `args${at}`, method: "resources/read", params: { uri: "\u0000" } }),
    () => '{"jsonrpc":"2.0","id":1e999,"method":"ping"}',
    () => '{"__proto__":{"id":1},"jsonrpc":"2.0"}',
    () => Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
    () => "\u0000\u0001\u001b[2J",
    (at) => JSON.stringify({ jsonrpc: "2.0", id: `result${at}`, result: {} }),
  ];
  // Long, so there are fewer of them.
  const deepOne = (at: number): string => `{"jsonrpc":"2.0","id":"deep${at}","method":"ping","params":${deep}}`;
  for (let at = 0; at < 10_000; at++) {
    const kind = at % 250 === 0 ? deepOne : kinds[at % kinds.length];
    running.write(kind?.(at) ?? "");
    running.write("\n");
    if (at % 500 === 499) await running.request("ping");
  }
  expect(await running.call("read_file", { path: "a.md" })).toContain("1: one");
  const codes = new Map(running.answers.map(({ id, error }) => [String(id).replace(/\d+$/, ""), error?.code]));
  const expected = { null: [-32700, -32600], bad: [-32600], none: [-32601], args: [-32602], deep: [-32600] };
  for (const [id, all] of Object.entries(expected))
    expect([id, all]).toEqual([id, expect.arrayContaining([codes.get(id)])]);
});

test("a call whose arguments are nested too deeply gets an error, and the server lives", async () => {
  const running = await start(await folderWith({ "a.md": "one\n" }));
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const params = `{"name":"read_file","arguments":{"path":${deep}}}`;
  running.write(`{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":${params}}\n`);
  expect(await running.call("read_file", { path: "a.md" })).toContain("1: one");
  await vi.waitFor(() => expect(running.answers).toContainEqual(expect.objectContaining({ id: "deep" })), 30_000);
});

test("a line that is too long does not fill the memory, is answered, and the next message too", async () => {
  const running = await start(await folderWith({ "a.md": "one\n" }));
  const piece = Buffer.alloc(1024 * 1024, 0x61);
  const before = isLinux ? running.usage().pages : 0;
  for (let written = 0; written < 300; written++) {
    if (!running.child.stdin.write(piece)) await once(running.child.stdin, "drain");
  }
  // In pages of 4 KiB; much less than was sent.
  if (isLinux) expect((running.usage().pages - before) * 4096).toBeLessThan(150 * 1024 * 1024);
  running.write("\n");
  expect(await running.call("read_file", { path: "a.md" })).toContain("1: one");
  expect(running.answers).toContainEqual(expect.objectContaining({ id: null, error: expect.anything() as object }));
});

describe.runIf(isLinux)("a special file", () => {
  test("gets a clear reply at once, and leaves nothing open", async () => {
    const vault = await folderWith({ "a.md": "one\n" });
    const outside = await folderWith({ "out.md": "outside\n" });
    execFileSync("mkfifo", [join(vault, "pipe.md")]);
    symlinkSync("/dev/zero", join(vault, "zero.md"));
    symlinkSync(join(outside, "out.md"), join(vault, "link.md"));
    symlinkSync("loop.md", join(vault, "loop.md"));
    execFileSync("sh", ["-c", 'printf x > "$(printf "bad\\377.md")"'], { cwd: vault });
    const socket = createServer().listen(join(vault, "socket.md"));
    await once(socket, "listening");
    const running = await start(vault);
    expect(await running.call("read_file", { path: "a.md" })).toContain("1: one");
    const { descriptors } = running.usage();
    for (let round = 0; round < 50; round++) {
      const [listed, found, ...replies] = await Promise.all([
        running.call("list_files", {}),
        running.call("search_notes", { query: "one outside" }),
        ...["pipe.md", "zero.md", "link.md", "loop.md", "socket.md"].map((path) => running.call("read_file", { path })),
      ]);
      expect(listed).toContain("a.md");
      expect(listed).not.toMatch(/outside|pipe|zero|socket|bad/);
      expect(found).not.toContain("outside\n");
      for (const reply of replies) expect(reply).toMatch(/^error\[\w+\]: /);
    }
    expect(running.usage().descriptors).toBeLessThanOrEqual(descriptors + 1);
    socket.close();
  });

  test("a vault that is removed meanwhile gives errors, and the server lives", async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}.md`, `word${at}\n`]));
    const vault = await folderWith(files);
    const running = await start(vault);
    const calls = Array.from({ length: 300 }, (_, at) =>
      at % 10 === 0
        ? running.call("search_notes", { query: "word5" })
        : running.call("read_file", { path: `n${at}.md` }),
    );
    rmSync(vault, { recursive: true });
    for (const reply of await Promise.all(calls)) expect(reply).toMatch(/^(?:error\[\w+\]: |1: word|== |\[|no )/);
    expect(await running.call("read_file", { path: "n1.md" })).toMatch(/^error\[\w+\]: /);
    expect((await running.request("tools/list")).error).toBeUndefined();
  });
});
