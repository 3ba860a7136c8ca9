// The answer that is made of what was found: quotations, or plain words about why there are none.
import type { Reply } from "../../../pkg/lectern.js";
import { argsIn } from "../call-args.ts";
import type { Message } from "../message.ts";
import { seenLinesIn } from "../citations/seen-lines.ts";
import { blocksOf, type Block } from "./note-blocks.ts";
import { bestPassages, type Passage } from "./passages.ts";
import { quotation } from "./quotation.ts";
import type { ParsedQuestion } from "./parse-question.ts";
import type { Standing } from "./scoring.ts";
import { QuestionWords } from "./question-words.ts";

/** What a first answer says of itself; later ones need not. */
const WHAT_IT_IS = "These are quotations from your notes; no language model was asked.";
const FROM_NOTES = "From your notes:";

/** How much of a note is shown where none of the words is in it. */
const OPENING_BLOCKS = 3;

/** The answer to `question`, whose calls have come back. */
export function answerFor(question: ParsedQuestion | undefined): string {
  if (!question) return "Ask something, and the passages of your notes that hold its words are shown here.";
  const words = new QuestionWords(question.words, question.ownWords);
  const messages = question.since.filter((message) => message.role === "tool");
  const replies = messages.map(({ reply }) => reply);
  // Whatever is found a second time was nowhere a word of its own.
  const searches = messages.filter(({ tool, reply }) => tool === "search_notes" && !reply.isError);
  const first = searches.findIndex(({ reply }) => (reply.structuredContent.notes ?? []).length > 0);
  const attached = question.attachments.map(({ reply }) => reply);
  const areParts = first > 0 && question.since.some((message) => isByParts(message));
  for (const { reply } of searches) learn(words, reply, areParts);
  const lines = linesOf([...attached, ...replies]);
  const askedAbout = notesAskedAbout(question);
  const blocks = [...lines].flatMap(([path, numbered]) => blocksOf(path, numbered));
  const said = refusals(question);
  let passages = words.written.length > 0 ? bestPassages(blocks, words, standings(replies, askedAbout)) : [];
  const isOpening = passages.length === 0 && askedAbout.size > 0;
  if (isOpening) passages = openings(blocks, askedAbout);
  if (passages.length === 0)
    return [...said, nothingFound(question, replies, said.length > 0)].filter((part) => part !== "").join("\n\n");
  const missing = missingWords(words, passages);
  return [
    question.isFirst ? WHAT_IT_IS : FROM_NOTES,
    ...said,
    ...(isOpening && words.written.length > 0
      ? [`None of these words is in what was read: ${listed(words.written)}. It begins:`]
      : []),
    ...passages.map((passage, index) => quotation(passage, words, passages[index - 1])),
    ...(!isOpening && missing.length > 0 ? [`Not in these passages: ${listed(missing)}.`] : []),
  ].join("\n\n");
}

/** Whether it looks for parts of words. */
function isByParts(message: Message): boolean {
  return message.role === "assistant" && message.calls.some(({ args }) => argsIn(args)["mode"] === "regex");
}

/** All lines that were shown, by note; of a line that was shown in parts, the longest. */
function linesOf(replies: readonly Reply[]): Map<string, Map<number, string>> {
  const notes = new Map<string, Map<number, string>>();
  for (const { path, lines } of replies.flatMap(seenLinesIn)) {
    const all = notes.get(path) ?? new Map<number, string>();
    notes.set(path, all);
    for (const [line, text] of lines) if (text.length >= (all.get(line)?.length ?? 0)) all.set(line, text);
  }
  return notes;
}

/** Takes in which forms of the words the core has found. */
function learn(words: QuestionWords, reply: Reply, isPart: boolean): void {
  const shown = seenLinesIn(reply);
  (reply.structuredContent.notes ?? []).forEach(({ hits }, index) => {
    for (const { line, column, spans } of hits) {
      const letters = Array.from(shown[index]?.lines.get(line) ?? "");
      for (const [first, last] of spans) words.learn(letters.slice(first - column, last - column + 1).join(""), isPart);
    }
  });
}

