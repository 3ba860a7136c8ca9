// Composes the answer: quotations of the best passages, or why there are none.
import type { Asked, Reply } from "../../../pkg/lectern.js";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { callsIn } from "../message.ts";
import { linesOf, seenLinesIn } from "../citations/seen-lines.ts";
import {
  type AskedAbout,
  type Candidate,
  candidatesIn,
  chosenOf,
  isAnswered,
  isAskedAbout,
  missingIn,
} from "./candidates.ts";
import { blocksOf, isTags, type Block } from "./note-blocks.ts";
import { foundPassages, passagesOf, type Passage } from "./passages.ts";
import { headingsOf, quotation } from "./quotation.ts";
import type { ParsedQuestion } from "./parse-question.ts";
import { counted, t } from "../../base/translate.ts";

/** How many blocks of a note are quoted from its start if it contains none of the words. */
const OPENING_BLOCKS = 3;

/**
 * The share of the question's words from which an answer is sure, so that other notes are folded; and without which an
 * unlikely passage is not shown.
 */
const SURE = 0.75;
const NEAR = 0.15;

/** The answer to `question`, as Markdown. All of its calls must have their replies. */
export function answerFor(question: ParsedQuestion | undefined): string {
  if (!question) return t("Ask a question to see the passages of your notes that contain its words.");
  const messages = question.since.filter((message) => message.role === "tool");
  const replies = messages.map(({ reply }) => reply);
  const askedAbout = notesAskedAbout(question);
  const lines = linesOf([...question.attachments.map(({ reply }) => reply), ...replies]);
  const blocks = [...lines].flatMap(([path, numbered]) => blocksOf(path, numbered));
  const said = refusals(question);
  const asked = askedIn(question);
  const candidates = candidatesIn(foundIn(question), askedAbout);
  if (asked?.kind === "list") return [...said, listOf(foundIn(question), asked.total ?? 0)].join("\n\n");
  if (asked?.kind === "summary") {
    const read = messages.filter(({ tool }) => tool === "read_file").flatMap(({ reply }) => seenLinesIn(reply));
    const paths = new Set([...askedAbout.keys(), ...read.map(({ path }) => path)]);
    const shown = [...paths].flatMap((path) => {
      const headings = headingsOf(path, blocks);
      return headings === "" ? openings(blocks, [[path, () => true]]).map((passage) => quotation(passage)) : headings;
    });
    return [t("A summary needs a language model. Quotes can only quote."), ...said, ...shown].join("\n\n");
  }
  if (isListed(asked?.kind) && candidates.length > 0) {
    const left = (asked?.total ?? 0) - candidates.length;
    const isChanged = ({ found }: Candidate): boolean => found.dated === "changed";
    const quoted = (of: readonly Candidate[]): string[] =>
      foundPassages(of).map((passage, index, all) => quotation(passage, all[index - 1]));
    const changed = quoted(candidates.filter(isChanged));
    const shown = [
      ...quoted(candidates.filter((one) => !isChanged(one))),
      ...(changed.length > 0 ? [t("Notes changed then:"), ...changed] : []),
    ];
    return [...said, ...shown, ...(left > 0 ? [more(left)] : [])].join("\n\n");
  }
  const chosen = chosenOf(candidates, askedAbout);
  let passages = passagesOf(chosen, candidates, blocks);
  const isAbout = chosen.some(({ path, startLine }) => isAskedAbout(askedAbout, path, startLine));
  const isOpening = askedAbout.size > 0 && (passages.length === 0 || (!isAbout && !isAnswered(chosen)));
  if (isOpening) passages = openings(blocks, askedAbout);
  const isNearest = !isOpening && !isAnswered(chosen);
  const missing = isOpening ? [] : missingIn(chosen);
  // What another note has is not said to be in none.
  const absent = missing.filter((word) => chosen.every(({ found }) => found.absent.includes(word)));
  const isFar = isNearest && (chosen[0]?.found.covered ?? 0) < NEAR;
  if (isFar && passages.length > 0) return [...said, nothingAbout(absent)].join("\n\n");
  if (passages.length === 0)
    return [...said, nothingFound(question, replies, said.length > 0)].filter((part) => part !== "").join("\n\n");
  const quotations = passages.map((passage, index) => quotation(passage, passages[index - 1]));
  const isSure = !isNearest && !isOpening && (chosen[0]?.found.covered ?? 0) >= SURE;
  const first = isSure ? passages.findIndex(({ path }) => path !== passages[0]?.path) : -1;
  return [
    ...(isNearest ? [nearest(absent)] : []),
    ...said,
    ...(asked?.tried === "tasks" ? [t("No open task was found for this.")] : []),
    ...(!isNearest && missing.length > 0 ? [t("Not in these passages: {words}.", { words: listed(missing) })] : []),
    ...(isOpening && foundIn(question).length > 0
      ? [t("None of the words of your question was found here. The text begins:")]
      : []),
    ...(first < 0 ? quotations : [...quotations.slice(0, first), folded(quotations.slice(first))]),
  ].join("\n\n");
}

