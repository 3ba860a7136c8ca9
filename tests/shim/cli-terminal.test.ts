// Questions in a real terminal: what was typed before a question is no answer to it. in_terminal.py makes the terminal.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLI } from "./cli.ts";
import { folderWith } from "./vault.ts";

const IN_TERMINAL = join(import.meta.dirname, "in_terminal.py");
const hasPython = spawnSync("python3", ["-c", "import pty"]).status === 0;

/** A vault with a note, and what runs commands on it in a terminal. */
async function terminal() {
  const [vault, state] = await Promise.all([folderWith({ "a.md": "one\n" }), folderWith()]);
  const env = { ...process.env, XDG_STATE_HOME: state, LOCALAPPDATA: state, TERM: "xterm", NO_COLOR: "1" };
  const run = (ahead: string, answers: string[], ...args: string[]): string => {
    const command = [IN_TERMINAL, JSON.stringify(ahead), JSON.stringify(answers), process.execPath, CLI, ...args];
    const { stdout } = spawnSync("python3", [...command, "--vault", vault], { env, encoding: "utf8" });
    // Without what moves the cursor.
    return stdout.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "");
  };
  const edit = (old: string, text: string) => JSON.stringify({ path: "a.md", edits: [{ old, new: text }] });
  return {
    run,
    change: (ahead: string, answers: string[], old = "one", text = "two") =>
      run(ahead, answers, "call", "edit_file", "--args", edit(old, text)),
    accept: (old: string, text: string) =>
      execFileSync(
        process.execPath,
        [...[CLI, "call", "edit_file", "--args", edit(old, text), "--approve", "accept", "--vault", vault]],
        { env },
      ),
    note: () => readFileSync(join(vault, "a.md"), "utf8"),
  };
}

test.runIf(hasPython)("what was typed before the question is dropped", async () => {
  const { change, note } = await terminal();
  for (const ahead of ["y\n", "y\ny\ny\n", "yes\n\n", "1\n"]) {
    expect(change(ahead, ["n\n"]), ahead).toContain("rejected the change");
    expect(note(), ahead).toBe("one\n");
  }
  // A line without its end: Enter alone rejects.
  expect(change("y", ["\n"])).toContain("rejected the change");
  expect(note()).toBe("one\n");
  expect(change("n\n", ["y\n"])).toContain('changed "a.md": 1 change');
  expect(note()).toBe("two\n");
});

test.runIf(hasPython)("an answer is for one question, and each stands in a line of its own", async () => {
  const { run, accept, note } = await terminal();
  accept("one", "two");
  accept("two", "three");
  const shown = run("", ["y\ny\ny\n", "n\n"], "undo", "--all");
  expect(shown.match(/Undo this change\?/g)).toHaveLength(2);
  expect(note()).toBe("two\n");
  expect(shown.match(/^.*Undo this change\?/gm)).toEqual(["Undo this change?", "Undo this change?"]);
  expect(shown).toContain('in "a.md", 1 line that the change removed comes back, and 1 line that it added goes\n');
});

test.runIf(hasPython)("the end of the input is no approval", async () => {
  const { change, note } = await terminal();
  expect(change("", ["\x04"])).toContain("rejected the change");
  expect(note()).toBe("one\n");
});
