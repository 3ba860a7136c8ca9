// Standard input of a prompt that comes late, or never: a pipe is read to its end, an open socket is given up, and time
// limits and signals end the wait. Needs pkg/cli.mjs.
import { spawn } from "node:child_process";
import { beforeAll, expect, test, vi } from "vitest";
import { CLI, ended, start, type Ended } from "./cli.ts";
import { folderWith } from "./vault.ts";

let vault: string;
beforeAll(async () => {
  vault = await folderWith({ "Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\n" });
});

/** The arguments of a prompt that prints what the model is asked. */
const prompt = (...args: string[]): string[] => [
  "-p",
  "lamp",
  "--vault",
  vault,
  "--output-format",
  "stream-json",
  ...args,
];
/** Collects what `child` prints, without ending its standard input. */
function printed(child: ReturnType<typeof spawn>): { all: { stdout: string; stderr: string }; end: Promise<number> } {
  const all = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => (all[name] += text));
  }
  return { all, end: new Promise((resolve) => child.once("close", (code) => resolve(code ?? -1))) };
}
const asked = ({ stdout }: Pick<Ended, "stdout">): unknown =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ role }) => role === "user")?.content;

test.concurrent("a pipe is read to its end, however late the first byte comes", async () => {
  // `cat` makes standard input a pipe. Between two Node processes it is a socket.
  const child = spawn("sh", ["-c", 'cat | "$0" "$@"', process.execPath, CLI, ...prompt()]);
  const { all, end } = printed(child);
  await vi.waitFor(() => expect(all.stderr).toContain("waiting for standard input to end"), { timeout: 20_000 });
  child.stdin.end("It turns.\n");
  expect(await end).toBe(0);
  expect(asked(all)).toBe("lamp\n\nIt turns.\n");
});

test.concurrent("an open socket on which nothing comes is given up, and the user is told", async () => {
  const child = start(prompt());
  const { all, end } = printed(child);
  expect(await end).toBe(0);
  expect(all.stderr).toContain("nothing came on standard input; going on without it\n");
  expect(asked(all)).toBe("lamp");
});

test.concurrent("once something came, an open socket is read to its end", async () => {
  const child = start(prompt());
  const { all, end } = printed(child);
  child.stdin.write("It ");
  // Longer than nothing may come.
  await new Promise((resolve) => setTimeout(resolve, 3500));
  child.stdin.end("turns.");
  expect(await end).toBe(0);
  expect(asked(all)).toBe("lamp\n\nIt turns.");
});

test.concurrent("the time limit holds for the wait too", async () => {
  const child = spawn("sh", ["-c", 'cat | "$0" "$@"', process.execPath, CLI, ...prompt("--timeout", "0.2")]);
  const { all, end } = printed(child);
  await vi.waitFor(() => expect(all.stdout).toContain('"TimeoutError"'), { timeout: 20_000 });
  expect(asked(all)).toBeUndefined();
  child.stdin.end();
  expect(await end).toBe(124);
});

test.concurrent("a signal ends the wait", async () => {
  const child = start(["--vault", vault]);
  const { all, end } = printed(child);
  await vi.waitFor(() => expect(all.stderr).toContain("waiting for standard input to end"), { timeout: 20_000 });
  child.kill("SIGINT");
  expect(await end).toBe(130);
  expect(all.stderr).toContain("lectern: The prompt was interrupted.\n");
});

test.concurrent("nothing else is waited for: /help answers at once", async () => {
  const child = start(["-p", "/help", "--vault", vault]);
  const { all, end } = printed(child);
  expect(await end).toBe(0);
  expect(all.stderr).toBe("");
});

test.concurrent("the prompt may be the pipe, with -p before another option or at the end", async () => {
  const options = ["--vault", vault, "--output-format", "stream-json"];
  for (const args of [
    ["-p", ...options],
    [...options, "-p"],
    ["--prompt", ...options],
    ["ask", ...options],
  ])
    expect(asked(await ended(start(args), "lamp\n")), args.join(" ")).toBe("lamp\n");
  // As with Claude Code, the words may stand anywhere then.
  expect(asked(await ended(start(["-p", ...options, "which lamp?"]), "x"))).toBe("which lamp?\n\nx");
});

test.concurrent("an empty pipe adds nothing", async () => {
  expect(asked(await ended(start(prompt())))).toBe("lamp");
});
