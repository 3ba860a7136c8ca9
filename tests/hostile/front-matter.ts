// Front matter for the hostile tests: ordinary, as people and the app write it; damaged; and made to be misread. All of
// it contains `lectern` or the tag `private`.
import type { Random } from "./choices.ts";

/** Front matter that anything may be wrong with. */
export function hostile(random: Random): string {
  const text = random.one([soup, entries, entries, damaged, damaged, braces])(random);
  const end = random.one(["\n", "\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r", "\u0085", "\u2028"]);
  // Damage may leave half of a surrogate pair, which no file holds.
  return text.replaceAll("\n", end).replace(/[\ud800-\udfff]/gu, "\ufffd");
}

const TOKENS = [
  ..."lectern:|lectern|lectern: false|tags:|tag: |tags: private|private|false|no|off|true|x|b: |: |:|- |-|? |#|# |[|]|{|}".split(
    "|",
  ),
  ...'\n|\n|\n|\n|\n  |\n  |\n    |\n- |\n  - | |  |\t|, |,|"|"|\'|"lec\\x74ern": |\\|\\n|\\\n|\'\'|>-\n|<<: |*a|&a |!!str '.split(
    "|",
  ),
  ..."!!set |!!bool |!<tag:yaml.org,2002:str> |@|`|%|%YAML 1.1\n|...|\n...\n|\n--- |{{x}}|<% x %>|💡|\r|\u0085|\u2028|\ufeff".split(
    "|",
  ),
  ...["|", "|\n", "|2\n", ">", "|-\n    ", " # c: d", "# note: personal\n"],
];

function soup(random: Random): string {
  return random.some(2, 16, () => random.one(TOKENS)).join("");
}

const cased = (random: Random, word: string): string =>
  random.one([word, word, word, word.toUpperCase(), word.slice(0, 1).toUpperCase() + word.slice(1)]);

/** A word in double quotes, with escapes. */
function escaped(random: Random, word: string): string {
  const letters = Array.from(word, (letter) => {
    const hex = (letter.codePointAt(0) ?? 0).toString(16);
    const forms = [letter, letter, letter, `\\x${hex.padStart(2, "0")}`, `\\u${hex.padStart(4, "0")}`];
    return random.one([...forms, `\\U${hex.padStart(8, "0")}`, `\\\n   ${letter}`]);
  });
  return `"${letters.join("")}"`;
}

/** A word of YAML, spelled in one of many ways. */
function spelled(random: Random, word: string): string {
  if (random.below(2) === 0) return word;
  if (random.below(4) === 0) return escaped(random, word);
  const tagged = [`!!str ${word}`, `! ${word}`, `&b !!str ${word}`, `!<tag:yaml.org,2002:str> '${word}'`];
  return random.one([`"${word}"`, `'${word}'`, `&a ${word}`, "*a", `|-\n    ${word}\n `, `>\n  ${word}`, ...tagged]);
}

const FILLERS = [
  "",
  "",
  "",
  "",
  "",
  "# note: personal\n",
  "  # a: b\n",
  "\n",
  " \n",
  "\t\n",
  "#\n",
  "#private\n",
  "...\n",
];

const COLONS = [": ", ": ", ": ", ": ", ": ", ":\t", " : ", ":  # c: d\n  ", ":\n  ", ":\n", ": &v ", ":"];

/** The name of a property, and the colon behind it. */
function named(random: Random, word: string): string {
  const name = spelled(random, cased(random, word));
  const before = random.below(5) === 0 ? random.one(["? ", " "]) : "";
  const after = before === "? " ? random.one(["\n", " # c\n", `\n${random.one(FILLERS)}`]) : "";
  return before + name + after + random.one(COLONS);
}

