// The commands that the released plugin adds to Obsidian's own command line: they print what Lectern's command line
// prints for the same vault. Needs pkg/cli.mjs.
import { expect, test } from "vitest";
import { lectern } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";
import { startModel } from "./chat.ts";
import { DATA, openLectern } from "./release.ts";
import { page, usePages } from "./page.ts";

const FILES = {
  "Tower/Lamp.md": "# Lamp\n\nThe lamp was lit in 1957.\nIt turns \u001b[31mevery 32 seconds.\n",
  "Old/Lamp.md": "A lamp.\n",
  "Log.md": "See [[Tower/Lamp|the lamp]].\n",
  "Private/Diary.md": "The lamp makes me sad.\n",
  [DATA]: JSON.stringify({ closed: ["Private"] }),
};

usePages();

/** Runs a command as the app does: every value is text. */
const run = (command: string, params: Record<string, string>): Promise<string> =>
  page.evaluate(
    async ([command, params]) => (await window.app.cliCommands.get(command)?.handler(params)) ?? "no such command",
    [command, params] as const,
  );

test("each tool prints the same bytes as Lectern's command line", async () => {
  await openLectern({ files: FILES });
  const vault = await folderWith(FILES);
  const ours = async (...args: string[]): Promise<string> => {
    const { stdout } = await lectern([...args, "--vault", vault], "");
    return stdout.replace(/\n$/, "");
  };
  const call = (tool: string, args: object): Promise<string> => ours("call", tool, "--args", JSON.stringify(args));
  expect(await run("lectern:read", { path: "Tower/Lamp", start_line: "3", end_line: "-1" })).toBe(
    await call("read_file", { path: "Tower/Lamp", start_line: 3, end_line: -1 }),
  );
  expect(await run("lectern:read", { files: '[{"path":"Log.md"}]', path: "x" })).toBe(
    await call("read_file", { files: [{ path: "Log.md" }], path: "x" }),
  );
  for (const path of ["Private/Diary.md", "no such", "Tower"]) {
    expect(await run("lectern:read", { path })).toBe(await call("read_file", { path }));
  }
  expect(await run("lectern:read", { path: "Log.md", start_line: "two" })).toContain("start_line");
  expect(await run("lectern:search", { query: "lamp lit", context: "1", case: "true" })).toBe(
    await ours("search", "lamp", "lit", "--context", "1", "--case"),
  );
  expect(await run("lectern:ask", { prompt: "When was the lamp lit?" })).toBe(
    await ours("ask", "When was the lamp lit?"),
  );
});

test("a link that fits several notes names them, and control characters are made visible", async () => {
  await openLectern({ files: FILES });
  const refused = await run("lectern:read", { path: "[[Lamp]]" });
  expect(refused).toMatch(/^error\[ambiguous\]: /);
  for (const path of ["Tower/Lamp.md", "Old/Lamp.md"]) expect(refused).toContain(`"${path}"`);
  expect(await run("lectern:read", { path: "[[Old/Lamp]]" })).toContain("A lamp.");
  expect(await run("lectern:read", { path: "Tower/Lamp.md" })).toContain("It turns <U+001B>[31mevery");
});

test("a question is answered by the model of the settings, which has no tools that change notes", async () => {
  const model = await startModel();
  const chat = { provider: "compatible", model: "scripted", baseUrl: model.baseUrl, isChosen: true };
  const files = { ...FILES, [DATA]: JSON.stringify({ changes: true, chat }) };
  await openLectern({ files, reaches: [`http://${model.host}`] });
  await page.context().grantPermissions(["local-network-access"]);
  model.script(
    { parts: [{ call: "read_file", args: { path: "Tower/Lamp.md", end_line: 3 } }] },
    { parts: ["In 1957.\u001b[2J"] },
    { parts: ["Half an "], finish: "length" },
  );
  expect(await run("lectern:ask", { prompt: "When?" })).toBe("In 1957.<U+001B>[2J");
  const { tools } = model.last.body as { tools: { function: { name: string } }[] };
  expect(tools.map((tool) => tool.function.name)).toEqual(["read_file", "list_files", "search_notes", "links"]);
  expect(await run("lectern:ask", { prompt: "When?" })).toMatch(/^Half an \nerror: .*maximum length/);
  await model.close();
  expect(await run("lectern:ask", { prompt: "When?" })).toMatch(/^error: /);
});

test("help names every argument, and a disabled plugin leaves no command", async () => {
  await openLectern({ files: FILES });
  const flags = await page.evaluate(() =>
    Object.fromEntries(Array.from(window.app.cliCommands, ([name, { flags }]) => [name, flags ?? {}])),
  );
  expect(Object.keys(flags)).toEqual(["lectern:read", "lectern:list", "lectern:search", "lectern:ask"]);
  expect(flags["lectern:search"]).toMatchObject({
    query: { value: "<string>", required: false },
    limit: { value: "<integer>", required: false },
    case: { required: false },
  });
  expect(flags["lectern:search"]?.["case"]).not.toHaveProperty("value");
  const left = await page.evaluate(() => {
    window.app.plugins.plugins["lectern"]?.unload();
    return window.app.cliCommands.size;
  });
  expect(left).toBe(0);
});

test("an older app has no command line, and everything else works", async () => {
  await openLectern({ files: FILES, apiVersion: "1.12.1" });
  expect(await page.evaluate(() => window.app.cliCommands.size)).toBe(0);
  await page.evaluate(() => window.lectern.ready());
  expect(await page.evaluate(() => window.lectern.isProtectedPath("Private/Diary.md"))).toBe(true);
});
