// `search_notes` through the wasm over a vault in memory that reports changes: calls that are cancelled or trap while
// the notes are read, and changes in the meantime. search-node.test.ts covers folders on disk. Needs pkg/,
// which built.ts makes.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer, Change, Reply } from "../../pkg/lectern.js";
import { Core } from "../../js/wasm/core.ts";
import type { Watch } from "../../js/vault/host.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { panic } from "./failing.ts";
import { failed, outcome } from "./replies.ts";
import { MemoryHost } from "./vault.ts";

const NOTES = 200;
const CANCELLED = failed("cancelled", "the call was cancelled", "call again if it is still needed", "The call failed");

/** Tells of what is written, deleted and moved. */
class WatchedHost extends MemoryHost {
  readonly files: Record<string, string>;
  tell: ((change: Change) => void) | undefined;
  stops = 0;
  waits = 0;

  constructor(files: Record<string, string>) {
    super(files);
    this.files = files;
  }

  watch(changed: (change: Change) => void): Watch {
    this.asked.push("watch");
    this.tell = changed;
    return {
      after: (ms, work) => {
        this.waits++;
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
      stop: () => {
        this.stops++;
      },
    };
  }

  override put(path: string, content: string): void {
    super.put(path, content);
    this.tell?.({ written: { path, size: Buffer.byteLength(content), mtime: this.mtime } });
  }

  remove(path: string): void {
    Reflect.deleteProperty(this.files, path);
    this.tell?.({ gone: path });
  }
}

let host: WatchedHost;
let tools: Tools;
const search = (query: string, signal?: AbortSignal): Promise<Reply> =>
  tools.call("search_notes", { query, limit: 50 }, signal);
const found = async (query: string): Promise<string[]> =>
  ((await search(query)).structuredContent.notes ?? []).map(({ path }) => path).sort();
const reads = (): number => host.asked.filter((asked) => asked.startsWith("read ")).length;

beforeEach(() => {
  const name = (index: number): string => String(index).padStart(3, "0");
  const note = (index: number): [string, string] => [`${name(index)}.md`, `Note number${name(index)} of all.\n`];
  host = new WatchedHost(Object.fromEntries(Array.from({ length: NOTES }, (_, index) => note(index))));
  tools = new Tools(host);
});

/** Does `work` when the host is asked for the `count`th time to read, before it answers. */
function atRead(count: number, work: () => unknown): void {
  const read = host.read.bind(host);
  let asked = 0;
  vi.spyOn(host, "read").mockImplementation(async (path, signal): Promise<Answer> => {
    if (++asked === count) await work();
    return read(path, signal);
  });
}

describe("the first search", () => {
  test("watches, lists and reads every note once; the next one reads what it shows", async () => {
    expect(await found("number007")).toEqual(["007.md"]);
    expect(host.asked.slice(0, 2)).toEqual(["watch", "list "]);
    // The note that is found is read once more, to be shown.
    expect(reads()).toBe(NOTES + 1);
    host.asked.length = 0;
    expect(await found("number008")).toEqual(["008.md"]);
    expect(host.asked).toEqual(["read 008.md"]);
    expect(tools.indexed()).toMatchObject({ notes: NOTES, unread: 0, is_listed: true });
  });

  test("is not begun by anything but a search", async () => {
    await tools.ready();
    await tools.call("read_file", { path: "001.md" });
    expect(tools.isProtectedPath("001.md")).toBe(false);
    expect(host.asked).toEqual(["stat 001.md", "read 001.md"]);
    expect(tools.indexed()).toMatchObject({ notes: 0, is_listed: false });
  });

  test("that is cancelled leaves what was read; the next one goes on there", async () => {
    const controller = new AbortController();
    atRead(100, () => controller.abort());
    expect(await search("number199", controller.signal)).toStrictEqual(CANCELLED);
    const { notes = 0 } = tools.indexed() ?? {};
    expect(notes).toBeGreaterThan(0);
    expect(notes).toBeLessThan(NOTES);
    host.put("new.md", "Note number200.\n");
    host.remove("000.md");
    expect(await found("number199")).toEqual(["199.md"]);
    expect(await found("number200")).toEqual(["new.md"]);
    expect(await found("number000")).toEqual([]);
    expect(tools.indexed()).toMatchObject({ notes: NOTES, unread: 0 });
    // Those under way when it was cancelled are read twice, and what is shown once more.
    expect(reads()).toBeLessThan(NOTES + 100);
  });

  test("that is cancelled while it lists hurts no other", async () => {
    const controller = new AbortController();
    const list = vi.spyOn(host, "list").mockImplementationOnce(() => {
      controller.abort();
      return new Promise<Answer>(() => undefined);
    });
    expect(await search("number001", controller.signal)).toStrictEqual(CANCELLED);
    list.mockRestore();
    expect(await found("number001")).toEqual(["001.md"]);
  });

  test("takes in what changes while it reads", async () => {
    atRead(50, () => {
      host.put("100.md", "Changed while others were read.\n");
      host.put("zzz.md", "Added while others were read.\n");
      host.remove("150.md");
    });
    await search("all");
    expect(await found("while")).toEqual(["100.md", "zzz.md"]);
    expect(await found("number150")).toEqual([]);
    expect(await found("number100")).toEqual([]);
    expect(tools.indexed()).toMatchObject({ notes: NOTES });
  });

  test("of two at once finds the same as the other, and a note that is written between them is kept", async () => {
    const list = host.list.bind(host);
    const listings: (() => void)[] = [];
    vi.spyOn(host, "list").mockImplementation(async (path, from) => {
      const listing = await list(path, from);
      await new Promise<void>((resolve) => listings.push(resolve));
      return listing;
    });
    const first = found("number001");
    await vi.waitFor(() => expect(listings).toHaveLength(1), 30_000);
    const second = found("number001");
    await vi.waitFor(() => expect(listings).toHaveLength(2), 30_000);
    // Newer than both listings. A third call tells the core of it, and lists too.
    host.put("new.md", "Written meanwhile.\n");
    const third = found("meanwhile");
    await vi.waitFor(() => expect(listings).toHaveLength(3), 30_000);
    for (const go of listings) go();
    expect(await Promise.all([first, second, third])).toEqual([["001.md"], ["001.md"], ["new.md"]]);
    expect(await found("meanwhile")).toEqual(["new.md"]);
    expect(tools.indexed()).toMatchObject({ notes: NOTES + 1, unread: 0 });
  });

  test("lists again where the settings change meanwhile, and no reply counts what they close", async () => {
    host.put("Private/a.md", "Note number001 of all, but hidden.\n");
    atRead(50, async () => {
      tools.configure({ protected: ["Private"] });
      // The next call brings the new settings to the core.
      await tools.call("read_file", { path: "000.md" });
    });
    expect(await found("number001")).toEqual(["001.md"]);
    expect(await found("hidden")).toEqual([]);
    expect(textOf(await search("all"))).toContain(`of ${NOTES};`);
    expect(tools.indexed()).toMatchObject({ notes: NOTES, unread: 0, is_listed: true });
  });

  test("where the host cannot tell what changed meanwhile is followed by another listing", async () => {
    const list = vi.spyOn(host, "list");
    atRead(50, async () => {
      host.files["quiet.md"] = "Nobody told of this.\n";
      host.tell?.("unknown");
      await tools.call("read_file", { path: "000.md" });
    });
    await search("all");
    expect(await found("nobody")).toEqual(["quiet.md"]);
    expect(list.mock.calls.length).toBe(2);
  });
});

describe("after the first search", () => {
  beforeEach(async () => {
    await search("all");
    host.asked.length = 0;
  });

  test("a change is read soon, though nobody searches", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      host.put("000.md", "Another text.\n");
      await vi.advanceTimersByTimeAsync(1500);
      host.put("001.md", "Another text.\n");
      await vi.advanceTimersByTimeAsync(1500);
      // It waits for the end of a burst.
      expect(host.asked).toEqual([]);
      await vi.advanceTimersByTimeAsync(1000);
    } finally {
      vi.useRealTimers();
    }
    await vi.waitFor(() => expect(host.asked).toEqual(["read 000.md", "read 001.md"]), 30_000);
    host.asked.length = 0;
    expect(await found("another")).toEqual(["000.md", "001.md"]);
    expect(host.asked.sort()).toEqual(["read 000.md", "read 001.md"]);
  });

