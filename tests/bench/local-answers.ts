// One question to a local model: through `lectern -p`, or straight to its server. What came of it, and when.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { MODEL } from "./local-server.ts";

/** A question with the words of its answer and the lines that have it. */
export interface Question {
  readonly question: string;
  /** From the vault's root. */
  readonly note: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly words: RegExp;
}

/** An answer, and how long it took. Times are in seconds. */
export interface Answer {
  readonly question: string;
  readonly answer: string;
  /** Whether it has the right words. */
  readonly isRight: boolean;
  /** Whether a citation of it was verified and overlaps the right lines. */
  readonly isCited: boolean;
  /** Whether it was given without a passage of a note. */
  readonly isUngrounded: boolean;
  /** How it ended, unless it is whole: by an error, because it repeated itself, or because the time was over. */
  readonly end?: "error" | "repeated" | "time";
  readonly because?: string;
  /** To the first words of the answer; absent if there are none. */
  readonly first?: number;
  readonly seconds: number;
}

/** How long an answer may take. */
const MOST_SECONDS = 20;
/** Without Lectern, nothing stops a model that repeats itself. */
const MOST_TOKENS = 100;

/** The questions of a file such as questions/answers.tsv. */
export function questionsIn(text: string): Question[] {
  const rows = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return rows.map((row) => {
    const [question = "", note = "", range = "", words = ""] = row.split("\t");
    const [startLine = 0, endLine = 0] = range.split("-").map(Number);
    return { question, note: note.normalize(), startLine, endLine, words: new RegExp(words, "i") };
  });
}

/** One line of `lectern -p --output-format stream-json`. */
interface Line {
  readonly type: string;
  readonly role?: string;
  readonly content?: string;
  readonly response?: string;
  readonly grounded?: boolean;
  readonly citations?: readonly { readonly verdict: Verdict }[];
  readonly error?: { readonly message: string };
}

interface Verdict {
  readonly state: string;
  readonly path?: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

/** Asks with `lectern -p --reading …`, as a process of its own: its start is in the times. */
export async function askLectern(root: string, question: Question, baseUrl: string, reading: string): Promise<Answer> {
  const start = performance.now();
  const args = [
    "-p",
    question.question,
    "--vault",
    join(root, "tests/fixtures/vault"),
    "--model",
    `compatible/${MODEL}`,
  ];
  const how = ["--base-url", baseUrl, "--reading", reading, "--output-format", "stream-json"];
  const limits = ["--timeout", `${MOST_SECONDS}`, "--quiet"];
  const child = spawn(process.execPath, [join(root, "pkg/cli.mjs"), ...args, ...how, ...limits], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (told += text));
  let first: number | undefined;
  let result: Line | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as Line;
    if (event.type === "result") result = event;
    if (event.type === "message" && event.role === "assistant" && event.content) first ??= since(start);
  }
  const because = result ? result.error?.message : `no result: ${told}`;
  const { response = "", citations = [], grounded = false } = result ?? {};
  return {
    ...answerTo(question, response, start, first, because),
    isCited: citations.some(({ verdict }) => isOf(question, verdict)),
    isUngrounded: !grounded,
  };
}

/** Whether it is a verified citation of the lines with the answer. */
function isOf({ note, startLine, endLine }: Question, verdict: Verdict): boolean {
  const { state, path = "", startLine: from = Infinity, endLine: to = 0 } = verdict;
  return state !== "unverified" && path.normalize() === note && from <= endLine && to >= startLine;
}

/** Sends the question alone to the server. */
export async function askServer(question: Question, baseUrl: string): Promise<Answer> {
  const start = performance.now();
  let first: number | undefined;
  let said = "";
  let because: string | undefined;
  try {
    const messages = [{ role: "user", content: question.question }];
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: MODEL, messages, stream: true, max_tokens: MOST_TOKENS }),
      signal: AbortSignal.timeout(MOST_SECONDS * 1000),
    });
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
    for await (const line of createInterface({ input: Readable.fromWeb(response.body as ReadableStream) })) {
      if (!line.startsWith("data: {")) continue;
      const { choices } = JSON.parse(line.slice("data: ".length)) as Chunk;
      const text = choices[0]?.delta.content ?? "";
      if (text !== "") first ??= since(start);
      said += text;
    }
  } catch (reason) {
    because = String(reason);
  }
  return { ...answerTo(question, said, start, first, because), isCited: false, isUngrounded: true };
}

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string | null } }[];
}

function answerTo(
  { question, words }: Question,
  answer: string,
  start: number,
  first: number | undefined,
  because: string | undefined,
): Omit<Answer, "isCited" | "isUngrounded"> {
  return {
    ...{ question, answer, isRight: words.test(answer), seconds: since(start) },
    ...(first !== undefined && { first }),
    ...(because !== undefined && { end: endOf(because), because }),
  };
}

function endOf(because: string): NonNullable<Answer["end"]> {
  if (/repeated itself/.test(because)) return "repeated";
  return /time limit|TimeoutError/.test(because) ? "time" : "error";
}

const since = (start: number): number => (performance.now() - start) / 1000;
