// The Agent Skill: its front matter follows the convention, and every command in it runs as it is written.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../js/build/tools.mjs";
import { lectern } from "./cli.ts";
import { wordsOf } from "./shell-words.ts";

const SKILL = join(root, "skills/lectern/SKILL.md");
const VAULT = join(root, "tests/fixtures/vault");
const [, frontMatter = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(SKILL, "utf8")) ?? [];

test("has a name that is its folder's, and a description", () => {
  const { name, description, ...others } = parse(frontMatter) as Record<string, string>;
  expect(name).toBe(basename(dirname(SKILL)));
  expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect((description ?? "").length).toBeGreaterThan(50);
  expect((description ?? "").length).toBeLessThan(1025);
  expect(Object.keys(others)).toStrictEqual(["license"]);
});

test("has commands that run", async () => {
  const commands = [...body.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.trim().split("\n"));
  expect(commands.length).toBeGreaterThan(4);
  for (const command of commands) {
    const [npx, program, ...args] = wordsOf(command);
    const { code, stdout } = await lectern(args.map((arg) => (arg === "DIR" ? VAULT : arg)));
    expect([npx, program, code, command]).toStrictEqual(["npx", "lectern", 0, command]);
    expect(stdout).not.toBe("");
  }
});
