// Splits the commands of help and skill, which have only words and quotes, the same on every system.

/** The words of `command`, as a shell splits them. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}
