// The completions of each shell, sourced by the shell itself and asked to complete. A shell that is not installed is skipped.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { COMMAND_NAMES } from "../../js/cli/command-table.ts";
import { completionsFor } from "../../js/cli/completions/completions.ts";
import { optionsOf } from "../../js/cli/option-table.ts";
import { PROVIDERS } from "../../js/cli/model-providers.ts";
import { changingDefinitions, definitions } from "../../js/vault/definitions.ts";
import { lectern } from "./cli.ts";
import { folderWith } from "./vault.ts";

const TOOLS = [...definitions, ...changingDefinitions].map(({ name }) => name);

let folder: string;
beforeAll(async () => {
  folder = await folderWith({ "My notes/a.md": "x\n", "answer.json": "{}" });
  for (const shell of ["bash", "zsh", "fish"])
    writeFileSync(join(folder, `lectern.${shell}`), completionsFor(shell) ?? "");
});

/** Completes `line` as each shell does, and returns the words that it offers. */
const SHELLS: Readonly<Record<string, (line: string) => string[]>> = {
  bash: (line) => {
    const words = line.split(/ |(?==)|(?<==)/);
    const script = `source lectern.bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
      _lectern; printf '%s\n' "\${COMPREPLY[@]}"`;
    return linesOf(execFileSync("bash", ["--norc", "-c", script], { cwd: folder, encoding: "utf8" }));
  },
  // What compadd is given and would take, as zsh shows it nowhere else. The line is typed in a terminal of its own, and after
  // Tab a key that says that the completion is done.
  zsh: (line) => {
    for (const name of ["found.txt", "done.txt"]) rmSync(join(folder, name), { force: true });
    writeFileSync(
      join(folder, "typed.zsh"),
      `autoload -Uz compinit; compinit -D; source ./lectern.zsh; setopt no_auto_list
compadd() {
  local -a found
  builtin compadd -O found "$@"
  (( $#found )) && print -l -- $found >> found.txt
  builtin compadd "$@"
}
finished() { print yes > done.txt }
zle -N finished; bindkey '^X' finished
print READY
`,
    );
    const script = `zmodload zsh/zpty; zpty -b z 'zsh -f'; zpty -w z 'source ./typed.zsh'; zpty -m z '*READY*'
zpty -n -w z $'${line}\t\x18'; while [[ ! -e done.txt ]]; do sleep 0.02; done; zpty -d z`;
    execFileSync("zsh", ["-f", "-c", script], { cwd: folder });
    const found = join(folder, "found.txt");
    return existsSync(found) ? [...new Set(linesOf(readFileSync(found, "utf8")))] : [];
  },
  fish: (line) => {
    const script = `source lectern.fish; complete -C ${JSON.stringify(line)}`;
    const shown = execFileSync("fish", ["--no-config", "-c", script], { cwd: folder, encoding: "utf8" });
    return linesOf(shown).map((row) => row.split("\t")[0] ?? "");
  },
};
const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");
const sorted = (words: readonly string[]): string[] => [...words].sort();
const longOf = (command: (typeof COMMAND_NAMES)[number]): string[] => optionsOf(command).map(([name]) => `--${name}`);

describe.each(Object.entries(SHELLS))("%s", (shell, complete) => {
  const isHere = spawnSync(shell, ["--version"]).status === 0;
  const here = test.skipIf(!isHere);
  const long = (line: string): string[] => sorted(complete(line).filter((word) => word.startsWith("--")));

  here("completes the commands", () => {
    expect(sorted(complete("lectern "))).toStrictEqual(sorted(COMMAND_NAMES));
    expect(complete("lectern sea")).toStrictEqual(["search"]);
  });

  here("completes the options of the command alone, also after values that are commands", () => {
    for (const command of ["search", "undo", "mcp"] as const)
      expect(long(`lectern ${command} --`)).toStrictEqual(sorted(longOf(command)));
    expect(complete("lectern search --lim")).toStrictEqual(["--limit"]);
    expect(long("lectern --vault call undo --")).toStrictEqual(sorted(longOf("undo")));
    expect(long("lectern -p hi --")).toStrictEqual(sorted(longOf("ask")));
  });

  here("completes words and values", () => {
    expect(sorted(complete("lectern call "))).toStrictEqual(sorted(TOOLS));
    expect(sorted(complete("lectern models "))).toStrictEqual(sorted(PROVIDERS.map(({ id }) => id)));
    expect(sorted(complete("lectern search --color "))).toStrictEqual(["always", "auto", "never"]);
    expect(sorted(complete("lectern mcp --approve "))).toStrictEqual(["accept", "ask"]);
    expect(sorted(complete("lectern call --approve "))).toStrictEqual(["accept", "ask", "plan"]);
    expect(complete("lectern completions f")).toStrictEqual(["fish"]);
  });

  here("completes folders and files", () => {
    expect(complete("lectern search --vault ").map((word) => word.replace(/\/$/, ""))).toStrictEqual(["My notes"]);
    expect(complete("lectern -p hi --output ans")).toStrictEqual(["answer.json"]);
  });
});

test("bash completes what follows an equals sign", () => {
  expect(SHELLS.bash?.("lectern search --color=al")).toStrictEqual(["always"]);
});

test("PowerShell's script has every command and option", () => {
  const script = completionsFor("powershell") ?? "";
  for (const name of COMMAND_NAMES) {
    expect(script).toContain(`'${name}' = [ordered]@{`);
    for (const option of longOf(name)) expect(script).toContain(`'${option}' = @('`);
  }
});

test("are printed for a shell, and no other", async () => {
  expect(await lectern(["completions", "fish"])).toStrictEqual({ code: 0, stdout: completionsFor("fish"), stderr: "" });
  const wrong = "lectern: give a shell: bash, zsh, fish, powershell; see lectern completions --help\n";
  for (const args of [["completions"], ["completions", "tcsh"]])
    expect(await lectern(args)).toStrictEqual({ code: 2, stdout: "", stderr: wrong });
});
