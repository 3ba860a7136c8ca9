// The run loop: cancelled calls, parallel calls, and what is read twice and what is not. hosts.test.ts covers hosts
// that fail. Needs pkg/, which built.ts makes.
import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer, Reply } from "../../pkg/lectern.js";
import { NO_JOURNAL, type Changes } from "../../js/vault/changes.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { failed, notFound, named, whole } from "./replies.ts";
import { MemoryHost } from "./vault.ts";

const CANCELLED = failed("cancelled", "the call was cancelled", "call again if it is still needed", "The call failed");
const never = new Promise<Answer>(() => undefined);

let host: MemoryHost;
let tools: Tools;
const read = (path: string, signal?: AbortSignal): Promise<Reply> => tools.call("read_file", { path }, signal);

beforeEach(() => {
  host = new MemoryHost({ "a.md": "text a\n", "b.md": "text b\n" });
  tools = new Tools(host);
});

describe("a call that is cancelled", () => {
  test("before it begins asks the host nothing", async () => {
    expect(await read("a.md", AbortSignal.abort())).toStrictEqual(CANCELLED);
    expect(host.asked).toStrictEqual([]);
  });

  test.each(["stat", "list", "read"] as const)("while the host hangs in %s ends at once", async (what) => {
    const controller = new AbortController();
    vi.spyOn(host, what).mockImplementation(() => {
      queueMicrotask(() => controller.abort());
      return never;
    });
    expect(await read(what === "list" ? "[[c]]" : "a.md", controller.signal)).toStrictEqual(CANCELLED);
    expect(getEventListeners(controller.signal, "abort")).toStrictEqual([]);
    vi.restoreAllMocks();
    expect(await read("a.md")).toStrictEqual(whole("a.md", ["text a"]));
  });

  test("tells the host's read, whose failure after the end hurts no one", async () => {
    const controller = new AbortController();
    vi.spyOn(host, "read").mockImplementation((_, signal) => {
      const failure = new Promise<Answer>((_, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      });
      queueMicrotask(() => controller.abort());
      return failure;
    });
    expect(await read("a.md", controller.signal)).toStrictEqual(CANCELLED);
    expect(getEventListeners(controller.signal, "abort")).toStrictEqual([]);
  });

  test("between two answers asks nothing more", async () => {
    const controller = new AbortController();
    const stat = host.stat.bind(host);
    vi.spyOn(host, "stat").mockImplementation((path) => {
      controller.abort();
      return stat(path);
    });
    expect(await read("a.md", controller.signal)).toStrictEqual(CANCELLED);
    expect(host.asked).toStrictEqual(["stat a.md"]);
  });

  test("after its end has ended, and leaves no listener on the signal", async () => {
    const controller = new AbortController();
    const reply = await read("a.md", controller.signal);
    expect(getEventListeners(controller.signal, "abort")).toStrictEqual([]);
    controller.abort();
    expect(reply).toStrictEqual(whole("a.md", ["text a"]));
  });

  test("leaves the calls beside it alone", async () => {
    const controller = new AbortController();
    let answerB = (_: Answer): void => undefined;
    const bothAsked = new Promise<void>((asked) => {
      vi.spyOn(host, "read").mockImplementation((path) => {
        if (path === "a.md") return never;
        asked();
        return new Promise((resolve) => (answerB = resolve));
      });
    });
    const [a, b] = [read("a.md", controller.signal), read("b.md")];
    await bothAsked;
    controller.abort();
    expect(await a).toStrictEqual(CANCELLED);
    answerB({ text: "text b\n" });
    expect(await b).toStrictEqual(whole("b.md", ["text b"]));
  });
});

