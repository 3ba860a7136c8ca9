// Asks the user in a terminal. What was typed before the question is no answer to it.
import { createInterface } from "node:readline/promises";
import { stopIf } from "../base/aborted.ts";
import { interrupt } from "./interrupt.ts";
import { whileAsked } from "./terminal.ts";

/** How long input is dropped before a question, in milliseconds. Nobody reads a question faster. */
const DROPPED_MS = 150;

/**
 * Asks `question` in the terminal `input`, after `show`, which prints what it is about. Undefined if the input ends.
 */
export async function askUser(
  input: NodeJS.ReadStream,
  question: string,
  show: () => void = () => undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  await dropInput(input);
  stopIf(signal);
  show();
  return whileAsked(async () => {
    const lines = createInterface({ input, output: process.stderr });
    const close = (): void => lines.close();
    let answer: string | undefined;
    const ended = new Promise<void>((resolve) => {
      lines.once("close", () => {
        // A question without an answer ends its line.
        if (answer === undefined) process.stderr.write("\n");
        resolve();
      });
    });
    // The interface takes Ctrl+C from the process.
    lines.once("SIGINT", () => {
      close();
      interrupt();
    });
    signal?.addEventListener("abort", close, { once: true });
    try {
      // Newer versions of Node reject at the end of the input.
      const asked = lines.question(question).catch(() => undefined);
      await Promise.race([asked.then((given) => (answer = given)), ended]);
      // Interrupted: that is no answer.
      stopIf(signal);
      return answer;
    } finally {
      signal?.removeEventListener("abort", close);
      close();
    }
  });
}

/** Reads and forgets what was typed so far: whole lines, and one that has no end yet. */
async function dropInput(input: NodeJS.ReadStream): Promise<void> {
  // Ctrl+C is a character now.
  const drop = (typed: Uint8Array | string): void => {
    if (Buffer.from(typed).includes(3)) interrupt();
  };
  // Only so does the system hand over a line without its end.
  if (input.isTTY) (input.setRawMode as typeof input.setRawMode | undefined)?.call(input, true);
  input.on("data", drop).resume();
  try {
    await new Promise((resolve) => setTimeout(resolve, DROPPED_MS));
  } finally {
    input.off("data", drop).pause();
    if (input.isTTY) (input.setRawMode as typeof input.setRawMode | undefined)?.call(input, false);
  }
}
