// `lectern mcp` with a client that does not read its answers. Needs pkg/cli.mjs.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { folderWith } from "../shim/vault.ts";
import { Running } from "./running-server.ts";

vi.setConfig({ testTimeout: 120_000 });

const READS = 2000;

/** A server that was asked for 400 MB, of which nothing was read; what it wrote to standard error. */
async function unread(): Promise<{ server: Running; stderr: () => string }> {
  const vault = await folderWith({ "a.md": "The lamp was lit at dusk, and the keeper wrote.\n".repeat(4400) });
  const server = await new Running(vault).initialize();
  let stderr = "";
  server.child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  await server.call("read_file", { path: "a.md", end_line: 1 });
  server.child.stdout.pause();
  return { server, stderr: () => stderr };
}

test.runIf(process.platform === "linux")("they do not fill its memory, and all come once they are read", async () => {
  const { server, stderr } = await unread();
  const before = server.usage().pages;
  const reads = Array.from({ length: READS }, () => server.call("read_file", { path: "a.md" }));
  // Until it stops growing.
  for (let last = 0, now = server.usage().pages; now > last; [last, now] = [now, server.usage().pages])
    await delay(1000);
  // In pages of 4 KiB.
  expect((server.usage().pages - before) * 4096).toBeLessThan(300 * 1024 * 1024);
  server.child.stdout.resume();
  for (const reply of await Promise.all(reads)) expect(reply).toContain("1: The lamp");
  expect([await server.end(), stderr()]).toEqual([0, ""]);
});

test("a signal ends it at once", async () => {
  const { server } = await unread();
  for (let count = 0; count < 20; count++) void server.call("read_file", { path: "a.md" });
  await delay(1000);
  server.child.kill("SIGTERM");
  expect(await once(server.child, "exit")).toEqual([0, null]);
  server.child.stdout.resume();
});
