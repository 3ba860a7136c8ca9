// One run of a program: what it says and the calls that it makes, in order, and its end.
import { stopIf } from "../../base/aborted.ts";
import { platformClock } from "../../base/clock.ts";
import { ModelError } from "../model.ts";
import { t } from "../../base/translate.ts";
import type { Computer, LocalServer, OwnFolder, Running } from "./computer.ts";
import type { AgentProgram, RunParts, Said } from "./program.ts";
import { foreignTools } from "./program-fault.ts";
import { ToolServer, type WaitingCall } from "./tool-server.ts";

/** How long a program may write nothing, while no call of its waits. */
const MOST_SILENT_MS = 600_000;

/** What happens in a run. */
export type RunEvent = Exclude<Said, { type: "begun" }> | { readonly type: "call"; readonly call: WaitingCall };

type Asked = Omit<RunParts, "place" | "folder" | "address" | "token">;

type Env = Readonly<Record<string, string>>;

/** A program that answers one question. */
export class AgentRun {
  readonly #program: AgentProgram;
  readonly #tools: readonly string[];
  readonly #events: RunEvent[] = [];
  #wake: () => void = () => undefined;
  #running: Running | undefined;
  #server: LocalServer | undefined;
  #folder: OwnFolder | undefined;
  #isClosed = false;
  /** How many lines it has written. */
  #heard = 0;

  private constructor(program: AgentProgram, tools: readonly string[]) {
    this.#program = program;
    this.#tools = tools;
  }

  /**
   * Starts `program`, with `env` besides its own environment. Rejects with a `ModelError` if it is not installed, and with
   * the reason of `signal` if that is aborted before it is started.
   */
  static async start(
    computer: Computer,
    program: AgentProgram,
    asked: Asked,
    signal: AbortSignal,
    env: Env = {},
  ): Promise<AgentRun> {
    const { name, command } = program;
    const place = await computer.find(command);
    if (place === undefined) {
      const says = t("{name} was not found on this computer. Install it, and sign in with `{command}` in a terminal.", {
        name,
        command,
      });
      throw new ModelError("key", says);
    }
    const run = new AgentRun(
      program,
      asked.request.tools.map((tool) => tool.name),
    );
    try {
      await run.#begin(computer, place, asked, signal, env);
    } catch (error) {
      await run.close();
      throw error;
    }
    return run;
  }

  async #begin(computer: Computer, place: string, asked: Asked, signal: AbortSignal, env: Env): Promise<void> {
    const token = computer.secret();
    const tools = new ToolServer(asked.request.tools, token, (call) => this.#add({ type: "call", call }));
    this.#server = await computer.serve((request) => tools.answer(request));
    const folder = (this.#folder = await computer.folder());
    const address = `http://127.0.0.1:${this.#server.port}/mcp`;
    const { input, ...start } = await this.#program.start({ ...asked, place, folder, address, token });
    stopIf(signal);
    this.#running = computer.start({ ...start, env: { ...start.env, ...env }, folder: folder.work }, (line) =>
      this.#read(line),
    );
    void this.#running.ended.then(({ errors }) => this.#add({ type: "failed", error: this.#program.endFault(errors) }));
    this.#running.give(input);
  }

  /** The next event. There is always one: the last is `end` or `failed`. */
  async next(): Promise<RunEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event) return event;
      const heard = this.#heard;
      const stop = new AbortController();
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      await Promise.race([woken, platformClock.wait(MOST_SILENT_MS, stop.signal)]);
      stop.abort();
      if (this.#events.length === 0 && this.#heard === heard) this.#giveUp();
    }
  }

  #giveUp(): void {
    const values = { name: this.#program.name, minutes: MOST_SILENT_MS / 60_000 };
    const says = t("{name} said nothing for {minutes} minutes, and was stopped. Ask again.", values);
    this.#add({ type: "failed", error: new ModelError("limit", says) });
  }

  /** Ends the program, and deletes its files. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#running?.kill();
    this.#server?.close();
    await this.#running?.ended;
    await this.#folder?.remove();
  }

  #read(line: string): void {
    this.#heard++;
    for (const said of this.#program.read(line)) {
      if (said.type === "begun") this.#check(said.tools);
      else this.#add(said);
    }
  }

  /** Ends the program if its model is offered a tool that is not ours. */
  #check(offered: readonly string[]): void {
    const error = foreignTools(this.#program, offered, this.#tools);
    if (!error) return;
    this.#running?.kill();
    this.#events.length = 0;
    this.#add({ type: "failed", error });
  }

  #add(event: RunEvent): void {
    this.#events.push(event);
    this.#wake();
  }
}
