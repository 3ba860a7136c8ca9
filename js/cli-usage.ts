// What the command line may be told: its usage, what is wrong about it, and what replies are bound to by it.
import type { Context } from "../pkg/lectern.js";

/** What there is. */
export const USAGE = `usage: lectern call TOOL --vault DIR --args JSON [options]
       lectern search WORDS --vault DIR [options]
       lectern ask QUESTION --vault DIR [options]
       lectern tools [--json]

Calls a tool as a language model would, and prints what the model would read.
"search" is search_notes for a person: the same, in colours. "ask" answers with passages of the notes and their lines,
each checked; no language model and no network is needed for it.

  --vault DIR      the vault's folder
  --args JSON      the tool's arguments, such as '{"path": "Notes/a.md"}'
  --args -         one JSON object a line from standard input; one reply each, in order
  --json           print whole results, one a line; of "ask" the answer with its citations
  --max-bytes N    bytes of numbered text in one reply (default 102400)
  --max-tokens N   tokens of one reply, by estimate
  --numbering W    all, or compact: blank lines without a number
  --protect NAME   close a file or folder to the model, besides those always closed; may be repeated
  --regex          search: by a regular expression, line by line
  --case           search: case and accents as written
  --path P, --tag T, --context N, --limit N, --cursor C
                   search: as search_notes takes them
  --color W        search, ask: always, never, or auto: in a terminal, unless NO_COLOR is set
  --help           print this

Exits with 0, with 1 when a reply is an error, with 2 when used wrongly.
`;

/** The command line was used wrongly. */
export class UsageError extends Error {}

/** What each reply is bound to. */
export function contextOf(maxTokens: string | undefined, numbering = "all"): Partial<Context> {
  if (maxTokens !== undefined && !/^[0-9]+$/.test(maxTokens)) {
    throw new UsageError(`--max-tokens is "${maxTokens}"; give a whole number from 100, such as 4000`);
  }
  if (numbering !== "all" && numbering !== "compact") {
    throw new UsageError(`--numbering is "${numbering}"; give all or compact`);
  }
  return { numbering, ...(maxTokens !== undefined && { maxTokens: Number(maxTokens) }) };
}
