// Finds the passages for a question before the model is asked, for a model that can't call tools: those that Quotes would
// quote. They become calls and replies in the conversation, which hold exactly what the model is sent.
//
// Passages that are sent to a model without tools are replies in the conversation, one a note, with exactly the lines
// that are sent: they are excluded, left out, recorded, saved and cited like any reply. Only those for the last
// question are sent.
import type { Reply } from "../../../pkg/lectern.js";
import { linesOf, pageName, placeNamed } from "../citations/seen-lines.ts";
import type { Message, ToolCall, ToolMessage } from "../message.ts";
import { candidatesIn, chosenOf, isAnswered } from "../quotes/candidates.ts";
import { askedIn, foundIn, isListed, notesAskedAbout } from "../quotes/compose.ts";
import { blocksOf } from "../quotes/note-blocks.ts";
import { type ParsedQuestion, questionIn } from "../quotes/parse-question.ts";
import { foundPassages, passagesOf, type Passage } from "../quotes/passages.ts";
import { nextCalls } from "../quotes/quotes.ts";
import { type Extract, fitting, replyWith } from "./extracts.ts";

/** Passages of a question for which none is likely to answer. A model tells better than a search which of them does. */
const UNLIKELY = 4;
/** Calls a tool, like `Surroundings.call`. */
export type Look = (tool: string, args: string) => Promise<Reply>;

/** A call, and the reply to it. */
export interface Looked {
  readonly call: ToolCall;
  readonly reply: Reply;
}

/**
 * The passages for the last question in `messages`, in at most `maxTokens`, without what is attached to it: a call and its
 * reply for each note, so that each can be left out.
 */
export async function passagesFirst(messages: readonly Message[], look: Look, maxTokens: number): Promise<Looked[]> {
  let question = wholeQuestion(messages);
  if (!question) return [];
  const all = [...messages];
  for (let calls; (calls = nextCalls(question, all.length)).length > 0; question = wholeQuestion(all) ?? question) {
    all.push({ role: "assistant", text: "", calls, model: "" });
    const replies = calls.map(async ({ id, tool, args }): Promise<ToolMessage> => {
      return { role: "tool", id, tool, reply: await look(tool, args) };
    });
    all.push(...(await Promise.all(replies)));
  }
  const replies = question.since.flatMap((message) => (message.role === "tool" ? [message.reply] : []));
  const extracts = fitting(unattached(extractsFor(question, replies), messages), maxTokens);
  const suspicious = suspiciousIn(replies);
  const paths = [...new Set(extracts.map(({ path }) => path))];
  const query = question.text;
  return paths.map((path, index) => ({
    call: {
      id: `passages_${index + 1}`,
      tool: "search_notes",
      args: JSON.stringify({ query, passages: true, path: placeNamed(path).path }),
    },
    reply: replyWith(
      extracts.filter((extract) => extract.path === path),
      suspicious,
    ),
  }));
}

/** The last question; a follow-up with the words of the question before it: `And when did she leave?` says too little. */
function wholeQuestion(messages: readonly Message[]): ParsedQuestion | undefined {
  const question = questionIn(messages);
  const [last, ...before] = question?.before ?? [];
  return question && last !== undefined ? { ...question, text: `${last} ${question.text}`, before } : question;
}

function extractsFor(question: ParsedQuestion, replies: readonly Reply[]): Extract[] {
  const lines = linesOf([...question.attachments.map(({ reply }) => reply), ...replies]);
  const blocks = [...lines].flatMap(([path, numbered]) => blocksOf(path, numbered));
  const askedAbout = notesAskedAbout(question);
  const candidates = candidatesIn(foundIn(question), askedAbout);
  const kind = askedIn(question)?.kind;
  const chosen = isAnswered(candidates) ? chosenOf(candidates, askedAbout) : candidates.slice(0, UNLIKELY);
  const passages = isListed(kind) ? foundPassages(candidates) : passagesOf(chosen, candidates, blocks);
  const about = kind === "summary" || passages.length === 0 ? [...askedAbout.keys()] : [];
  const read = kind === "summary" && about.length === 0 ? [...lines.keys()].slice(0, 1) : about;
  return [
    ...read.map((path) => ({ path, headings: [], lines: [...(lines.get(path) ?? [])], isPart: false })),
    ...passages.flatMap((passage) => extractOf(passage, lines.get(passage.path))),
  ];
}

/** The lines of `passage` as written, behind the head of its table. */
function extractOf({ path, blocks, headings }: Passage, lines: ReadonlyMap<number, string> | undefined): Extract[] {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last || !lines) return [];
  const numbers = new Set<number>();
  for (const { head = [], headLine = 0 } of blocks) head.forEach((_, at) => numbers.add(headLine + at));
  for (let line = first.startLine; line <= last.endLine; line++) numbers.add(line);
  const isPart = first.isPart === true;
  const part = isPart
    ? first.lines
        .join("\n")
        .replace(/^… | …$/g, "")
        .split("\n")
    : undefined;
  const shown = [...numbers].flatMap((line): [number, string][] => {
    const text = part ? part[line - first.startLine] : lines.get(line);
    return text === undefined ? [] : [[line, text]];
  });
  return [{ path, headings, lines: shown.sort(([one], [other]) => one - other), isPart }];
}

/** `extracts` without the lines that are attached to the last question, which the model is sent anyway. */
function unattached(extracts: readonly Extract[], messages: readonly Message[]): Extract[] {
  const question = messages.filter((message) => message.role === "user").at(-1);
  const shown = linesOf(question?.attachments.map(({ reply }) => reply) ?? []);
  return extracts.flatMap((extract) => {
    const attached = shown.get(extract.path);
    const lines = extract.lines.filter(([line, text]) => !attached?.get(line)?.includes(text));
    return lines.some(([, text]) => text.trim() !== "") ? [{ ...extract, lines }] : [];
  });
}

/** The suspicious lines of `replies`, as `line path`. */
function suspiciousIn(replies: readonly Reply[]): Set<string> {
  const all = new Set<string>();
  for (const { structuredContent } of replies) {
    for (const { suspicious = [], ...place } of [...structuredContent.files, ...(structuredContent.notes ?? [])])
      for (const line of suspicious) all.add(`${line} ${pageName(place)}`);
  }
  return all;
}
