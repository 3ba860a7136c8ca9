// What comes on standard input, for a prompt.
import { fstatSync } from "node:fs";
import { EXIT, Failure } from "../exit-codes.ts";

/** More than a model can read. */
const MOST_BYTES = 8 * 1024 * 1024;
/** How long a prompt waits for input that may never come: a pipe may stay open and empty. */
const PATIENCE_MS = 500;

/**
 * Reads standard input to its end. Empty for a terminal. `isNeeded`: there is no other prompt, so it waits for input.
 * Throws a `Failure` if it is too long or no text.
 */
export async function standardInput(stream: NodeJS.ReadStream, isNeeded: boolean): Promise<string> {
  if (stream.isTTY || !isReadable()) return "";
  const parts: Buffer[] = [];
  let length = 0;
  const all = (async (): Promise<void> => {
    for await (const part of stream) {
      parts.push(part as Buffer);
      length += (part as Buffer).length;
      if (length > MOST_BYTES) throw new Failure(EXIT.input, `standard input has more than ${MOST_BYTES} bytes`);
    }
  })();
  let patience: NodeJS.Timeout | undefined;
  const nothing = new Promise<void>((resolve) => {
    patience = setTimeout(() => (isNeeded || length > 0 ? undefined : resolve()), PATIENCE_MS);
  });
  await Promise.race([all, nothing]);
  clearTimeout(patience);
  if (length === 0) {
    // It must not keep the process alive.
    all.catch(() => undefined);
    stream.destroy();
    return "";
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new Failure(EXIT.input, "standard input is not UTF-8 text");
  }
}

/** Whether there is a standard input at all: it may be closed. */
function isReadable(): boolean {
  try {
    return !fstatSync(0).isDirectory();
  } catch {
    return false;
  }
}
