// The core's instance: when it is created, that creation can be retried after a failure, and that a panic of the real
// core ends in a reply. Needs pkg/, which built.ts makes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer, Reply } from "../../pkg/lectern.js";
import { Core, type CoreSource } from "../../js/wasm/core.ts";
import { Tools } from "../../js/vault/tools.ts";
import { lying } from "./failing.ts";
import { failed, outcome, whole } from "./replies.ts";
import { MemoryHost } from "./vault.ts";

vi.mock("../../js/wasm/base93.ts", { spy: true });

/** What the build made, with both its functions watched. */
async function built() {
  const root = join(import.meta.dirname, "../../pkg");
  const { createGlue } = (await import(pathToFileURL(join(root, "glue.js")).href)) as Pick<CoreSource, "createGlue">;
  return {
    bytes: vi.fn(() => new Uint8Array(readFileSync(join(root, "lectern_bg.wasm")))),
    createGlue: vi.fn(createGlue),
  } satisfies CoreSource;
}

const read = (tools: Tools, path = "a.md"): Promise<Reply> => tools.call("read_file", { path });
const SHOWN = whole("a.md", ["text"]);
let host: MemoryHost;
let source: Awaited<ReturnType<typeof built>>;

beforeEach(async () => {
  host = new MemoryHost({ "a.md": "text\n" });
  source = await built();
});

describe("the instance", () => {
  test("is not made while the shim is loaded, but at first use", async () => {
    // Node compiles modules of its own, whenever its fetch is first touched.
    const size = source.bytes().length;
    const compile = vi.spyOn(WebAssembly, "compile");
    vi.resetModules();
    const { fromBase93 } = await import("../../js/wasm/base93.ts");
    const fresh = await import("../../js/vault/tools.ts");
    const tools = new fresh.Tools(host);
    const made = (): number[] => [
      compile.mock.calls.filter(([bytes]) => bytes.byteLength === size).length,
      vi.mocked(fromBase93).mock.calls.length,
    ];
    expect(made()).toStrictEqual([0, 0]);
    expect(fresh.sharedCore.live).toBeUndefined();
    expect(await read(tools)).toStrictEqual(SHOWN);
    expect(await read(tools)).toStrictEqual(SHOWN);
    // The unpacker is base93 too.
    expect(made()).toStrictEqual([1, 2]);
  });

  test("is made once, however many ask for it at once", async () => {
    const core = new Core(source);
    const [first, second] = await Promise.all([core.load(), core.load()]);
    expect(second).toBe(first);
    expect(await core.load()).toBe(first);
    expect(core.live).toBe(first);
    expect([source.bytes.mock.calls.length, source.createGlue.mock.calls.length]).toStrictEqual([1, 1]);
  });

  test("is one also where someone cannot wait for it", async () => {
    const core = new Core(source);
    const loading = core.load();
    const now = core.loadNow();
    expect(await loading).toBe(now);
    expect(core.loadNow()).toBe(now);
    expect(new Tools(host, {}, core).isProtectedPath(".obsidian")).toBe(true);
  });

  test.each<[string, () => void]>([
    ["bytes that cannot be had", () => source.bytes.mockImplementationOnce(() => expect.unreachable())],
    ["bytes that are no module", () => source.bytes.mockImplementationOnce(() => new Uint8Array(8))],
    ["a compiler that gives up", () => vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(new Error("no memory"))],
    ["memory that is full", () => vi.spyOn(WebAssembly, "instantiate").mockRejectedValueOnce(new RangeError("full"))],
    ["glue that fails", () => source.createGlue.mockImplementationOnce(() => expect.unreachable())],
  ])("that was not made for %s is made at the next try", async (_, arrange) => {
    arrange();
    const tools = new Tools(host, {}, new Core(source));
    const [first, second] = await Promise.all([read(tools), read(tools)]);
    expect([outcome(first), outcome(second)]).toStrictEqual(["unreadable", "unreadable"]);
    expect(host.asked).toStrictEqual([]);
    expect(await read(tools)).toStrictEqual(SHOWN);
  });

  test("that is asked for without WebAssembly says so, and can be had where it comes back", async () => {
    const tools = new Tools(host, {}, new Core(source));
    vi.stubGlobal("WebAssembly", undefined);
    const fact = "this device has WebAssembly turned off (iOS does so in Lockdown Mode)";
    const reply = failed(
      "unreadable",
      `Lectern cannot start: ${fact}`,
      "tell the user; nothing was read",
      "The call failed",
    );
    expect(await read(tools)).toStrictEqual(reply);
    await expect(tools.ready()).rejects.toThrow(fact);
    expect(() => tools.isProtectedPath("a.md")).toThrow(fact);
    vi.unstubAllGlobals();
    expect(await read(tools)).toStrictEqual(SHOWN);
  });
});

