// How long a search by meaning takes, in the core as it is built: `node tests/bench/meaning.mjs [passages]` after
// `npm run build`. The vectors are random, so that only the time means something.
import { readFileSync } from "node:fs";
import { initSync, Session, defaultConfig } from "../../pkg/lectern.js";

/** @typedef {import("../../pkg/lectern.js").Request} Request */
/** @typedef {import("../../pkg/lectern.js").Answer} Answer */
/** @typedef {import("../../pkg/lectern.js").Step} Step */

const DIMS = 256;
const PASSAGES_OF_A_NOTE = 50;
const SEARCHES = 40;
const passages = Number(process.argv[2] ?? 100_000);

let seed = 1;
const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
// Without digits: a name in code is not searched by meaning.
const words = Array.from({ length: 5000 }, (_, at) =>
  at.toString(10).replace(/\d/g, (digit) => "abcdefghij"[+digit] ?? ""),
);
const word = () => words[Math.floor(random() * words.length)] ?? "";
/** @type {Map<string, string>} */
const notes = new Map();
for (let note = 0; note < passages / PASSAGES_OF_A_NOTE; note++) {
  const parts = Array.from({ length: PASSAGES_OF_A_NOTE }, (_, part) => {
    return `# Part ${part}\n\n${Array.from({ length: 20 }, word).join(" ")}\n`;
  });
  notes.set(`n${note}.md`, parts.join("\n"));
}
const files = [...notes].map(([path, text]) => ({ path, size: text.length, mtime: 1 }));

/** @param {Request} request @returns {Answer} */
function answer(request) {
  if (request === "watch") return { watched: true };
  if (typeof request === "string") return "missing";
  if ("list" in request) {
    const { from } = request.list;
    const next = from + 250 < files.length ? from + 250 : null;
    return { listing: { files: files.slice(from, from + 250), folders: [], next } };
  }
  if ("read" in request) return { text: notes.get(request.read) ?? "" };
  if ("embed" in request) {
    const values = Float32Array.from({ length: request.embed.texts.length * DIMS }, () => random() - 0.5);
    return { vectors: { dims: DIMS, values: new Uint8Array(values.buffer) } };
  }
  return "keep_vectors" in request ? "kept" : "missing";
}

initSync({ module: new WebAssembly.Module(readFileSync(new URL("../../pkg/lectern_bg.wasm", import.meta.url))) });
const session = new Session({ ...defaultConfig(), meaning: { key: "random", dims: DIMS } });

/** The time in the core, and that of the longest step, in milliseconds.
 * @param {Step} first */
function run(first) {
  let [step, total, longest] = [first, 0, 0];
  while ("ask" in step) {
    const answers = step.ask.requests.map(answer);
    const start = performance.now();
    step = session.resume(step.ask.call, answers);
    const took = performance.now() - start;
    [total, longest] = [total + took, Math.max(longest, took)];
  }
  return { total, longest };
}

run(session.embed());
console.log(`${session.meaning().vectors} vectors, ${session.meaning().bytes} bytes`);
for (const meaning of [false, true]) {
  const runs = Array.from({ length: SEARCHES }, () => {
    return run(session.start("search_notes", JSON.stringify({ query: `${word()} ${word()}`, meaning })));
  });
  const median = runs.map(({ total }) => total).sort((a, b) => a - b)[SEARCHES / 2] ?? 0;
  const longest = Math.max(...runs.map(({ longest }) => longest));
  const by = meaning ? "by words and meaning" : "by words";
  console.log(`search ${by}: median ${median.toFixed(1)} ms, longest step ${longest.toFixed(1)} ms`);
}
