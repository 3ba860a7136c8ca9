// Ctrl+C while the terminal passes it on as a character, as it does while a question is open.
import { EXIT } from "./exit-codes.ts";

/**
 * Ends the command as Ctrl+C does, before anything else runs: what the command does at a SIGINT, or else at once. A real
 * signal would come later, when the question has no answer already, and not at all where the shell has it ignored.
 */
export function interrupt(): void {
  if (!process.emit("SIGINT")) process.exit(EXIT.interrupted);
}
