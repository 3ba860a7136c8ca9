// Searches 100,000 passages by meaning in the core as it is built, in Node or in a page. The vectors are random, so that
// only the time means something.
import { type Answer, defaultConfig, initSync, type Request, Session, type Step } from "../../pkg/lectern.js";
import { median } from "./turns.ts";

const DIMS = 256;
const PASSAGES = 100_000;
const PASSAGES_OF_A_NOTE = 50;
const SEARCHES = 41;

/** Milliseconds: medians, and the longest step of the core in any search. */
export interface Figures {
  readonly vectors: number;
  readonly words: number;
  readonly both: number;
  /** What the meaning adds: the median over pairs of searches. */
  readonly meaning: number;
  /** Comparing as many vectors of 32-bit floats in JavaScript, in the same turns. */
  readonly baseline: number;
  readonly longest: number;
}

let seed = 1;
const random = (): number => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
const floats = (count: number): Float32Array => Float32Array.from({ length: count }, () => random() - 0.5);
// Without digits: a name in code is not searched by meaning.
const words = Array.from({ length: 5000 }, (_, at) =>
  String(at).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? ""),
);
const word = (): string => words[Math.floor(random() * words.length)] ?? "";

/** Measures with the core in `module`. */
export function measure(module: WebAssembly.Module): Figures {
  const notes = vault();
  const answer = answering(notes);
  initSync({ module });
  const session = new Session({ ...defaultConfig(), meaning: { key: "random", dims: DIMS } });
  const run = (first: Step): { total: number; longest: number } => {
    let [step, total, longest] = [first, 0, 0];
    while ("ask" in step) {
      const answers = step.ask.requests.map(answer);
      const start = performance.now();
      step = session.resume(step.ask.call, answers);
      const took = performance.now() - start;
      [total, longest] = [total + took, Math.max(longest, took)];
    }
    return { total, longest };
  };
  run(session.embed());
  const vectors = floats(PASSAGES * DIMS);
  const turns = Array.from({ length: SEARCHES }, () => {
    const query = `${word()} ${word()}`;
    const [without, both] = [false, true].map((meaning) =>
      run(session.start("search_notes", JSON.stringify({ query, meaning }))),
    ) as [ReturnType<typeof run>, ReturnType<typeof run>];
    const baseline = timed(() => nearest(vectors, floats(DIMS)));
    return { words: without.total, both: both.total, longest: both.longest, baseline };
  });
  const middle = (of: (turn: (typeof turns)[number]) => number): number => median(turns.map(of));
  return {
    vectors: session.meaning().vectors,
    words: middle((turn) => turn.words),
    both: middle((turn) => turn.both),
    meaning: middle((turn) => turn.both - turn.words),
    baseline: middle((turn) => turn.baseline),
    longest: Math.max(...turns.map((turn) => turn.longest)),
  };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function nearest(vectors: Float32Array, query: Float32Array): number {
  let [best, nearest] = [0, -Infinity];
  for (let at = 0; at < PASSAGES; at++) {
    let product = 0;
    for (let value = 0; value < DIMS; value++) product += (vectors[at * DIMS + value] ?? 0) * (query[value] ?? 0);
    if (product > nearest) [best, nearest] = [at, product];
  }
  return best;
}

function vault(): Map<string, string> {
  const part = (at: number): string => `# Part ${at}\n\n${Array.from({ length: 20 }, word).join(" ")}\n`;
  const note = (): string => Array.from({ length: PASSAGES_OF_A_NOTE }, (_, at) => part(at)).join("\n");
  return new Map(Array.from({ length: PASSAGES / PASSAGES_OF_A_NOTE }, (_, at) => [`n${at}.md`, note()]));
}

function answering(notes: ReadonlyMap<string, string>): (request: Request) => Answer {
  const files = [...notes].map(([path, text]) => ({ path, size: text.length, mtime: 1 }));
  return (request) => {
    if (request === "watch") return { watched: true };
    if (typeof request === "string") return "missing";
    if ("list" in request) {
      const { from } = request.list;
      const next = from + 250 < files.length ? from + 250 : null;
      return { listing: { files: files.slice(from, from + 250), folders: [], next } };
    }
    if ("read" in request) return { text: notes.get(request.read) ?? "" };
    if ("embed" in request) {
      const values = floats(request.embed.texts.length * DIMS);
      return { vectors: { dims: DIMS, values: new Uint8Array(values.buffer) } };
    }
    return "keep_vectors" in request || "forget_vectors" in request ? "kept" : "missing";
  };
}