describe("a panic of the core", () => {
  let core: Core;
  let tools: Tools;
  const panicking = (path: string): Answer | undefined => (path === "panic.md" ? { bytes: lying() } : undefined);
  const panic = (): Promise<Reply> => read(tools, "panic.md");

  beforeEach(async () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    host.put("panic.md", "");
    const others = host.read.bind(host);
    vi.spyOn(host, "read").mockImplementation((path) => panicking(path) ?? others(path));
    core = new Core(source);
    tools = new Tools(host, {}, core);
    await tools.ready();
  });

  test("ends in an error reply, and the next call works on a fresh instance", async () => {
    const before = core.live;
    const reply = await panic();
    const { message = "" } = reply.structuredContent.error ?? {};
    expect(message).toMatch(/^a bug in Lectern ended the call: .+$/);
    expect(reply).toStrictEqual(
      failed("internal", message, "call again, in smaller steps; tell the user if it comes back", "The call failed"),
    );
    expect(vi.mocked(console.error).mock.calls.flat().join("\n")).toContain("capacity overflow");
    expect(core.live).toBeUndefined();
    expect(await read(tools)).toStrictEqual(SHOWN);
    expect(core.live).not.toBe(before);
    expect([source.bytes.mock.calls.length, source.createGlue.mock.calls.length]).toStrictEqual([1, 2]);
  });

  test("may come again and again, and at the same time", async () => {
    for (let time = 0; time < 10; time++) {
      const replies = await Promise.all([panic(), panic(), panic()]);
      expect(replies.map(outcome)).toStrictEqual(["internal", "internal", "internal"]);
      expect(await read(tools)).toStrictEqual(SHOWN);
    }
    expect(tools.isProtectedPath(".git")).toBe(true);
  });

  test("leaves those who cannot wait a fresh instance", async () => {
    await panic();
    expect(tools.isProtectedPath("a.md")).toBe(false);
    expect(() => tools.assertNotProtected(".git")).toThrow('".git" is excluded');
  });

  /** Calls that wait for the host while the core panics: one of the same vault, one of another. */
  async function inFlight(signal?: AbortSignal) {
    const answers: ((answer: Answer) => void)[] = [];
    const bothAsked = new Promise<void>((asked) => {
      vi.spyOn(host, "read").mockImplementation((path) => {
        return panicking(path) ?? new Promise((resolve) => answers.push(resolve) === 2 && asked());
      });
    });
    const other = new Tools(host, {}, core);
    const calls = [tools, other].map((each) => each.call("read_file", { path: "a.md" }, signal));
    await bothAsked;
    expect(outcome(await panic())).toBe("internal");
    return { calls, other, answer: () => answers.forEach((resolve) => resolve({ text: "text\n" })) };
  }

  test("leaves no call hanging that waits for the host", async () => {
    const { calls, other, answer } = await inFlight();
    const fresh = await core.load();
    answer();
    for (const reply of await Promise.all(calls)) expect(outcome(reply)).toMatch(/^(open a\.md|internal)$/);
    expect(core.live).toBe(fresh);
    vi.spyOn(host, "read").mockReturnValue({ text: "text\n" });
    expect(await read(tools)).toStrictEqual(SHOWN);
    expect(await read(other)).toStrictEqual(SHOWN);
  });

  test("does not keep such a call from being cancelled", async () => {
    const controller = new AbortController();
    const { calls } = await inFlight(controller.signal);
    controller.abort();
    expect((await Promise.all(calls)).map(outcome)).toStrictEqual(["cancelled", "cancelled"]);
  });
});