describe("a call that is stopped while it writes", () => {
  const changes: Changes = {
    approve: () => Promise.resolve({ outcome: "accepted", hunks: null, comment: null }),
    journal: NO_JOURNAL,
  };
  const stopped = (tool: string, args: object, ...answers: Answer[]): Promise<Reply> => {
    const controller = new AbortController();
    const write = (): Promise<Answer> => {
      controller.abort();
      return new Promise((resolve) => void setTimeout(() => resolve(answers.shift() ?? { written: "done" }), 20));
    };
    Object.assign(host, { write, move: write });
    return new Tools(host, { changes: true }).call(tool, args, controller.signal, undefined, changes);
  };
  const EDIT = { path: "a.md", edits: [{ old: "a", new: "b" }] };

  test("tells what was made", async () => {
    expect(textOf(await stopped("edit_file", EDIT))).toMatch(/^changed "a.md"/);
    expect(textOf(await stopped("delete_file", { path: "a.md" }))).toMatch(/^moved "a.md" to the trash/);
    host.put("b.md", "[[a]]\n");
    const moved = textOf(await stopped("move_file", { from: "a.md", to: "c.md" }));
    expect(moved).toMatch(/^moved "a.md" to "c.md"/);
    // What is read after the move is still read.
    expect(moved).toContain('1 link in "b.md"');
  });

  test("tells what failed, and that nothing was made", async () => {
    const failed = await stopped("edit_file", EDIT, { failed: "the disk is full" });
    expect(textOf(failed)).toMatch(/^error\[\w+\]: "a.md" could not be written: the disk is full/);
    expect(await stopped("edit_file", EDIT, { written: "outdated" })).toStrictEqual(CANCELLED);
  });
});

test("200 calls side by side, answered in any order, each get their own reply", async () => {
  const names = Array.from({ length: 200 }, (_, index) => `${index}.md`);
  const many = new MemoryHost(Object.fromEntries(names.map((name) => [name, `this is ${name}\n`])));
  const waiting: (() => void)[] = [];
  const late = (work: () => Answer | Promise<Answer>): Promise<Answer> =>
    new Promise<void>((resolve) => waiting.push(resolve)).then(work);
  const slow = new Tools({
    stat: (path) => late(() => many.stat(path)),
    list: (path, from) => late(() => many.list(path, from)),
    links: (asked) => late(() => many.links(asked)),
    rules: () => many.rules(),
    read: (path) => late(() => many.read(path)),
    pdfJs: () => many.pdfJs(),
  });
  let ended = 0;
  const calls = names.map(async (name, index) => {
    const reply = await slow.call("read_file", { path: index % 3 ? name : `[[${name}]]` });
    ended++;
    return reply;
  });
  // The last asked is answered first, but every seventh time the first.
  for (let turn = 0; ended < names.length; turn++) {
    (turn % 7 ? waiting.pop() : waiting.shift())?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const expected = names.map((name, index) => {
    const reply = whole(name, [`this is ${name}`]);
    return index % 3 ? reply : named(reply);
  });
  expect(await Promise.all(calls)).toStrictEqual(expected);
});

describe("the last file read", () => {
  const reads = (): string[] => host.asked.filter((asked) => asked.startsWith("read "));

  test("is read once over many pages, and again when its size or its time of change is another", async () => {
    const text = `${Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n")}\n`;
    host.put("long.md", text);
    tools = new Tools(host, { maxBytes: 11 });
    let pages = 0;
    for (let args: unknown = { path: "long.md" }; args; pages++) {
      args = (await tools.call("read_file", args)).structuredContent.files[0]?.next;
    }
    expect(pages).toBe(50);
    expect(reads()).toStrictEqual(["read long.md"]);
    host.mtime = 2;
    await read("long.md");
    expect(reads()).toHaveLength(2);
    host.put("long.md", text.replace("line 0", "line 00"));
    expect(textOf(await read("long.md"))).toContain("1: line 00\n");
    expect(reads()).toHaveLength(3);
  });

  test("is not shown for another, nor by a vault that is not its own", async () => {
    expect(await read("a.md")).toStrictEqual(whole("a.md", ["text a"]));
    expect(await read("b.md")).toStrictEqual(whole("b.md", ["text b"]));
    expect(await new Tools(new MemoryHost({ "a.md": "text c\n" })).call("read_file", { path: "a.md" })).toStrictEqual(
      whole("a.md", ["text c"]),
    );
  });

  test("is not shown once it has gone", async () => {
    await read("a.md");
    vi.spyOn(host, "stat").mockReturnValue("missing");
    vi.spyOn(host, "list").mockReturnValue({ listing: { files: [], folders: [], next: null } });
    expect(await read("a.md")).toStrictEqual(notFound("a.md"));
  });
});