/** A value that means `word`, or holds it. */
function valued(random: Random, word: string): string {
  const [plain, other] = [spelled(random, cased(random, word)), random.one(OTHERS)];
  const filler = random.one(FILLERS);
  return random.make(
    () => plain,
    () => plain,
    () => `${plain} # since: 2024`,
    () => `[${plain}]`,
    () => `[${other}, ${plain}]`,
    () => `[\n  ${other},\n  ${filler}${plain}\n]`,
    () => `[${other}, # c: ]\n ${plain},]`,
    () => `{${other}, ${plain}}`,
    () => `\n- ${other}\n${filler}- ${plain}`,
    () => `\n  - ${other}\n${filler}  - ${plain} # since: 2024`,
    () => `\n  - "area: home"\n  - https://a.b/c\n  - ${plain}`,
    () => `\n  -\n    ${plain}\n  - [${other}]`,
    () => `\n  - - ${other}\n    - ${plain}`,
    () => `|\n  ${word}\n  ${other}`,
    () => `>-\n\n   ${word}`,
    () => `!!set {${plain}}`,
    () => `!!set\n  ? ${other}\n  ? ${plain}`,
    () => `"${other}, ${word}"`,
    () => `'${other}\n  ${word}'`,
    () => `${other}\n ${word}`,
    () => `!!bool ${plain}`,
    () => "*v",
  );
}

const OTHERS = [
  "x",
  "a b",
  "2024",
  "\"q: 'r'\"",
  "'it''s'",
  "https://a.b",
  "true",
  "~",
  "[y]",
  "{k: v}",
  '"\\""',
  "it's",
  "*a",
  "-",
];

const PLAIN = [
  "title: A b",
  "x: 1",
  "a: [1, 2]",
  "b:\n  c: d",
  "- i",
  "k: |\n  text: t\n # u",
  'q: "a\n  b"',
  "d: 'e: f'",
  "{}",
  "? g",
];

const MARKED = [
  (random: Random) => named(random, "lectern") + valued(random, "false"),
  (random: Random) => named(random, random.one(["tags", "tag"])) + valued(random, "private"),
];

function entries(random: Random): string {
  const parts = random.some(0, 3, () => random.one(PLAIN) + "\n" + random.one(FILLERS));
  const marked = random.one(MARKED)(random) + "\n";
  parts.splice(random.below(parts.length + 1), 0, marked);
  const aliased = ["", "", "", "", "x: &a lectern\n", "x: &a tags\n", "x: &v [private]\n", "x: &v false\n"];
  aliased.push("m: &a {lectern: false}\n<<: *a\n", "m: &a\n  tags: private\n<<: [*a]\n", "<<: {lectern: no}\n");
  return random.one(aliased) + parts.join("");
}

/** The properties in braces, over lines or not. */
function braces(random: Random): string {
  const parts = random.some(0, 2, () => random.one(['"title": "x"', "a: [b, {c: d}]", "'e' : f", "g", '"h":1']));
  const [name, value] = random.one([
    ["lectern", "false"],
    ["tags", "private"],
  ] as const);
  const gap = (): string => random.one(["", " ", "\n", "\n  ", " # c\n"]);
  const given = random.one([spelled(random, value), `[${gap()}x,${gap()}${spelled(random, value)}]`]);
  parts.splice(
    random.below(parts.length + 1),
    0,
    `${gap()}${spelled(random, name)}${gap()}:${random.one([" ", "\n", ""])}${given}`,
  );
  return `${random.one(["", "# a: b\n", "--- ", "!!map "])}{${parts.join("," + gap())}${gap()}}\n`;
}

/** Ordinary front matter after some slips. */
function damaged(random: Random): string {
  let text = random.one([ordinary, entries])(random);
  for (let slips = random.below(4); slips >= 0; slips--) {
    const from = random.below(text.length + 1);
    const lines = text.split("\n");
    const at = random.below(lines.length);
    const line = lines[at] ?? "";
    const withLines = (...inserted: string[]): string =>
      [...lines.slice(0, at), ...inserted, ...lines.slice(at + 1)].join("\n");
    text = random.make(
      () => text.slice(0, from) + random.one(TOKENS) + text.slice(from),
      () => text.slice(0, from) + random.one(TOKENS) + text.slice(from),
      () => text.slice(0, from) + text.slice(from + random.below(5)),
      () => withLines(random.one([" ", "  ", "    ", "\t", "- ", "# "]) + line),
      () => withLines(line.trimStart()),
      () => withLines(),
      () => withLines(random.one(lines), line),
      () => withLines(random.one(FILLERS) + random.one(["lectern: false", "tags: private", "- private"]), line),
    );
  }
  return text;
}

