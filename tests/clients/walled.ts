// A program that answers, with our wall around it, a vault to read and places with canaries that it must not reach.
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdir, readdir, symlink } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { Reply } from "../../pkg/lectern.js";
import { AgentModel } from "../../js/agent/programs/agent-model.ts";
import type { AgentProgram } from "../../js/agent/programs/program.ts";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import type { AnswerEnd, ConversationEvent } from "../../js/agent/events.ts";
import type { Message } from "../../js/agent/message.ts";
import type { Surroundings } from "../../js/agent/loop/surroundings.ts";
import type { ProgramId } from "../../js/agent/model-choice.ts";
import { NodeHost } from "../../js/host/node.ts";
import { NodeComputer } from "../../js/host/node-computer.ts";
import { definitions } from "../../js/vault/definitions.ts";
import { Tools } from "../../js/vault/tools.ts";
import { addFiles, folderWith } from "../shim/vault.ts";
import type { AgentClient } from "./agent-client.ts";
import type { Format } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";

/** What is in every file that must stay closed. */
export const CANARY = "canary-7391-lamp";

/** A program under test. */
export interface Walled {
  readonly program: AgentProgram;
  readonly provider: ProgramId;
  readonly command: readonly string[];
  /** What the user enters, for one that the user names. */
  readonly line?: string;
  readonly format: Format;
  /** What makes it ask the stand-in, in its home. */
  setUp(home: string, standIn: StandIn): Promise<Record<string, string>>;
  /** How results are found in what it sends. */
  readonly client: Pick<AgentClient, "resultsIn">;
  /** What it answers for a tool that it does not have. */
  readonly unknown: string;
  /** The name under which its model is offered one of our tools. */
  readonly offered: (tool: string) => string;
  /** How a script calls it. */
  readonly callOf: (tool: string) => string;
  /** The tools in the body of a request. */
  toolsIn(body: unknown): readonly string[];
}

/** A conversation with a program. */
export class WalledLoop {
  readonly server: StandIn;
  readonly home: string;
  readonly vault: string;
  readonly computer: NodeComputer;
  conversation = new Conversation();
  readonly #walled: Walled;
  readonly #children: ChildProcess[] = [];
  readonly #tools: Tools;

  private constructor(walled: Walled, server: StandIn, home: string, vault: string, env: Record<string, string>) {
    this.#walled = walled;
    this.server = server;
    this.home = home;
    this.vault = vault;
    const temporary = join(home, "tmp");
    this.#tools = new Tools(NodeHost.open(vault), { protected: ["Private"] });
    const real = createRequire(import.meta.url);
    const path = [join(home, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const own = { PATH: path, HOME: home, USERPROFILE: home, TMPDIR: temporary, TEMP: temporary, ...env };
    const system = process.platform === "win32" ? { SystemRoot: process.env["SystemRoot"] } : {};
    this.computer = new NodeComputer((name) => {
      if (name === "process")
        return { platform: process.platform, kill: process.kill.bind(process), env: { ...system, ...own } };
      const module = real(`node:${name}`) as object;
      if (name === "child_process")
        return { spawn: (...args: Parameters<typeof spawn>) => this.#started(spawn(...args)) };
      return name === "os" ? { ...module, homedir: () => home } : module;
    });
  }

  /** `files` are further files of the vault, `env` more of the environment. */
  static async start(
    walled: Walled,
    files: Parameters<typeof addFiles>[1] = {},
    env: Record<string, string> = {},
  ): Promise<WalledLoop> {
    const beside = await folderWith({ "secret.txt": CANARY });
    const [home, vault] = [join(beside, "home"), join(beside, "vault")];
    await addFiles(vault, {
      ...files,
      "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n",
      "Private/Diary.md": `${CANARY}\n`,
      "Tagged.md": `---\nlectern: false\n---\n${CANARY}\n`,
      ".obsidian/app.json": JSON.stringify({ canary: CANARY }),
    });
    await addFiles(home, { "secret.txt": CANARY, "AGENTS.md": CANARY, "CLAUDE.md": CANARY });
    for (const folder of ["tmp", "bin"]) await mkdir(join(home, folder));
    // As npm installs it: a link to the program, which is a script or not.
    await symlink(walled.command.at(-1) ?? "", join(home, "bin", walled.program.command));
    await symlink(join(vault, "Private"), join(home, "link"));
    const server = await StandIn.start(walled.format);
    return new WalledLoop(walled, server, home, vault, { ...(await walled.setUp(home, server)), ...env });
  }

  /** Calls a tool as the person would. */
  call(tool: string, args: string): Promise<Reply> {
    return this.#tools.callJson(tool, args, undefined, { layout: true });
  }

  async close(): Promise<void> {
    this.computer.stopAll();
    this.#tools.close();
    await this.server.close();
  }

  #started(child: ChildProcess): ChildProcess {
    this.#children.push(child);
    return child;
  }

  /** The numbers of programs that still run, or that something they started does. */
  running(): number[] {
    return this.#children.flatMap(({ pid }) => (pid !== undefined && isRunning(pid) ? [pid] : []));
  }

  get messages(): readonly Message[] {
    return this.conversation.messages;
  }

  async ask(
    text: string,
    more: Partial<Surroundings> & { signal?: AbortSignal; tell?: (event: ConversationEvent) => void } = {},
    model = "",
  ): Promise<AnswerEnd> {
    const { signal = new AbortController().signal, tell = () => undefined, ...surroundings } = more;
    const { provider, line } = this.#walled;
    return this.conversation.answer(
      { text, attachments: [] },
      {
        model: new AgentModel(this.computer, { provider, model, ...(line !== undefined && { command: line }) }),
        tools: definitions,
        call: (tool, args, { signal, ...bounds }) => this.#tools.callJson(tool, args, signal, bounds),
        maxTurns: 60,
        vault: "Test",
        ...surroundings,
      },
      signal,
      tell,
    );
  }

  /** Whatever was sent anywhere, as JSON. */
  get sent(): string {
    return JSON.stringify(this.server.requests.map(({ path, body }) => [path, body as unknown]));
  }

  /** What is left of the programs' own folders. */
  left(): Promise<string[]> {
    // The folder isn't there if no program was started.
    return readdir(join(this.home, ".cache", "lectern", "agents")).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    });
  }
}

function isRunning(pid: number): boolean {
  try {
    // Each is a group of its own, but for Windows.
    return process.kill(process.platform === "win32" ? pid : -pid, 0);
  } catch {
    return false;
  }
}
