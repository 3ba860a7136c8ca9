// What the settings say of a program: whether it is installed, its version, and whether the user is signed in there. Its
// model is not asked.
import { platformClock } from "../../base/clock.ts";
import { t } from "../../base/translate.ts";
import { ModelError } from "../model.ts";
import type { Computer, FoundProgram, Running } from "./computer.ts";
import { Peer } from "./json-rpc.ts";
import type { AgentProgram, RunParts } from "./program.ts";
import { notSignedIn } from "./program-fault.ts";

/** How long a program may take to tell its models. */
const MOST_MODELS_MS = 20_000;

/** It calls no tools. */
const NO_QUESTION: Omit<RunParts, "place" | "folder"> = {
  serve: () => Promise.resolve({ address: "http://127.0.0.1:9", token: "" }),
  request: { system: "", messages: [], tools: [] },
  ...{ prompt: [], model: "", thinking: "" },
};

/** Finds `program`. Rejects with a `ModelError` if it is not installed. */
export async function findProgram(computer: Computer, { name, command }: AgentProgram): Promise<FoundProgram> {
  const found = await computer.find(command);
  if (found) return found;
  const says = t("{name} was not found on this computer. Install it, and sign in with `{command}` in a terminal.", {
    name,
    command,
  });
  throw new ModelError("key", says);
}

/** The version of the program at a place; empty if it does not say one. */
export async function versionOf(computer: Computer, { place, path }: FoundProgram): Promise<string> {
  const folder = await computer.folder();
  const start = { command: [place, "--version"], env: { PATH: path }, folder: folder.work };
  const { lines } = await computer.outputOf(start).finally(() => folder.remove());
  return /\d+(?:\.\d+)+/.exec(lines.join(" "))?.[0] ?? "";
}

/**
 * The names of its models; none if it does not tell them in time. It is asked no question. Rejects with what is wrong, if
 * it is not installed or the user is not signed in.
 */
export async function modelsOf(computer: Computer, program: AgentProgram): Promise<readonly string[]> {
  if (program.models) return program.models;
  const { place, path } = await findProgram(computer, program);
  const folder = await computer.folder();
  const stop = new AbortController();
  let running: Running | undefined;
  try {
    const { models, ...start } = await program.start({ ...NO_QUESTION, place, folder });
    const peer = new Peer((text) => running?.write(text), { request: () => undefined, event: () => undefined });
    const env = { ...start.env, PATH: path };
    running = computer.start({ ...start, env, folder: folder.work }, (line) => peer.read(line));
    const late = Promise.race([running.ended, platformClock.wait(MOST_MODELS_MS, stop.signal)]).then(() => []);
    return await Promise.race([models?.(peer) ?? [], late]);
  } finally {
    stop.abort();
    running?.kill();
    await folder.remove();
  }
}

/** Says its version and whether the user is signed in. Rejects with a `ModelError` if one of them is missing. */
export async function stateOf(computer: Computer, program: AgentProgram): Promise<string> {
  const { name, signIn, canReadDisk = false } = program;
  const found = await findProgram(computer, program);
  const says = (name: string): string => t("{name}. Test says whether you are signed in there.", { name });
  // Its command may do anything.
  if (canReadDisk) return says(name);
  const folder = await computer.folder();
  const start = { env: { PATH: found.path }, folder: folder.work };
  const [version, status] = await Promise.all([
    versionOf(computer, found),
    signIn && computer.outputOf({ command: [found.place, ...signIn.args], ...start }),
  ]).finally(() => folder.remove());
  const known = `${name} ${version}`.trim();
  // One that takes too long has no code.
  if (!signIn || status?.code === undefined) return says(known);
  if (!signIn.isDone(status)) throw notSignedIn(program);
  return t("{name}, signed in.", { name: known });
}
