// The examples of `lectern --help` and of the man page run as they are written.
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { manPage } from "../../js/build/npm-package.mjs";
import { root } from "../../js/build/tools.mjs";
import { OPTIONS } from "../../js/cli/options.ts";
import { lectern } from "./cli.ts";
import { wordsOf } from "./shell-words.ts";

const VAULT = join(root, "tests/fixtures/vault");

let usage = "";
beforeAll(async () => {
  usage = (await lectern(["--help"])).stdout;
});

/** The commands below "Examples", as a shell splits them. */
const examples = (): string[][] => (usage.split("Examples:\n")[1] ?? "").trim().split("\n").map(wordsOf);

test("each example of the help runs and prints something", async () => {
  expect(examples().length).toBeGreaterThan(5);
  for (const [program, ...args] of examples()) {
    const { code, stdout } = await lectern(args.map((arg) => (arg === "DIR" ? VAULT : arg)));
    expect([program, args, code]).toStrictEqual(["lectern", args, 0]);
    expect(stdout).not.toBe("");
  }
});

test("the help and the man page have every option, and the man page every example", () => {
  const man = manPage(usage, "1.2.3").replaceAll("\\-", "-");
  expect(man).toMatch(/^\.TH LECTERN 1 "" "lectern 1\.2\.3"\n\.SH NAME\nlectern - /);
  // The older way to name the provider.
  for (const name of Object.keys(OPTIONS).filter((name) => name !== "provider")) {
    expect(usage).toContain(`--${name}`);
    expect(man).toContain(`--${name}`);
  }
  for (const line of (usage.split("Examples:\n")[1] ?? "").trim().split("\n"))
    expect(man).toContain(`\n${line.trim()}\n`);
  for (const line of man.split("\n")) expect(line).toMatch(/^(?!\.(?!TH |SH |PP$|TP$|B |nf$|fi$)|')/);
});
