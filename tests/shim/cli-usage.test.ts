// Wrong usage of the command line, and its usage text. Needs pkg/cli.mjs, which built.ts makes.
import { describe, expect, test } from "vitest";
import { changingDefinitions, definitions } from "../../js/vault/definitions.ts";
import manifest from "../../manifest.json" with { type: "json" };
import { COMMAND_NAMES, COMMANDS } from "../../js/cli/command-table.ts";
import { commandText } from "../../js/cli/help.ts";
import { OPTION_NAMES, OPTIONS } from "../../js/cli/option-table.ts";
import { parse } from "../../js/cli/options.ts";
import { CLI, lectern } from "./cli.ts";

const ALL = [...definitions, ...changingDefinitions];
const NAMES =
  "read_file, list_files, search_notes, links, edit_file, write_file, edit_properties, move_file, delete_file";

const NO_VAULT = "no vault: neither this folder nor one above it has .obsidian; add --vault DIR, or set LECTERN_VAULT";
const A = '{"path": "a.md"}';

const to = (...options: string[]) => ["call", "read_file", "--args", A, ...options];

describe("a wrong use", () => {
  test.each<[string, string[]]>([
    ["no command given; see lectern --help", []],
    ['unknown command "cat"; see lectern --help', ["cat"]],
    ['unknown command "serach"; did you mean search?', ["serach", "lamp", "--vault", "."]],
    ['unknown option "--jsno"; did you mean --json?', to("--vault", ".", "--jsno")],
    ['unknown option "--max-byte"; did you mean --max-bytes?', to("--vault", ".", "--max-byte=8")],
    ['unknown option "--zzzzz"; see lectern call --help', to("--vault", ".", "--zzzzz", "x")],
    ['no vault at "/no/such/folder": no such file or folder', to("--vault", "/no/such/folder")],
    [`no tool given; the tools are ${NAMES}`, ["call"]],
    [`unknown tool "rm"; the tools are ${NAMES}`, ["call", "rm"]],
    [NO_VAULT, to()],
    ["--vault is empty; give a folder", to("--vault", "")],
    ["--limit needs a value: --limit N", ["search", "lamp", "--limit"]],
    ['--limit needs a value: --limit N; if it is "--json", write --limit=--json', ["search", "--limit", "--json"]],
    ["--json takes no value", to("--json=yes")],
    ['unknown option "--limt"; did you mean --limit?', ["search", "lamp", "--limt", "3"]],
    ['unknown option "--modle"; did you mean --model?', ["-p", "--modle", "openai/m"]],
    ['unknown command "serch"; did you mean search?', ["help", "serch"]],
    ['no arguments given; add --args \'{"path": "Notes/a.md"}\'', ["call", "read_file", "--vault", "."]],
    ['unexpected argument "a.md"', to("a.md", "--vault", ".")],
    ['unexpected argument "read_file"', ["tools", "read_file"]],
  ])("says %s in one line, and ends with 2", async (message, args) => {
    const { code, stdout, stderr } = await lectern(args);
    expect([code, stdout, stderr]).toStrictEqual([2, "", `lectern: ${message}\n`]);
  });

  test.each<[string, string[]]>([
    ["a vault that is not there", ["--vault", "/no/such/folder"]],
    ["a vault that is a file", ["--vault", CLI]],
    ["a vault without a name", ["--vault", ""]],
    ["an unknown option", ["--vault", ".", "--max-byte", "8"]],
    ["an option without its value", ["--vault"]],
    ...["-1", "1.5", "1e3", "many", "", " 8", "99999999999", "0x10"].map((bytes): [string, string[]] => [
      `--max-bytes=${bytes}`,
      ["--vault", ".", `--max-bytes=${bytes}`],
    ]),
    ...["", " ", "../b", "C:\\b"].map((name): [string, string[]] => [
      `--protect=${name}`,
      ["--vault", ".", `--protect=${name}`],
    ]),
  ])("such as %s prints nothing on standard output, and ends with 2", async (_, options) => {
    const { code, stdout, stderr } = await lectern(to(...options));
    expect([code, stdout]).toStrictEqual([2, ""]);
    expect(stderr).toMatch(/^lectern: .+\n$/);
  });
});

