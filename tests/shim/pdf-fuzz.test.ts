// Damaged PDF files, with Node's pdf.js: each ends in text or an error, in time, and leaves the process unharmed. Tests
// a few files each time. `LECTERN_FUZZ_SECONDS=600 npx vitest run tests/shim/pdf-fuzz.test.ts` runs for that many
// seconds, and `LECTERN_FUZZ_FROM=1234` starts with that case.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Answer } from "../../pkg/lectern.js";
import { answer } from "../../js/vault/answer-request.ts";
import { linesOf, runsOf } from "../../js/documents/pdf-page.ts";
import type { PdfItem } from "../../js/documents/pdfjs.ts";
import { damaged, Random } from "./pdf-damage.ts";
import { MemoryHost } from "./vault.ts";
import { documentIn } from "./readable.ts";

const SECONDS = Number(process.env["LECTERN_FUZZ_SECONDS"] ?? 0);
const FROM = Number(process.env["LECTERN_FUZZ_FROM"] ?? 0);
/** How many cases are run where no time is given. */
const CASES = 12;
/** A page gets ten seconds, and a document a thread to begin with. */
const MAX_MS = 12_000;
/** What the process may take more for one document: a thread's 256 MB, and what it hands over. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Where Linux tells it, what the process takes at most from now on. */
function memory(field: "VmRSS" | "VmHWM"): number {
  try {
    // 5 sets the peak to what is used now.
    if (field === "VmRSS") writeFileSync("/proc/self/clear_refs", "5");
    const status = readFileSync("/proc/self/status", "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
  } catch {
    return 0;
  }
}

/** What is wrong with an answer; nothing if it is one that a document may have. */
function flaw(answer: Answer): string | undefined {
  if (typeof answer !== "object") return `it is ${answer}`;
  if ("fault" in answer) {
    const { fault } = answer;
    if (typeof fault === "string") return fault === "locked" ? undefined : `the fault ${fault}`;
    const [why] = Object.values(fault) as [string];
    return /^[^\n]+$/.test(why) ? undefined : `a reason like ${JSON.stringify(why)}`;
  }
  if (!("document" in answer)) return JSON.stringify(answer).slice(0, 200);
  const { text, parts, notes } = documentIn(answer);
  const lines = text.split("\n").length - 1;
  if (text !== "" && !text.endsWith("\n")) return "the last line is not ended";
  if (parts.some(({ line }, at) => line < (parts[at - 1]?.line ?? 1) || line > lines)) return "parts out of order";
  if (parts.some(({ title }) => title.includes("\n"))) return "a title of several lines";
  return notes.some((note) => note.includes("\n")) ? "a note of several lines" : undefined;
}

interface Most {
  value: number;
  at: number;
}

test("a damaged PDF ends in text or in a fault, and in time", { timeout: SECONDS * 1000 + 60_000 }, async () => {
  const begun = performance.now();
  const [slowest, largest]: [Most, Most] = [
    { value: 0, at: 0 },
    { value: 0, at: 0 },
  ];
  const endings = new Map<string, number>();
  const failures: string[] = [];
  let seed = FROM;
  for (; SECONDS > 0 ? performance.now() - begun < SECONDS * 1000 : seed < FROM + CASES; seed++) {
    const host = new MemoryHost({ "a.pdf": damaged(seed) });
    const rss = memory("VmRSS");
    const from = performance.now();
    const done = await answer(host, { convert: { path: "a.pdf", format: "pdf" } });
    const [took, taken] = [performance.now() - from, memory("VmHWM") - rss];
    if (took > slowest.value) Object.assign(slowest, { value: took, at: seed });
    if (taken > largest.value) Object.assign(largest, { value: taken, at: seed });
    const wrong =
      flaw(done) ?? (took > MAX_MS ? `it takes ${took} ms` : taken > MAX_BYTES ? `${taken} bytes` : undefined);
    if (wrong !== undefined) failures.push(`case ${seed}: ${wrong}`);
    const ending = JSON.stringify(done).slice(1, 40).replace(/\d+/g, "0");
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  if (SECONDS > 0) {
    console.log(`pdf: ${seed - FROM} cases; slowest ${slowest.value.toFixed(0)} ms (case ${slowest.at});`);
    console.log(`peak ${(largest.value / 1024 / 1024).toFixed(0)} MB (case ${largest.at})`);
    for (const [ending, count] of [...endings].sort((one, other) => other[1] - one[1]).slice(0, 25)) {
      console.log(`${count} ${ending}`);
    }
  }
  expect(failures).toStrictEqual([]);
});

test("a page of letters in any place is put in lines", { timeout: SECONDS * 1000 + 60_000 }, () => {
  const begun = performance.now();
  for (let seed = FROM; SECONDS > 0 ? performance.now() - begun < SECONDS * 200 : seed < FROM + 300; seed++) {
    const { items, letters } = anyPage(new Random(seed));
    const from = performance.now();
    const { lines } = linesOf(runsOf({ items, styles: { v: { vertical: true } } }));
    expect(performance.now() - from, `case ${seed}`).toBeLessThan(2000);
    // Where letters are set twice in one place they are shown once.
    expect(lines.join("").replace(/\s/g, "").length, `case ${seed}`).toBeLessThanOrEqual(letters);
  }
});

const PLACES = [0, 1, -1, 10, 10.04, 72, 612, 1e-9, 1e9, -1e9, 1e300, Infinity, -Infinity, NaN];
const STRINGS = ["a", "Word", " ", "", "a b ", "2", "\u05d0\u05d1", "\u0000", "\u{1f600}", "(", "\ud800"];

function anyPage(random: Random): { items: PdfItem[]; letters: number } {
  const count = random.sized(random.below(50) === 0 ? 20_000 : 200);
  const step = random.pick([0, 1, 9, 12]);
  const wild = random.below(4) + 1;
  const items = Array.from({ length: count }, (_, at): PdfItem => {
    const number = (usual: number): number => (random.below(40) < wild ? random.pick(PLACES) : usual);
    const size = number(10);
    const str = random.pick(STRINGS);
    const column = random.pick([72, 320]);
    return {
      str,
      dir: random.below(9) === 0 ? "rtl" : "ltr",
      transform: [size, number(0), number(0), size, number(column + random.below(3) * 20), number(700 - at * step)],
      width: number(str.length * 5),
      height: number(10),
      fontName: random.below(30) === 0 ? "v" : "f",
    };
  });
  return { items, letters: items.reduce((sum, { str }) => sum + str.replace(/\s/g, "").length, 0) };
}
