// `lectern -p`: the answer as text and as JSON, its citations, standard input and what `@` and `/` mean. Needs
// pkg/cli.mjs, which built.ts makes.
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { server as model } from "../standins/server.ts";
import { ended, lectern, start, type Ended } from "./cli.ts";
import { named, run, schema, useModel } from "./prompt.ts";
import { folderWith } from "./vault.ts";

const LIT = "> The lamp was lit in 1957.\n> It turns every 32 seconds.\n>\n> [[Tower/Lamp#L3-4]]";
const QUOTED = `**Lamp**\n\n${LIT}`;

let vault: string;
beforeAll(async () => {
  vault = await folderWith({
    "Tower/Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\nIt turns every 32 seconds.\n",
    "A note.md": "one\ntwo\nthree\n",
    "Private/Diary.md": "The lamp makes me sad.\n",
    "Prompts/Sum up.md": "---\na: b\n---\nSum up what follows.\n",
    ".obsidian/plugins/lectern/data.json": JSON.stringify({ closed: ["Private"], chat: { promptsFolder: "Prompts" } }),
  });
});
useModel();

const ask = (...args: string[]): Promise<Ended> => lectern(["-p", ...args, "--vault", vault], "");
const modelled = (args: string[], input = ""): Promise<Ended> =>
  run([...args, "--vault", vault, ...named(model)], input);
const events = ({ stdout }: Ended): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
/** What the model was asked last. */
const question = (): string => {
  const { messages } = model.last.body as { messages: { role: string; content: string }[] };
  return messages.filter(({ role }) => role === "user").pop()?.content ?? "";
};

describe("an answer", () => {
  test("is all that is printed; steps and citations go to standard error", async () => {
    expect(await ask("When was the lamp lit?")).toStrictEqual({
      code: 0,
      stdout: `${QUOTED}\n`,
      stderr:
        'Searched "When was the lamp lit?": 1 passage\nRead lines 1–4 of 4 in Tower/Lamp.md\n[[Tower/Lamp#L3-4]] ✓\n',
    });
  });

  test("is the same with ask, and takes each argument for one more word", async () => {
    expect(await lectern(["ask", "When was", "the lamp lit?", "--vault", vault], "")).toStrictEqual(
      await ask("When was the lamp lit?"),
    );
  });

  test("comes as the model writes it, and no character is split", async () => {
    model.script(
      { parts: [{ call: "read_file", args: { path: "Tower/Lamp.md" } }] },
      { parts: ["Lit 🔦 in ", "1957."] },
    );
    expect((await modelled(["-p", "When?"])).stdout).toBe("Lit 🔦 in 1957.\n");
  });

  test("with --quiet there is nothing but the answer; with --verbose there are calls", async () => {
    expect((await ask("lamp lit", "--quiet")).stderr).toBe("");
    expect((await ask("@Private/Diary.md lamp", "--quiet")).stderr).toMatch(/^warning: @Private.* is excluded\n$/);
    expect((await ask("lamp lit", "--verbose")).stderr).toContain('search_notes {"query":"lamp lit"');
  });

  test("finds a relative vault from the user's folder", async () => {
    const options = { cwd: dirname(vault), env: { ...process.env, INIT_CWD: dirname(vault) } };
    expect((await ended(start(["-p", "lamp", "--vault", basename(vault)], options))).code).toBe(0);
  });

  test("says what is excluded", async () => {
    expect((await ask("What is in [[Private/Diary]]?")).stdout).toBe(
      "“Private/Diary” is excluded, so it wasn't read.\n",
    );
  });
});

describe("JSON", () => {
  test("is one object that follows its schema", async () => {
    const { code, stdout } = await ask("When was the lamp lit?", "--output-format", "json");
    expect([code, stdout.indexOf("\n")]).toStrictEqual([0, stdout.length - 1]);
    const result = JSON.parse(stdout) as Record<string, unknown>;
    const isValid = schema("prompt-output");
    expect(isValid(result), JSON.stringify(isValid.errors)).toBe(true);
    expect(result).toMatchObject({
      response: QUOTED,
      grounded: true,
      citations: [{ link: "Tower/Lamp", startLine: 3, endLine: 4, verdict: { state: "verified" } }],
      tool_calls: [
        { tool_name: "search_notes", status: "success" },
        { tool_name: "read_file", parameters: { path: "Tower/Lamp.md" }, status: "success" },
      ],
      stats: { tools: { totalCalls: 2, totalSuccess: 2, byName: { read_file: { count: 1 } } }, models: { quotes: {} } },
    });
  });

  test("counts a tool that is called __proto__ like any other", async () => {
    model.script({ parts: [{ call: "__proto__", args: {} }] }, { parts: ["No."] });
    const { code, stdout } = await modelled(["-p", "When?", "--output-format", "json"]);
    const { stats } = JSON.parse(stdout) as { stats: { tools: { totalFail: number; byName: object } } };
    expect([code, stats.tools.totalFail, Object.keys(stats.tools.byName)]).toEqual([0, 1, ["__proto__"]]);
  });

  test("is one event a line, each of which follows its schema", async () => {
    model.script(
      { parts: ["Let me see. ", { call: "read_file", args: { path: "Gone.md" } }] },
      {
        parts: ["No [[Tower/Lamp#L9]]."],
        usage: { input: 900, output: 30 },
      },
    );
    const all = events(await modelled(["-p", "When?", "--output-format", "stream-json"]));
    const isValid = schema("prompt-event");
    for (const event of all) expect(isValid(event), JSON.stringify([event, isValid.errors])).toBe(true);
    expect(all.map(({ type }) => type).filter((type, index, types) => type !== types[index - 1])).toEqual([
      ...["init", "message", "tool_use", "tool_result", "message", "result"],
    ]);
    expect(all[1]).toMatchObject({ role: "user", content: "When?" });
    const said = all.filter(({ role }) => role === "assistant").map(({ content }) => content);
    expect(said.join("")).toBe("Let me see. No [[Tower/Lamp#L9]].");
    expect(all[all.length - 1]).toMatchObject({ status: "success", stats: { tool_calls: 1, turns: 2 } });
  });

  test.each(["json", "stream-json"])("has an object for an error before the start (%s)", async (format) => {
    const { code, stdout } = await lectern(["-p", "Hi", "--vault", "/no/such", "--output-format", format], "");
    expect(code).toBe(44);
    const [only] = events({ code, stdout, stderr: "" });
    expect(only).toMatchObject({ error: { type: "FatalSandboxError", code: 44 } });
    expect(schema(format === "json" ? "prompt-output" : "prompt-event")(only)).toBe(true);
  });
});

