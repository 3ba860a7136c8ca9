// What a program says of its failure, as one of ours.
import { t } from "../../base/translate.ts";
import { ModelError, type ModelFault } from "../model.ts";
import type { AgentProgram } from "./program.ts";

/** Characters of its message that the user sees. */
const SHOWN = 300;
/** Lines at the end of its standard error that say why it ended. */
const LAST_LINES = 5;

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

/** The failure of a program that ended, by what it wrote to its standard error. */
export const endFault = (program: Pick<AgentProgram, "name" | "command">, errors: string): ModelError =>
  programFault(program, errors.trim().split("\n").slice(-LAST_LINES).join("\n").slice(-SHOWN));

/** The failure of a kind that is known, with the program's `words`. */
export function faultOf(
  { name, command }: Pick<AgentProgram, "name" | "command">,
  fault: ModelFault,
  words: string,
  isFinal = false,
): ModelError {
  if (fault === "key") return notSignedIn({ name, command });
  // Without the colours of a terminal.
  const plain = words.replace(/\p{Cc}(?:\[[\d;]*m)?/gu, " ");
  const said = plain.replace(/\s+/g, " ").trim().slice(0, SHOWN);
  const says = said === "" ? t("{name} ended without an answer.", { name }) : t("{name}: {said}", { name, said });
  // It has tried again itself, so the loop does not.
  const isTried = fault === "busy" || fault === "network";
  return new ModelError(isTried ? "limit" : fault, says, { isFinal });
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
  const missing = own.filter((tool) => !offered.some((one) => ownTool(one) === tool));
  if (missing.length === 0) return undefined;
  const values = { name, tools: missing.slice(0, 5).join(", ") };
  return new ModelError(
    "refused",
    t("{name} did not take these tools: {tools}. Its settings may exclude them.", values),
  );
}
