// `npm run bench -- --local-model`: 40 questions about the demo vault to a very small model on a real server, with Lectern
// and without. What counts is that every way works, and that it is better than none.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Answer, askLectern, askServer, type Question, questionsIn } from "./local-answers.ts";
import { CONTEXT_TOKENS, withServer } from "./local-server.ts";
import { median } from "./turns.ts";

/** Where the server's program, the model and a template with tools are. */
export interface LocalModel {
  readonly server: string;
  readonly model: string;
  readonly toolsTemplate: string;
}

/** One way to ask, and the server for it. */
interface Way {
  readonly name: string;
  readonly server: readonly string[];
  readonly ask: (question: Question, baseUrl: string) => Promise<Answer>;
}

/** What came of one way to ask. Times are medians in seconds. */
export interface Figures {
  readonly way: string;
  readonly asked: number;
  readonly right: number;
  readonly cited: number;
  /** Both of them. */
  readonly both: number;
  /** Answers that say that it is not in the notes. */
  readonly notFound: number;
  /** Answers for which no note was read. */
  readonly ungrounded: number;
  readonly empty: number;
  /** Answers that were stopped because the model repeated itself. */
  readonly repeated: number;
  /** Answers that were stopped because they took too long. */
  readonly late: number;
  readonly errors: number;
  readonly first: number;
  readonly seconds: number;
  readonly answers: readonly Answer[];
}

/** After so long, no further question is asked in one way: half an hour for all of them. */
const MOST_MS = 480_000;

const NOT_FOUND = /\bnot (?:found |mentioned |stated )?in (?:the|your|these) (?:notes|passages)\b/i;

export const HEADING = `A context of ${CONTEXT_TOKENS} tokens, greedy decoding. "right": the words of the answer; "cited": a verified citation of the lines with
it; "not found": it says that it is not in the notes; "unread": no note was read for it. The last two: medians of the seconds to
the first words and in all, with the start of \`lectern\`.

${row(["", "asked", "right", "cited", "both", "not found", "unread", "empty", "repeated", "late", "errors", "first", "all"])}`;

/** Asks in every way, and returns the figures. */
export async function benchLocalModel(
  root: string,
  local: LocalModel,
  log: (line: string) => void,
): Promise<Figures[]> {
  const questions = questionsIn(readFileSync(join(root, "tests/bench/questions/answers.tsv"), "utf8"));
  const all: Figures[] = [];
  for (const { name, server, ask } of waysOf(root, local)) {
    const answers = await withServer(local.server, ["-m", local.model, ...server], async (baseUrl) => {
      const answers: Answer[] = [];
      const end = performance.now() + MOST_MS;
      for (const question of questions) {
        if (performance.now() < end) answers.push(await ask(question, baseUrl));
      }
      return answers;
    });
    const figures = figuresOf(name, answers);
    log(line(figures));
    all.push(figures);
  }
  return all;
}

function waysOf(root: string, { toolsTemplate }: LocalModel): Way[] {
  const reading =
    (how: string): Way["ask"] =>
    (question, baseUrl) =>
      askLectern(root, question, baseUrl, how);
  return [
    { name: "without Lectern", server: [], ask: askServer },
    { name: "passages", server: [], ask: reading("passages") },
    { name: "tools", server: ["--chat-template-file", toolsTemplate], ask: reading("tools") },
    // This server refuses tools, and its /props says so.
    { name: "auto", server: ["--no-jinja"], ask: reading("auto") },
  ];
}

function figuresOf(way: string, answers: readonly Answer[]): Figures {
  const count = (is: (answer: Answer) => boolean): number => answers.filter(is).length;
  return {
    way,
    asked: answers.length,
    right: count(({ isRight }) => isRight),
    cited: count(({ isCited }) => isCited),
    both: count(({ isRight, isCited }) => isRight && isCited),
    notFound: count(({ answer }) => NOT_FOUND.test(answer)),
    ungrounded: count(({ isUngrounded }) => isUngrounded),
    empty: count(({ answer }) => answer.trim() === ""),
    repeated: count(({ end }) => end === "repeated"),
    late: count(({ end }) => end === "time"),
    errors: count(({ end }) => end === "error"),
    first: median(answers.flatMap(({ first }) => first ?? [])),
    seconds: median(answers.map(({ seconds }) => seconds)),
    answers,
  };
}

function line({ way, asked, right, cited, both, first, seconds, ...counts }: Figures): string {
  const share = (count: number): string => `${Math.round((count / asked) * 100)}%`;
  const { notFound, ungrounded, empty, repeated, late, errors } = counts;
  const shown = [notFound, ungrounded, empty, repeated, late, errors].map(String);
  return row([
    way,
    `${asked}`,
    share(right),
    share(cited),
    share(both),
    ...shown,
    first.toFixed(1),
    seconds.toFixed(1),
  ]);
}

function row([first = "", ...rest]: readonly string[]): string {
  return [first.padEnd(16), ...rest.map((cell) => cell.padStart(9))].join(" ");
}