describe("a prompt", () => {
  test("may come on standard input, or be followed by it", async () => {
    model.script({ parts: ["Yes."] }, { parts: ["Yes."] });
    expect((await modelled([], "What is @v7?\n")).stdout).toBe("Yes.\n");
    expect(question()).toContain("What is @v7?");
    expect((await modelled(["-p", "Explain:"], "a log with @[[A note]]\n")).stdout).toBe("Yes.\n");
    expect(question()).toContain("Explain:\n\na log with @[[A note]]");
    expect(question()).not.toContain("three");
  });

  test.each<[string, string, string | undefined]>([
    ['@"A note.md"', "one", undefined],
    ["@[[A note]]", "one", undefined],
    ["see @Tower/Lamp.md.", "32 seconds", undefined],
    ["(@Tower/Lamp.md:4-4)", "32 seconds", "in 1957"],
    ["@Tower/", "Lamp.md", "1957"],
    ["mail me@Tower/Lamp.md or @v7", "@v7", "1957"],
  ])("with %s attaches what it names", async (words, shown, hidden) => {
    model.script({ parts: ["Yes."] });
    const { code, stderr } = await modelled(["-p", `What? ${words}`, "--quiet"]);
    expect([code, stderr]).toEqual([0, ""]);
    const sent = JSON.stringify(model.last.body);
    expect(sent).toContain(shown);
    if (hidden !== undefined) expect(sent).not.toContain(hidden);
  });

  test("can't attach what is excluded, and says so", async () => {
    model.script({ parts: ["Yes."] });
    const { code, stderr } = await modelled(["-p", "What? @Private/Diary.md"]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: @Private\/Diary\.md is not attached: .*excluded/),
    ]);
    expect(JSON.stringify(model.last.body)).not.toContain("sad");
  });

  test("may name a prompt of the vault, and what follows it", async () => {
    model.script({ parts: ["Yes."] });
    await modelled(["-p", "/sum up The lamp was lit."]);
    expect(question()).toContain("Sum up what follows.\n\nThe lamp was lit.");
    expect(question()).not.toContain("a: b");
  });

  test("may be a command", async () => {
    expect((await ask("/tools")).stdout).toBe("read_file\nlist_files\nsearch_notes\nlinks\n");
    expect((await ask("/help")).stdout).toContain("usage: lectern -p PROMPT");
    expect((await ask("/model")).stdout).toBe("Quotes\n");
  });

  test.each([
    [
      "/nonsense hello",
      "no command or prompt of the vault is called /nonsense; there are /help, /tools, /model, /Sum up",
    ],
    ["/halp", "no command or prompt of the vault is called /halp; did you mean /help?"],
    ["/help me", "/help takes no other words"],
  ])("that begins with / and names nothing is an error, and is not sent: %s", async (prompt, message) => {
    const { code, stdout, stderr } = await modelled(["-p", prompt]);
    expect([code, stdout, stderr, model.turns]).toStrictEqual([42, "", `lectern: ${message}\n`, []]);
  });

  test("may begin with a path", async () => {
    for (const prompt of ["/etc/hosts says what?", "/ means what?"]) {
      model.script({ parts: ["Yes."] });
      await modelled(["-p", prompt]);
      expect(question()).toContain(prompt);
    }
  });

  test("with --approve plan prints each change beside the answer, and writes nothing", async () => {
    const edits = [{ old: "three", new: "3" }];
    model.script({ parts: [{ call: "edit_file", args: { path: "A note", edits } }] }, { parts: ["Planned."] });
    const { code, stdout, stderr } = await modelled(["-p", "Digits", "--approve", "plan", "--quiet"]);
    expect([code, stdout]).toEqual([0, "Planned.\n"]);
    expect(stderr).toContain("+++ b/A note.md\n@@ -1,3 +1,3 @@\n one\n two\n-three\n+3\n");
    expect(readFileSync(join(vault, "A note.md"), "utf8")).toBe("one\ntwo\nthree\n");
  });

  test("has no tools but those that are allowed", async () => {
    model.script({ parts: ["Yes."] }, { parts: ["Yes."] });
    await modelled(["-p", "Hi", "--allowed-tools", "read_file"]);
    const names = (): string[] =>
      (model.last.body as { tools: { function: { name: string } }[] }).tools.map((tool) => tool.function.name);
    expect(names()).toEqual(["read_file"]);
    await modelled(["-p", "Hi", "--allowed-tools", "read_file,edit_file", "--approve", "accept"]);
    expect(names()).toEqual(["read_file", "edit_file"]);
    const { code, stderr } = await modelled(["-p", "Hi", "--allowed-tools", "edit_file"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("add --approve to allow changes")]);
  });
});
