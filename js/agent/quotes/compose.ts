// Composes the answer: quotations of the best passages, or why there are none.
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

/** The introduction of the first answer in a conversation, and of later ones. */
const WHAT_IT_IS = "These are quotations from your notes; no language model was asked.";
const FROM_NOTES = "From your notes:";

/** How many blocks of a note are quoted from its start if it contains none of the words. */
const OPENING_BLOCKS = 3;

/** The answer to `question`, as Markdown. All of its calls must have their replies. */
export function answerFor(question: ParsedQuestion | undefined): string {
  if (!question) return "Ask a question to see the passages of your notes that contain its words.";
  const words = new QuestionWords(question.words, question.ownWords);
  const messages = question.since.filter((message) => message.role === "tool");
  const replies = messages.map(({ reply }) => reply);
  // A second search looks for parts of words, because the first found no note with the whole words.
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
      ? [`None of these words was found here: ${listed(words.written)}. The text begins:`]
      : []),
    ...passages.map((passage, index) => quotation(passage, words, passages[index - 1])),
    ...(!isOpening && missing.length > 0 ? [`Not in these passages: ${listed(missing)}.`] : []),
  ].join("\n\n");
}

/** Whether the message searches for parts of words, with a regex. */
function isByParts(message: Message): boolean {
  return message.role === "assistant" && message.calls.some(({ args }) => argsIn(args)["mode"] === "regex");
}

/** All lines in `replies`, by note and line number. If a line was shown several times, the longest text. */
function linesOf(replies: readonly Reply[]): Map<string, Map<number, string>> {
  const notes = new Map<string, Map<number, string>>();
  for (const { path, lines } of replies.flatMap(seenLinesIn)) {
    const all = notes.get(path) ?? new Map<number, string>();
    notes.set(path, all);
    for (const [line, text] of lines) if (text.length >= (all.get(line)?.length ?? 0)) all.set(line, text);
  }
  return notes;
}

/** Teaches `words` the word forms that the core marked as hits, such as `bells` for `bell`. */
function learn(words: QuestionWords, reply: Reply, isPart: boolean): void {
  const shown = seenLinesIn(reply);
  (reply.structuredContent.notes ?? []).forEach(({ hits }, index) => {
    for (const { line, column, spans } of hits) {
      const characters = Array.from(shown[index]?.lines.get(line) ?? "");
      for (const [first, last] of spans)
        words.learn(characters.slice(first - column, last - column + 1).join(""), isPart);
    }
  });
}

/** The best rank of each note in the searches, and whether the user asked about it. */
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

/** The notes that the user asked about, with a test for the lines meant. */
type AskedAbout = ReadonlyMap<string, (line: number) => boolean>;

/** The notes that were attached or named. Notes in an attached folder don't count: it only limits the search. */
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

/** The first blocks of each note that the user asked about. */
function openings(blocks: readonly Block[], askedAbout: AskedAbout): Passage[] {
  return [...askedAbout].flatMap(([path, isAskedAbout]) => {
    const first = blocks
      .filter((block) => block.path === path && isAskedAbout(block.startLine))
      .slice(0, OPENING_BLOCKS);
    return first.length > 0 ? [{ path, blocks: first, words: new Set<number>() }] : [];
  });
}

/** A sentence for each note that the user named or attached and that could not be read. */
function refusals({ attachments, since }: ParsedQuestion): string[] {
  const failed = new Map<string, string>();
  const calls = since.flatMap((message) => (message.role === "assistant" ? message.calls : []));
  const read = since.flatMap((message) => {
    if (message.role !== "tool" || message.tool !== "read_file") return [];
    // If a single file was asked for and failed, `files` is empty: only the call has its path.
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
    return isSaid ? "" : "There is no word in this to search for. Use words that your notes may contain.";
  }
  const failed = replies.find(({ isError, structuredContent }) => isError && structuredContent.notes === undefined);
  if (failed && replies.every(({ isError }) => isError)) return `The notes could not be searched: ${reasonOf(failed)}.`;
  const where = attachments.length > 0 ? "in what you attached or in your other notes" : "in your notes";
  const searched = `Searched for, also inside longer words: ${listed(words)}.`;
  return `Nothing was found ${where}. ${searched} No language model was asked.`;
}

function reasonOf(reply: Reply): string {
  return reply.structuredContent.error?.message ?? "";
}

/** The words that no passage contains. */
function missingWords(words: QuestionWords, passages: readonly Passage[]): string[] {
  const held = new Set(passages.flatMap((passage) => [...passage.words, ...words.in(passage.path)]));
  return words.written.filter((_, index) => !held.has(index));
}

function listed(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(", ");
}
