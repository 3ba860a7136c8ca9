// `lectern ask`: the answer, its marks, the steps, and the exit code. Needs pkg/cli.mjs, which built.ts makes.
import { basename, dirname } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ended, lectern, start, type Ended } from "./cli.ts";
import { folderWith } from "./vault.ts";

// Each answer is a process of its own.
vi.setConfig({ testTimeout: 20_000 });

let vault: string;
const ask = (...args: string[]): Promise<Ended> => lectern(["ask", "--vault", vault, ...args]);

beforeAll(async () => {
  vault = await folderWith({
    "Tower/Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\nIt turns every 32 seconds.\n",
    "Private/Diary.md": "The lamp makes me sad.\n",
  });
});

describe("an answer", () => {
  test("is printed with a mark behind each citation, and what was done for it elsewhere", async () => {
    expect(await ask("When was the lamp lit?", "--protect", "Private")).toStrictEqual({
      code: 0,
      stdout:
        "These are quotations from your notes; no language model was asked.\n\n" +
        "> The lamp was lit in 1957.\n> It turns every 32 seconds.\n>\n> [[Tower/Lamp#L3-4]] ✓\n",
      stderr: 'Searched "lamp lit": 1 note\nRead lines 1–4 of 4 in Tower/Lamp.md\n',
    });
  });

  test("takes each argument for one more word", async () => {
    expect(await ask("lamp", "lit")).toStrictEqual(await ask("lamp lit"));
  });

  test("that there is none is no error", async () => {
    const { code, stdout } = await ask("zebra");
    expect(code).toBe(0);
    expect(stdout).toContain("Nothing was found in your notes.");
  });

  test("says what is closed", async () => {
    const { code, stdout } = await ask("What is in [[Private/Diary]]?", "--protect", "Private");
    expect([code, stdout]).toStrictEqual([0, "“Private/Diary” is excluded, so it was not read.\n"]);
  });

  test("is one line of JSON with --json, with each citation's verdict", async () => {
    const { code, stdout } = await ask("When was the lamp lit?", "--json", "--protect", "Private");
    expect([code, stdout.indexOf("\n")]).toStrictEqual([0, stdout.length - 1]);
    expect(JSON.parse(stdout)).toMatchObject({
      answer: expect.stringContaining("[[Tower/Lamp#L3-4]]") as string,
      citations: [
        {
          ...{ link: "Tower/Lamp", startLine: 3, endLine: 4 },
          verdict: { state: "verified", path: "Tower/Lamp.md", startLine: 3, endLine: 4 },
        },
      ],
      read: ["Tower/Lamp.md"],
    });
  });

  test("is in colours where they are asked for, and not in a pipe", async () => {
    expect((await ask("lamp lit", "--color", "always")).stdout).toContain(
      "\x1b[36m[[Tower/Lamp#L3-4]]\x1b[0m \x1b[32m✓\x1b[0m",
    );
    expect((await ask("lamp lit", "--color", "always")).stderr).toMatch(/^\x1b\[2mSearched/);
    const { stdout, stderr } = await ask("lamp lit");
    expect(stdout + stderr).not.toContain("\x1b");
  });

  test("finds a relative vault from where the person stands", async () => {
    const options = { cwd: dirname(vault), env: { ...process.env, INIT_CWD: dirname(vault) } };
    const { code } = await ended(start(["ask", "lamp", "--vault", basename(vault)], options));
    expect(code).toBe(0);
  });
});

describe("a wrong use", () => {
  test.each<[string, string[]]>([
    ["no question given, such as lectern ask", ["ask", "--vault", "."]],
    ["no vault given; add --vault DIR", ["ask", "lamp"]],
    ['--color is "red"; give always, never or auto', ["ask", "lamp", "--vault", ".", "--color", "red"]],
    ['no vault at "/no/such/folder"', ["ask", "lamp", "--vault", "/no/such/folder"]],
  ])("says %s, prints the usage as an error and ends with 2", async (message, args) => {
    const { code, stdout, stderr } = await lectern(args);
    expect([code, stdout]).toStrictEqual([2, ""]);
    expect(stderr.startsWith(`lectern: ${message}`)).toBe(true);
    expect(stderr).toContain("lectern ask QUESTION --vault DIR");
  });
});
