// The command line as a child process: exit codes, both outputs, and standard input. cli-usage.test.ts covers wrong
// usage and help. Needs pkg/cli.mjs, which built.ts makes.
import { spawn } from "node:child_process";
import { once } from "node:events";

import { basename, dirname } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, test } from "vitest";
import type { Next, Reply } from "../../pkg/lectern.js";
import { textOf } from "../../js/vault/tools.ts";
import { CLI, ended, lectern, start, type Ended } from "./cli.ts";
import { denied, failed, notFound, whole } from "./replies.ts";
import { folderWith } from "./vault.ts";

/** One line of 3 MB. */
const HUGE = "\ud55c\uad6d \ud83d\udc69\u200d\ud83d\ude80e\u0301 ".repeat(140_000);
const A = '{"path": "a.md"}';

let vault: string;
const call = (args: string, ...options: string[]): Promise<Ended> =>
  lectern(["call", "read_file", "--vault", vault, "--args", args, ...options]);
const json = (reply: Reply): string => `${JSON.stringify(reply)}\n`;

beforeAll(async () => {
  vault = await folderWith({
    "a.md": "first\nsecond\n",
    "Private/b.md": "canary\n",
    "work/c.md": "canary\n",
    "huge.md": HUGE,
    "line\u2028break.md": "found\n",
  });
});

