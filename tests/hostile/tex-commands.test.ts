// TeX commands and environments that may be rendered load nothing, whatever their arguments. Tests each one that the
// real MathJax has or can load, with hostile arguments, and watches every request of the page.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { breakTex, hasForbiddenTex } from "../../js/agent/markdown/tex.ts";
import { closePages } from "../obsidian/browser.ts";
import { rounds, TIMEOUT_MS } from "./effort.ts";
import { hostileFormulas, type Known, LOADABLE, openTexPage, type TexPage } from "./tex-page.ts";

afterAll(closePages);

/** Those of `formulas` that the panel would let MathJax render, and a saved note would hold as they are. */
const allowedOf = (formulas: readonly string[]): string[] =>
  formulas.filter((formula) => !hasForbiddenTex(`$${formula}$`) && breakTex(formula, "!") === formula);

type Look = "parseTex" | "renderTex";

/** What the formulas do at their worst: harmful styles and attributes, and requests. */
async function harm({ page, tried }: TexPage, formulas: readonly string[], look: Look): Promise<string[]> {
  const before = tried.length;
  const found: string[] = [];
  for (let at = 0; at < formulas.length; at += BATCH) {
    const batch = formulas.slice(at, at + BATCH);
    found.push(...(await page.evaluate(({ batch, look }) => window[look](batch), { batch, look })));
  }
  // Requests are told in the order in which they were begun: whatever the formulas asked for comes before this one.
  const last = page.waitForEvent("requestfailed", (request) => request.url() === LAST);
  await page.evaluate((url) => void (new Image().src = url), LAST);
  await last;
  return [...found, ...tried.slice(before)].filter((url) => url !== LAST);
}

/** A request of the test's own. */
const LAST = "https://last.invalid/";

/** How many formulas go at once. */
const BATCH = 1000;

describe.each([
  ["of the app", []],
  ["that can be loaded", LOADABLE],
])("with the packages %s", (_, packages) => {
  let tex: TexPage;
  let allowed: string[][];
  beforeAll(async () => {
    tex = await openTexPage(packages);
    // With more packages, only what they change.
    const isChanged = (known: Known): boolean => known.packages.some((pack) => packages.includes(pack));
    const looked = packages.length === 0 ? tex.known : tex.known.filter(isChanged);
    allowed = looked.map((known) => allowedOf(hostileFormulas(known))).filter((formulas) => formulas.length > 0);
    expect(allowed.length).toBeGreaterThan(packages.length === 0 ? 1000 : 20);
  }, TIMEOUT_MS);
  afterAll(() => tex.page.context().close());

  test("no argument of what is allowed gets into a style or an attribute", { timeout: TIMEOUT_MS }, async () => {
    for (const round of rounds(1)) {
      // Other formulas in each round; all of them are 21,000.
      const formulas = allowed.flatMap((all) => all.filter((_, index) => index % 5 === round % 5));
      expect(await harm(tex, formulas, "parseTex")).toEqual([]);
    }
  });

  test("nothing that is allowed makes a request", { timeout: TIMEOUT_MS }, async () => {
    for (const round of rounds(1)) {
      const formulas = allowed.flatMap((all) => all[round % all.length] ?? []);
      expect(await harm(tex, formulas, "renderTex")).toEqual([]);
    }
  });

  // Or nothing is shown by the two above.
  test.runIf(packages.length === 0)("what is not allowed is found", { timeout: TIMEOUT_MS }, async () => {
    const unfound: string[] = [];
    for (const name of HARMFUL) {
      const formulas = tex.known.filter((known) => known.name === name).flatMap((known) => hostileFormulas(known));
      if ((await harm(tex, formulas, "parseTex")).length === 0) unfound.push(name);
    }
    expect(unfound).toEqual([]);
    for (const formula of ["\\unicode[a;S]{65}", "\\fcolorbox{red;S}{white}{日}", "\\style{S}{x}"]) {
      const whole = formula.replace("S", "background-image:url(\\68 ttps:\\2f\\2f e.invalid/u)");
      expect(allowedOf([whole])).toEqual([]);
      expect(await harm(tex, [whole], "renderTex")).toContain("https://e.invalid/u");
    }
  });
});

/** Commands that pass an argument on as it is, each by another way. */
const HARMFUL = (
  "bbox bcancel cancel colorbox enclose fcolorbox framebox href mathmakebox overbracket style textcolor underbracket " +
  "unicode xcancel"
).split(" ");
