// How long it takes to propose a change of a 1 MB note, and how long the app waits at once. Run by
// `npm run bench -- --changes`.
import type { Page } from "playwright-core";
import { afterAll, test } from "vitest";
import { openWriting, run } from "../app/write-page.ts";
import { sharedBrowser } from "../obsidian/browser.ts";
import { held, watch } from "./blocks.ts";
import { note } from "./corpus.ts";
import { median } from "./turns.ts";

afterAll(async () => (await sharedBrowser()).close());

const MB = 1024 * 1024;
const TRIES = 9;
const PATH = "note.md";
const EDITS = 20;

/** A note with headings and links; `seed` makes it another one, of which only empty lines are the same. */
const text = (seed: number): string =>
  new TextDecoder()
    .decode(note("English", MB - 40_000))
    .split("\n")
    .map((line, at) => (line === "" ? line : at % 40 === 0 ? `## ${line} ${at * seed}` : `${line} [[${at * seed}]]`))
    .join("\n");

type Edit = Record<"old" | "new", string>;
type Figures = Record<"proposed" | "longest" | "written" | "baseline", number>;
type Tried = Pick<Figures, "proposed" | "longest">;

/** Proposes a change, which is rejected or accepted; in milliseconds. Then the note is as it was before. */
async function propose(page: Page, tool: string, args: object, outcome = "rejected"): Promise<Tried> {
  await page.evaluate((call) => Object.assign(window, { call }), { tool, args, outcome });
  await watch(page);
  const proposed = await page.evaluate(async () => {
    type Call = { tool: string; args: object; outcome: "accepted" | "rejected" };
    const { approving, call } = window as unknown as Window & { call: Call };
    approving.decision = { outcome: call.outcome };
    const start = performance.now();
    let proposed = NaN;
    approving.before = () => (proposed = performance.now() - start);
    const reply = await approving.run(call.tool, call.args);
    if (Number.isNaN(proposed)) throw new Error(reply);
    return proposed;
  });
  const longest = await held(page);
  if (outcome === "accepted")
    await page.evaluate(([path = "", text = ""]) => window.app.vault.adapter.write(path, text), [PATH, text(1)]);
  return { proposed, longest };
}

/** As plugins in JavaScript edit a note: each text is sought in all of it, once more behind its place, and replaced. */
const baseline = (page: Page, edits: Edit[]): Promise<number> =>
  page.evaluate(
    async ({ path, edits }) => {
      const file = window.app.vault.getFileByPath(path);
      if (!file) throw new Error(`no ${path}`);
      const start = performance.now();
      let text = await window.app.vault.read(file);
      for (const { old, new: result } of edits) {
        const at = text.indexOf(old);
        if (at < 0 || text.includes(old, at + 1)) throw new Error("not once in it");
        text = text.slice(0, at) + result + text.slice(at + old.length);
      }
      // An engine may put off joining strings until someone looks.
      text.charCodeAt(text.length - 1);
      return performance.now() - start;
    },
    { path: PATH, edits },
  );

/** Prints the medians of some tries, after those in which the engine compiles what is used much. */
async function print(what: string, tool: string, args: object, edits: Edit[] = []): Promise<void> {
  const page = await openWriting({ [PATH]: text(1) });
  const refused = await run(page, "write_file", { path: PATH, content: "" });
  const call = { path: PATH, expect: /version, (\w+)/.exec(refused)?.[1], ...args };
  const first = await propose(page, tool, call);
  const tries: Figures[] = [];
  while (tries.length < 2 * TRIES) {
    const tried = await propose(page, tool, call);
    const { longest: written } = await propose(page, tool, call, "accepted");
    tries.push({ ...tried, written, baseline: await baseline(page, edits) });
  }
  await page.context().close();
  const of = (key: keyof Figures): string => median(tries.slice(TRIES).map((figures) => figures[key])).toFixed(1);
  console.log(
    `${what}: proposed after ${of("proposed")} ms, longest block ${of("longest")} ms, ` +
      `${of("written")} ms if it is accepted; at first ` +
      `${first.proposed.toFixed(0)} and ${first.longest.toFixed(0)} ms` +
      (edits.length > 0 ? `; the baseline finds and replaces in ${of("baseline")} ms` : ""),
  );
}

test("20 edits of a 1 MB note", async () => {
  const lines = text(1).split("\n");
  const edits = Array.from({ length: EDITS }, (_, index): Edit => {
    const from = Math.floor(((index + 0.5) * lines.length) / EDITS);
    const old = lines.slice(from).find((line) => line.length > 60) ?? "";
    return { old, new: old.replace(" ", " changed ") };
  });
  await print("20 edits", "edit_file", { edits }, edits);
}, 300_000);

test("a 1 MB note of which every other line changes", async () => {
  const content = text(1)
    .split("\n")
    .map((line, at) => (at % 2 ? `${line} x` : line))
    .join("\n");
  await print("every other line", "write_file", { content });
}, 300_000);

test("a 1 MB note replaced by another", async () => {
  await print("an unrelated note", "write_file", { content: text(7) });
}, 300_000);
