// Codex lets its model run code, which can call tools: the real program, of a pinned version, against a stand-in of its
// provider. The code reaches our tools and nothing else.
import { describe, expect, test, vi } from "vitest";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { CANARY, WalledLoop } from "./walled.ts";
import { walledCodex } from "./walled-programs.ts";

vi.setConfig({ testTimeout: 120_000 });

/** What code of Codex's model may try, and the words that it may get. */
const CODE = (loop: WalledLoop): string => `
  const said = { globals: Object.getOwnPropertyNames(globalThis), tools: ALL_TOOLS.map(({ name }) => name) };
  const attempt = async (name, act) => {
    try { said[name] = await act(); } catch (error) { said[name] = "refused: " + error; }
  };
  const secret = ${JSON.stringify(join(loop.home, "secret.txt"))};
  const patch = (...lines) => tools.apply_patch(["*** Begin Patch", ...lines, "*** End Patch"].join("\\n"));
  await attempt("add", () => patch("*** Add File: " + secret + ".new", "+x"));
  await attempt("update", () => patch("*** Update File: " + secret, "@@", "-" + ["canary", "7391", "lamp"].join("-"), "+x"));
  await attempt("delete", () => patch("*** Delete File: " + secret));
  await attempt("command", () => tools.exec_command({ cmd: "cat " + secret }));
  await attempt("image", () => image(secret));
  await attempt("file", () => image({ image_url: "file://" + secret }));
  await attempt("resource", () => tools.read_mcp_resource({ server: "own", uri: "file://" + secret }));
  await attempt("module", () => import("node:fs"));
  await attempt("address", () => import("file://" + secret));
  await attempt("network", () => fetch("http://${loop.server.host}/leak"));
  await attempt("closed", () => tools.lectern__read_file({ path: "Private/Diary.md" }));
  await attempt("ours", () => tools.lectern__read_file({ path: "Lamp" }));
  text(said);
`;

describe.skipIf(walledCodex.command.length === 0)("Codex", () => {
  test("the code of its model calls our tools, and reaches nothing else", async () => {
    const loop = await WalledLoop.start(walledCodex);
    try {
      loop.server.script({ parts: [{ call: "exec", args: CODE(loop) }] }, { parts: ["In 1957."] });
      const before = await readdir(loop.home, { recursive: true });
      const end = await loop.ask("When was the lamp lit?");
      expect(end.answer?.text).toBe("In 1957.");
      expect(end.read).toEqual(["Lamp.md"]);
      const { input } = loop.server.last.body as { input: { type: string; output?: { text: string }[] }[] };
      const output = input.find(({ type }) => type === "custom_tool_call_output")?.output ?? [];
      const { globals, tools, ours, ...others } = JSON.parse(output.at(-1)?.text ?? "") as Record<string, string[]>;
      const needed = ["read_file", "list_files", "search_notes", "links"].map(walledCodex.offered);
      const nested = walledCodex.program.examined?.filter((name) => !["exec", "wait"].includes(name)) ?? [];
      expect([...needed, ...nested]).toEqual(expect.arrayContaining(tools ?? ["?"]));
      for (const name of ["process", "require", "Deno", "fetch", "WebAssembly", "XMLHttpRequest"])
        expect(globals).not.toContain(name);
      expect(JSON.stringify(ours)).toContain("1957");
      const { closed, ...refused } = others;
      expect(JSON.stringify(closed)).not.toContain(CANARY);
      expect(Object.keys(refused)).toHaveLength(10);
      for (const [name, said] of Object.entries(refused)) expect(said, name).toMatch(/^refused: /);
      expect(refused["add"]).toContain("No usable execution environment");
      expect(loop.sent).not.toContain(CANARY);
      expect(loop.server.requests.filter(({ path }) => path.includes("leak"))).toEqual([]);
      const after = (await readdir(loop.home, { recursive: true })).filter((file) => !file.startsWith("."));
      expect(after).toEqual(before.filter((file) => !file.startsWith(".")));
      expect(await readFile(join(loop.home, "secret.txt"), "utf8")).toBe(CANARY);
    } finally {
      await loop.close();
    }
  });

  test("a model whose tools it does not tell is not used", async () => {
    const loop = await WalledLoop.start(walledCodex);
    try {
      loop.server.script({ parts: ["Hello."] });
      const end = await loop.ask("Hi", {}, "gpt-5.5");
      expect(end.because).toContain("it has tools that Lectern can't control (?). Use another model");
      await expect.poll(() => loop.running()).toEqual([]);
    } finally {
      await loop.close();
    }
  });
});
