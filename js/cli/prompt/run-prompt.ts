// `lectern -p PROMPT`: one prompt, and the loop until the model is done. output.ts prints it.
import type { ToolDefinition } from "../../../pkg/lectern.js";
import { citationsIn } from "../../agent/citations/citations.ts";
import { Evidence } from "../../agent/citations/evidence.ts";
import { Budget } from "../../agent/context/budget.ts";
import type { AnswerEnd, ConversationEvent } from "../../agent/events.ts";
import { Conversation, type Surroundings } from "../../agent/loop/conversation.ts";
import type { Attachment } from "../../agent/message.ts";
import type { SavedConversation } from "../../agent/saved/message-comments.ts";
import type { ClosedNow } from "../../agent/context/redact.ts";
import { systemReason } from "../../base/reason.ts";
import type { Tools } from "../../vault/tools.ts";
import type { AskedChanges } from "../approve.ts";
import { EXIT, type ExitCode, jsonError } from "../exit-codes.ts";
import { callsOf } from "./changes-in-turn.ts";
import { attached } from "./mentioned-files.ts";
import { loadConversation, requireFree, saveConversation } from "./conversation-file.ts";
import type { MeteredModel } from "./metered-model.ts";
import type { PromptOutput } from "./output.ts";
import { type CheckedCitation, Counts, type PromptResult } from "./result.ts";
import type { AnswerSchema } from "./answer-schema.ts";

/** The part of a request that attachments may take. */
const ATTACHED_PART = 0.5;

const TITLE_LETTERS = 80;

const NOT_FROM_NOTES = "The answer is not from your notes: nothing was read for it.";

/** The reason with which the signal is aborted when the time is over. */
export const TIMED_OUT = new DOMException("the time limit was reached", "TimeoutError");

/** The exit code of a prompt that `signal` ended, and why. */
export function stopped(signal: AbortSignal): [ExitCode, string] {
  if (signal.reason === TIMED_OUT) return [EXIT.time, "The time limit was reached."];
  return [EXIT.interrupted, "The prompt was interrupted."];
}

/** What a prompt needs. */
export interface Prompt {
  readonly text: string;
  /** What came on standard input: data, in which `@` means nothing. */
  readonly input: string;
  readonly tools: Tools;
  readonly definitions: readonly ToolDefinition[];
  readonly changes: AskedChanges | undefined;
  readonly model: MeteredModel;
  readonly vault: string;
  readonly maxTurns: number;
  /** A citation that can't be verified is an error. */
  readonly isStrict: boolean;
  readonly schema: AnswerSchema | undefined;
  /** The conversation to go on with, and the file to keep it in. */
  readonly from: string | undefined;
  readonly saveTo: string | undefined;
  /** Aborted when the user interrupts, or with `TIMED_OUT`. */
  readonly signal: AbortSignal;
  readonly output: PromptOutput;
  /** Prints one line for the user, beside the answer. */
  readonly tell: (line: string) => void;
  /** The same, unless the user wants the answer only. */
  readonly quiet: (line: string) => void;
  readonly told: (event: ConversationEvent) => void;
  /** Replaces the panel's advice in a message by that for a terminal. */
  readonly advise: (because: string) => string;
}

/** Runs the prompt, and returns the exit code. Throws a `Failure` if it can't begin. */
export async function runPrompt(prompt: Prompt): Promise<ExitCode> {
  const { tools, model, signal, output, from, saveTo } = prompt;
  const loaded = from === undefined ? undefined : loadConversation(from);
  if (saveTo !== undefined && saveTo !== from) requireFree(saveTo);
  const conversation = new Conversation(loaded?.messages);
  await model.prepare();
  const { attachments, warnings } = await attached(prompt.text, tools, new Budget(model).room * ATTACHED_PART, signal);
  const text = [prompt.text, prompt.input].filter((part) => part.trim() !== "").join("\n\n");
  output.begin?.(model.id, text);
  for (const warning of warnings) output.warn(warning);
  const counts = new Counts();
  const call = callsOf(tools, prompt.changes);
  const surroundings: Surroundings = {
    ...{ model, call, tools: prompt.definitions, maxTurns: prompt.maxTurns, vault: prompt.vault },
    closedNow: closedNow(tools),
  };
  const tell = (event: ConversationEvent): void => {
    counts.take(event);
    prompt.told(event);
    output.take?.(event);
  };
  const answer = (text: string, attachments: readonly Attachment[]): Promise<AnswerEnd> =>
    conversation.answer({ text, attachments }, surroundings, signal, tell);
  const { schema } = prompt;
  const first = await answer(schema ? schema.asked(text) : text, attachments);
  let end = first;
  const problem = (): string | undefined => (end.cut ? undefined : schema?.problemOf(end.answer?.text ?? ""));
  const wrong = problem();
  if (schema && wrong !== undefined) end = await answer(schema.askedAgain(wrong), []);
  const said = end.answer?.text ?? "";
  const response = schema ? schema.jsonIn(said) : said;
  const citations = await checkedIn(response, conversation, call);
  // The second answer rests on what was read for the first.
  const grounded = said !== "" && !(first.isUngrounded && end.isUngrounded);
  const found = { hasBroken: counts.hasBroken, citations, grounded, wrong: problem() };
  const [code, message] = endingOf(end, prompt, found);
  const result: PromptResult = {
    ...{ response, citations, grounded, tool_calls: counts.calls, stats: counts.stats(model) },
    ...(code !== EXIT.done && { error: jsonError(code, message) }),
  };
  if (end.forgotten !== undefined) output.warn(`the model's context is full: ${end.forgotten} questions were left out`);
  output.end(result);
  if (code !== EXIT.done) prompt.tell(message);
  else if (!grounded && model.isRemote) prompt.quiet(NOT_FROM_NOTES);
  return keep(prompt, loaded, conversation, code);
}

