// "Quotes": what answers where no language model is set up. No AI, no key, no network: it looks for the words of the
// question, reads around what was found, and quotes the best passages. It is a `Model` like any other, and knows nothing
// but the messages that it is given.
import { nextTurn } from "../../base/turns.ts";
import type { AssistantMessage, ToolCall, ToolMessage } from "../message.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { answerFor } from "./compose.ts";
import { questionIn, type ParsedQuestion } from "./parse-question.ts";
import { rangesToRead, type ReadRange } from "./ranges.ts";
import { fold } from "./question-words.ts";

/** Its id, as settings and messages have it. */
export const QUOTES = "quotes";

/** Nothing bounds what it takes in but how much one reply holds. */
const CONTEXT_TOKENS = 1_000_000;

/** Notes that are looked into. */
const NOTES = 10;

/** What is given at once of an answer, in characters: it is read while it comes. */
const PIECE = 32;

/** Words that are looked for as parts of others where nothing was found. */
const MAX_PARTS = 8;

/** Attached notes and folders that are searched by themselves. */
const MAX_SCOPES = 5;

/** The embedded model that needs nothing. */
export class Quotes implements Model {
  readonly id = QUOTES;
  readonly contextTokens = CONTEXT_TOKENS;
  readonly seesImages = false;
  readonly isRemote = false;
  readonly #pause: () => Promise<void>;

  /** `pause` is waited for between the pieces of an answer; others have their turn then. */
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

/** What has to be known before the question can be answered; nothing where it can be. */
function nextCalls(question: ParsedQuestion, said: number): ToolCall[] {
  const { since, words } = question;
  const asked = since.filter(
    (message): message is AssistantMessage => message.role === "assistant" && message.calls.length > 0,
  );
  const replies = since.filter((message): message is ToolMessage => message.role === "tool");
  const call = callsOf(said);
  if (asked.length === 0) return [...call.search(question), ...call.read(question.named.map((path) => ({ path })))];
  // Whatever was cut short, one step is never made twice.
  if (asked.length >= 3) return [];
  const hasRead = asked.slice(1).some(({ calls }) => calls.some(({ tool }) => tool === "read_file"));
  if (hasRead) return [];
  const ranges = rangesToRead(replies);
  if (ranges.length > 0) return call.read(ranges);
  const hasSearched = replies.some(({ tool, reply }) => tool === "search_notes" && !reply.isError);
  if (asked.length === 1 && hasSearched && words.length > 0) return call.parts(words);
  return [];
}

/** Calls whose ids no other has, as `said` messages came before. */
function callsOf(said: number) {
  let count = 0;
  const call = (tool: string, args: unknown): ToolCall => {
    return { id: `quotes_${said}_${++count}`, tool, args: JSON.stringify(args) };
  };
  return {
    search({ words, attachments }: ParsedQuestion): ToolCall[] {
      if (words.length === 0) return [];
      const query = words.join(" ");
      // A note that was attached whole needs no search; one that was too long does, and so does a folder.
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
    /** Any of the words as a part of a longer one, or without its ending. */
    parts(words: readonly string[]): ToolCall[] {
      const parts = words.slice(0, MAX_PARTS).map((word) => {
        const letters = Array.from(fold(word));
        const stem = letters.length > 6 ? letters.slice(0, -2) : letters;
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

/** `text` in pieces that end where words do. */
function* pieces(text: string): Iterable<string> {
  for (let at = 0; at < text.length;) {
    const space = text.slice(at + PIECE, at + 2 * PIECE).search(/\s/);
    let end = space < 0 ? at + PIECE : at + PIECE + space + 1;
    // Never inside a letter of two units.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++;
    yield text.slice(at, end);
    at = end;
  }
}
