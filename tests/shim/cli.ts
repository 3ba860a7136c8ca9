// Runs the command line as a child process.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The bundle that a terminal runs. */
export const CLI = join(import.meta.dirname, "../../pkg/cli.mjs");

/** How a process ended, and all that it wrote. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the command line. */
export function start(args: string[], options = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [CLI, ...args], options);
}

/** Gives `child` all its input, and waits for its end. */
export async function ended(child: ChildProcessWithoutNullStreams, input = ""): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  }
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

/** Runs the command line to its end. */
export function lectern(args: string[], input?: string): Promise<Ended> {
  return ended(start(args), input);
}