function standings(replies: readonly Reply[], askedAbout: AskedAbout): Map<string, Standing> {
  const found = new Map<string, Standing>();
  for (const { structuredContent } of replies) {
    structuredContent.notes?.forEach(({ path }, rank) => {
      const before = found.get(path)?.rank ?? rank;
      found.set(path, { rank: Math.min(rank, before), isAskedAbout: askedAbout.get(path) ?? (() => false) });
    });
  }
  for (const [path, isAskedAbout] of askedAbout) if (!found.has(path)) found.set(path, { rank: 0, isAskedAbout });
  return found;
}

/** Notes that were asked about, and which of their lines. */
type AskedAbout = ReadonlyMap<string, (line: number) => boolean>;

/** What was attached or named. What lies in an attached folder was not: the search was bound to it. */
function notesAskedAbout({ attachments, since }: ParsedQuestion): AskedAbout {
  const first = since.find((message) => message.role === "assistant");
  const reads = first?.calls.filter(({ tool }) => tool === "read_file").map(({ id }) => id) ?? [];
  const asked = new Map<string, (line: number) => boolean>();
  for (const message of since) {
    if (message.role !== "tool" || !reads.includes(message.id)) continue;
    for (const { path } of seenLinesIn(message.reply)) asked.set(path, () => true);
  }
  for (const { reply, startLine = 1, endLine = Infinity } of attachments) {
    for (const { path } of seenLinesIn(reply)) {
      const others = asked.get(path);
      asked.set(path, (line) => (line >= startLine && line <= endLine) || (others?.(line) ?? false));
    }
  }
  return asked;
}

/** How a note begins that was asked about, but not for its words. */
function openings(blocks: readonly Block[], askedAbout: AskedAbout): Passage[] {
  return [...askedAbout].flatMap(([path, isAskedAbout]) => {
    const first = blocks
      .filter((block) => block.path === path && isAskedAbout(block.startLine))
      .slice(0, OPENING_BLOCKS);
    return first.length > 0 ? [{ path, blocks: first, words: new Set<number>() }] : [];
  });
}

/** What could not be read of what the person named, in plain words. */
function refusals({ attachments, since }: ParsedQuestion): string[] {
  const failed = new Map<string, string>();
  const calls = since.flatMap((message) => (message.role === "assistant" ? message.calls : []));
  const read = since.flatMap((message) => {
    if (message.role !== "tool" || message.tool !== "read_file") return [];
    // Alone, a file that failed is not among those shown.
    const path = argsIn(calls.find(({ id }) => id === message.id)?.args ?? "")["path"];
    return [{ path: typeof path === "string" ? path : undefined, reply: message.reply }];
  });
  for (const { path, reply } of [...attachments, ...read]) {
    const { error, files } = reply.structuredContent;
    if (error && path !== undefined) failed.set(path, error.code);
    for (const file of files) if (file.error) failed.set(file.path, file.error.code);
  }
  return [...failed].flatMap(([path, code]) => {
    if (code === "denied" || code === "outside_vault") return [`“${path}” is excluded, so it was not read.`];
    if (code === "not_found") return [`There is no note “${path}”.`];
    return code === "is_folder" || code === "past_end" ? [] : [`“${path}” could not be read.`];
  });
}

function nothingFound({ words, attachments }: ParsedQuestion, replies: readonly Reply[], isSaid: boolean): string {
  if (words.length === 0) {
    return isSaid ? "" : "There is no word in this to look for. Ask with words that your notes may hold.";
  }
  const failed = replies.find(({ isError, structuredContent }) => isError && structuredContent.notes === undefined);
  if (failed && replies.every(({ isError }) => isError)) return `The notes could not be searched: ${reasonOf(failed)}.`;
  const where = attachments.length > 0 ? "in what you attached or in your other notes" : "in your notes";
  return `Nothing was found ${where}. Looked for, also as parts of longer words: ${listed(words)}. No language model was asked.`;
}

function reasonOf(reply: Reply): string {
  return reply.structuredContent.error?.message ?? "";
}

/** Words that none of the passages holds. */
function missingWords(words: QuestionWords, passages: readonly Passage[]): string[] {
  const held = new Set(passages.flatMap((passage) => [...passage.words, ...words.in(passage.path)]));
  return words.written.filter((_, index) => !held.has(index));
}

function listed(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(", ");
}
