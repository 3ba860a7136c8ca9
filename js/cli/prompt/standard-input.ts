// What comes on standard input, for a prompt.
import { fstatSync, type Stats } from "node:fs";
import { unlessStopped } from "../../base/aborted.ts";
import { EXIT, Failure } from "../exit-codes.ts";

/** More than a model can read. */
const MOST_BYTES = 8 * 1024 * 1024;
/** How long nothing may come until the user is told what the command waits for. */
const PATIENCE_MS = 3000;

/** How standard input is read. */
export interface Reading {
  /** There is no other prompt. */
  readonly isNeeded: boolean;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Prints one line for the user. */
  readonly tell: (line: string) => void;
}

/**
 * Reads standard input to its end. Empty for a terminal. Programs that start the command may leave a socket open and
 * write nothing: it is given up, unless `isNeeded`. Throws a `Failure` if the input is too long or not text, and the
 * signal's reason once it is aborted.
 */
export async function standardInput(stream: NodeJS.ReadStream, { isNeeded, signal, tell }: Reading): Promise<string> {
  const kind = kindOf(0);
  if (stream.isTTY || !kind || kind.isDirectory()) return "";
  const mayStayOpen = kind.isSocket() && !isNeeded;
  const parts: Buffer[] = [];
  let length = 0;
  const patience = setTimeout(() => {
    if (length > 0) return;
    tell(mayStayOpen ? "nothing came on standard input; going on without it" : "waiting for standard input to end …");
    if (mayStayOpen) stream.destroy();
  }, PATIENCE_MS);
  const all = async (): Promise<void> => {
    for await (const part of stream) {
      parts.push(part as Buffer);
      length += (part as Buffer).length;
      if (length > MOST_BYTES) throw new Failure(EXIT.input, `standard input has more than ${MOST_BYTES} bytes`);
    }
  };
  try {
    await unlessStopped(all(), signal).catch((error: unknown) => {
      if (!isGivenUp(error)) throw error;
    });
  } finally {
    clearTimeout(patience);
    // It must not keep the process alive.
    stream.destroy();
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new Failure(EXIT.input, "standard input is not UTF-8 text");
  }
}

/** Whether reading ended because the stream was destroyed. */
function isGivenUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** What is open as `descriptor`; undefined if nothing is. */
function kindOf(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}
