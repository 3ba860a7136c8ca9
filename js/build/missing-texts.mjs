// `node js/build/missing-texts.mjs [CODE]` prints the texts of the interface that a language lacks, as JSON to fill in;
// without a code, how many each lacks. tests/shim/locales.test.ts holds that none lacks any.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { readLocales } from "./locales.mjs";
import { main, root, tell } from "./tools.mjs";

/** Where texts are the interface's. */
const folder = join(root, "js");

/**
 * All texts in js/: the argument of `t`, or both of `counted` with `|` between. Throws if one is no plain literal.
 * @returns {string[]}
 */
export function textsInCode() {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const texts = names
    .filter((name) => name !== join("base", "translate.ts"))
    .flatMap((name) => textsIn(name, readFileSync(join(folder, name), "utf8")));
  return [...new Set(texts)].sort();
}

/**
 * @param {string} name
 * @param {string} code
 */
export function textsIn(name, code) {
  /** @type {string[]} */
  const texts = [];
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const imported = file.statements.some(
    (one) => ts.isImportDeclaration(one) && /translate\.ts.$/.test(one.moduleSpecifier.getText()),
  );
  if (!imported) return texts;
  const literal = (/** @type {ts.Node | undefined} */ node) => {
    if (node && ts.isStringLiteral(node)) return node.text;
    throw new Error(`${name}: ${node?.getText() ?? "a text"} is not a plain string literal`);
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [first, second, third] = node.arguments;
      if (node.expression.text === "t") texts.push(literal(first));
      if (node.expression.text === "counted" && first) texts.push(`${literal(second)}|${literal(third)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts;
}

/** @param {string} code */
export function missingIn(code) {
  const locale = readLocales()[code] ?? {};
  return textsInCode().filter((text) => locale[text] === undefined);
}

await main(import.meta.url, () => {
  const [code] = process.argv.slice(2);
  if (code === undefined) {
    for (const each of Object.keys(readLocales())) tell(`${each}: ${missingIn(each).length}`);
    return;
  }
  const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  const forms = Object.fromEntries(categories.map((category) => [category, ""]));
  const empty = missingIn(code).map((text) => [text, text.includes("|") ? forms : ""]);
  tell(JSON.stringify(Object.fromEntries(empty), undefined, 2));
});
