// Control characters for a terminal, in notes, names, arguments, questions, answers and servers' messages: no command
// prints any of them unchanged, on either output, in a pipe or in a terminal. Needs pkg/cli.mjs, which built.ts makes.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printable, safeJson } from "../../js/base/printable.ts";
import { Terminal } from "../../js/cli/terminal.ts";
import { ended, lectern, start, type Ended } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";
import { openAi } from "../standins/openai.ts";
import { StandIn } from "../standins/standin.ts";
import { effort, rounds, TIMEOUT_MS } from "./effort.ts";

/** One by one, so that no character comes in by a property that the code under test goes by too. */
const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);
const UNSAFE = new Set([
  ...range(0x00, 0x08),
  ...range(0x0b, 0x1f),
  ...range(0x7f, 0x9f),
  ...[0x061c, 0x200e, 0x200f],
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x206f),
  ...range(0xd800, 0xdfff),
  ...range(0xfff9, 0xfffb),
  ...range(0xe0000, 0xe007f),
]);
const unsafeIn = (text: string): string[] =>
  Array.from(text).filter((character) => UNSAFE.has(character.codePointAt(0) ?? 0));
const withoutColours = (text: string): string => text.replace(/\x1b\[(?:[0-9]+;)*[0-9]+m/g, "");

const SEQUENCES = [
  "\x1b]52;c;cm0gLXJmIH4K\x07", // the clipboard
  "\x1b]8;;https://evil.invalid/\x1b\\open me\x1b]8;;\x1b\\", // a link
  "\x1b]0;title\x07",
  "\x1b[2J\x1b[H", // an empty screen
  "\x1b[1A\x1b[2Kforged line",
  "\x1bP$q\x1b\\",
  "\x1b_G\x1b\\",
  "\x9b31m\x9d52;c;eA==\x9c", // the same in C1
  "shown\rhidden",
  "ab\b\bXY\x7f",
  "\x07\x0b\x0c\x0e\x00",
  "\u202etxt.exe\u202c",
  "\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
  "one\u2028two\u2029three\u0085four",
  "\u{e0001}\u{e0041}\u{e007f}",
  "\ufff9seen\ufffahidden\ufffb",
];
const EVIL = SEQUENCES.join(" ");
/** As far as a file's name may hold it: control characters may not be in the name of a note. */
const NAME = "lamp \u202etxt\u202c \u2066\u2069\u200f\u061c \u2028\u2029 \u{e0041}";

describe("a text", () => {
  const unit = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      ...SEQUENCES,
      "\r\n",
      "\n",
      "\t",
      "\ud83d\udc69\u200d\ud83d\ude80",
      "\u0645\u06cc\u200c\u062e",
      "\u0e01\u200b\u0e02",
    ),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  );
  const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(""));

  test(
    "is printed without anything that steers a terminal, and with all else as it is",
    { timeout: TIMEOUT_MS },
    () => {
      fc.assert(
        fc.property(text, (text) => {
          const shown = printable(text);
          expect(unsafeIn(shown)).toEqual([]);
          const spelled = Array.from(text.replaceAll("\r\n", "\n"), (one) => {
            const code = one.codePointAt(0) ?? 0;
            return UNSAFE.has(code) ? `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>` : one;
          });
          expect(shown).toBe(spelled.join(""));
        }),
        effort(20_000),
      );
    },
  );

  test("is the same in JSON, of which every line is one for every reader", { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.dictionary(text, text)), (value) => {
        const json = safeJson(value);
        expect(unsafeIn(json)).toEqual([]);
        expect(json).not.toMatch(/[\n\t]/);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      effort(5000),
    );
  });

  test("cannot close its colour early, or open one", () => {
    let written = "";
    const terminal = new Terminal({ write: (text) => (written += text) }, true);
    terminal.line(
      "a\x1b[0m",
      { text: "b\x1b[31m", colour: "1;31" },
      { text: "", colour: "2" },
      { text: "\r", colour: "" },
    );
    expect(written).toBe("a<U+001B>[0m\x1b[1;31mb<U+001B>[31m\x1b[0m<U+000D>\n");
  });
});

