// What the settings say of a program: whether it is installed, its version, and whether the user is signed in there. Its
// model is not asked.
import { t } from "../../base/translate.ts";
import { ModelError } from "../model.ts";
import type { Computer, FoundProgram, Output } from "./computer.ts";
import type { AgentProgram } from "./program.ts";
import { notSignedIn } from "./program-fault.ts";

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

/** Says its version and whether the user is signed in. Rejects with a `ModelError` if one of them is missing. */
export async function stateOf(computer: Computer, program: AgentProgram): Promise<string> {
  const { name, signIn, canReadDisk = false } = program;
  const { place, path } = await findProgram(computer, program);
  const says = (name: string): string => t("{name}. Test says whether you are signed in there.", { name });
  // Its command may do anything.
  if (canReadDisk) return says(name);
  const folder = await computer.folder();
  const ask = (args: readonly string[]): Promise<Output> =>
    computer.outputOf({ command: [place, ...args], env: { PATH: path }, folder: folder.work });
  const [versions, status] = await Promise.all([ask(["--version"]), signIn && ask(signIn.args)]).finally(() =>
    folder.remove(),
  );
  const version = /\d+(?:\.\d+)+/.exec(versions.lines.join(" "))?.[0] ?? "";
  const found = { name: `${name} ${version}`.trim() };
  // One that takes too long has no code.
  if (!signIn || status?.code === undefined) return says(found.name);
  if (!signIn.isDone(status)) throw notSignedIn(program);
  return t("{name}, signed in.", found);
}