  test("a burst of changes is waited for once", async () => {
    for (let index = 0; index < NOTES; index++) host.put(`${index}.md`, `Burst ${index}.\n`);
    expect(host.waits).toBe(1);
    expect(await found(`burst ${NOTES - 1}`)).toContain(`${NOTES - 1}.md`);
    tools.close();
  });

  test("a host that watches no longer is listed for each search", async () => {
    host.tell?.("unwatched");
    host.files["quiet.md"] = "Nobody told of this.\n";
    expect(await found("nobody")).toEqual(["quiet.md"]);
    Reflect.deleteProperty(host.files, "quiet.md");
    expect(await found("nobody")).toEqual([]);
  });

  test("closing stops the watch, and what changes then is read by nobody", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      host.put("000.md", "Another text.\n");
      tools.close();
      await vi.advanceTimersByTimeAsync(10_000);
    } finally {
      vi.useRealTimers();
    }
    expect(host.stops).toBe(1);
    expect(host.asked).toEqual([]);
    expect(tools.indexed()).toBeUndefined();
  });
});

describe("a trap of the core", () => {
  let core: Core;

  beforeEach(() => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    core = new Core();
    tools = new Tools(host, {}, core);
  });

  test("while the notes are read ends the search, and the next one reads them anew, with what changed", async () => {
    atRead(50, async () => {
      expect(outcome(await panic(core))).toBe("internal");
      host.put("000.md", "Changed between two instances.\n");
    });
    expect(outcome(await search("all"))).toBe("internal");
    expect(await found("between")).toEqual(["000.md"]);
    expect(await found("number000")).toEqual([]);
    expect(tools.indexed()).toMatchObject({ notes: NOTES, unread: 0 });
    host.put("001.md", "Changed later, between others.\n");
    expect(await found("between")).toEqual(["000.md", "001.md"]);
    expect(host.asked.filter((asked) => asked === "watch")).toEqual(["watch"]);
  });

  test("after the first search loses nothing but time", async () => {
    expect(await found("number001")).toEqual(["001.md"]);
    host.put("000.md", "Told before the trap.\n");
    expect(outcome(await panic(core))).toBe("internal");
    expect(tools.indexed()).toBeUndefined();
    expect(await found("told")).toEqual(["000.md"]);
    expect(tools.indexed()).toMatchObject({ notes: NOTES });
  });
});