describe("every command", () => {
  let vault: string;
  let server: StandIn;

  beforeAll(async () => {
    vault = await folderWith({
      "evil.md": `lamp ${EVIL}\n# lamp ${EVIL}\n\tlamp\r\nlamp\r${EVIL}\n`,
      [`${NAME}.md`]: `lamp in a name ${EVIL}\n`,
      "bytes.md": Buffer.from([0x6c, 0x61, 0x6d, 0x70, 0x20, 0x9b, 0x33, 0x31, 0x6d, 0xc2, 0x9b, 0xff, 0x1b, 0x0a]),
      "data.csv": `lamp,${EVIL}\n`,
    });
    server = await StandIn.start(openAi);
  });
  afterAll(() => server.close());

  /** Nothing but our own colours, and only where they were asked for; and the escapes that stand for what was there. */
  function requireClean({ stdout, stderr }: Ended, shows: string | null = "<U+001B>"): void {
    for (const text of [stdout, stderr]) expect(unsafeIn(withoutColours(text))).toEqual([]);
    if (shows !== null) expect(stdout + stderr).toContain(shows);
  }

  const asked = (question: string, ...more: string[]): Promise<Ended> =>
    lectern([
      ...["ask", question, "--vault", vault, "--color", "always", ...more],
      ...["--model", "compatible/m", "--base-url", server.baseUrl],
    ]);

  test("read_file, of notes, names, bytes and arguments", async () => {
    const paths = ["evil.md", "bytes.md", `${NAME}.md`, EVIL].map((path) => JSON.stringify({ path }));
    const input = [...paths, JSON.stringify({ [EVIL]: EVIL }), `{${EVIL}`].join("\n");
    const args = ["call", "read_file", "--vault", vault, "--args", "-"];
    requireClean(await lectern(args, input));
    const json = await lectern([...args, "--json"], input);
    requireClean(json, "\\u001b");
    expect(
      json.stdout
        .trimEnd()
        .split("\n")
        .map((line) => typeof JSON.parse(line)).length,
    ).toBeGreaterThanOrEqual(6);
  });

  test.each<[string, string[], (string | null)?]>([
    ["list_files", ["call", "list_files", "--args", "{}"], "<U+061C>"],
    ["search", ["search", "lamp"]],
    ["search in colours", ["search", "lamp", "--color", "always"]],
    ["search in JSON", ["search", "lamp", "--json"], "\\u001b"],
    ["search for it", ["search", EVIL, "--color", "always"], null],
    ["search by an expression", ["search", "--regex", "lamp.*\x1b", "--color", "always"]],
    ["ask", ["ask", `lamp ${EVIL}`, "--color", "always"]],
    ["ask, in JSON", ["ask", "lamp", "--json"], "\\u001b"],
  ])("%s", async (_, args, shows) => {
    const ended = await lectern([...args.map((arg) => arg.replaceAll("\0", "")), "--vault", vault]);
    requireClean(ended, shows);
    expect([0, 1]).toContain(ended.code);
  });

  test("an answer, its citations and the steps to it", async () => {
    const turns = (): void => {
      server.script(
        {
          parts: [
            { call: "read_file", args: { path: "evil.md" } },
            { call: EVIL, args: {} },
          ],
        },
        { parts: [{ call: "read_file", args: { path: `${NAME}${EVIL}.md` } }] },
        { parts: [`${EVIL} [[evil#L1]] [[${NAME}#L1]] [[\x1b]8;;x\x07#L2]] `, EVIL.slice(0, 9)] },
      );
    };
    turns();
    requireClean(await asked(`What? ${EVIL}`.replaceAll("\0", "")));
    turns();
    const json = await asked("What?", "--json");
    requireClean(json, null);
    expect(json.stdout).toContain("\\u001b");
    expect(JSON.parse(json.stdout)).toMatchObject({ response: expect.stringContaining("\x9b31m") as string });
  });

  test.each<[string, object]>([
    ["the message of an error", { status: 400, error: "invalid_request_error", message: `no ${EVIL}` }],
    ["a body that is no JSON", { status: 418, body: `<h1>${EVIL}</h1>` }],
    ["an error in the midst of an answer", { parts: ["so ", { error: "invalid\x1b[2J", message: EVIL }] }],
  ])("a server's: %s", async (_, step) => {
    server.script(step as Parameters<StandIn["script"]>[0]);
    requireClean(await asked("Hi"), null);
  });

  test.each<[string, string[], string]>([
    ["a command", [EVIL], "<U+001B>"],
    ["a vault", ["search", "lamp", "--vault", `/no/${EVIL}`], "<U+001B>"],
    ["an option", [`--${EVIL}`], "<U+001B>"],
    ["an address", ["ask", "x", "--vault", ".", "--model", "compatible/m", "--base-url", EVIL], "<U+001B>"],
    ["a name to exclude", ["search", "lamp", "--vault", ".", "--protect", `../${EVIL}`], "\\u001b"],
  ])("a wrong use: %s", async (_, args, shows) => {
    const ended = await lectern(args.map((arg) => arg.replaceAll("\0", "")));
    requireClean(ended, shows);
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
  });

  test("rules that cannot be read", async () => {
    const folder = await folderWith({ ".obsidian/app.json": JSON.stringify({ userIgnoreFilters: [`/(${EVIL}/`] }) });
    for (const [command, code] of [
      ["search", 2],
      ["ask", 44],
    ] as const) {
      const ended = await lectern([command, "lamp", "--vault", folder]);
      requireClean(ended, "<U+061C>");
      expect(ended.code).toBe(code);
    }
  });

  test("what libraries report, and a bug", async () => {
    const script = join(await folderWith(), "report.mjs");
    await writeFile(
      script,
      // Once the command has taken the console, however long that takes.
      `const { log } = console; setInterval(() => { if (console.log === log) return; console.error(${JSON.stringify(EVIL)}); console.log("x\\x9bm"); throw new Error(${JSON.stringify(EVIL)}); }, 10);`,
    );
    // Waits for its input while the other script fails.
    const child = start(["call", "read_file", "--vault", vault, "--args", "-"], {
      env: { ...process.env, NODE_OPTIONS: `--import=${script}` },
    });
    const { code, ...output } = await ended(child, undefined);
    requireClean({ code, ...output });
    expect([code, output.stdout]).toEqual([1, ""]);
    expect(output.stderr).toContain("a bug in Lectern ended the command: Error: ");
  });

  test("notes at random", { timeout: TIMEOUT_MS }, async () => {
    const texts = fc.sample(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 8 }), 400);
    for (const round of rounds(1)) {
      const lines = texts.slice((round % 20) * 20).map((line) => `lamp ${line.join("\x1b")}\n`);
      const folder = await folderWith({ "random.md": lines.join("") });
      for (const args of [
        ["search", "lamp", "--color", "always"],
        ["call", "read_file", "--args", '{"path":"random.md"}'],
      ])
        requireClean(await lectern([...args, "--vault", folder]));
    }
  });
});
