// How long the calls in progress may take once the input has ended.
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StdioTransport } from "../../js/cli/mcp/stdio-transport.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("each answer may take a minute; then those left get an error, which is told", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const input = new PassThrough();
  const refused: object[] = [];
  const transport = new StdioTransport(input, (error) => refused.push(error));
  const told: string[] = [];
  transport.onerror = ({ message }) => told.push(message);
  const received: unknown[] = [];
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  let hasEnded = false;
  void transport.ended.then(() => (hasEnded = true));
  input.end([1, 2, 3].map((id) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })).join("\n"));
  await vi.waitFor(() => expect(received).toHaveLength(3), 30_000);

  for (const id of [1, 2]) {
    await vi.advanceTimersByTimeAsync(59_000);
    await transport.send({ jsonrpc: "2.0", id, result: {} });
  }
  await vi.advanceTimersByTimeAsync(59_000);
  expect([hasEnded, refused, told]).toEqual([false, [], []]);
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(hasEnded).toBe(true), 30_000);
  expect(refused).toEqual([expect.objectContaining({ id: 3, error: expect.anything() as object })]);
  expect(told).toEqual([expect.stringContaining("took too long")]);
});
