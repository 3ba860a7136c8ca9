// One run of a program: what it says and the calls that it makes, in order, and its end.
import { ModelError } from "../model.ts";
import { t } from "../../base/translate.ts";
import type { Computer, LocalServer, OwnFolder, Running } from "./computer.ts";
import type { AgentProgram, RunParts, Said } from "./program.ts";
import { ToolServer, type WaitingCall } from "./tool-server.ts";

/** What happens in a run. */
export type RunEvent = Exclude<Said, { type: "begun" }> | { readonly type: "call"; readonly call: WaitingCall };

type Asked = Omit<RunParts, "place" | "folder" | "address" | "token">;

/** A program that answers one question. */
export class AgentRun {
  readonly #program: AgentProgram;
  readonly #tools: ReadonlySet<string>;
  readonly #events: RunEvent[] = [];
  #wake: () => void = () => undefined;
  #running: Running | undefined;
  #server: LocalServer | undefined;
  #folder: OwnFolder | undefined;
  #isClosed = false;

  private constructor(program: AgentProgram, tools: readonly string[]) {
    this.#program = program;
    this.#tools = new Set(tools);
  }

  /** Starts `program`. Rejects with a `ModelError` if it is not installed. */
  static async start(computer: Computer, program: AgentProgram, asked: Asked): Promise<AgentRun> {
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
      await run.#begin(computer, place, asked);
    } catch (error) {
      await run.close();
      throw error;
    }
    return run;
  }

  async #begin(computer: Computer, place: string, asked: Asked): Promise<void> {
    const token = computer.secret();
    const tools = new ToolServer(asked.request.tools, token, (call) => this.#add({ type: "call", call }));
    this.#server = await computer.serve((request) => tools.answer(request));
    const folder = (this.#folder = await computer.folder());
    const address = `http://127.0.0.1:${this.#server.port}/mcp`;
    const { input, ...start } = await this.#program.start({ ...asked, place, folder, address, token });
    this.#running = computer.start({ ...start, folder: folder.work }, (line) => this.#read(line));
    void this.#running.ended.then(({ errors }) => this.#add({ type: "failed", error: this.#program.endFault(errors) }));
    this.#running.give(input);
  }

  /** The next event. There is always one: the last is `end` or `failed`. */
  async next(): Promise<RunEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event) return event;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
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
    for (const said of this.#program.read(line)) {
      if (said.type === "begun") this.#check(said.version, said.tools);
      else this.#add(said);
    }
  }

  /** Ends the program if its model is offered a tool that is not ours. */
  #check(version: string, offered: readonly string[]): void {
    const { name, ownTool } = this.#program;
    const others = offered.filter((tool) => !this.#tools.has(ownTool(tool) ?? ""));
    if (others.length === 0) return;
    this.#running?.kill();
    const values = { name: `${name} ${version}`, tools: others.slice(0, 5).join(", ") };
    const says = t(
      "{name} was stopped: it has tools that Lectern can't control ({tools}). Use a version that docs/agents.md names.",
      values,
    );
    this.#events.length = 0;
    this.#add({ type: "failed", error: new ModelError("refused", says, { isFinal: true }) });
  }

  #add(event: RunEvent): void {
    this.#events.push(event);
    this.#wake();
  }
}
