// What is known of a program that answers: how it is started so that it has no tools but ours, and what it says.
import type { Thinking } from "../model-choice.ts";
import type { Usage } from "../message.ts";
import type { ModelError, ModelRequest } from "../model.ts";
import type { OwnFolder, Start } from "./computer.ts";
import type { PromptPart } from "./transcript.ts";

/** What a run is started with. */
export interface RunParts {
  /** The place of the program. */
  readonly place: string;
  readonly folder: OwnFolder;
  /** The address of our server of tools, and its token. */
  readonly address: string;
  readonly token: string;
  readonly request: ModelRequest;
  /** What is asked. */
  readonly prompt: readonly PromptPart[];
  /** The program's name for its model; empty for its own choice. */
  readonly model: string;
  readonly thinking: Thinking;
}

/** How a run is started, and its standard input. */
export interface RunStart extends Omit<Start, "folder"> {
  readonly input: string;
}

/** What a line of a program's output says. */
export type Said =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking" }
  /** The tools that its model is offered. It says so before anything else. */
  | { readonly type: "begun"; readonly tools: readonly string[] }
  /** What a request of its model took, or a part of that. */
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "end"; readonly reason: "stop" | "length" | "filtered" }
  | { readonly type: "failed"; readonly error: ModelError };

/** A program that answers. */
export interface AgentProgram {
  /** As users know it. */
  readonly name: string;
  /** The name of its file. */
  readonly command: string;
  readonly contextTokens: number;
  readonly seesImages: boolean;
  /** Our name for one of the tools that its model is offered; undefined for another's. */
  readonly ownTool: (offered: string) => string | undefined;
  /** The arguments with which it says whether the user is signed in, and what its lines say then. */
  readonly signIn: { readonly args: readonly string[]; readonly isDone: (lines: readonly string[]) => boolean };
  start(parts: RunParts): Promise<RunStart>;
  /** What a line of its output says. */
  read(line: string): readonly Said[];
  /** What its end without an answer means, by what it wrote to its standard error. */
  endFault(errors: string): ModelError;
}
