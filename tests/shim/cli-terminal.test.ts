// Questions in a real terminal: what was typed before a question is no answer to it. in_terminal.py makes the terminal.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openAi } from "../standins/openai.ts";
import { server as model, useServer } from "../standins/server.ts";
import { CLI, ended } from "./cli.ts";
import { named } from "./prompt.ts";
import { folderWith } from "./vault.ts";

const IN_TERMINAL = join(import.meta.dirname, "in_terminal.py");
const hasPython = spawnSync("python3", ["-c", "import pty"]).status === 0;

/** A vault with a note, and what runs commands on it in a terminal. */
async function terminal(text = "one\n") {
  const [vault, state] = await Promise.all([folderWith({ "a.md": text }), folderWith()]);
  const env = { ...process.env, XDG_STATE_HOME: state, LOCALAPPDATA: state, TERM: "xterm", NO_COLOR: "1" };
  /** How the command ended, and what the terminal showed. */
  const end = async (ahead: string, answers: string[], ...args: string[]) => endBy([], ahead, answers, ...args);
  /** The same, started by the program that `start` names. */
  const endBy = async (start: string[], ahead: string, answers: string[], ...args: string[]) => {
    const typed = [JSON.stringify(ahead), JSON.stringify(answers)];
    const command = [IN_TERMINAL, ...typed, ...start, process.execPath, CLI, ...args];
    const { code, stdout } = await ended(spawn("python3", [...command, "--vault", vault], { env }));
    // Without what moves the cursor.
    return { code, shown: stdout.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "") };
  };
  const run = async (ahead: string, answers: string[], ...args: string[]): Promise<string> =>
    (await end(ahead, answers, ...args)).shown;
  const edit = (old: string, text: string) => JSON.stringify({ path: "a.md", edits: [{ old, new: text }] });
  return {
    ...{ run, end, endBy },
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
    expect(await change(ahead, ["n\n"]), ahead).toContain("rejected the change");
    expect(note(), ahead).toBe("one\n");
  }
  // A line without its end: Enter alone rejects.
  expect(await change("y", ["\n"])).toContain("rejected the change");
  expect(note()).toBe("one\n");
  // The letters of a version are for models.
  expect(await change("n\n", ["y\n"])).toMatch(/^changed "a\.md": 1 change$/m);
  expect(note()).toBe("two\n");
});

test.runIf(hasPython)("an answer is for one question, and each stands in a line of its own", async () => {
  const { run, accept, note } = await terminal();
  accept("one", "two");
  accept("two", "three");
  const shown = await run("", ["y\ny\ny\n", "n\n"], "undo", "--all");
  expect(shown.match(/undo this change\?/g)).toHaveLength(2);
  expect(note()).toBe("two\n");
  expect(shown.match(/^.*undo this change\?/gm)).toEqual([
    "Change 1 of 2: undo this change?",
    "Change 2 of 2: undo this change?",
  ]);
  // The letters of a version are for models.
  expect(shown).toMatch(/^changed "a\.md": 1 change$/m);
  expect(shown).toContain('in "a.md", 1 line that the change removed comes back, and 1 line that it added goes\n');
});

test.runIf(hasPython)("an undo says what comes back and what goes", async () => {
  const { accept, run } = await terminal("one\n2\n");
  accept("2\n", "2\n3\n");
  expect(await run("", ["n\n"], "undo")).toContain('in "a.md", 1 line that the change added goes\n');
  accept("3\n", "");
  expect(await run("", ["n\n"], "undo")).toContain('in "a.md", 1 line that the change removed comes back\n');
});

test.runIf(hasPython)("parts are numbered, and can be accepted alone", async () => {
  const { run, note } = await terminal("one\n2\n3\n4\n5\n6\n7\n8\n9\nten\neleven\n");
  const edits = [
    { old: "one\n", new: "1\n" },
    { old: "ten\neleven", new: "10\n11" },
  ];
  const shown = await run("", ["2\n"], "call", "edit_file", "--args", JSON.stringify({ path: "a.md", edits }));
  expect(shown).toContain("Part 1 of 2: line 1\nPart 2 of 2: lines 10-11\nMake this change? [y/N, or parts: 1-2]");
  expect(note()).toBe("one\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
});

test.runIf(hasPython)("the end of the input is no approval", async () => {
  const { change, note } = await terminal();
  expect(await change("", ["\x04"])).toContain("rejected the change");
  expect(note()).toBe("one\n");
});

describe.runIf(hasPython)("Ctrl+C at a question ends the command with 130, and nothing is written", () => {
  useServer(openAi);
  const asked = (shown: string): number => shown.split("[y/N").length - 1;
  const edit = (old: string, text: string) => ({
    call: "edit_file",
    args: { path: "a.md", edits: [{ old, new: text }] },
  });

  test.each([
    ["a call", []],
    // As shells start a command in the background.
    ["a call to which no signal comes", ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]],
  ])("of %s, which says nothing more", async (_, start) => {
    const { endBy, note } = await terminal();
    const args = ["call", "edit_file", "--args", JSON.stringify(edit("one", "two").args)];
    const { code, shown } = await endBy(start, "", ["\x03"], ...args);
    expect([code, asked(shown), note()]).toStrictEqual([130, 1, "one\n"]);
    expect(shown).toMatch(/\[y\/N\] \n$/);
  });

  test("of an undo, which leaves the other changes", async () => {
    const { accept, end, note } = await terminal();
    accept("one", "two");
    accept("two", "three");
    const { code, shown } = await end("", ["\x03"], "undo", "--all");
    expect([code, asked(shown), note()]).toStrictEqual([130, 1, "three\n"]);
  });

  test("of a prompt that asked about several, of which each is numbered", async () => {
    const { end, note } = await terminal();
    model.script(
      { parts: [edit("one", "two"), edit("two", "three"), edit("none", "three")] },
      { parts: [edit("two", "four")] },
    );
    const { code, shown } = await end(
      "",
      ["y\n", "n\n", "\x03"],
      "-p",
      "Change it",
      "--approve",
      "ask",
      ...named(model),
    );
    expect(shown.match(/^.*make this change\? \[y\/N\]/gim)).toStrictEqual([
      "Change 1 of 3: make this change? [y/N]",
      "Change 2 of 3: make this change? [y/N]",
      "Make this change? [y/N]",
    ]);
    expect([code, note()]).toStrictEqual([130, "two\n"]);
  });

  test("of a prompt: no other change is asked about, and the model is not asked again", async () => {
    const { end, note } = await terminal();
    const told = { parts: ["Both are made."] };
    model.script({ parts: [edit("one", "two"), edit("one", "three")] }, told, told);
    const { code, shown } = await end("", ["\x03", "\x03"], "-p", "Change it", "--approve", "ask", ...named(model));
    expect([code, asked(shown), model.turns.length, note()]).toStrictEqual([130, 1, 1, "one\n"]);
    expect(shown).toMatch(/\[y\/N\] \nThe prompt was interrupted\.\n$/);
  });
});