describe("an option of another command", () => {
  test.each<[string, string[]]>([
    ['-p belongs to "ask", not to "mcp"', ["mcp", "-p", "Hi", "--vault", "."]],
    ['-o belongs to "ask", not to "search"', ["search", "lamp", "-o", "x"]],
    ['--output belongs to "ask", not to "search"', ["search", "lamp", "--output", "x"]],
    ['--limit belongs to "search" and "related", not to a prompt (-p)', ["-p", "lamp", "--limit", "3"]],
    ['--args belongs to "call", not to "search"', ["search", "lamp", "--vault", ".", "--args", "x"]],
    ['--regex belongs to "search", not to "call"', to("--vault", ".", "--regex")],
    ['--limit belongs to "search" and "related", not to "ask"', ["ask", "lamp", "--vault", ".", "--limit", "3"]],
    ['--numbering belongs to "search" and "call", not to "ask"', ["ask", "lamp", "--numbering", "compact"]],
    ['--model belongs to "ask" and "doctor", not to "search"', ["search", "lamp", "--model", "openai/m"]],
    [
      '--vault belongs to "ask", "search", "related", "why", "call", "undo", "verify", "doctor", "index", "embed" and "mcp", not to "tools"',
      ["tools", "--vault", "."],
    ],
  ])("is refused: %s", async (message, args) => {
    const { code, stdout, stderr } = await lectern(args);
    expect([code, stdout, stderr]).toStrictEqual([2, "", `lectern: ${message}\n`]);
  });
});

describe("a word that begins with a hyphen", () => {
  const PUT = 'put words inside the quotes of the others, or after "--"';

  test.each([
    ["search", "-wick", PUT],
    ["ask", "-wick", PUT],
    ["search", "-x", PUT],
    ["search", "-limit", `did you mean --limit? Else ${PUT}`],
    // No group of short options, and no value without a space.
    ["ask", "-prompt", `did you mean --prompt? Else ${PUT}`],
  ])("is no option of %s, as %s, and it is said what to do", async (command, word, how) => {
    const { code, stdout, stderr } = await lectern([command, "--vault", ".", "lamp", word]);
    expect([code, stdout, stderr]).toStrictEqual([2, "", `lectern: "${word}" is not an option; ${how}\n`]);
  });

  test("is the value of an option if no option is called so", () => {
    expect(parse(["search", "--sort", "-due", "--limit", "-5"]).values).toMatchObject({ sort: "-due", limit: "-5" });
    expect(parse(["-p", "- which?", "--model", "openai/m"]).values).toMatchObject({ prompt: "- which?" });
    expect(parse(["-p", "--which pane is thinner?"]).values).toMatchObject({ prompt: "--which pane is thinner?" });
    expect(parse(["call", "read_file", "--args", "-"]).values).toMatchObject({ args: "-" });
  });
});

describe("help", () => {
  test.each([[["--help"]], [["-h"]], [["help"]]])("is an overview for %j", async (args) => {
    const { code, stdout, stderr } = await lectern(args);
    expect([code, stderr]).toStrictEqual([0, ""]);
    for (const name of COMMAND_NAMES) expect(stdout).toContain(COMMANDS[name].summary.slice(0, 30));
    expect(stdout.split("\n").length).toBeLessThan(60);
  });

  test.each(COMMAND_NAMES.map((name) => [name]))("on %s has its usage, its options and two examples", (name) => {
    const text = commandText(name);
    const [, said = ""] = text.split("\nOptions:\n");
    for (const option of OPTION_NAMES) {
      const isOwn = (OPTIONS[option].of as readonly string[]).includes(name);
      expect(new RegExp(`^  (?:-., )?--${option}(?: |$)`, "m").test(said), option).toBe(isOwn);
    }
    expect(text.startsWith("usage: lectern ")).toBe(true);
    expect(
      text
        .split("\nExamples:\n")[1]
        ?.split("\n")
        .filter((line) => line.startsWith("  ")),
    ).toHaveLength(2);
    for (const line of said.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("is the same by the three ways to ask for it", async () => {
    const shown = { code: 0, stdout: `${commandText("search")}\n`, stderr: "" };
    for (const args of [
      ["search", "--help"],
      ["help", "search"],
      ["search", "lamp", "-h"],
    ])
      expect(await lectern(args)).toStrictEqual(shown);
    expect((await lectern(["-p", "Hi", "--help"])).stdout).toBe(`${commandText("ask")}\n`);
  });

  test("tells the version", async () => {
    expect(await lectern(["--version"])).toStrictEqual({
      code: 0,
      stdout: `lectern ${manifest.version}\n`,
      stderr: "",
    });
  });

  test("on the tools is what a model is told", async () => {
    const told = ALL.map(({ name, description }) => `${name}: ${description}\n`);
    expect(await lectern(["tools"])).toStrictEqual({ code: 0, stdout: told.join(""), stderr: "" });
    const lines = (await lectern(["tools", "--json"])).stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toStrictEqual(ALL);
  });
});
