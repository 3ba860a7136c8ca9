// The calls of a prompt's model. Changes that it proposes at once are made one after the other: each is drafted, asked about
// and told once the one before is done, and the user is told which of them it is.
import type { Reply } from "../../../pkg/lectern.js";
import type { Surroundings } from "../../agent/loop/surroundings.ts";
import { changingDefinitions } from "../../vault/definitions.ts";
import type { Tools } from "../../vault/tools.ts";
import type { AskedChanges } from "../approve.ts";

/** Makes the calls of one prompt. */
export function callsOf(tools: Tools, changes: AskedChanges | undefined): Surroundings["call"] {
  let last: Promise<unknown> = Promise.resolve();
  /** Those of one turn: all come before the first is made. */
  let turn = { count: 0, waiting: 0 };
  return (tool, args, { signal, ...context }) => {
    if (!changingDefinitions.some(({ name }) => name === tool))
      return tools.callJson(tool, args, signal, context, changes);
    if (turn.waiting === 0) turn = { count: 0, waiting: 0 };
    const mine = turn;
    mine.waiting++;
    const number = ++mine.count;
    const numbered = changes && {
      ...changes,
      approve: ((proposal, signal) =>
        changes.approve(proposal, signal, { number, count: mine.count })) satisfies AskedChanges["approve"],
    };
    const make = (): Promise<Reply> => tools.callJson(tool, args, signal, context, numbered);
    const made = last.then(make).finally(() => mine.waiting--);
    last = made.catch(() => undefined);
    return made;
  };
}
