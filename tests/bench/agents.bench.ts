// `npm run bench -- --agents`: the programs that answer in the panel are asked 40 questions about the demo vault. Their
// models follow a script: they search, read, and cite the right lines, lines that are not there, and words that nobody wrote.
// The citations must be judged as those of a provider's model are.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AnswerEnd } from "../../js/agent/events.ts";
import { citationsIn } from "../../js/agent/citations/citations.ts";
import type { Call, Verdict } from "../../js/agent/citations/current-note.ts";
import { Evidence } from "../../js/agent/citations/evidence.ts";
import type { Message } from "../../js/agent/message.ts";
import { DEMO_FILES } from "../agent/demo-files.ts";
import { Loop } from "../agent/loop.ts";
import { WalledLoop } from "../clients/walled.ts";
import { PROGRAMS } from "../clients/walled-programs.ts";
import type { Step } from "../standins/script.ts";
import { questionsIn } from "./local-answers.ts";
import { median } from "./turns.ts";

const QUESTIONS = questionsIn(readFileSync("tests/bench/questions/answers.tsv", "utf8"));
const MOST_MS = 1_800_000;

/** What a model does for a question. */
function stepsFor({ question, note, startLine, endLine }: (typeof QUESTIONS)[number], callOf: CallOf): Step[] {
  const link = (lines: string): string => `[[${note}#L${lines}]]`;
  const right = link(`${startLine}-${endLine}`);
  const answer = `So it is ${right}, or not ${link("9000")}, and "a lamp of pure gold" ${link(`${startLine}`)}.`;
  return [
    { parts: [{ call: callOf("search_notes"), args: { query: question } }] },
    { parts: [{ call: callOf("read_file"), args: { path: note } }] },
    { parts: [answer] },
  ];
}

/** The model's name for one of our tools. */
type CallOf = (tool: string) => string;

interface Asked {
  readonly conversation: { readonly messages: readonly Message[]; rewind(length: number): void };
  readonly server: { script(...steps: Step[]): void };
  ask(question: string): Promise<AnswerEnd>;
}

/** What came of each question, and how many seconds it took. */
async function answersOf(loop: Asked, call: Call, callOf: CallOf) {
  const answers: { text?: string; verdicts: Verdict[]; seconds: number }[] = [];
  for (const question of QUESTIONS) {
    loop.conversation.rewind(0);
    loop.server.script(...stepsFor(question, callOf));
    const begin = performance.now();
    const { answer: { text } = { text: "" } } = await loop.ask(question.question);
    const seconds = (performance.now() - begin) / 1000;
    const evidence = new Evidence(loop.conversation.messages);
    const verdicts: Verdict[] = [];
    for (const citation of citationsIn(text))
      verdicts.push(await evidence.check(citation, call, new AbortController().signal));
    answers.push({ text, verdicts, seconds });
  }
  return answers;
}

test("citations of programs are judged as those of a provider", { timeout: MOST_MS }, async () => {
  const loop = await Loop.start(DEMO_FILES, ["Private"]);
  const callTool: Call = (tool, args) => loop.call(tool, JSON.parse(args), true);
  const expected = await answersOf(loop, callTool, (tool) => tool);
  await loop.close();
  const states = expected.flatMap(({ verdicts }) => verdicts.map(({ state }) => state));
  const count = (kind: string): string => `${states.filter((state) => state === kind).length} ${kind}`;
  console.log(`provider: ${expected.length} answers, citations: ${[...new Set(states)].map(count).join(", ")}`);
  for (const walled of PROGRAMS.filter(({ command }) => command.length > 0)) {
    const loop = await WalledLoop.start(walled, DEMO_FILES);
    const answers = await answersOf(loop, (tool, args) => loop.call(tool, args), walled.callOf);
    await loop.close();
    const { name } = walled.program;
    const seconds = median(answers.map(({ seconds }) => seconds));
    console.log(`${name}: ${answers.length} answers, ${seconds.toFixed(1)} s each`);
    const judged = (all: typeof answers) => all.map(({ text, verdicts }) => ({ text, verdicts }));
    expect(judged(answers)).toEqual(judged(expected));
  }
});