/** What the search understood the question to ask for. */
export function askedIn({ since }: ParsedQuestion): Asked | undefined {
  const replies = since.flatMap((message) => (message.role === "tool" ? [message.reply.structuredContent.asked] : []));
  return replies.find((asked) => asked !== undefined);
}

/** Whether the reply has the items of such an answer in full. */
export const isListed = (kind: Asked["kind"] | undefined): boolean =>
  kind === "tasks" || kind === "days" || kind === "list";

/** The replies of the searches that succeeded. */
export function foundIn({ since }: ParsedQuestion): Reply[] {
  return since.flatMap((message) =>
    message.role === "tool" && message.tool === "search_notes" && !message.reply.isError ? [message.reply] : [],
  );
}

/** The notes as links, with their number. */
function listOf(replies: readonly Reply[], total: number): string {
  const notes = replies.flatMap(({ structuredContent }) => structuredContent.notes ?? []);
  const links = notes.map(({ path }) => `- [[${path.replace(/\.md$/, "")}]]`);
  const left = total - notes.length;
  return [`${counted(total, "{n} note", "{n} notes")}:`, "", ...links, ...(left > 0 ? ["", more(left)] : [])].join(
    "\n",
  );
}

const more = (left: number): string => t("And {n} more.", { n: left });

/** The quotations of other notes below a sure answer, in a callout that is folded. */
function folded(quotations: readonly string[]): string {
  const title = counted(quotations.length, "Show {n} more", "Show {n} more");
  const lines = quotations.join("\n\n").split("\n");
  return [`> [!quote]- ${title}`, ...lines.map((line) => `> ${line}`.trimEnd())].join("\n");
}

function nothingAbout(missing: readonly string[]): string {
  return missing.length > 0
    ? t("Nothing in your notes about {words}.", { words: listed(missing) })
    : t("Nothing in your notes seems to answer this.");
}

/** The introduction if no passage has enough of the question's words. */
function nearest(missing: readonly string[]): string {
  return `${nothingAbout(missing)} ${t("The nearest passage:")}`;
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

function nothingFound(question: ParsedQuestion, replies: readonly Reply[], isSaid: boolean): string {
  const failed = replies.find(({ isError, structuredContent }) => isError && structuredContent.notes === undefined);
  const error = failed?.structuredContent.error;
  const { text } = question;
  const asked = askedIn(question);
  const isOfTasks = asked?.kind === "tasks" || asked?.tried === "tasks";
  if (!isOfTasks && (text === "" || error?.code === "invalid_arguments")) {
    return isSaid ? "" : t("There is no word in this to search for. Use words that your notes may contain.");
  }
  if (failed && replies.every(({ isError }) => isError))
    return t("Couldn't search your notes: {reason}.", { reason: error?.message ?? "" });
  const about = asked?.about ?? text;
  if (isOfTasks && about === "") return t("No open tasks found.");
  const words = listed([about]);
  return isOfTasks ? t("No open tasks match: {words}.", { words }) : t("No notes match: {words}.", { words });
}

function listed(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(", ");
}
