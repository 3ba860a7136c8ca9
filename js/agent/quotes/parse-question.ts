// Reads the user's last question: what to search for, and the notes that it names.
import type { Attachment, Message, UserMessage } from "../message.ts";
import { isFollowUp } from "./follow-ups.ts";
import { asksForSummary, withoutTasks } from "./intents.ts";

/** A question, including what it takes from the questions before it if it is a follow-up. */
export interface ParsedQuestion {
  /** Its text without the notes that it names; empty if there is nothing to search for. */
  readonly text: string;
  /** The same with its words for open tasks. */
  readonly asks: string;
  /** The questions that it follows up on, the latest first. */
  readonly before: readonly string[];
  /** Paths and names of notes in the question, such as `Season` from `[[Season]]`. */
  readonly named: readonly string[];
  readonly attachments: readonly Attachment[];
  /** What it asks for: open tasks, a summary, or passages. */
  readonly wants: "tasks" | "summary" | "passages";
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
  const at = messages.reduce((last, { role }, index) => (role === "user" ? index : last), -1);
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
  const [asks = "", ...before] = texts.filter((text) => text !== "");
  const rest = withoutTasks(asks);
  const wants = rest !== undefined ? "tasks" : asksForSummary(asks) ? "summary" : "passages";
  return {
    ...{ text: rest ?? asks, asks, before, attachments, wants },
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