describe("a call", () => {
  test("prints what the model reads and ends with 0", async () => {
    expect(await call(A)).toStrictEqual({ code: 0, stdout: "1: first\n2: second\n", stderr: "" });
  });

  test("prints the whole result in one line with --json", async () => {
    const { code, stdout, stderr } = await call(A, "--json");
    expect([code, stderr]).toStrictEqual([0, ""]);
    expect(JSON.parse(stdout)).toStrictEqual(whole("a.md", ["first", "second"]));
    expect(stdout.indexOf("\n")).toBe(stdout.length - 1);
  });

  test("that fails prints the error where the text would be, and ends with 1", async () => {
    const text = textOf(notFound("none.md"));
    expect(await call('{"path": "none.md"}')).toStrictEqual({ code: 1, stdout: `${text}\n`, stderr: "" });
  });

  test.each(["", "nonsense", "[]"])(
    "with arguments that are %j prints an error reply and ends with 1",
    async (args) => {
      const { code, stdout, stderr } = await call(args);
      expect([code, stderr]).toStrictEqual([1, ""]);
      expect(stdout).toMatch(/^error\[\w+\]: the arguments (are|cannot) .+\nhelp: .+\n$/);
    },
  );

  test("closes what --protect names, each time it is given", async () => {
    for (const path of ["Private/b.md", "work/c.md"]) {
      const reply = await call(JSON.stringify({ path }), "--json", "--protect", "private", "--protect", "work/c.md");
      expect(reply).toStrictEqual({ code: 1, stdout: json(denied(path)), stderr: "" });
    }
  });

  test("follows the plugin's settings, which --protect adds to and --max-bytes overrides", async () => {
    const settings = { closed: ["Private"], maxBytes: 8 };
    const folder = await folderWith({
      ...{ "a.md": "first\nsecond\n", "Private/b.md": "canary\n", "c.md": "canary\n" },
      ".obsidian/plugins/lectern/data.json": JSON.stringify(settings),
    });
    const args = ["call", "read_file", "--vault", folder, "--args", "-", "--protect", "c.md"];
    const input = `${A}\n{"path":"Private/b.md"}\n{"path":"c.md"}\n`;
    const { stdout } = await lectern(args, input);
    expect(stdout).toMatch(/^1: first\n\[\.\.\. truncated/);
    expect(stdout.match(/is excluded/g)).toHaveLength(2);
    expect((await lectern([...args, "--max-bytes", "100"], input)).stdout).toMatch(/^1: first\n2: second\n/);
  });

  test("over a vault whose rules cannot be read is an error reply and ends with 1, without the usage", async () => {
    const folder = await folderWith({ "a.md": "open\n", ".lecternignore": Buffer.from("x\n", "utf16le") });
    const message = "Lectern cannot start: .lecternignore is not text in UTF-8; save it as UTF-8";
    const reply = failed("unreadable", message, "tell the user; nothing was read", "The call failed");
    const args = ["call", "read_file", "--vault", folder, "--args", A];
    expect(await lectern([...args, "--json"])).toStrictEqual({ code: 1, stdout: json(reply), stderr: "" });
    expect(await lectern(args)).toStrictEqual({ code: 1, stdout: `${textOf(reply)}\n`, stderr: "" });
  });

  test("shows no more than --max-bytes", async () => {
    expect((await call(A, "--max-bytes", "8")).stdout).toBe(
      "1: first\n[... truncated, showing lines 1-1 of 2; continue with start_line=2]\n",
    );
  });

  test("finds a relative vault from where the person stands", async () => {
    const args = ["call", "read_file", "--vault", basename(vault), "--args", A];
    const shown = { code: 0, stdout: "1: first\n2: second\n", stderr: "" };
    const elsewhere = await folderWith();
    const env = { ...process.env, INIT_CWD: dirname(vault) };
    expect(await ended(start(args, { cwd: elsewhere, env }))).toStrictEqual(shown);
    const { INIT_CWD: _, ...bare } = env;
    expect(await ended(start(args, { cwd: dirname(vault), env: bare }))).toStrictEqual(shown);
  });

  test.skipIf(process.platform === "win32")("whose reader stops early ends without a word", async () => {
    const line = `"$0" "$1" call read_file --vault "$2" --args '{"path": "huge.md"}' --max-bytes 60000000 | head -c 10`;
    const { code, stdout, stderr } = await ended(spawn("sh", ["-c", line, process.execPath, CLI, vault]));
    expect([code, Buffer.byteLength(stdout, "utf8") >= 10, stdout.startsWith("1: \ud55c"), stderr]).toStrictEqual([
      ...[0, true, true, ""],
    ]);
  });
});

describe("arguments from standard input", () => {
  test("are answered line by line and in order, broken ones too, blank ones not", async () => {
    const args = ["call", "read_file", "--vault", vault, "--json", "--args", "-"];
    const none = '{"path": "none.md"}';
    const { code, stdout, stderr } = await lectern(args, `${A}\n\n{broken\n  \r\n${none}\r\n\t\n${A}`);
    expect([code, stderr]).toStrictEqual([1, ""]);
    const [first, broken, missing, last, ...rest] = stdout
      .split("\n")
      .map((line) => JSON.parse(line || "null") as unknown);
    const shown = whole("a.md", ["first", "second"]);
    expect([first, missing, last, rest]).toStrictEqual([shown, notFound("none.md"), shown, [null]]);
    const { message = "", help = "" } = (broken as Reply).structuredContent.error ?? {};
    expect(broken).toStrictEqual(failed("invalid_arguments", message, help));
  });

  test("that are none at all end with 0", async () => {
    const args = ["call", "read_file", "--vault", vault, "--args", "-"];
    expect(await lectern(args, "\n")).toStrictEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("end at line feeds only: JSON may hold U+2028 as it is", async () => {
    const args = ["call", "read_file", "--vault", vault, "--args", "-"];
    const shown = { code: 0, stdout: "1: found\n", stderr: "" };
    expect(await lectern(args, '{"path": "line\u2028break.md"}\n')).toStrictEqual(shown);
  });

  test("are answered one by one, so that `next` leads through a line of 3 MB to its end", async () => {
    const child = start(["call", "read_file", "--vault", vault, "--json", "--args", "-"]);
    let [text, pages] = ["", 0];
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (let next: Partial<Next> | null = { path: "huge.md" }; next; pages++) {
      child.stdin.write(`${JSON.stringify(next)}\n`);
      const reply = JSON.parse(String((await lines.next()).value)) as Reply;
      const [line = ""] = textOf(reply).split("\n");
      text += line.replace(/^1\+?: /, "");
      next = reply.structuredContent.files[0]?.next ?? null;
    }
    child.stdin.end();
    expect(text === HUGE).toBe(true);
    expect(pages).toBe(Math.ceil(Buffer.byteLength(HUGE) / 102_400));
    expect(await once(child, "close")).toStrictEqual([0, null]);
  });
});
