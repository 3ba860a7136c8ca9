// Wrong usage of the command line, and its usage text. Needs pkg/cli.mjs, which built.ts makes.
import { describe, expect, test } from "vitest";
import { changingDefinitions, definitions } from "../../js/vault/definitions.ts";
import manifest from "../../manifest.json" with { type: "json" };
import { CLI, lectern } from "./cli.ts";

const ALL = [...definitions, ...changingDefinitions];
const NAMES =
  "read_file, list_files, search_notes, links, edit_file, write_file, edit_properties, move_file, delete_file";

const A = '{"path": "a.md"}';

const to = (...options: string[]) => ["call", "read_file", "--args", A, ...options];

describe("a wrong use", () => {
  test.each<[string, string[]]>([
    ["no command given; see lectern --help", []],
    ['unknown command "cat"; see lectern --help', ["cat"]],
    ['unknown command "serach"; did you mean search?', ["serach", "lamp", "--vault", "."]],
    ['unknown option "--jsno"; did you mean --json?', to("--vault", ".", "--jsno")],
    ['unknown option "--max-byte"; did you mean --max-bytes?', to("--vault", ".", "--max-byte=8")],
    ['unknown option "--zzzzz"; see lectern --help', to("--vault", ".", "--zzzzz", "x")],
    ['no vault at "/no/such/folder": no such file or folder', to("--vault", "/no/such/folder")],
    [`no tool given; the tools are ${NAMES}`, ["call"]],
    [`unknown tool "rm"; the tools are ${NAMES}`, ["call", "rm"]],
    ["no vault given; add --vault DIR", to()],
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
    ['unexpected argument "mcp"', ["mcp", "-p", "Hi", "--vault", "."]],
    ['--args belongs to "call", not to "search"', ["search", "lamp", "--vault", ".", "--args", "x"]],
    ['--regex belongs to "search", not to "call"', to("--vault", ".", "--regex")],
    ['--limit belongs to "search" and "related", not to "ask"', ["ask", "lamp", "--vault", ".", "--limit", "3"]],
    ['--numbering belongs to "call" and "search", not to "ask"', ["ask", "lamp", "--numbering", "compact"]],
    ['--model belongs to "ask" and "doctor", not to "search"', ["search", "lamp", "--model", "openai/m"]],
    [
      '--vault belongs to "call", "embed", "index", "undo", "search", "why", "related", "ask", "mcp" and "doctor", not to "tools"',
      ["tools", "--vault", "."],
    ],
  ])("is refused: %s", async (message, args) => {
    const { code, stdout, stderr } = await lectern(args);
    expect([code, stdout, stderr]).toStrictEqual([2, "", `lectern: ${message}\n`]);
  });
});

describe("a word that begins with a hyphen", () => {
  test.each([["search"], ["ask"]])("is no option of %s, and it is said where to put it", async (command) => {
    const { code, stdout, stderr } = await lectern([command, "--vault", ".", "lamp", "-wick"]);
    expect([code, stdout]).toStrictEqual([2, ""]);
    expect(stderr).toBe(
      'lectern: "-wick" is not an option; put words inside the quotes of the others, or after "--"\n',
    );
  });
});

describe("help", () => {
  test.each([[["--help"]], [["-h"]], [["call", "--help"]]])("is printed for %j, and all is well", async (args) => {
    const { code, stdout, stderr } = await lectern(args);
    expect([code, stderr]).toStrictEqual([0, ""]);
    for (const word of ["usage: ", "--vault", "--args", "--json", "--max-bytes", "--protect"])
      expect(stdout).toContain(word);
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
