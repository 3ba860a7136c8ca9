// Ctrl+C: what it ends, also while the terminal passes it on as a character, as it does while a question is open.
import { EXIT } from "./exit-codes.ts";

/**
 * Ends the command as Ctrl+C does, before anything else runs: what the command does at a SIGINT, or else at once. A real
 * signal would come later, when the question has no answer already, and not at all where the shell has it ignored.
 */
export function interrupt(): void {
  if (!process.emit("SIGINT")) process.exit(EXIT.interrupted);
}

/** A signal that Ctrl+C and, for `timedOut`, the time limit abort. The second Ctrl+C ends the process at once. */
export function interruptions(seconds?: number, timedOut?: unknown): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new DOMException("interrupted", "AbortError"));
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const name of signals) process.on(name, interrupt);
  const timer = seconds === undefined ? undefined : setTimeout(() => controller.abort(timedOut), seconds * 1000);
  const stop = (): void => {
    clearTimeout(timer);
    for (const name of signals) process.off(name, interrupt);
  };
  return { signal: controller.signal, stop };
}
