// The Node host on real folders: symbolic links, odd names, odd files. What goes wrong between two answers is in
// node-host-faults.test.ts, how paths are spelled in paths.test.ts. Needs pkg/, which built.ts makes.
import { execFileSync } from "node:child_process";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/tools.ts";
import { denied, failed, notFound, outcome, outside, whole } from "./replies.ts";
import { addFiles, folderWith } from "./vault.ts";

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
    ".obsidian/app.json": "canary\n",
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
  tools = new Tools(await NodeHost.open(vault), { protected: ["Private"] });
});

describe("a symbolic link", () => {
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
      expect(await read(path)).toStrictEqual(whole("notes/plan.md", ["open"]));
    },
  );

  test("to nothing is not found", async () => {
    expect(outcome(await read("gone-link.md"))).toBe("not_found");
  });

  test("to an open folder names the notes that it leads to", async () => {
    const help = 'give the path of a note in it, such as "notes/plan.md"';
    expect(await read("notes-link")).toStrictEqual(failed("is_folder", '"notes-link" is a folder', help));
  });

  test("in a circle cannot be read, and does not tell where the vault lies", async () => {
    const reply = await read("loop-a.md");
    expect(outcome(reply)).toBe("unreadable");
    expect(JSON.stringify(reply)).not.toContain(vault);
  });

  test("may lead to the vault itself", async () => {
    const door = join(await folderWith(), "vault");
    await symlink(vault, door);
    tools = new Tools(await NodeHost.open(door), { protected: ["Private"] });
    expect(await read("plan-link.md")).toStrictEqual(whole("notes/plan.md", ["open"]));
    expect(await read("out.md")).toStrictEqual(outside("out.md"));
    expect(await read("diary.md")).toStrictEqual(denied("diary.md"));
  });
});

describe("a name", () => {
  const NFC = "Caf\u00e9";
  const NFD = "Cafe\u0301";

  test("that the disk has in NFD is reached by NFC, NFD and another case, and shown in NFC", async () => {
    const folder = await folderWith({ [`${NFD}/Men\u0075\u0308.md`]: "soup\n" });
    const cafe = new Tools(await NodeHost.open(folder));
    for (const path of [`${NFC}/Men\u00fc.md`, `${NFD}/Menu\u0308.md`, "CAF\u00c9/MEN\u00dc.MD", "[[men\u00fc]]"]) {
      expect(await cafe.call("read_file", { path })).toStrictEqual(whole(`${NFC}/Men\u00fc.md`, ["soup"]));
    }
  });

  test("that the disk has in NFD is closed by its NFC, also behind a link", async () => {
    const folder = await folderWith({ [`${NFD}/menu.md`]: "canary\n" });
    await symlink(NFD, join(folder, "The\u0301"));
    const cafe = new Tools(await NodeHost.open(folder), { protected: [NFC] });
    for (const path of [`${NFC}/menu.md`, "Th\u00e9/menu.md", "Th\u00e9/gone.md"]) {
      expect(await cafe.call("read_file", { path })).toStrictEqual(denied(path));
    }
    expect(outcome(await cafe.call("read_file", { path: `${NFD}/menu.md` }))).toBe("denied");
  });

  test("with a backslash is no vault path: neither it nor its neighbour is shown for it", async () => {
    const folder = await folderWith({ "a\\b.md": "canary\n" });
    await symlink("a\\b.md", join(folder, "link.md"));
    const odd = new Tools(await NodeHost.open(folder));
    expect(await odd.call("read_file", { path: "a\\b.md" })).toStrictEqual(notFound("a\\b.md"));
    await addFiles(folder, { "a/b.md": "neighbour\n" });
    const reply = await odd.call("read_file", { path: "link.md" });
    expect(reply.isError).toBe(true);
    expect(JSON.stringify(reply)).not.toMatch(/canary|neighbour/);
  });

  test("that goes on behind a file is not found", async () => {
    const folder = await folderWith({ "a.md": "text\n" });
    const path = "a.md/b";
    expect(await new Tools(await NodeHost.open(folder)).call("read_file", { path })).toStrictEqual(notFound(path));
  });

  test("longer than the disk allows is not found", async () => {
    expect(outcome(await read(LONG))).toBe("not_found");
    expect(outcome(await read(`${LONG}/plan.md`))).toBe("not_found");
  });

  test("500 folders deep is found by its name", async () => {
    const path = `${"d/".repeat(500)}buried.md`;
    const folder = await folderWith({ [path]: "deep\n" });
    const deep = new Tools(await NodeHost.open(folder));
    expect(await deep.call("read_file", { path: "[[buried]]" })).toStrictEqual(whole(path, ["deep"]));
  });
});

describe("what is no file", () => {
  test.skipIf(process.platform === "win32")("is not opened: a pipe nobody writes to, a socket", async () => {
    const folder = await folderWith();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const server = createServer().listen(join(folder, "socket"));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const odd = new Tools(await NodeHost.open(folder));
    for (const path of ["pipe", "socket"]) {
      const message = `"${path}" is not a file but a pipe, a socket or a device`;
      const reply = await odd.call("read_file", { path });
      expect(reply).toStrictEqual(failed("unsupported", message, "give the path of a note"));
    }
  });

  test.skipIf(process.getuid?.() === 0)("may not even be looked at, and the reply hides where it lies", async () => {
    const folder = await folderWith({ "locked/a.md": "a\n", "sealed.md": "b\n", "open.md": "c\n" });
    await chmod(join(folder, "locked"), 0o000);
    await chmod(join(folder, "sealed.md"), 0o000);
    onTestFinished(() => chmod(join(folder, "locked"), 0o755));
    const shut = new Tools(await NodeHost.open(folder));
    for (const path of ["locked/a.md", "sealed.md"]) {
      const reply = await shut.call("read_file", { path });
      expect(outcome(reply)).toBe("unreadable");
      expect(JSON.stringify(reply)).not.toContain(folder);
    }
    expect(await shut.call("read_file", { path: "open.md" })).toStrictEqual(whole("open.md", ["c"]));
  });
});
