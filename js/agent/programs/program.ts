// What is known of a program that answers: how it is started so that it has no tools but ours, and how it is spoken with.
import type { Thinking } from "../model-choice.ts";
import type { Usage } from "../message.ts";
import type { ModelError, ModelRequest, PlanLimit } from "../model.ts";
import type { Output, OwnFolder, Running, Start } from "./computer.ts";
import type { Peer } from "./json-rpc.ts";
import type { CallResult, ToolCalled } from "./mcp-endpoint.ts";
import type { PromptPart } from "./transcript.ts";

/** What a run is started with. */
export interface RunParts {
  /** The place of the program. */
  readonly place: string;
  readonly folder: OwnFolder;
  /** Serves our tools over HTTP, and returns the address and the token. */
  readonly serve: () => Promise<{ readonly address: string; readonly token: string }>;
  readonly request: ModelRequest;
  /** What is asked. */
  readonly prompt: readonly PromptPart[];
  /** The program's name for its model; empty for its own choice. */
  readonly model: string;
  readonly thinking: Thinking;
  /**
   * Which tools the model is offered in a version of the program; undefined while that is looked for, with a server of
   * ours as its provider. For a program that does not say it.
   */
  readonly offered?: (version: string) => readonly string[] | undefined;
  /** Whether that is looked for. */
  readonly isProbe?: boolean;
}

/** How a run is started. */
export interface RunStart extends Omit<Start, "folder"> {
  /** Asks it, when it has started: `say` gets what it says. Returns what reads a line of its output. */
  readonly speak: (input: Pick<Running, "write" | "endInput">, say: (said: Said) => void) => (line: string) => void;
  /** Asks it for its models, in place of `speak`. */
  readonly models?: (peer: Peer) => Promise<readonly string[]>;
}

/** A call that waits for its result. */
export interface WaitingCall extends Pick<ToolCalled, "tool" | "args"> {
  answer(result: CallResult): void;
}

/** What a program says. */
export type Said =
  | { readonly type: "text"; readonly text: string }
  /** `doing` is what it does meanwhile: `Read package.json`. */
  | { readonly type: "thinking"; readonly doing?: string }
  /** The tools that its model is offered. It says so before anything else. */
  | { readonly type: "begun"; readonly tools: readonly string[] }
  /** A call of one of our tools that did not come over HTTP. */
  | { readonly type: "call"; readonly call: WaitingCall }
  | { readonly type: "limits"; readonly limits: readonly PlanLimit[] }
  /** What a request of its model took, or a part of that. */
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "end"; readonly reason: "stop" | "length" | "filtered" }
  | { readonly type: "failed"; readonly error: ModelError };

/** How a program is asked with a server of ours as its provider. */
export interface Probe {
  readonly env: (address: string) => Readonly<Record<string, string>>;
  /** The tools in a request to the provider; undefined for a request that could have none. */
  readonly toolsIn: (body: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
}

/** A program that answers. */
export interface AgentProgram {
  /** As users know it. */
  readonly name: string;
  /** The name of its file. */
  readonly command: string;
  /** The version whose wall was tried; absent for one without a wall. */
  readonly tried?: string;
  readonly contextTokens: number;
  readonly seesImages: boolean;
  /** Names that it has for models, if it can't be asked for them. */
  readonly models?: readonly string[];
  /** Whether nothing shuts it in, so that it has tools of its own. */
  readonly canReadDisk?: boolean;
  /** Our name for one of the tools that its model is offered; undefined for another's. */
  readonly ownTool: (offered: string) => string | undefined;
  /** Other tools that its model may be offered: they were examined, and reach nothing. */
  readonly examined?: readonly string[];
  /** The arguments with which it says whether the user is signed in, and what it says then. */
  readonly signIn?: { readonly args: readonly string[]; readonly isDone: (said: Output) => boolean };
  /** How it is seen which tools its model is offered, for one that does not say it. */
  readonly probe?: Probe;
  start(parts: RunParts): Promise<RunStart>;
}
