// The examples of the help run as they are written, and the man page has all of it.
import { join } from "node:path";
import { expect, test } from "vitest";
import { manPage } from "../../js/build/npm-package.mjs";
import { root } from "../../js/build/tools.mjs";
import { type Command, COMMAND_NAMES, COMMANDS } from "../../js/cli/command-table.ts";
import { OPTION_NAMES } from "../../js/cli/option-table.ts";
import { parse, refuseOthers } from "../../js/cli/options.ts";
import { ended, lectern, start } from "./cli.ts";
import { wordsOf } from "./shell-words.ts";

const VAULT = join(root, "tests/fixtures/vault");

/** Those that ask a server, serve, undo what was not changed or verify what was not saved are only parsed. */
const isRun = (example: string): boolean => !/ --model | --embeddings | mcp | models| undo [^-]| verify /.test(example);

const EXAMPLES = COMMAND_NAMES.flatMap((name) =>
  COMMANDS[name].examples.map((example): [string, Command] => [example, name]),
);

test.each(EXAMPLES)("%s is right", async (example, name) => {
  const [program, ...args] = wordsOf(example.replace(/^[^|]+\| /, ""));
  expect(program).toBe("lectern");
  const typed = parse(args);
  expect(() => refuseOthers(name, typed)).not.toThrow();
  expect(typed.values.prompt === undefined ? typed.positionals[0] : "ask").toBe(name);
  if (!isRun(example)) return;
  const { code, stdout } = await ended(start(args, { env: { ...process.env, LECTERN_VAULT: VAULT } }));
  expect(code).toBe(0);
  expect(stdout).not.toBe("");
});

test("the man page has every command, option and example", async () => {
  const help = JSON.parse((await lectern(["help", "--json"])).stdout) as Parameters<typeof manPage>[0];
  const man = manPage(help, "1.2.3").replaceAll("\\-", "-");
  expect(man).toMatch(/^\.TH LECTERN 1 "" "lectern 1\.2\.3"\n\.SH NAME\nlectern - /);
  for (const name of COMMAND_NAMES) expect(man).toContain(`\n.SS ${name}\n`);
  for (const name of OPTION_NAMES) expect(man).toContain(`--${name}`);
  for (const [example] of EXAMPLES) expect(man).toContain(`\n${example}\n`);
  for (const line of man.split("\n")) expect(line).toMatch(/^(?!\.(?!TH |SH |SS |PP$|TP$|B |nf$|fi$)|')/);
});
