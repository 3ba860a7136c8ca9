// Random compositions of TeX and Markdown: what the panel would render loads nothing, nor does what a saved note would
// keep unchanged. The real MathJax renders them in Chromium, at once and later, with every request of the page watched.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standsAsItIs } from "../../js/agent/saved/inert.ts";
import { closePages } from "../obsidian/browser.ts";
import { effort, TIMEOUT_MS } from "./effort.ts";
import { openTexPage, type TexPage } from "./tex-page.ts";

let tex: TexPage;
beforeAll(async () => {
  tex = await openTexPage();
}, TIMEOUT_MS);
afterAll(closePages);

const STYLE = "a;background:url(\\68 ttps:\\2f\\2f e.invalid)";
const LOADING = [
  `\\unicode[${STYLE}]{65}`,
  `\\fcolorbox{red;${STYLE}}{white}{日}`,
  `\\style{${STYLE}}{x}`,
  `\\colorbox{red;${STYLE}}{日}`,
];
const PIECES = [
  ...["$", "$", "$", "$", "$$", "$$", "\\(", "\\)", "\\[", "\\]", "\\", "\\\\", "{", "}", "&", "%", "^", "_", "~", "#"],
  ...["\n", "\n", "\n\n", "> ", "- ", "    ", "| a |\n| - |\n| ", " |", "`", "``", "```", "~~~", "%%", "<!--", "-->"],
  ...[
    "*",
    "**",
    "[",
    "]",
    "(",
    ")",
    "!",
    "[[",
    "]]",
    "<b>",
    "<",
    "&#92;",
    "&bsol;",
    "\\$",
    "\ufdd0",
    "\u200b",
    "\u00a0",
  ],
  ...[
    "\\begin{align}",
    "\\end{align}",
    "\\begin{array}{",
    "\\begin\n{",
    "\\text{",
    "\\frac",
    "\\left",
    "\\color{",
    "\\tag{",
  ],
  ...["\\def\\alpha{", "\\alpha", "\\let\\beta", "\\beta", "\\newcommand{\\gamma}[1]{", "\\csname ", "\\endcsname"],
  ...[
    "\\uni",
    "code",
    "unicode",
    "\\unicode",
    `[${STYLE}]`,
    "{65}",
    "\\ce{",
    "\\operatorname{",
    "\\sideset",
    "x",
    "日",
    " ",
  ],
  ...LOADING,
];
/** Formulas and what is around them; or no order at all. */
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((all) => all.join(""));
const inFormula = fc
  .tuple(pieces, fc.constantFrom("$", "$$", "$$\n"), pieces, fc.constantFrom(...LOADING), pieces, pieces)
  .map(([before, sign, one, loading, two, after]) => {
    const end = sign === "$$\n" ? "\n$$" : sign;
    return `${before}${sign}${one}${loading}${two}${end}${after}`;
  });
const texts = fc.oneof(pieces, inFormula);

type Way = "panel" | "late" | "note";

/** In the page: renders each of the texts, one way. */
async function renderAll({ all, way }: { all: readonly string[]; way: Way }): Promise<void> {
  const { clean, defuse } = window.safe;
  window.app.testMath = way === "late" ? "later" : "now";
  for (const text of all) {
    const into = document.createElement("div");
    try {
      await window.ObsidianHost.renderNote(way === "note" ? text : defuse(text), into);
    } catch {
      // MathJax refuses to load a package while it renders.
    }
    if (way !== "note") clean(into);
    document.body.append(into);
    if (way === "late") for (const math of into.findAll(".math")) window.ObsidianHost.renderMath(math);
    into.remove();
  }
}

/** The requests that come of it. In a note other things could load than TeX, which other tests look at. */
async function requests(all: readonly string[], way: Way): Promise<string[]> {
  const before = tex.tried.length;
  await tex.page.evaluate(renderAll, { all, way });
  // A request that was begun is told before what comes after it.
  await tex.page.evaluate(() => new Promise(requestAnimationFrame));
  const made = tex.tried.slice(before);
  return way === "note" ? made.filter((url) => url.startsWith("https://e.invalid/")) : made;
}

/** How many texts go at once. */
const BATCH = 60;

test.each<[Way, number]>([
  ["panel", 12],
  ["late", 8],
  ["note", 12],
])("whatever is put together loads nothing: %s", { timeout: TIMEOUT_MS }, async (way, batches) => {
  let rendered = 0;
  const batch = fc.array(texts, { minLength: BATCH, maxLength: BATCH });
  const holds = fc.asyncProperty(batch, async (all) => {
    const shown = way === "note" ? all.filter((text) => standsAsItIs(text)) : all;
    rendered += shown.length;
    if ((await requests(shown, way)).length === 0) return;
    // Which it was, alone.
    for (const one of shown) expect([one, await requests([one], way)]).toEqual([one, []]);
    expect.fail("a request was made, but by no text alone");
  });
  await fc.assert(holds, { ...effort(batches), endOnFailure: true });
  // Or nothing was shown by this.
  expect(rendered).toBeGreaterThan(way === "note" ? 50 : 400);
});

test("the same texts make requests where nothing is defused", { timeout: TIMEOUT_MS }, async () => {
  expect(await requests(fc.sample(inFormula, { numRuns: 100, seed: 1 }), "note")).not.toEqual([]);
});

test("output that a renderer made in spite of it keeps no style that loads", async () => {
  const style = "background: URL(https://e.invalid/1)";
  const html = `
    <p style="${style}">a</p>
    <p style="background-image: \\75rl(https://e.invalid/2)">b</p>
    <p style='background: image-set("https://e.invalid/3" 1x)'>c</p>
    <p style="--x: url(https://e.invalid/4); background: var(--x)">d</p>
    <p style="cursor: url(https://e.invalid/5), auto; list-style: url(https://e.invalid/6)">e</p>
    <svg fill="url(https://e.invalid/7#a)" filter="u\\72l(https://e.invalid/8#a)" mask="url(https://e.invalid/9)"
      marker-end="url(https://e.invalid/10)" clip-path="url(https://e.invalid/11)"></svg>
    <p style="text-align: right; color: rgb(1, 2, 3); width: calc(1em + 2px); transform: rotate(-0.1rad)">f</p>
    <svg fill="none" stroke="#123456"></svg>`;
  const before = tex.tried.length;
  const left = await tex.page.evaluate(async (html) => {
    // In a document that loads nothing.
    const root = document.implementation.createHTMLDocument("").body.appendChild(document.createElement("div"));
    root.innerHTML = html;
    window.safe.clean(root);
    const attributes = root.findAll("*").flatMap((one) => [...one.attributes].map(({ name, value }) => [name, value]));
    document.body.append(root);
    await new Promise(requestAnimationFrame);
    return attributes;
  }, html);
  expect(left).toEqual([
    ["style", "text-align: right; color: rgb(1, 2, 3); width: calc(1em + 2px); transform: rotate(-0.1rad)"],
    ["fill", "none"],
    ["stroke", "#123456"],
  ]);
  expect(tex.tried.slice(before)).toEqual([]);
});
