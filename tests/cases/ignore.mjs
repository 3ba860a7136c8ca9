// Records what `git check-ignore` says of patterns and paths into ignore.tsv, which tests/core/ignore.rs replays.
//
//   node tests/cases/ignore.mjs > tests/cases/ignore.tsv          (git 2.47.3, Linux, a file system that tells cases apart)
//   node tests/cases/ignore.mjs <seed> <groups> > elsewhere.tsv   more of the random ones, to look for differences
//
// Columns: mode (`exact` is core.ignorecase=false, `fold` is true), the patterns as a JSON string, the path as a JSON
// string, `file` or `folder`, `closed` or `open`. A path with a file where another has a folder is left out.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const [seed = "1", groups = "90"] = process.argv.slice(2);
let state = Number(seed);

/** A whole number below `n`, by mulberry32. */
function below(n) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
}

const pick = (list) => list[below(list.length)];

/** Written by hand: one feature each. Patterns, then paths; a slash behind a path makes it a folder. */
const TABLE = [
  ["", ["a", "a/b"]],
  ["# a\n#b\n\\#c\n", ["a", "# a", "#b", "b", "#c", "\\#c"]],
  ["*\n!b\n!/d/\n", ["a", "b", "c/b", "d/", "d/b", "d/e"]],
  ["\\!a\n!b\n!!c\n", ["!a", "a", "b", "c", "!c"]],
  ["a \nb\\ \nc\\  \nd \\ \n", ["a", "a ", "b", "b ", "c", "c ", "c  ", "d", "d  "]],
  [" a\n\\ b\n", [" a", "a", " b", "b"]],
  ["a\\\\ \nb\\\n", ["a\\", "a\\ ", "b", "b\\"]],
  ["foo\n", ["foo", "foo/", "x/foo", "x/y/foo/", "x/y/foo/z", "foobar", "Foo"]],
  ["/foo\n", ["foo", "x/foo", "foo/x"]],
  ["foo/\n", ["foo", "x/foo/", "x/foo/y/z", "y/foo"]],
  ["/foo/\n", ["foo/", "foo/x", "x/foo/"]],
  ["a/b\n", ["a/b", "x/a/b", "a/b/c", "a/bc"]],
  ["a/b/\n", ["a/b/", "a/b/c", "x/a/b/"]],
  ["*.md\n!keep.md\n", ["a.md", "keep.md", "x/keep.md", "x/a.md", ".md", "a.mdx"]],
  ["private/\n!private/ok.md\n", ["private/", "private/ok.md", "private/x", "x/private/ok.md"]],
  ["private/*\n!private/ok.md\n", ["private/", "private/ok.md", "private/x", "private/y/ok.md", "x/private/z"]],
  ["/*\n!/a\n/a/*\n!/a/b\n", ["a/", "a/b/", "a/b/c", "a/c", "d", "x/a/b"]],
  ["*\n!*/\n!*.md\n", ["a.md", "a.txt", "x/", "x/a.md", "x/a.txt", "x/y/z.md"]],
  ["!a\na\n", ["a", "x/a"]],
  ["a\n!a\n", ["a", "x/a", "a/"]],
  ["a\n!a\na/b\n", ["a/", "a/b", "a/c", "x/a/b"]],
  ["**/foo\n", ["foo", "a/foo", "a/b/foo", "afoo", "a/bfoo"]],
  ["**/a/b\n", ["a/b", "x/a/b", "x/y/a/b", "xa/b"]],
  ["a/**\n", ["a/", "a/b", "a/b/c", "x/a/b", "ab"]],
  ["a/**/\n", ["a/", "a/b", "a/c/", "a/c/d"]],
  ["a/**/b\n", ["a/b", "a/x/b", "a/x/y/b", "a/xb", "ab", "x/a/b"]],
  ["a/**b\n", ["a/b", "a/xb", "a/x/b"]],
  ["a**/b\n", ["a/b", "ax/b", "a/x/b", "ax/y/b", "ab"]],
  ["*a**/b\n", ["a/b", "xa/b", "xay/b", "a/x/b", "ab"]],
  ["a**b\n", ["ab", "axb", "a/b", "x/axyb"]],
  ["**\n", ["a", "a/b"]],
  ["**/\n", ["a", "b/", "b/c"]],
  ["/**\n", ["a", "b/c"]],
  ["***/a\n", ["a", "x/a", "x/y/a"]],
  ["x/***/a\n", ["x/a", "x/y/a", "x/y/z/a"]],
  ["**/**/a\n", ["a", "x/a", "x/y/z/a"]],
  ["a/**\\/b\n", ["a/b", "a/x/b", "a/x/y/b"]],
  ["*/a\n", ["a", "x/a", "x/y/a"]],
  ["a/*/b\n", ["a/b", "a/x/b", "a/x/y/b"]],
  ["a/*\n!a/b\n", ["a/b", "a/c", "a/d/", "a/d/e"]],
  ["a?c\n", ["abc", "ac", "a/c", "abbc", "a\u00e9c"]],
  ["a??c\n", ["a\u00e9c", "abbc", "a\ud55cc"]],
  ["?\n", ["a", "b/", "b/cc", "dd", "\u00e9"]],
  ["[a-c]x\n", ["ax", "bx", "dx", "Ax", "-x"]],
  ["[!a-c]x\n", ["ax", "dx", "x", "/x", "Bx"]],
  ["[^a]x\n", ["ax", "bx", "^x"]],
  ["[]a]x\n", ["]x", "ax", "bx"]],
  ["[!]a]x\n", ["]x", "ax", "bx"]],
  ["[a-]x\n[-b]y\n", ["ax", "-x", "bx", "-y", "by", "ay"]],
  ["[a\\]b]x\n", ["ax", "]x", "bx", "\\x"]],
  ["[\\\\]x\n", ["\\x", "x", "ax"]],
  ["[a\\-c]x\n", ["ax", "bx", "-x", "cx"]],
  ["[c-a]x\n", ["ax", "bx", "cx"]],
  ["[a-c-e]x\n", ["bx", "dx", "-x", "ex"]],
  ["[[:digit:]]x\n", ["1x", "ax"]],
  ["[[:upper:][:digit:]_]x\n", ["1x", "Ax", "ax", "_x"]],
  ["[[:alpha:]-z]x\n", ["ax", "-x", "zx", "1x"]],
  ["[[:space:]]x\n[[:punct:]]y\n", [" x", "ax", "-y", "ay"]],
  ["[[:bogus:]]x\n", ["ax", "[x", ":x"]],
  ["[[:alpha]x\n", ["ax", ":x", "[x", "zx"]],
  ["[[:]x\n[[::]y\n", ["[x", ":x", "[y", ":y"]],
  ["[[.a.]]x\n", ["ax", ".]x", "a]x", "[]x"]],
  ["[a\n[\n[]\n[!\n", ["a", "[a", "[", "[]", "[!"]],
  ["a[/]b\n", ["a/b", "a[/]b"]],
  ["a[!x]b\n", ["a/b", "ayb", "axb"]],
  ["[\u00e9]x\n", ["\u00e9x", "ex"]],
  ["\u00e9*\n", ["\u00e9a", "e\u0301a", "\u00c9a"]],
  ["\ube44\ubc00/\n", ["\ube44\ubc00/", "\ube44\ubc00/a", "x/\ube44\ubc00/a"]],
  ["\\a\\b\n\\*c\nd\\?\n", ["ab", "\\a\\b", "*c", "xc", "d?", "dx"]],
  ["a\\/b\n", ["a/b", "x/a/b"]],
  ["a\r\nb/\r\n!c\r\nc \r\n", ["a", "b/", "b/x", "c", "c ", "a\\r"]],
  ["\ufeffa\nb\n", ["a", "b", "\ufeffa"]],
  ["a\n\ufeffb\n", ["a", "b", "\ufeffb"]],
  ["\ufeff# a\n", ["# a", "\ufeff# a"]],
  ["a\0b\nc\n\0d\n", ["a", "c", "d", "ab"]],
  ["a", ["a", "b"]],
  ["a\r", ["a", "b"]],
  ["/\n//\n!\n!/\n", ["a", "b/c"]],
  ["//a\na//b\n", ["a", "a/b", "x/a"]],
  ["./a\n../b\n", ["a", "b", "x/a"]],
  ["a/.\nb/..\n", ["a/b", "b/c"]],
  ["$a\n\\$b\n!$c\n", ["$a", "a", "$b", "b", "$c"]],
  ["*a*b*c\n", ["abc", "xaybzc", "acb", "abcd", "x/abc"]],
  ["*/b*/*c\n", ["a/b/c", "a/bx/yc", "b/c", "a/b/x/c"]],
  ["**/a/**/a/**/a\n", ["a/a/a", "a/x/a/a", "x/a/a", "a/a", "a/a/x"]],
  ["a/**/b/**/c\n", ["a/b/c", "a/x/b/y/c", "a/b/b/c", "a/c", "a/b/x/y"]],
  ["{a,b}\n~x\n", ["a", "{a,b}", "~x"]],
  ["a\tb\n\ta\n", ["a", "ab"]],
  ["PRIVATE\n", ["PRIVATE/", "PRIVATE/x", "private/x", "Private"]],
  ["*.MD\n!Keep.md\n", ["a.MD", "a.md", "keep.md", "Keep.md", "KEEP.MD"]],
  ["Work/*/Plan\n", ["Work/a/Plan", "work/A/plan", "WORK/x/y/PLAN"]],
  ["[a-c][X-Z]\n", ["aX", "AX", "ax", "Cz", "dz"]],
  ["[[:upper:]]1\n[[:lower:]]2\n", ["a1", "A1", "a2", "A2"]],
];

