// "Quotes", which answers if no language model is set up: it searches for the words of the question, reads around the
// hits, and quotes the best passages. It needs no AI, key or network. It implements `Model` and keeps no state: each
// turn depends on the messages only.
import { nextTurn } from "../../base/turns.ts";
import { type Attachment, callsIn, NO_USAGE, type ToolCall } from "../message.ts";
import { seenLinesIn } from "../citations/seen-lines.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { candidatesIn, chosenOf, rangesAround, type ReadRange } from "./candidates.ts";
import { answerFor, askedIn, foundIn, isListed, notesAskedAbout } from "./compose.ts";
import { questionIn, type ParsedQuestion } from "./parse-question.ts";

/** The model's id in settings and messages. */
export const QUOTES = "quotes";

/** Large enough that only the size of a single reply is limited. */
const CONTEXT_TOKENS = 1_000_000;

/** Maximum number of passages that a search returns. */
const PASSAGES = 10;

/** The text of one event: 32 characters and the rest of a word. The answer is streamed so that it appears gradually. */
const PIECE = /[^]{32}\S{0,31}\s|[^]{1,32}[\udc00-\udfff]?/g;

/** Maximum attached or named notes and folders that are searched separately. */
const MAX_SCOPES = 5;

/** The built-in model that quotes notes without a language model. */
export class Quotes implements Model {
  readonly id = QUOTES;
  readonly contextTokens = CONTEXT_TOKENS;
  readonly seesImages = false;
  readonly isRemote = false;
  readonly #pause: () => Promise<void>;

  /** `pause` is awaited between the pieces of an answer, to let the app run. */
  constructor(pause: () => Promise<void> = nextTurn) {
    this.#pause = pause;
  }

  /** See {@link Model.turn}. */
  async *turn({ messages }: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    signal.throwIfAborted();
    const question = questionIn(messages);
    const calls = question ? nextCalls(question, messages.length) : [];
    for (const call of calls) yield { type: "call", call };
    if (calls.length === 0) {
      for (const text of answerFor(question).match(PIECE) ?? []) {
        yield { type: "text", text };
        await this.#pause();
        signal.throwIfAborted();
      }
    }
    yield { type: "done", reason: calls.length > 0 ? "calls" : "stop", usage: NO_USAGE };
  }
}

/**
 * The calls to make before the question can be answered; none if it can be answered now. At most three steps: search and
 * read the notes that it names; search these; read around what was found. Even after errors, no step is repeated.
 */
export function nextCalls(question: ParsedQuestion, said: number): ToolCall[] {
  const { since } = question;
  const steps = since.map((message) => callsIn([message])).filter((calls) => calls.length > 0);
  const planned = steps.length === 0 ? firstCalls(question) : laterCalls(question, steps);
  return planned.map(([tool, args], index) => {
    return { id: `quotes_${said}_${index + 1}`, tool, args: JSON.stringify(args) };
  });
}

type Planned = readonly [tool: string, args: object];

/** A search for what answers `query`. */
function passages({ before }: ParsedQuestion, query: string, path?: string): Planned {
  const any_of = before.length > 0 ? before : undefined;
  return ["search_notes", { query, any_of, passages: true, path, limit: PASSAGES }];
}

function read(ranges: readonly ReadRange[]): Planned[] {
  const [only] = ranges;
  return only ? [["read_file", ranges.length === 1 ? only : { files: ranges }]] : [];
}

function firstCalls(question: ParsedQuestion): Planned[] {
  const { text, named } = question;
  const attachments = question.attachments.filter(({ isConversation }) => !isConversation);
  const isFolder = ({ reply }: Attachment): boolean => reply.structuredContent.error?.code === "is_folder";
  const areAllFolders = attachments.length > 0 && attachments.every(isFolder);
  const open = attachments.filter((attachment) => isFolder(attachment) || !attachment.reply.isError);
  const within = [...new Set(open.map(({ path }) => path))].slice(0, MAX_SCOPES);
  const scopes = text === "" ? [] : [...within, ...(areAllFolders ? [] : [undefined])];
  return [...scopes.map((path) => passages(question, text, path)), ...read(named.map((path) => ({ path })))];
}

/** The calls after `steps`, the calls that were made. */
function laterCalls(question: ParsedQuestion, steps: readonly (readonly ToolCall[])[]): Planned[] {
  const { since, text, named } = question;
  const replies = since.filter((message) => message.role === "tool");
  if (steps.length === 1 && named.length > 0 && text !== "") {
    const seen = replies.filter(({ tool }) => tool === "read_file").flatMap(({ reply }) => seenLinesIn(reply));
    const calls = [...new Set(seen.map(({ path }) => path))].map((path) => passages(question, text, path));
    if (calls.length > 0) return calls;
  }
  const hasRead = steps.slice(1).some((calls) => calls.some(({ tool }) => tool === "read_file"));
  if (hasRead || steps.length >= 3) return [];
  const askedAbout = notesAskedAbout(question);
  const candidates = candidatesIn(foundIn(question), askedAbout);
  const kind = askedIn(question)?.kind;
  if (kind === "summary") {
    const [about] = askedAbout.size > 0 ? [] : candidates;
    return about ? [["read_file", { path: about.path }]] : [];
  }
  // Their items are in the reply in full.
  return isListed(kind) ? [] : read(rangesAround(chosenOf(candidates, askedAbout)));
}
