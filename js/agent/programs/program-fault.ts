// What a program says of its failure, as one of ours.
import { t } from "../../base/translate.ts";
import { ModelError, type ModelFault } from "../model.ts";
import type { AgentProgram } from "./program.ts";

/** Characters of its message that the user sees. */
const SHOWN = 300;
const SIGNED_OUT = /not logged in|run \/login|log ?in\b|authenticat|auth method|invalid api key|credentials/i;
const USED_UP = /\blimit\b|credit balance|quota/i;

/** The failure if the model of a program is `offered` other tools than `own`, or not all of these. */
export function foreignTools(
  { name, ownTool }: AgentProgram,
  offered: readonly string[],
  own: readonly string[],
): ModelError | undefined {
  const others = offered.filter((tool) => !own.includes(ownTool(tool) ?? ""));
  const offeredOwn = offered.map(ownTool);
  if (others.length === 0 && own.every((tool) => offeredOwn.includes(tool))) return undefined;
  const values = { name, tools: others.slice(0, 5).join(", ") };
  if (others.length === 0)
    return new ModelError("refused", t("{name} did not take Lectern's tools. Ask again.", values));
  const says = t(
    "{name} was stopped: it has tools that Lectern can't control ({tools}). Use a version that docs/agents.md names.",
    values,
  );
  return new ModelError("refused", says, { isFinal: true });
}

/** The failure that `words`, or the provider's status, tell. */
export function programFault(
  { name, command }: Pick<AgentProgram, "name" | "command">,
  words: string,
  status?: number,
): ModelError {
  if (status === 401 || status === 403 || SIGNED_OUT.test(words)) {
    const says = t("{name} is not signed in. Run `{command}` in a terminal, and sign in there.", { name, command });
    return new ModelError("key", says);
  }
  const fault: ModelFault = status === 429 || USED_UP.test(words) ? "quota" : "refused";
  const said = words.trim().replace(/\s+/g, " ").slice(0, SHOWN);
  const says = said === "" ? t("{name} ended without an answer.", { name }) : t("{name}: {said}", { name, said });
  return new ModelError(fault, says, { isFinal: true });
}
