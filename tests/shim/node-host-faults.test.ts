// The Node host when the disk changes or fails between two answers, and which files it accesses. Node's own functions
// are watched, and fail where a test makes them. Needs pkg/, which built.ts makes.
import * as sync from "node:fs";
import * as fs from "node:fs/promises";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Answer, Reply } from "../../pkg/lectern.js";
import type { Host } from "../../js/vault/host.ts";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { notFound, outcome, outside, whole } from "./replies.ts";
import { folderWith } from "./vault.ts";

vi.mock("node:fs", { spy: true });

/** What the host asks the system, by name. */
const asked = {
  fstat: sync.fstatSync,
  lstat: sync.lstatSync,
  open: sync.openSync,
  readlink: sync.readlinkSync,
};
/** What it asks where the system tells where an open file lies, and where it does not. */
const ASKED = [
  [true, "open"],
  [true, "fstat"],
  [true, "readlink"],
  [false, "lstat"],
  [false, "open"],
] as const;

/** A host that does `change` between its answer to `stat` and the reading. */
function changing(host: NodeHost, change: () => Promise<unknown>): Host {
  return {
    stat: (path) => host.stat(path),
    list: (path, from) => host.list(path, from),
    links: () => host.links(),
    read: async (path, signal): Promise<Answer> => {
      await change();
      return host.read(path, signal);
    },
    rules: () => host.rules(),
    pdfJs: () => host.pdfJs(),
  };
}

let vault: string;
let host: NodeHost;

beforeEach(async () => {
  vault = await folderWith({
    "notes/plan.md": "open\n",
    ".obsidian/app.json": '{"canary": 0}',
    "Private/a.md": "canary\n",
  });
  host = NodeHost.open(vault);
});

describe.each([
  { told: "told", tells: true },
  { told: "not told", tells: false },
])("between stat and read, where it is $told where an open file lies,", ({ tells }) => {
  beforeEach(() => void (host = NodeHost.open(vault, tells)));
  const readWhile = (change: () => Promise<unknown>): Promise<Reply> =>
    new Tools(changing(host, change), { protected: ["Private"] }).call("read_file", { path: "notes/plan.md" });
  const plan = (): string => join(vault, "notes/plan.md");

  test("a file that is deleted is not found", async () => {
    expect(await readWhile(() => fs.rm(plan()))).toStrictEqual(notFound("notes/plan.md"));
  });

  test.each(["../.obsidian/app.json", "../Private/a.md", "/etc/passwd", "../.obsidian/gone", "/gone"])(
    "a file that is swapped for a link to %s is not read",
    async (target) => {
      const reply = await readWhile(() => fs.rm(plan()).then(() => fs.symlink(target, plan())));
      expect(reply.structuredContent.files).toStrictEqual([]);
      expect(outcome(reply)).toMatch(/^(unreadable|not_found)$/);
      expect(JSON.stringify(reply)).not.toMatch(/canary|root:|obsidian|Private|gone/);
    },
  );

  test("a folder that is swapped for a link to a closed one is not read through", async () => {
    await fs.writeFile(join(vault, ".obsidian/plan.md"), "canary\n");
    const swap = (): Promise<void> =>
      fs.rename(join(vault, "notes"), join(vault, "moved")).then(() => fs.symlink(".obsidian", join(vault, "notes")));
    const reply = await readWhile(swap);
    expect(outcome(reply)).toBe("unreadable");
    expect(JSON.stringify(reply)).not.toContain("canary");
  });

  test("a folder that is swapped for a link to a closed one is not looked into", async () => {
    await fs.writeFile(join(vault, ".obsidian/target.md"), "canary\n");
    const swapping = changing(host, () => Promise.resolve());
    swapping.list = async (path, from) => {
      if (path === "notes") await fs.rm(join(vault, path), { recursive: true });
      if (path === "notes") await fs.symlink(".obsidian", join(vault, path));
      return host.list(path, from);
    };
    expect(await new Tools(swapping).call("read_file", { path: "[[target]]" })).toStrictEqual(notFound("[[target]]"));
  });

  test("a file that grows is shown as it is read, and read again by the next call", async () => {
    let grown = false;
    const once = changing(host, async () => {
      if (!grown) await fs.writeFile(plan(), "open\nand more\n");
      grown = true;
    });
    const tools = new Tools(once);
    const read = (): Promise<Reply> => tools.call("read_file", { path: "notes/plan.md" });
    expect(await read()).toStrictEqual(whole("notes/plan.md", ["open", "and more"]));
    expect(await read()).toStrictEqual(whole("notes/plan.md", ["open", "and more"]));
  });
});

