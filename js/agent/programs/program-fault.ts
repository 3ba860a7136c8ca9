// What a program says of its failure, as one of ours.
import { t } from "../../base/translate.ts";
import { ModelError, type ModelFault } from "../model.ts";
import type { AgentProgram } from "./program.ts";

/** Characters of its message that the user sees. */
const SHOWN = 300;

/** The kinds of failures, by the words of programs and their providers. */
const KINDS: readonly (readonly [ModelFault, RegExp])[] = [
  [
    "key",
    /not logged in|authentication required|auth method|run \/login|invalid api key|api key (?:not valid|is missing)|authentication_error|oauth token/i,
  ],
  ["too_long", /prompt is too long/i],
  ["quota", /\blimit\b|credit balance|quota/i],
  ["busy", /overloaded|internal server error|service unavailable/i],
  ["network", /connection error|stream disconnected|econn|enotfound|etimedout|network/i],
];

/** The failure that `words`, or the provider's status, tell. */
export function programFault(
  { name, command }: Pick<AgentProgram, "name" | "command">,
  words: string,
  status = 0,
): ModelError {
  const fault = faultIn(words, status);
  return faultOf({ name, command }, fault, words, fault === "refused" && status >= 400);
}

export const faultIn = (words: string, status = 0): ModelFault =>
  byStatus(status) ?? KINDS.find(([, said]) => said.test(words))?.[0] ?? "refused";

/** The failure of a kind that is known, with the program's `words`. */
export function faultOf(
  { name, command }: Pick<AgentProgram, "name" | "command">,
  fault: ModelFault,
  words: string,
  isFinal = false,
): ModelError {
  if (fault === "key") return notSignedIn({ name, command });
  const said = words.trim().replace(/\s+/g, " ").slice(0, SHOWN);
  const says = said === "" ? t("{name} ended without an answer.", { name }) : t("{name}: {said}", { name, said });
  return new ModelError(fault, says, { isFinal });
}

export const notSignedIn = ({ name, command }: Pick<AgentProgram, "name" | "command">): ModelError =>
  new ModelError(
    "key",
    t("{name} is not signed in. Run `{command}` in a terminal, and sign in there.", { name, command }),
  );

function byStatus(status: number): ModelFault | undefined {
  if (status === 401) return "key";
  if (status === 429) return "quota";
  return status >= 500 ? "busy" : undefined;
}

/** The failure if the model of a program is `offered` other tools than `own`, or not all of these. */
export function foreignTools(
  { name, ownTool, examined = [] }: AgentProgram,
  offered: readonly string[],
  own: readonly string[],
): ModelError | undefined {
  const tools = offered.filter((tool) => !own.includes(ownTool(tool) ?? "") && !examined.includes(tool));
  if (tools.length > 0) {
    const values = { name, tools: tools.slice(0, 5).join(", ") };
    const says = t(
      "{name} was stopped: it has tools that Lectern can't control ({tools}). Use another model or version.",
      values,
    );
    return new ModelError("refused", says, { isFinal: true });
  }
  const isWhole = own.every((tool) => offered.some((one) => ownTool(one) === tool));
  return isWhole
    ? undefined
    : new ModelError("refused", t("{name} did not take Lectern's tools. Ask again.", { name }));
}
