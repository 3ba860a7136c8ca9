// How long the command line takes as a process of its own, in milliseconds from its start.
import { spawn } from "node:child_process";

/** Until `node ARGS` has printed something. */
export const firstByte = async (args: string[]): Promise<number> => (await timesOf(args, "")).first;

/** Until `node ARGS` has ended. */
export const whole = async (args: string[], env = {}): Promise<number> => (await timesOf(args, "", env)).end;

/** Until an MCP server has replied for the first time. */
export async function firstReply(args: string[]): Promise<number> {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  return (await timesOf(args, `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`)).first;
}

/** The input ends with the first output. */
function timesOf(args: string[], input: string, env = {}): Promise<Record<"first" | "end", number>> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, ...env } });
    child.stdin.on("error", () => undefined);
    if (input === "") child.stdin.end();
    else child.stdin.write(input);
    let [first, wrong] = [NaN, ""];
    child.stderr.on("data", (text) => (wrong += String(text)));
    child.stdout.on("data", () => {
      if (Number.isNaN(first)) first = performance.now() - start;
      child.stdin.end();
    });
    child.on("close", (code) => {
      if (code === 0) resolve({ first, end: performance.now() - start });
      else reject(new Error(wrong.trim() || `${args.join(" ")} ended with ${String(code)}`));
    });
  });
}
