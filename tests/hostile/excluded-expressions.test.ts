// Regular expressions in the app's Excluded files, compared with the engine that the app uses: everything that it
// excludes is excluded here, and every expression takes linear time. Needs pkg/, which built.ts makes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Core } from "../../js/wasm/core.ts";
import { effort, TIMEOUT_MS } from "./effort.ts";

const glue = new Core().loadNow();

/** Which of these paths a vault with this filter excludes; or why the filter is refused. */
function excluded(expression: string, paths: string[]): boolean[] | string {
  let session: InstanceType<typeof glue.Session>;
  try {
    session = new glue.Session({ ...glue.defaultConfig(), excluded: [`/${expression}/`] });
  } catch (error) {
    return (error as Error).message;
  }
  const which = paths.map((path) => session.isProtectedPath(path));
  session.free();
  return which;
}

function inTheApp(expression: string): RegExp | undefined {
  try {
    return new RegExp(expression, "i");
  } catch {
    return undefined;
  }
}

const LETTERS = ["a", "b", "K", "é", "É", "σ", "ς", "ſ", "ß", "😀", "1", "_", "-", "/", "{", "}", "]", ",", "&&", "~~"];
const ESCAPES = [
  ...["\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\x61", "\\x6", "\\u00e9", "\\ud83d", "\\u", "\\cA", "\\c", "\\0"],
  ...["\\-", "\\/", "\\.", "\\]", "\\p{L}", "\\😀", "\\_"],
];
const EDGES = ["^", "$", "\\b", "\\B"];
const QUANTIFIERS = ["*", "+", "?", "{2}", "{0}", "{1,2}", "{2,}", "{,2}", "{1", "*?", "+?", "{1,3}?"];
const REFUSED = ["(?=", "(?!", "(?<=", "(?<!", "\\1", "\\k", "\\08"];

const { expression: balanced } = fc.letrec<Record<"expression" | "term" | "atom" | "group" | "set", string>>((tie) => ({
  expression: fc
    .array(fc.array(tie("term"), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((alternatives) => alternatives.map((terms) => terms.join("")).join("|")),
  term: fc.oneof(
    fc.constantFrom(...EDGES),
    fc.tuple(tie("atom"), fc.constantFrom("", "", ...QUANTIFIERS)).map((parts) => parts.join("")),
  ),
  atom: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(".", ...LETTERS),
    fc.constantFrom(...ESCAPES),
    tie("set"),
    tie("group"),
  ),
  group: fc.tuple(fc.constantFrom("(", "(?:"), tie("expression")).map(([start, inside]) => `${start}${inside})`),
  set: fc
    .tuple(
      fc.constantFrom("[", "[^"),
      fc.array(
        fc.constantFrom("a-b", "A-É", "a-", "[", "^", "\\b", ".", "[:w:]", "\\d-", "\\c1", ...LETTERS, ...ESCAPES),
        {
          maxLength: 4,
        },
      ),
    )
    .map(([start, members]) => `${start}${members.join("")}]`),
}));

const anything = fc.string({
  unit: fc.constantFrom(
    ...["(", "(?:", "(?<n>", "(?<", "(?", ")", "[", "[^", "|", "\\", "{2,1}", "z-a", ".", "n>"],
    ...[...LETTERS, ...ESCAPES, ...EDGES, ...QUANTIFIERS, ...REFUSED],
  ),
  maxLength: 8,
});

const path = fc
  .string({
    unit: fc.constantFrom(
      "a",
      "b",
      "k",
      "A",
      "K",
      "é",
      "É",
      "σ",
      "ς",
      "ß",
      "😀",
      "😁",
      "1",
      "_",
      "-",
      "/",
      " ",
      "&",
      "{",
      "ſ",
    ),
    minLength: 1,
    maxLength: 9,
  })
  .map((path) =>
    path
      .split("/")
      .filter((name) => name.trim() !== "")
      .join("/"),
  )
  .filter((path) => path !== "");

/** Paths that are their own keys: on these nothing is excluded but what the app excludes. */
const PLAIN = /^[abkéσ😀😁1_/&{-]+$/u;

test("exclude what they exclude in the app", { timeout: TIMEOUT_MS }, () => {
  const seen = { excluded: 0, open: 0, refused: 0 };
  fc.assert(
    fc.property(fc.oneof(balanced, anything), fc.array(path, { minLength: 1, maxLength: 12 }), (expression, paths) => {
      const ours = excluded(expression, paths);
      const theirs = inTheApp(expression);
      if (typeof ours === "string") {
        seen.refused++;
        if (ours.includes("bounded time")) expect(expression).toMatch(/\(\?<?[=!]|\\[0-9k]/);
        else if (theirs) expect(ours).toContain("is too large");
        else expect(ours).toContain("is not a regular expression");
        return;
      }
      if (!theirs) {
        // Which names of groups may come again differs between versions of the engine.
        expect(expression).toMatch(/\(\?<n>.*\(\?<n>/);
        return;
      }
      for (const [index, path] of paths.entries()) {
        const expected = theirs.test(path) || theirs.test(`${path}/`);
        seen[expected ? "excluded" : "open"]++;
        if (expected || PLAIN.test(path)) expect([path, ours[index]]).toEqual([path, expected]);
      }
    }),
    effort(4000),
  );
  // Otherwise the expressions above would say nothing.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});

test("take linear time where that engine never ends", { timeout: TIMEOUT_MS }, () => {
  const nested = fc
    .array(fc.constantFrom("(a+)+", "(a*)*", "(a|a)*", "(a|aa)+", "(?:a?){30}a{30}", "([a-b]+a+)+"), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join(""));
  const name = `${"a".repeat(4000)}c`;
  fc.assert(
    fc.property(nested, fc.constantFrom("b$", "$", "[^c]$", "\\/b"), (start, end) => {
      expect(excluded(`^${start}${end}`, [name])).toEqual([false]);
    }),
    effort(100),
  );
});
