// Composes the answer: quotations of the best passages, or why there are none.
import type { Reply } from "../../../pkg/lectern.js";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { callsIn } from "../message.ts";
import { linesOf, seenLinesIn } from "../citations/seen-lines.ts";
import { candidatesIn, chosenOf, isAnswered, isAskedAbout, missingIn, type AskedAbout } from "./candidates.ts";
import { blocksOf, isTags, type Block } from "./note-blocks.ts";
import { openTasksOf, passagesOf, type Passage } from "./passages.ts";
import { headingsOf, quotation } from "./quotation.ts";
import type { ParsedQuestion } from "./parse-question.ts";
import { t } from "../../base/translate.ts";

/** How many blocks of a note are quoted from its start if it contains none of the words. */
const OPENING_BLOCKS = 3;

/** The answer to `question`, as Markdown. All of its calls must have their replies. */
export function answerFor(question: ParsedQuestion | undefined): string {
  if (!question) return t("Ask a question to see the passages of your notes that contain its words.");
  const messages = question.since.filter((message) => message.role === "tool");
  const replies = messages.map(({ reply }) => reply);
  const askedAbout = notesAskedAbout(question);
  const lines = linesOf([...question.attachments.map(({ reply }) => reply), ...replies]);
  const blocks = [...lines].flatMap(([path, numbered]) => blocksOf(path, numbered));
  const said = refusals(question);
  const { found, isTasks } = foundIn(question);
  const candidates = candidatesIn(found, askedAbout);
  const chosen = chosenOf(candidates, askedAbout);
  if (question.wants === "summary") {
    const read = messages.filter(({ tool }) => tool === "read_file").flatMap(({ reply }) => seenLinesIn(reply));
    const paths = new Set([...askedAbout.keys(), ...read.map(({ path }) => path)]);
    const shown = [...paths].flatMap((path) => {
      const headings = headingsOf(path, blocks);
      return headings === "" ? openings(blocks, [[path, () => true]]).map((passage) => quotation(passage)) : headings;
    });
    return [t("A summary needs a language model. Quotes can only quote."), ...said, ...shown].join("\n\n");
  }
  let passages = isTasks ? openTasksOf(chosen, blocks) : passagesOf(chosen, candidates, blocks);
  const isAbout = chosen.some(({ path, startLine }) => isAskedAbout(askedAbout, path, startLine));
  const isOpening = !isTasks && askedAbout.size > 0 && (passages.length === 0 || (!isAbout && !isAnswered(chosen)));
  if (isOpening) passages = openings(blocks, askedAbout);
  if (passages.length === 0)
    return [...said, nothingFound(question, replies, said.length > 0)].filter((part) => part !== "").join("\n\n");
  const isNearest = !isOpening && !isAnswered(chosen);
  // Tasks seldom repeat what they are about.
  const missing = isOpening || isTasks ? [] : missingIn(chosen);
  return [
    ...(isNearest ? [nearest(missing)] : []),
    ...said,
    ...(question.wants === "tasks" && !isTasks ? [t("No open task was found for this.")] : []),
    ...(!isNearest && missing.length > 0 ? [t("Not in these passages: {words}.", { words: listed(missing) })] : []),
    ...(isOpening && found.length > 0
      ? [t("None of the words of your question was found here. The text begins:")]
      : []),
    ...passages.map((passage, index) => quotation(passage, passages[index - 1])),
  ].join("\n\n");
}

/**
 * The replies of the searches that count, and whether they are for open tasks: if none of these was likely, the question
 * was searched for as any other.
 */
export function foundIn({ since, wants }: ParsedQuestion): { found: Reply[]; isTasks: boolean } {
  const ofTasks = callsIn(since)
    .filter(({ args }) => fieldsOf(valueOf(args))["tasks"] !== undefined)
    .map(({ id }) => id);
  const searches = since.filter((message) => message.role === "tool").filter(({ tool }) => tool === "search_notes");
  const plain = searches.filter(({ id }) => !ofTasks.includes(id));
  const isTasks = wants === "tasks" && plain.length === 0;
  const found = (isTasks ? searches : plain).filter(({ reply }) => !reply.isError);
  return { found: found.map(({ reply }) => reply), isTasks };
}

/** The introduction if no passage has enough of the question's words. */
function nearest(missing: readonly string[]): string {
  return missing.length > 0
    ? t("Nothing in your notes about {words}. The nearest passage:", { words: listed(missing) })
    : t("Nothing in your notes seems to answer this. The nearest passage:");
}

/** The notes that were attached or named. Notes in an attached folder don't count: it only limits the search. */
export function notesAskedAbout({ attachments, since }: ParsedQuestion): AskedAbout {
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
function openings(blocks: readonly Block[], askedAbout: Iterable<[string, (line: number) => boolean]>): Passage[] {
  return [...askedAbout].flatMap(([path, isAskedAbout]) => {
    const first = blocks
      .filter((block) => block.path === path && isAskedAbout(block.startLine) && !isTags(block))
      .slice(0, OPENING_BLOCKS);
    return first.length > 0 ? [{ path, blocks: first, headings: first[0]?.headings ?? [] }] : [];
  });
}

/** A sentence for each note that the user named or attached and that could not be read. */
function refusals({ attachments, since }: ParsedQuestion): string[] {
  const failed = new Map<string, string>();
  const calls = callsIn(since);
  const read = since.flatMap((message) => {
    if (message.role !== "tool" || message.tool !== "read_file") return [];
    // If a single file was asked for and failed, `files` is empty: only the call has its path.
    const path = fieldsOf(valueOf(calls.find(({ id }) => id === message.id)?.args ?? ""))["path"];
    return [{ path: typeof path === "string" ? path : undefined, reply: message.reply }];
  });
  for (const { path, reply } of [...attachments, ...read]) {
    const { error, files } = reply.structuredContent;
    if (error && path !== undefined) failed.set(path, error.code);
    for (const file of files) if (file.error) failed.set(file.path, file.error.code);
  }
  return [...failed].flatMap(([path, code]) => {
    if (code === "denied" || code === "outside_vault") return [t("“{path}” is excluded, so it wasn't read.", { path })];
    if (code === "not_found") return [t("There is no note “{path}”.", { path })];
    return code === "is_folder" || code === "past_end" ? [] : [t("“{path}” couldn't be read.", { path })];
  });
}

function nothingFound({ text, wants }: ParsedQuestion, replies: readonly Reply[], isSaid: boolean): string {
  const failed = replies.find(({ isError, structuredContent }) => isError && structuredContent.notes === undefined);
  const error = failed?.structuredContent.error;
  if (wants !== "tasks" && (text === "" || error?.code === "invalid_arguments")) {
    return isSaid ? "" : t("There is no word in this to search for. Use words that your notes may contain.");
  }
  if (failed && replies.every(({ isError }) => isError))
    return t("Couldn't search your notes: {reason}.", { reason: error?.message ?? "" });
  if (text === "") return t("No open tasks found.");
  const words = listed([text]);
  return wants === "tasks" ? t("No open tasks match: {words}.", { words }) : t("No notes match: {words}.", { words });
}

function listed(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(", ");
}
