// The Node host on real folders: symbolic links. node-host-names.test.ts covers odd names and files,
// node-host-faults.test.ts failures between two answers, and paths.test.ts how paths are spelled. Needs pkg/, which
// built.ts makes.
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { about, denied, failed, named, outcome, outside, whole } from "./replies.ts";
import { folderWith } from "./vault.ts";

/** Longer than Linux's names, which end at 255 bytes. */
const LONG = "\ud55c".repeat(100);

let vault: string;
let elsewhere: string;
let tools: Tools;
const read = (path: string): Promise<Reply> => tools.call("read_file", { path });

beforeAll(async () => {
  elsewhere = await folderWith({ "secret.txt": "canary\n", "folder/secret.txt": "canary\n" });
  vault = await folderWith({
    "notes/plan.md": "open\n",
    ".obsidian/app.json": '{"canary": 0}',
    "Private/diary.md": "canary\n",
  });
  const links = {
    "out.md": join(elsewhere, "secret.txt"),
    "out-gone.md": join(elsewhere, "gone.txt"),
    "out-chain.md": "out-gone.md",
    "out-loop.md": join(elsewhere, "loop"),
    "out-folder": elsewhere,
    "out-relative": "../../../../../../../../..",
    "out-deep": join(elsewhere, "folder"),
    "config.md": ".obsidian/app.json",
    "config-gone.md": ".obsidian/gone.json",
    "config-loop.md": ".obsidian/loop",
    "config-folder": ".obsidian",
    "diary.md": "Private/diary.md",
    "diary-gone.md": "notes/../Private/gone.md",
    "diary-folder": join(vault, "Private"),
    "diary-gone-folder": "Private/gone",
    "diary-deep": "Private/deep",
    "plan-link.md": "notes/plan.md",
    "plan-chain.md": "plan-link.md",
    "notes-link": "notes",
    "gone-link.md": "notes/gone.md",
    "loop-a.md": "loop-b.md",
    "loop-b.md": "loop-a.md",
    ".obsidian/loop": "loop",
    "Private/deep/up.md": "../gone.md",
  };
  await mkdir(join(vault, "Private/deep"));
  for (const [path, target] of Object.entries(links)) await symlink(target, join(vault, path));
  await symlink("loop", join(elsewhere, "loop"));
  await symlink("../gone.txt", join(elsewhere, "folder/up.txt"));
});

describe.each([
  { told: "told", tells: true },
  { told: "not told", tells: false },
])("where it is $told where an open file lies, a symbolic link", ({ tells }) => {
  beforeAll(() => void (tools = new Tools(NodeHost.open(vault, tells), { protected: ["Private"] })));

  test.each([
    ["out.md"],
    ["out-gone.md"],
    ["out-chain.md"],
    ["out-loop.md"],
    ["out-folder/secret.txt"],
    ["out-folder/gone.txt"],
    ["out-folder/loop"],
    ["out-folder/secret.txt/below"],
    ["out-folder/folder"],
    [`out-folder/${LONG}`],
    ["out-folder"],
    ["out-relative"],
    ["out-relative/etc/passwd"],
    ["out-deep/up.txt"],
  ])("that leaves the vault is never followed, whatever is there: %s", async (path) => {
    expect(await read(path)).toStrictEqual(outside(path));
  });

  test.each([
    ["config.md"],
    ["config-gone.md"],
    ["config-loop.md"],
    ["config-folder"],
    ["config-folder/app.json"],
    ["config-folder/gone.json"],
    ["config-folder/loop"],
    ["config-folder/app.json/below"],
    [`config-folder/${LONG}`],
    ["diary.md"],
    ["diary-gone.md"],
    ["diary-folder/diary.md"],
    ["diary-folder/gone.md"],
    ["diary-gone-folder"],
    ["diary-gone-folder/gone.md"],
    ["diary-deep/up.md"],
  ])("into a closed folder is closed, whatever is there: %s", async (path) => {
    expect(await read(path)).toStrictEqual(denied(path));
  });

  test.each([["plan-link.md"], ["plan-chain.md"], ["notes-link/plan.md"], ["notes-link/../plan-link.md"]])(
    "to an open note shows it under its own path: %s",
    async (path) => {
      expect(await read(path)).toStrictEqual(named(whole("notes/plan.md", ["open"])));
    },
  );

  test("to nothing is not found", async () => {
    expect(outcome(await read("gone-link.md"))).toBe("not_found");
  });

  test("to an open folder names the notes that it leads to", async () => {
    const help = 'give the path of a note in it, such as "notes/plan.md"';
    expect(await read("notes-link")).toStrictEqual(
      about("notes-link", failed("is_folder", '"notes-link" is a folder', help)),
    );
  });

  test("in a circle cannot be read, and does not tell where the vault lies", async () => {
    const reply = await read("loop-a.md");
    expect(outcome(reply)).toBe("unreadable");
    expect(JSON.stringify(reply)).not.toContain(vault);
  });

  test("may lead to the vault itself", async () => {
    const door = join(await folderWith(), "vault");
    await symlink(vault, door);
    tools = new Tools(NodeHost.open(door, tells), { protected: ["Private"] });
    expect(await read("plan-link.md")).toStrictEqual(named(whole("notes/plan.md", ["open"])));
    expect(await read("out.md")).toStrictEqual(outside("out.md"));
    expect(await read("diary.md")).toStrictEqual(denied("diary.md"));
  });

  test("an absolute path in the vault is taken, by its real place and by the one that was given", async () => {
    const door = join(await folderWith(), "vault");
    await symlink(vault, door);
    tools = new Tools(NodeHost.open(door, tells), { protected: ["Private"] });
    for (const root of [vault, door]) {
      expect(await read(join(root, "notes/plan.md"))).toStrictEqual(whole("notes/plan.md", ["open"]));
      expect(outcome(await read(join(root, "Private/diary.md")))).toBe("denied");
      expect(outcome(await read(join(root, "../secret.txt")))).toBe("not_found");
    }
    expect(outcome(await read(join(elsewhere, "secret.txt")))).toBe("not_found");
  });
});
