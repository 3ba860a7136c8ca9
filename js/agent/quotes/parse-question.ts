// What a person asks for: the words to look for, and the notes they name.
import type { Attachment, Message, UserMessage } from "../message.ts";
import { GOES_ON, STANDS_FOR } from "./function-words.ts";
import { fold, MAX_WORDS, wordsOf } from "./question-words.ts";

/** A question, with what it takes over from those before. */
export interface ParsedQuestion {
  /** As they are written, what the question is about first. */
  readonly words: readonly string[];
  /** How many of the words are its own; the others are of the question that it goes on from. */
  readonly ownWords: number;
  /** Paths and names of notes in the question. */
  readonly named: readonly string[];
  readonly attachments: readonly Attachment[];
  /** What has been said and done since. */
  readonly since: readonly Message[];
  /** Whether it is the first one that is answered here. */
  readonly isFirst: boolean;
}

/** How far back a question that goes on may reach. */
const MAX_BACK = 4;

/** Notes that a question may name. */
const MAX_NAMED = 5;

/** The last question of `messages`; undefined where nobody has asked. `id` is whose answers count as answered here. */
export function questionIn(messages: readonly Message[], id: string): ParsedQuestion | undefined {
  const at = messages.reduce((last, { role }, index) => (role === "user" ? index : last), -1);
  const asked = messages.filter((message): message is UserMessage => message.role === "user");
  const last = asked.at(-1);
  if (!last) return undefined;
  const own = asOne(last);
  const [words, attachments, named] = [[...own.words], [...last.attachments], [...own.named]];
  let question: Asked = own;
  for (const before of asked.slice(0, -1).reverse().slice(0, MAX_BACK)) {
    if (!question.goesOn) break;
    question = asOne(before);
    words.push(...question.words);
    attachments.push(...before.attachments);
    named.push(...question.named);
  }
  const isFirst = !messages.slice(0, at).some((message) => {
    return message.role === "assistant" && message.model === id && message.text !== "";
  });
  return {
    words: [...new Map(words.map((word) => [fold(word), word])).values()].slice(0, MAX_WORDS),
    ownWords: own.words.length > 0 ? own.words.length : words.length,
    named: [...new Set(named)].slice(0, MAX_NAMED),
    attachments,
    since: messages.slice(at + 1),
    isFirst,
  };
}

interface Asked {
  readonly words: readonly string[];
  readonly named: readonly string[];
  /** Whether it means something only with the question before. */
  readonly goesOn: boolean;
}

function asOne({ text, attachments }: UserMessage): Asked {
  const named: string[] = [];
  const rest = text.slice(0, 4000).replace(NAMED, (all: string, link?: string, quoted?: string, path?: string) => {
    const name = (link ?? quoted ?? path ?? "").split("|", 1)[0]?.trim() ?? "";
    if (name === "" || name.includes("://")) return all;
    named.push(name);
    return " ";
  });
  const words = wordsOf(rest);
  const isShort = words.length <= 2;
  const isBare = words.length === 0 && named.length === 0 && attachments.length === 0;
  return {
    words,
    named,
    goesOn: isBare || (words.length <= 4 && GOES_ON.test(text.trim())) || (isShort && STANDS_FOR.test(text)),
  };
}

/** A link; a path in marks; a path of which each part is more than an abbreviation, or which ends as files do. */
const NAMED =
  /\[\[([^[\]\n]{1,500})\]\]|["“`]([^"“”`\n]{1,300}\/[^"“”`\n]{1,200}|[^"“”`\n]{1,300}\.(?:md|canvas|pdf|docx|xlsx))["”`]|((?:[\p{L}\p{N}._-]{3,100}\/){1,10}[\p{L}\p{N}._-]{3,100}|[\p{L}\p{N}_-]{1,100}\.(?:md|canvas|pdf|docx|xlsx))(?![\p{L}\p{N}/])/gu;
