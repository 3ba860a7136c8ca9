// Which changes the user is asked about, whatever mode is set.
import type { Proposal } from "../../pkg/lectern.js";

/** Whether `proposal` moves a file, also to the trash, or removes more than half of its lines. */
export function alwaysAsks({ newVersion, movedTo, lines, hunks }: Proposal): boolean {
  if (newVersion === null || movedTo !== null) return true;
  const removed = hunks.reduce((sum, hunk) => sum + hunk.removedLines - hunk.addedLines, 0);
  return removed > lines / 2;
}