/** Saves the conversation, if it is to be kept. Returns the exit code. */
function keep(
  { text, saveTo, tell }: Prompt,
  loaded: SavedConversation | undefined,
  { messages }: Conversation,
  code: ExitCode,
): ExitCode {
  if (saveTo === undefined || messages.length === 0) return code;
  try {
    const { title = text.slice(0, TITLE_LETTERS), created = Date.now() } = loaded ?? {};
    saveConversation(saveTo, { title, created, messages });
    return code;
  } catch (error) {
    tell(`can't save the conversation: ${systemReason(error)}`);
    return code === EXIT.done ? EXIT.failed : code;
  }
}

/** The citations of `text`, checked. */
async function checkedIn(
  text: string,
  { messages }: Conversation,
  call: Surroundings["call"],
): Promise<CheckedCitation[]> {
  const evidence = new Evidence(messages);
  const { signal } = new AbortController();
  const checked: CheckedCitation[] = [];
  for (const citation of citationsIn(text)) {
    checked.push({ ...citation, verdict: await evidence.check(citation, call, signal) });
  }
  return checked;
}

/** What was found out about an answer. */
interface Found {
  /** Whether a call ended because of a bug. */
  readonly hasBroken: boolean;
  readonly citations: readonly CheckedCitation[];
  readonly grounded: boolean;
  /** What is wrong with an answer that should follow a schema. */
  readonly wrong: string | undefined;
}

/** The exit code, and why it is not 0. */
function endingOf(
  { cut, because = "" }: AnswerEnd,
  { signal, model, isStrict, advise, maxTurns, saveTo }: Prompt,
  { hasBroken, citations, grounded, wrong }: Found,
): [ExitCode, string] {
  if (cut === "cancelled") return stopped(signal);
  if (cut === "turns") return [EXIT.turns, turnsAreOver(maxTurns, saveTo)];
  if (cut === "failed" && model.fault === "cost") return [EXIT.cost, because];
  if (cut === "failed" && model.fault === "key") return [EXIT.key, advise(because)];
  if (cut === "failed" && model.fault === "too_long") return [EXIT.input, advise(because)];
  if (cut !== undefined) return [EXIT.failed, advise(because)];
  if (wrong !== undefined) return [EXIT.failed, `The answer does not follow the schema: ${wrong}.`];
  if (hasBroken) return [EXIT.tool, "A call was ended by a bug in Lectern, so the answer may lack something."];
  const unverified = citations.filter(({ verdict }) => verdict.state === "unverified").length;
  if (isStrict && !grounded) return [EXIT.citations, NOT_FROM_NOTES];
  if (!isStrict || unverified === 0) return [EXIT.done, ""];
  const all = citations.length;
  return [EXIT.citations, `${unverified} of ${all} citations could not be verified.`];
}

function turnsAreOver(turns: number, saveTo: string | undefined): string {
  const asked = turns === 1 ? "once" : `${turns} times`;
  const how = saveTo === undefined ? "" : `, or go on with --continue ${saveTo}`;
  return `The model was asked ${asked}, which is the limit. Raise it with --max-turns${how}.`;
}

/** Finds notes of a continued conversation that are excluded or gone now. */
function closedNow(tools: Tools): ClosedNow {
  return async (named, signal) => {
    const shown = named.filter(({ isShown }) => isShown).map(({ path }) => path);
    const closed = new Set(await tools.closedPaths([...new Set(shown)], signal));
    return named.filter(({ path, isShown }) => (isShown && closed.has(path)) || tools.isProtectedPath(path));
  };
}
