// `lectern ask`: answers a question with the same loop as the chat in the app. Steps are printed as they happen; the
// answer is printed at the end, with a mark after each checked citation.
import type { Reply } from "../../pkg/lectern.js";
import { citationsIn, type Citation } from "../agent/citations/citations.ts";
import { Evidence } from "../agent/citations/evidence.ts";
import type { Verdict } from "../agent/citations/current-note.ts";
import { Conversation, type Surroundings } from "../agent/loop/conversation.ts";
import type { Model } from "../agent/model.ts";
import type { StyledText } from "./terminal.ts";
import { definitions, type Tools } from "../vault/tools.ts";

/** Where the output goes. */
export interface Screen {
  /** One step, on one line. */
  step(line: string): void;
  answer(parts: readonly StyledText[]): void;
  /** Receives the whole result instead of the answer. */
  readonly json?: ((value: unknown) => void) | undefined;
}

/** The model and the tools. */
export interface AskOptions {
  readonly tools: Tools;
  readonly model: Model;
  /** Limit of each reply. */
  readonly maxTokens?: number | undefined;
}

/** A model that needs more turns is going in circles. */
const MAX_TURNS = 25;

/** A citation and its verdict. */
type Checked = readonly [Citation, Verdict];

/** Asks and prints the answer. Returns 0, or 1 if the answer is incomplete. */
export async function ask(question: string, { tools, model, maxTokens }: AskOptions, screen: Screen): Promise<number> {
  const call: Surroundings["call"] = (tool, args, { signal, ...context }): Promise<Reply> => {
    const most = Math.min(context.maxTokens ?? Infinity, maxTokens ?? Infinity);
    return tools.callJson(tool, args, signal, { ...context, maxTokens: Number.isFinite(most) ? most : null });
  };
  const { signal } = new AbortController();
  const conversation = new Conversation();
  const surroundings = { model, tools: definitions, call, maxTurns: MAX_TURNS };
  const end = await conversation.answer({ text: question, attachments: [] }, surroundings, signal, (event) => {
    if (event.type === "reply") screen.step(event.message.reply.structuredContent.display);
    if (event.type === "retry") screen.step(event.because);
  });
  const text = end.answer?.text ?? "";
  const evidence = new Evidence(conversation.messages);
  const checked: Checked[] = [];
  for (const citation of citationsIn(text)) checked.push([citation, await evidence.check(citation, call, signal)]);
  const { cut, because, read } = end;
  if (screen.json) {
    const citations = checked.map(([citation, verdict]) => ({ ...citation, verdict }));
    screen.json({ answer: text, citations, read, ...(cut && { cut, because }) });
  } else if (text !== "") {
    screen.answer(marked(text, checked));
  }
  if (because !== undefined) screen.step(because);
  return cut ? 1 : 0;
}

/** `text` with a mark after each citation. */
function marked(text: string, checked: readonly Checked[]): StyledText[] {
  const parts: StyledText[] = [];
  let at = 0;
  for (const [{ start, end }, verdict] of checked) {
    const citation = { text: text.slice(start, end), colour: "36" };
    parts.push({ text: text.slice(at, start) }, citation, { text: " " }, markOf(verdict));
    at = end;
  }
  return [...parts, { text: text.slice(at) }];
}

function markOf(verdict: Verdict): StyledText {
  if (verdict.state === "verified") return { text: "✓", colour: "32" };
  if (verdict.state === "unverified") return { text: `? (${verdict.because})`, colour: "33" };
  const { startLine, endLine } = verdict;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return { text: `✓ (now ${lines})`, colour: "32" };
}
