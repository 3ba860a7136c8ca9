// `lectern mcp` on standard input and output, for tests that send it what a client of the protocol would not.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { CLI } from "../shim/cli.ts";

interface Answer {
  method?: string;
  id?: number | string | null;
  result?: { content?: { text: string }[]; isError?: boolean };
  error?: { code: number; message: string };
}

interface Options {
  /** Options of Node. */
  node?: string[];
  args?: string[];
  env?: NodeJS.ProcessEnv;
}

/** A server on standard input and output, and its answers. */
export class Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly answers: Answer[] = [];
  /** What the client answers to any question: a `result` or an `error`. */
  reply: object = {};
  /** Whether it answers none. */
  isSilent = false;
  #waiting = new Map<number, (answer: Answer) => void>();
  #next = 1;

  constructor(vault: string, { node = [], args = [], env = {} }: Options = {}) {
    const all = [...node, CLI, "mcp", "--vault", vault, ...args];
    this.child = spawn(process.execPath, all, { env: { ...process.env, ...env } });
    let rest = "";
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(JSON.parse(line) as Answer);
    });
    this.child.stdin.on("error", () => undefined);
  }

  #take(answer: Answer): void {
    this.answers.push(answer);
    if (answer.method === "elicitation/create") {
      if (!this.isSilent) this.write(`${JSON.stringify({ jsonrpc: "2.0", id: answer.id, ...this.reply })}\n`);
      return;
    }
    if (typeof answer.id === "number") this.#waiting.get(answer.id)?.(answer);
  }

  /** Sends a message as it is. */
  write(text: string | Buffer): void {
    this.child.stdin.write(text);
  }

  request(method: string, params: object = {}): Promise<Answer> {
    const id = this.#next++;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answered;
  }

  async call(name: string, args: object): Promise<string> {
    const { result, error } = await this.request("tools/call", { name, arguments: args });
    return result?.content?.[0]?.text ?? JSON.stringify(error);
  }

  async initialize(capabilities = {}): Promise<this> {
    const clientInfo = { name: "test", version: "1" };
    await this.request("initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo });
    this.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return this;
  }

  /** Open descriptors, and pages of memory. */
  usage(): { descriptors: number; pages: number } {
    const { pid } = this.child;
    const [, pages = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return { descriptors: readdirSync(`/proc/${pid}/fd`).length, pages: Number(pages) };
  }

  /** The client leaves; the server must too. */
  async end(): Promise<unknown> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    this.child.stdin.end();
    const [code] = (await once(this.child, "close")) as [number | null];
    return code;
  }
}
