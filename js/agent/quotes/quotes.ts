// "Quotes", which answers if no language model is set up: it searches for the words of the question, reads around the
// hits, and quotes the best passages. It needs no AI, key or network. It implements `Model` and keeps no state: each
// turn depends on the messages only.
import { nextTurn } from "../../base/turns.ts";
import type { AssistantMessage, ToolCall, ToolMessage } from "../message.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { answerFor } from "./compose.ts";
import { questionIn, type ParsedQuestion } from "./parse-question.ts";
import { rangesToRead, type ReadRange } from "./ranges.ts";
import { fold } from "./question-words.ts";

/** The model's id in settings and messages. */
export const QUOTES = "quotes";

/** Large enough that only the size of a single reply is limited. */
const CONTEXT_TOKENS = 1_000_000;

/** Maximum number of notes that a search returns. */
const NOTES = 10;

/** Minimum characters of an answer's text event. The answer is streamed so that it appears gradually. */
const PIECE = 32;

/** Maximum words that are searched for as parts of longer words, if nothing else was found. */
const MAX_PARTS = 8;

/** Maximum attached notes and folders that are searched separately. */
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
    const question = questionIn(messages, this.id);
    const calls = question ? nextCalls(question, messages.length) : [];
    for (const call of calls) yield { type: "call", call };
    if (calls.length === 0) {
      for (const text of pieces(answerFor(question))) {
        yield { type: "text", text };
        await this.#pause();
        signal.throwIfAborted();
      }
    }
    const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
    yield { type: "done", reason: calls.length > 0 ? "calls" : "stop", usage };
  }
}

/** The calls to make before the question can be answered; none if it can be answered now. */
function nextCalls(question: ParsedQuestion, said: number): ToolCall[] {
  const { since, words } = question;
  const asked = since.filter(
    (message): message is AssistantMessage => message.role === "assistant" && message.calls.length > 0,
  );
  const replies = since.filter((message): message is ToolMessage => message.role === "tool");
  const call = callsOf(said);
  if (asked.length === 0) return [...call.search(question), ...call.read(question.named.map((path) => ({ path })))];
  // At most three steps: search, search for parts, read. Even after errors, no step is repeated.
  if (asked.length >= 3) return [];
  const hasRead = asked.slice(1).some(({ calls }) => calls.some(({ tool }) => tool === "read_file"));
  if (hasRead) return [];
  const ranges = rangesToRead(replies);
  if (ranges.length > 0) return call.read(ranges);
  const hasSearched = replies.some(({ tool, reply }) => tool === "search_notes" && !reply.isError);
  if (asked.length === 1 && hasSearched && words.length > 0) return call.parts(words);
  return [];
}

/** Makes calls. Their ids contain `said`, the number of messages so far, and so are unique in the conversation. */
function callsOf(said: number) {
  let count = 0;
  const call = (tool: string, args: unknown): ToolCall => {
    return { id: `quotes_${said}_${++count}`, tool, args: JSON.stringify(args) };
  };
  return {
    search({ words, attachments }: ParsedQuestion): ToolCall[] {
      if (words.length === 0) return [];
      const query = words.join(" ");
      // A note that was attached in full needs no search. A truncated one does, and so does a folder.
      const scopes = attachments.filter(({ reply }) => {
        const { error, files } = reply.structuredContent;
        return error ? error.code === "is_folder" : files.some(({ truncated }) => truncated);
      });
      const areAllFolders =
        attachments.length > 0 && attachments.every(({ reply }) => reply.structuredContent.error?.code === "is_folder");
      const within = [...new Set(scopes.map(({ path }) => path))].slice(0, MAX_SCOPES);
      return [
        ...within.map((path) => call("search_notes", { query, path })),
        ...(areAllFolders ? [] : [call("search_notes", { query, limit: NOTES })]),
      ];
    },
    read(ranges: readonly ReadRange[]): ToolCall[] {
      const [only] = ranges;
      if (!only) return [];
      return [call("read_file", ranges.length === 1 ? only : { files: ranges })];
    },
    /** A search for any of the words inside longer words. A long word loses its last two characters, an ending. */
    parts(words: readonly string[]): ToolCall[] {
      const parts = words.slice(0, MAX_PARTS).map((word) => {
        const characters = Array.from(fold(word));
        const stem = characters.length > 6 ? characters.slice(0, -2) : characters;
        return stem.join("").replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
      });
      return [
        call("search_notes", {
          query: parts.filter((part) => part.length > 1).join("|") || parts.join("|"),
          mode: "regex",
          limit: NOTES,
        }),
      ];
    },
  };
}

/** Splits `text` into pieces that end after a word. */
function* pieces(text: string): Iterable<string> {
  for (let at = 0; at < text.length;) {
    const space = text.slice(at + PIECE, at + 2 * PIECE).search(/\s/);
    let end = space < 0 ? at + PIECE : at + PIECE + space + 1;
    // Not inside a surrogate pair.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++;
    yield text.slice(at, end);
    at = end;
  }
}