/** Texts that people write: the words that close are among them. */
const TEXTS = [
  "Plan",
  "Lectern: how to say no",
  "private",
  "a private life",
  "It's off, the lectern",
  "false",
  "2024-01-01",
  "C:\\notes\\private",
  "https://a.b/private?tags=c#d",
  "C# and F#",
  "💡 idea, tags",
  "日本語: private",
  "50 % [private]",
  "[[Note#private|x]]",
  "x",
  "- y",
  "null",
];

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/gu, "\\$&")}"`;

/** A text on one line, as it may be written where nothing else follows. */
function line(random: Random): string {
  const text = random.one(TEXTS);
  const isPlain = !/^[-[]|: | #|\\/u.test(text);
  return isPlain && random.below(2) === 0 ? text : random.one([quoted(text), `'${text.replaceAll("'", "''")}'`]);
}

const item = (random: Random): string => random.one([quoted(random.one(TEXTS)), "x", "a b", "it's", "2024", "private"]);

/** Ordinary values, indented by `indent` where they take lines of their own. */
function value(random: Random, indent: string): string {
  const [text, deeper] = [random.one(TEXTS), indent + random.one(["  ", "    "])];
  return random.make(
    () => ` ${line(random)}`,
    () => ` ${line(random)}`,
    () => "",
    () => ` ${line(random)} # ${text}`,
    () => ` [${random.some(0, 3, () => item(random)).join(random.one([",", ", "]))}]`,
    () => ` [${random.some(0, 3, () => `\n${deeper}${item(random)}`).join(", # tags: private")}\n${deeper}]`,
    () => ` {a: ${item(random)}, "b":[${item(random)}]}`,
    () =>
      random
        .some(1, 3, () => `\n${random.one([indent, deeper])}`)
        .map((at, _, [first]) => `${first ?? at}- ${line(random)}`)
        .join(""),
    () => random.some(1, 3, () => `\n${deeper}# ${text}\n${deeper}- ${line(random)}`).join(""),
    () =>
      ` ${random.one(["|", ">", "|-", ">+", "| # c"])}${random.some(1, 3, () => `\n${deeper}${random.one(TEXTS)}`).join("")}`,
    () => ` |\n${deeper}lectern: false\n\n${deeper}  tags: private`,
    () => ` Some words\n${deeper}and more, private or not`,
    () => ` ${quoted(text)}`.replace(" ", ` "Some words\n${deeper}`).replace(/ "(.*\n *)"/su, ' "$1'),
    () => (indent.length > 6 ? " x" : `\n${deeper}${properties(random, deeper, ["a", "lectern", "tags", "b c"])}`),
    () => (indent.length > 6 ? " x" : `\n${deeper}- ${properties(random, `${deeper}  `, ["name", "tags", "type"])}`),
  );
}

function properties(random: Random, indent: string, names: string[]): string {
  const own = names.filter(() => random.below(2) === 0);
  const all = own.length > 0 ? own : names.slice(0, 1);
  return all.map((name) => `${name}:${value(random, indent)}`).join(`\n${indent}`);
}

const NAMES = [
  "title",
  "aliases",
  "Created",
  "private",
  "cssclasses",
  "💡",
  "is read",
  '"quoted key"',
  "up",
  "lecterns",
  "b",
];

/** Front matter that is valid YAML, and that neither `lectern` nor a tag closes. */
export function ordinary(random: Random): string {
  const open = [
    "lectern: true",
    "lectern:",
    "tags: [a, privately]",
    "tags:\n  - a\n  - b/private # private",
    "tag: work",
    "tags:",
  ];
  const parts = random.some(0, 2, () => random.one(open)).filter((_, index) => index === 0);
  parts.splice(random.below(2), 0, properties(random, "", NAMES));
  const text =
    random.one(["", "", "# note: private\n"]) + parts.join(random.one(["\n", "\n\n", "\n# lectern: false\n"]));
  return (random.below(4) === 0 ? text.replaceAll("\n", "\r\n") : text) + "\n";
}
