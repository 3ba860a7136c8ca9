// llama.cpp's server on a free port of this computer, with 4,096 tokens of context and greedy decoding.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** How long the server may take to load the model. */
const MOST_LOADING_MS = 120_000;
/** How much of the end of its log is in an error. */
const LOG_LETTERS = 2000;

export const CONTEXT_TOKENS = 4096;
export const MODEL = "smollm2";

/** Starts `program` with `args` on a free port, runs `work` with its address once it is ready, and ends it. */
export async function withServer<T>(
  program: string,
  args: readonly string[],
  work: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const own = ["--alias", MODEL, "-c", `${CONTEXT_TOKENS}`, "-np", "1", "--temp", "0", "--seed", "1"];
  const server = spawn(program, [...args, ...own, "--host", "127.0.0.1", "--port", `${port}`], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Ctrl+C ends this process, and so the server.
  const end = (): void => void server.kill("SIGKILL");
  const interrupt = (): never => process.exit(130);
  process.on("exit", end);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    await ready(server, port);
    return await work(`http://127.0.0.1:${port}/v1`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    process.off("exit", end);
    end();
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function ready(server: ChildProcess, port: number): Promise<void> {
  let log = "";
  let failed: Error | undefined;
  const take = (text: string): void => {
    log = (log + text).slice(-LOG_LETTERS);
  };
  for (const stream of [server.stdout, server.stderr]) stream?.setEncoding("utf8").on("data", take);
  server.on("error", (error) => {
    failed = error;
  });
  const end = performance.now() + MOST_LOADING_MS;
  while (performance.now() < end) {
    if (failed) throw failed;
    // Another program may have taken the port, and would answer.
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`llama-server ended at once:\n${log}`);
    const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(`llama-server was not ready in ${MOST_LOADING_MS / 1000} s:\n${log}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}
