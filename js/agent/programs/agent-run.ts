// One run of a program: what it says and the calls that it makes, in order, and its end.
import { stopIf } from "../../base/aborted.ts";
import { platformClock } from "../../base/clock.ts";
import { nextTurn } from "../../base/turns.ts";
import { ModelError } from "../model.ts";
import { t } from "../../base/translate.ts";
import type { Computer, FoundProgram, LocalServer, OwnFolder, Running } from "./computer.ts";
import type { AgentProgram, RunParts, Said, WaitingCall } from "./program.ts";
import { endFault, foreignTools } from "./program-fault.ts";
import { findProgram } from "./program-state.ts";
import { toolsOf, toolsOffered } from "./probe.ts";
import { type CallResult, McpEndpoint, type ToolCalled } from "./mcp-endpoint.ts";

/** How long a program that was ended may take. */
const MOST_END_MS = 3000;
/** How long a program may write nothing, while no call of its waits. */
const MOST_SILENT_MS = 600_000;

const OK = { type: "text", text: "ok" } as const;

/** What happens in a run. */
type RunEvent = Exclude<Said, { type: "begun" }>;

type Asked = Pick<RunParts, "request" | "prompt" | "model" | "thinking">;

/** How a run is told which tools its model is offered, if the program does not say it. */
type Offered = Pick<RunParts, "offered" | "isProbe"> & { readonly env?: Readonly<Record<string, string>> };

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
  #isAllowed: boolean | undefined;
  /** How many lines it has written. */
  #heard = 0;

  private constructor(program: AgentProgram, tools: readonly string[]) {
    this.#program = program;
    if (program.canReadDisk === true) this.#isAllowed = true;
    this.#tools = tools;
  }

  /**
   * Starts `program`. Rejects with a `ModelError` if it is not installed, and with the reason of `signal` if that is
   * aborted before it is started.
   */
  static async start(computer: Computer, program: AgentProgram, asked: Asked, signal: AbortSignal): Promise<AgentRun> {
    // It would be an option of the program, or can't be given to one.
    if (/^-|\p{Cc}/u.test(asked.model))
      throw new ModelError("model", t("“{model}” is not the name of a model.", { model: asked.model }));
    const found = await findProgram(computer, program);
    const begin = (asked: Asked, more: Offered): Promise<AgentRun> =>
      AgentRun.#started(computer, program, found, { ...asked, ...more }, signal);
    const { probe, name } = program;
    if (!probe) return begin(asked, {});
    const { request, model, thinking } = asked;
    const probed = { request: { ...request, system: "", messages: [] }, prompt: [OK], model, thinking };
    const own = request.tools.map((tool) => tool.name);
    const faultOf = (tools: readonly string[]): ModelError | undefined => foreignTools(program, tools, own);
    const key = [name, model, ...own].join("\n");
    const parts = { computer, probe, name, key, signal, faultOf };
    const seen = await toolsOffered(parts, (more) => begin(probed, more));
    return begin(asked, { offered: (version) => toolsOf(name, key, seen, version) });
  }

  static async #started(
    computer: Computer,
    program: AgentProgram,
    found: FoundProgram,
    asked: Asked & Offered,
    signal: AbortSignal,
  ): Promise<AgentRun> {
    const run = new AgentRun(
      program,
      asked.request.tools.map((tool) => tool.name),
    );
    try {
      await run.#begin(computer, found, asked, signal);
    } catch (error) {
      await run.close();
      throw error;
    }
    return run;
  }

  async #begin(
    computer: Computer,
    { place, path }: FoundProgram,
    { env, ...asked }: Asked & Offered,
    signal: AbortSignal,
  ): Promise<void> {
    const folder = (this.#folder = await computer.folder());
    const serve = (): ReturnType<RunParts["serve"]> => this.#serve(computer, asked);
    const { speak, ...start } = await this.#program.start({ ...asked, place, folder, serve });
    stopIf(signal);
    let read: (line: string) => void = () => undefined;
    const running = computer.start(
      { ...start, env: { ...start.env, ...env, PATH: path }, folder: folder.work },
      (line) => {
        this.#heard++;
        read(line);
      },
    );
    this.#running = running;
    void running.ended.then(({ errors }) => this.#add({ type: "failed", error: endFault(this.#program, errors) }));
    read = speak(running, (said) => this.#take(said));
  }

  async #serve(computer: Computer, { request }: Asked): ReturnType<RunParts["serve"]> {
    const token = computer.secret();
    const tools = {
      tools: () => request.tools,
      call: (call: ToolCalled) => new Promise<CallResult>((answer) => void this.#called({ ...call, answer })),
    };
    const endpoint = new McpEndpoint((given) => (given === token ? tools : undefined));
    const { port } = (this.#server = await computer.serve((asked) => endpoint.answer(asked)));
    return { address: `http://127.0.0.1:${port}/mcp`, token };
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
    const stop = new AbortController();
    // Something that left its group may keep its output open.
    await Promise.race([this.#running?.ended, platformClock.wait(MOST_END_MS, stop.signal)]);
    stop.abort();
    await this.#folder?.remove();
  }

  /** Whether its tools are those that it may have; undefined until it has said so. */
  get isAllowed(): boolean | undefined {
    return this.#isAllowed;
  }

  /** Whether it ended, other than with its answer. */
  get hasFailed(): boolean {
    return this.#events.some(({ type }) => type === "failed");
  }

  /** The calls that wait already. */
  takeCalls(): WaitingCall[] {
    const calls: WaitingCall[] = [];
    for (let event = this.#events[0]; event?.type === "call"; event = this.#events[0]) {
      calls.push(event.call);
      this.#events.shift();
    }
    return calls;
  }

  /** What it wrote before the call comes first, though that comes another way. */
  async #called(call: WaitingCall): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    this.#take({ type: "call", call });
  }

  #take(said: Said): void {
    if (this.#isAllowed === false) return;
    if (said.type === "begun") this.#check(said.tools);
    // One that does not say which tools it has is not trusted.
    else if (!this.#isAllowed && said.type !== "failed") this.#check(["?"]);
    else this.#add(said);
  }

  /** Ends the program if its model is offered a tool that is not ours. */
  #check(offered: readonly string[]): void {
    const error = foreignTools(this.#program, offered, this.#tools);
    this.#isAllowed = !error;
    if (!error || this.#isClosed) return;
    this.#running?.kill();
    this.#events.length = 0;
    this.#add({ type: "failed", error });
  }

  #add(event: RunEvent): void {
    this.#events.push(event);
    this.#wake();
  }
}