describe("a file", () => {
  const text = (answer: Answer): string | undefined =>
    typeof answer === "object" && "bytes" in answer ? Buffer.from(answer.bytes).toString() : undefined;

  test.runIf(process.platform === "linux")("that lies where its path says is read without a walk", async () => {
    vi.mocked(sync.lstatSync).mockClear();
    expect(text(await host.read("notes/plan.md"))).toBe("open\n");
    expect(sync.lstatSync).not.toHaveBeenCalled();
  });

  test.each(["", "x", "y".repeat(300_000)])(
    "is read to its end, whatever its size was a moment ago",
    async (content) => {
      await fs.writeFile(join(vault, "notes/plan.md"), content);
      for (const size of [0, 1, 299_999, 400_000]) {
        const { fstatSync } = await vi.importActual<typeof sync>("node:fs");
        vi.mocked(sync.fstatSync as (file: number) => sync.Stats).mockImplementationOnce((file) =>
          Object.assign(fstatSync(file), { size }),
        );
        expect(text(await host.read("notes/plan.md"))).toBe(content);
      }
    },
  );

  test("that was read leaves no file open, whatever became of it", async () => {
    await fs.symlink("plan.md", join(vault, "notes/link.md"));
    await fs.symlink("notes", join(vault, "door"));
    vi.mocked(sync.openSync).mockClear();
    vi.mocked(sync.closeSync).mockClear();
    for (const path of ["notes/plan.md", "notes/link.md", "door/plan.md", "notes", "gone.md"]) await host.read(path);
    const opened = vi.mocked(sync.openSync).mock.results.filter(({ type }) => type === "return");
    expect(opened.length).toBeGreaterThanOrEqual(2);
    const closed = vi.mocked(sync.closeSync).mock.calls.map(([file]) => file);
    expect(closed.sort()).toEqual(opened.map(({ value }) => value as number).sort());
  });

  test("is not read where its device or number is another than a moment ago", async () => {
    const { fstatSync } = await vi.importActual<typeof sync>("node:fs");
    onTestFinished(() => void vi.mocked(sync.fstatSync).mockReset());
    for (const change of [{ ino: 1n }, { dev: 1n }]) {
      vi.mocked(sync.fstatSync as unknown as (file: number, options: object) => object).mockImplementation(
        (file, options) => Object.assign(fstatSync(file, options), change),
      );
      expect(await NodeHost.open(vault, false).read("notes/plan.md")).toHaveProperty("failed");
    }
  });

  test("under a folder that is a link is not read, nor one in a folder that was moved out", async () => {
    const elsewhere = await folderWith({ "plan.md": "canary\n" });
    await fs.symlink(elsewhere, join(vault, "door"));
    expect(await host.read("door/plan.md")).toHaveProperty("failed");
    await fs.rename(join(vault, "notes"), join(elsewhere, "notes"));
    expect(await host.read("notes/plan.md")).toBe("missing");
  });
});

describe("a disk that fails", () => {
  // The rules are read from the disk too, and fail in another way: see rules.test.ts.
  const withoutRules = (host: NodeHost): NodeHost => {
    vi.spyOn(host, "rules").mockReturnValue({ ignoreFile: "", excluded: [] });
    return host;
  };
  const failingHost = (tells: boolean): NodeHost => withoutRules(NodeHost.open(vault, tells));
  beforeEach(() => void withoutRules(host));
  const fault = (code: string, doing: string): Error =>
    Object.assign(new Error(`${code}: something went wrong, ${doing} '${join(vault, "notes/plan.md")}'`), { code });

  test.each(ASKED)("in what it is asked makes the file unreadable, without its place: %s, %s", async (tells, name) => {
    const tools = new Tools(failingHost(tells));
    await tools.ready();
    vi.mocked(asked[name] as () => unknown).mockImplementationOnce(() => {
      throw fault("EIO", name);
    });
    const reply = await tools.call("read_file", { path: "notes/plan.md" });
    expect(outcome(reply)).toBe("unreadable");
    expect(JSON.stringify(reply)).not.toContain(vault);
    const again = await tools.call("read_file", { path: "notes/plan.md" });
    expect(again).toStrictEqual(whole("notes/plan.md", ["open"]));
  });

  test("in a listing does not tell where the vault lies", async () => {
    vi.mocked(sync.readdirSync).mockImplementationOnce(() => {
      throw fault("EACCES", "scandir");
    });
    expect(JSON.stringify(await new Tools(host).call("read_file", { path: "[[plan]]" }))).not.toContain(vault);
  });

  test.each([
    [true, "open"],
    [false, "lstat"],
  ] as const)(
    "because the file goes while it is looked for leaves nothing to be found: %s, %s",
    async (tells, name) => {
      const tools = new Tools(failingHost(tells));
      await tools.ready();
      vi.mocked(asked[name] as () => unknown).mockImplementationOnce(() => {
        sync.rmSync(join(vault, "notes/plan.md"));
        throw fault("ENOENT", name);
      });
      expect(await tools.call("read_file", { path: "notes/plan.md" })).toStrictEqual(notFound("notes/plan.md"));
    },
  );
});

describe("the folders that are looked into", () => {
  let walked: string[];
  beforeEach(async () => {
    const { readdirSync, realpathSync } = await vi.importActual<typeof sync>("node:fs");
    vi.mocked(sync.readdirSync).mockImplementation((...args: Parameters<typeof readdirSync>) => {
      // By the time of the call: an open folder has another path than its own.
      walked.push(relative(vault, realpathSync(args[0])));
      return readdirSync(...args);
    });
    walked = [];
  });

  test("are the open ones, once each", async () => {
    await fs.mkdir(join(vault, "notes/.git"));
    await fs.mkdir(join(vault, "notes/Private"));
    await fs.mkdir(join(vault, "archive"));
    await fs.symlink("../Private", join(vault, "notes/door"));
    await new Tools(host, { protected: ["Private"] }).call("read_file", { path: "[[no such note]]" });
    expect(walked.sort()).toStrictEqual(["", "archive", "notes"]);
  });

  test("do not lie behind a link out of the vault, also where names have to be compared", async () => {
    const elsewhere = await folderWith({ "secret.md": "canary\n" });
    await fs.symlink(elsewhere, join(vault, "\u00e9"));
    const path = "\u00e9/gone.md";
    expect(await new Tools(host).call("read_file", { path })).toStrictEqual(outside(path));
    expect(walked.filter((folder) => folder.startsWith("..") || folder.startsWith("\u00e9"))).toStrictEqual([]);
  });

  test("are none at all for a closed path", async () => {
    vi.mocked(sync.realpathSync.native).mockClear();
    await new Tools(host, { protected: ["Private"] }).call("read_file", { path: "Private/caf\u00e9.md" });
    expect(walked).toStrictEqual([]);
    expect(vi.mocked(sync.realpathSync.native).mock.calls).toStrictEqual([]);
  });
});
