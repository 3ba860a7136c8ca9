// Reads the user's last question: what to search for, the notes that it names, and whether it follows up on the one
// before. What kind of answer it asks for, the search tells.
import { type Attachment, lastQuestion, type Message, type UserMessage } from "../message.ts";

/** A question, including what it takes from the questions before it if it is a follow-up. */
export interface ParsedQuestion {
  /** Its text without the notes that it names; empty if there is nothing to search for. */
  readonly text: string;
  /** The questions that it follows up on, the latest first. */
  readonly before: readonly string[];
  /** Paths and names of notes in the question, such as `Season` from `[[Season]]`. */
  readonly named: readonly string[];
  readonly attachments: readonly Attachment[];
  /** The messages after the question. */
  readonly since: readonly Message[];
}

/** How many earlier questions a follow-up may refer to. */
const MAX_BACK = 4;

/** Maximum number of notes that a question names; the rest is ignored. */
const MAX_NAMED = 5;

/** Maximum characters of a question that are searched for. */
const MAX_CHARS = 1000;

/** The last question in `messages`; undefined if there is none. */
export function questionIn(messages: readonly Message[]): ParsedQuestion | undefined {
  const at = lastQuestion(messages);
  const asked = messages.filter((message): message is UserMessage => message.role === "user");
  const last = asked.at(-1);
  if (!last) return undefined;
  const own = asOne(last);
  const [texts, attachments, named] = [[own.text], [...last.attachments], [...own.named]];
  let question: Asked = own;
  for (const before of asked.slice(0, -1).reverse().slice(0, MAX_BACK)) {
    if (!question.goesOn) break;
    question = asOne(before);
    texts.push(question.text);
    attachments.push(...before.attachments);
    named.push(...question.named);
  }
  const [text = "", ...before] = texts.filter((each) => each !== "");
  return {
    ...{ text, before, attachments },
    named: [...new Set(named)].slice(0, MAX_NAMED),
    since: messages.slice(at + 1),
  };
}

/** One question on its own. */
interface Asked {
  readonly text: string;
  readonly named: readonly string[];
  /** Whether it is a follow-up, which needs the question before it. */
  readonly goesOn: boolean;
}

function asOne({ text, attachments }: UserMessage): Asked {
  const named: string[] = [];
  const rest = text.slice(0, MAX_CHARS).replace(NAMED, (all: string, link?: string, quoted?: string, path?: string) => {
    const name = (link ?? quoted ?? path ?? "").split("|", 1)[0]?.trim() ?? "";
    if (name === "" || name.includes("://")) return all;
    named.push(name);
    return " ";
  });
  // A dash before a word would leave out notes with it.
  const words = rest.replace(/(^|\s)-+(?=\S)/g, "$1").trim();
  const searched = /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words) ? words : "";
  const isBare = searched === "" && named.length === 0 && attachments.length === 0;
  return { text: searched, named, goesOn: isBare || isFollowUp(text) };
}

/**
 * A note named in a question: a link; a path or file name in quotation marks; or, without them, a file name with an
 * extension or a path. Each part of such a path has at least three characters, so that "and/or" is not one.
 */
const NAMED =
  /\[\[([^[\]\n]{1,500})\]\]|["“`]([^"“”`\n]{1,300}\/[^"“”`\n]{1,200}|[^"“”`\n]{1,300}\.(?:md|canvas|pdf|docx|pptx|xlsx|od[tsp]|epub))["”`]|((?:[\p{L}\p{N}._-]{3,100}\/){1,10}[\p{L}\p{N}._-]{3,100}|[\p{L}\p{N}_-]{1,100}\.(?:md|canvas|pdf|docx|xlsx))(?![\p{L}\p{N}/])/gu;

/** The beginning of a follow-up question, such as "And …" or "What about …". */
const GOES_ON =
  /^(?:and|but|or|what about|how about|why|und|aber|oder|was ist mit|warum|et|mais|ou|pourquoi|y|pero|por qué|e|ma|mas|perché|а|и|но|почему|وماذا|ماذا عن|و|では|じゃあ|それ|その|なぜ|那么?|那麼?|그럼|그리고|그러면|แล้ว|และ)(?![\p{L}\p{M}\p{N}])|^(?:では|じゃあ|それ|その|那么|那麼|那|แล้ว)/iu;

/** Pronouns that refer to an earlier question, such as "it" or "dort". */
const STANDS_FOR =
  /(?:^|[^\p{L}\p{N}])(?:it|its|they|them|their|this|that|these|those|there|then|he|she|his|her|es|sie|ihn|ihm|davon|dafür|darin|dort|dazu|ça|cela|eux|lui|esto|eso|ello)(?![\p{L}\p{N}])/iu;

/** Words in a question that may go on, and characters in a script without spaces. */
const SHORT_WORDS = 7;
const SHORT_CHARS = 14;

/** Whether `text` is a follow-up: a short question such as "And in summer?" or "Who made it?". */
function isFollowUp(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? [];
  if (words.length > SHORT_WORDS || words.some((word) => word.length > SHORT_CHARS && !/^\p{ASCII}*$/u.test(word))) {
    return false;
  }
  return words.length < 2 ? GOES_ON.test(text.trim()) : GOES_ON.test(text.trim()) || STANDS_FOR.test(text);
}