const NAMES = ["a", "b", "ab", "ba", "abc", "a.md", "b.md", "A", "aB", "c"];
const PARTS = ["a", "b", "c", "ab", ".md", "*", "*", "?", "**", "[ab]", "[!a]", "[b-c]", "\\a", "A", "[[:alpha:]]"];
/** In git's own folding, upper case behind a backslash never matches, nor does it by itself in a set. */
const PLAIN = PARTS.filter((part) => part !== "\\a");

function pattern(parts) {
  const names = Array.from({ length: 1 + below(3) }, () =>
    below(4) === 0 ? "**" : Array.from({ length: 1 + below(3) }, () => pick(parts)).join(""),
  );
  return [below(4) === 0 && "!", below(4) === 0 && "/", names.join("/"), below(4) === 0 && "/"].filter(Boolean).join("");
}

function randomCase(parts) {
  const patterns = Array.from({ length: 1 + below(4) }, () => pattern(parts));
  const path = () => Array.from({ length: 1 + below(4) }, () => pick(NAMES)).join("/") + (below(3) === 0 ? "/" : "");
  return [`${patterns.join("\n")}\n`, Array.from({ length: 5 }, path)];
}

/** Which of `paths` git ignores by `patterns`, and what each is. */
function ask(patterns, paths, ignoreCase) {
  const root = mkdtempSync(join(tmpdir(), "ignore-"));
  try {
    const git = (args, input) =>
      execFileSync("git", ["-C", root, "-c", `core.ignorecase=${ignoreCase}`, "-c", "core.excludesFile=/dev/null", ...args], {
        input,
        encoding: "utf8",
        stdio: ["pipe", "pipe", "pipe"],
      });
    git(["init", "--quiet", "--template="]);
    const made = [];
    for (const given of paths) {
      const path = given.replace(/\/$/, "");
      try {
        if (given === path) {
          mkdirSync(dirname(join(root, path)), { recursive: true });
          writeFileSync(join(root, path), "", { flag: "wx" });
        } else {
          mkdirSync(join(root, path), { recursive: true });
        }
        made.push([path, given === path ? "file" : "folder"]);
      } catch (error) {
        if (!["EEXIST", "ENOTDIR", "EISDIR"].includes(error.code)) throw error;
      }
    }
    // Written last, so that no path is that file.
    writeFileSync(join(root, ".gitignore"), patterns);
    let closed = "";
    // Behind "./" a leading ":" is no pathspec magic.
    try {
      closed = git(["check-ignore", "--no-index", "--stdin", "-z"], made.map(([path]) => `./${path}\0`).join(""));
    } catch (error) {
      // 1: none is ignored.
      if (error.status !== 1) throw error;
    }
    const ignored = new Set(closed.split("\0"));
    return made.map(([path, kind]) => [path, kind, ignored.has(`./${path}`) ? "closed" : "open"]);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const lines = new Set();
function record(mode, [patterns, paths]) {
  for (const [path, ...rest] of ask(patterns, paths, mode === "fold")) {
    lines.add([mode, JSON.stringify(patterns), JSON.stringify(path), ...rest].join("\t"));
  }
}

/** What a twin forgives beyond case, and what git's folding cannot match, is no matter for `fold`. */
const foldable = ([patterns, paths]) =>
  !/[^\x20-\x7e\n\r]|\\[A-Za-z]/.test(patterns + paths.join("\n")) && !/[. ](\n|\r|\/|$)|(^|\n|\/) |:/.test(paths.join("\n"));

for (const group of TABLE) {
  record("exact", group);
  if (foldable(group)) record("fold", group);
}
for (let index = 0; index < Number(groups); index += 1) {
  record("exact", randomCase(PARTS));
  record("fold", randomCase(PLAIN));
}
process.stdout.write(`${[...lines].join("\n")}\n`);
