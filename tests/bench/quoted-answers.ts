// `npm run bench -- --questions`: asks Quotes the questions of questions/quotes.tsv, and counts how often it quotes what
// answers them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Asking } from "../agent/asking.ts";
import { NodeHost } from "../../js/host/node.ts";

const VAULTS: Record<string, string> = { demo: "tests/fixtures/vault", home: "tests/fixtures/household" };
const TODAY = "2026-10-28T10:00:00";
const CONFIG = { protected: ["Private/"] };

interface Question {
  readonly half: string;
  readonly vault: string;
  readonly language: string;
  readonly kind: string;
  readonly question: string;
  readonly answers: string;
}

/** What became of a question. */
export interface Answered extends Question {
  /** Whether what answers it is quoted first, and among the first three. */
  readonly first: boolean;
  readonly three: boolean;
  /** Whether the answer is that there is nothing. */
  readonly refused: boolean;
  readonly answer: string;
}

/** Asks all questions of a half, or all. `tell` prints a line a kind. */
export async function benchQuestions(root: string, half: string, tell: (line: string) => void): Promise<Answered[]> {
  const folder = (vault: string): string => join(root, VAULTS[vault] ?? vault);
  const hosts = new Map(Object.keys(VAULTS).map((vault) => [vault, NodeHost.open(folder(vault))]));
  const askings = new Map([...hosts].map(([vault, host]) => [vault, new Asking("", CONFIG, host, { today: TODAY })]));
  const answered: Answered[] = [];
  for (const question of questions(root).filter((one) => half === "all" || one.half === half)) {
    const asking = askings.get(question.vault);
    if (!asking) throw new Error(`there is no vault ${question.vault}`);
    asking.messages.length = 0;
    const answer = await asking.ask(question.question);
    answered.push({ ...question, ...judged(question, answer, folder(question.vault)), answer });
  }
  const kinds = [...new Set(answered.map(({ kind }) => kind)), "all"];
  tell("kind                 asked   first right   in the first three   wrongly refused   wrongly answered");
  for (const kind of kinds) tell(row(kind, kind === "all" ? answered : answered.filter((one) => one.kind === kind)));
  return answered;
}

function row(kind: string, answered: readonly Answered[]): string {
  const isNothing = ({ answers }: Answered): boolean => answers === "nothing";
  const share = (is: (one: Answered) => boolean, of = answered): string => {
    const percent = (100 * of.filter(is).length) / of.length;
    return of.length === 0 ? "–" : `${percent.toFixed(0)} %`;
  };
  const [nothing, others] = [answered.filter(isNothing), answered.filter((one) => !isNothing(one))];
  const cells = [share(({ first }) => first), share(({ three }) => three), share(({ refused }) => refused, others)];
  const wrongly = share(({ refused }) => !refused, nothing);
  return `${kind.padEnd(20)} ${String(answered.length).padStart(5)} ${cells.map((cell, at) => cell.padStart([13, 20, 17][at] ?? 0)).join(" ")} ${wrongly.padStart(18)}`;
}

function questions(root: string): Question[] {
  return readFileSync(join(root, "tests/bench/questions/quotes.tsv"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [half = "", vault = "", language = "", kind = "", question = "", answers = ""] = line.split("\t");
      return { half, vault, language, kind, question, answers };
    });
}

/** A part of an answer: what is quoted of a note, or a note that is listed. */
interface Part {
  readonly path: string;
  readonly text: string;
  readonly lines?: readonly [number, number];
}

/** Compares an answer with what is expected. */
function judged(
  { kind, answers }: Question,
  answer: string,
  folder: string,
): Pick<Answered, "first" | "three" | "refused"> {
  const refused = /^(?:Nothing in your notes|No notes match|No open task|There is no word)/.test(answer);
  if (answers === "nothing") return { first: refused, three: refused, refused };
  const isAnyOrder = answers.startsWith("?+");
  const isSeveral = answers.includes(" + ");
  const expected = answers.replace(/^\?\+ */, "").split(isSeveral ? " + " : " | ");
  const parts = kind === "list" ? listed(answer) : kind === "task" ? tasks(answer, folder) : quoted(answer);
  const wanted = isSeveral && !isAnyOrder ? expected.slice(0, 1) : expected;
  const isRight = (part: Part | undefined): boolean =>
    part !== undefined && wanted.some((one) => isIn(one, part, folder));
  return { first: isRight(parts[0]), three: parts.slice(0, 3).some(isRight), refused };
}

const CITATION = /\[\[([^\]|]+?)(?:#page=\d+)?#L(\d+)(?:-(\d+))?\]\]/g;

/** What the answer quotes, in order. */
function quoted(answer: string): Part[] {
  let end = 0;
  return [...answer.matchAll(CITATION)].map((match) => {
    const [all, link = "", first = "1", last = first] = match;
    const text = answer.slice(end, match.index);
    end = match.index + all.length;
    return { path: pathOf(link), text, lines: [Number(first), Number(last)] as const };
  });
}

/** The tasks that it quotes, each alone. */
function tasks(answer: string, folder: string): Part[] {
  const parts = quoted(answer).flatMap(({ path, lines: [first, last] = [1, 0] }) => {
    const written = readFileSync(join(folder, path), "utf8").split("\n");
    return written.slice(first - 1, last).flatMap((text, at): Part[] => {
      const line = first + at;
      return /^[\s>]*(?:[-*+]|\d+[.)])\s+\[.\]/.test(text) ? [{ path, text, lines: [line, line] }] : [];
    });
  });
  return parts.length > 0 ? parts : quoted(answer);
}

/** The notes that it lists. */
const listed = (answer: string): Part[] =>
  [...answer.matchAll(/^- \[\[([^\]#|]+)\]\]/gm)].map(([, link = ""]) => ({ path: pathOf(link), text: "" }));

const pathOf = (link: string): string => (/\.(?:md|canvas|pdf|docx)$/.test(link) ? link : `${link}.md`);

/** Whether `part` has the expected words, which are in one line of the note, or is the expected note. */
function isIn(expected: string, { path, text, lines }: Part, folder: string): boolean {
  const [note = "", words] = expected.split(" :: ");
  if (note.trim().normalize() !== path.normalize()) return false;
  if (words === undefined || !lines) return true;
  const letters = (of: string): string => of.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  if (letters(text).includes(letters(words))) return true;
  const written = readFileSync(join(folder, path), "utf8").split("\n");
  const at = written.findIndex((line) => line.includes(words.trim())) + 1;
  return lines[0] <= at && at <= lines[1] && (written[at - 1]?.length ?? 0) < 1000;
}
