// The Node host on real folders: names in NFD, with a backslash or a colon, too long or too deep, and entries that are
// no files or can't be read. Needs pkg/, which built.ts makes.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { chmod, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Change, Decision, Proposal } from "../../pkg/lectern.js";
import { NodeHost } from "../../js/host/node.ts";
import { NO_JOURNAL } from "../../js/vault/changes.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { about, denied, failed, named, notFound, outcome, outside, whole } from "./replies.ts";
import { addFiles, folderWith } from "./vault.ts";

/** Until the end of the test, Node says that it runs on Windows. */
function onWindows(): void {
  const { platform } = process;
  const say = (value: string): void => void Object.defineProperty(process, "platform", { value });
  say("win32");
  onTestFinished(() => say(platform));
}

describe("a name", () => {
  const NFC = "Caf\u00e9";
  const NFD = "Cafe\u0301";

  test("that the disk has in NFD is reached by NFC, NFD and another case, and shown in NFC", async () => {
    const folder = await folderWith({ [`${NFD}/Men\u0075\u0308.md`]: "soup\n" });
    const cafe = new Tools(NodeHost.open(folder));
    const shown = whole(`${NFC}/Men\u00fc.md`, ["soup"]);
    for (const path of [`${NFC}/Men\u00fc.md`, `${NFD}/Menu\u0308.md`]) {
      expect(await cafe.call("read_file", { path })).toStrictEqual(shown);
    }
    for (const path of ["CAF\u00c9/MEN\u00dc.MD", "[[men\u00fc]]"]) {
      expect(await cafe.call("read_file", { path })).toStrictEqual(named(shown));
    }
  });

  test("that the disk has in NFD is closed by its NFC, also behind a link", async () => {
    const folder = await folderWith({ [`${NFD}/menu.md`]: "canary\n" });
    await symlink(NFD, join(folder, "The\u0301"));
    const cafe = new Tools(NodeHost.open(folder), { protected: [NFC] });
    for (const path of [`${NFC}/menu.md`, "Th\u00e9/menu.md", "Th\u00e9/gone.md"]) {
      expect(await cafe.call("read_file", { path })).toStrictEqual(denied(path));
    }
    expect(outcome(await cafe.call("read_file", { path: `${NFD}/menu.md` }))).toBe("denied");
  });

  // Other systems hold both for one name.
  const isLinux = process.platform === "linux";

  test.runIf(isLinux)("that an excluded note has in NFD is taken: no second file is made beside it", async () => {
    const secret = "---\nlectern: false\n---\ncanary\n";
    const [nfc, nfd] = [`${NFC}.md`, `${NFD}.md`];
    for (const tellsPlaces of [undefined, false]) {
      const folder = await folderWith({ [nfd]: secret, "a.md": "one\n" });
      const host = NodeHost.open(folder, tellsPlaces);
      const cafe = new Tools(host, { changes: true });
      const asked: Proposal[] = [];
      const approve = (proposal: Proposal): Promise<Decision> => {
        asked.push(proposal);
        return Promise.resolve({ outcome: "accepted", hunks: null, comment: null });
      };
      const changes = { approve, journal: NO_JOURNAL };
      const args = { path: nfc, content: "two\n" };
      const reply = await cafe.call("write_file", args, undefined, {}, changes);
      expect([reply.isError, reply.structuredContent.error?.code]).toEqual([true, "denied"]);
      // Not even if the core does not know of it.
      const bytes = new TextEncoder().encode("two\n");
      const write = { path: nfc, before: null, after: bytes, version: null, newVersion: "x", replaced: [] };
      expect(host.write(write)).toStrictEqual({ written: "outdated" });
      const move = { path: "a.md", to: nfc, before: new TextEncoder().encode("one\n"), version: "", links: [] };
      expect(host.move(move)).toStrictEqual({ written: "outdated" });
      expect(readdirSync(folder).sort()).toStrictEqual([nfd, "a.md"].sort());
      expect(asked.map(({ alwaysAsk }) => alwaysAsk)).toEqual([true]);
    }
  });

  test.runIf(isLinux)("that two files have in both forms is listed and searched once, as it is read", async () => {
    const secret = `---\nlectern: false\n---\n${"canary ".repeat(100)}\n`;
    const folder = await folderWith({ [`${NFD}.md`]: secret, [`${NFC}.md`]: "soup\n" });
    const host = NodeHost.open(folder);
    const cafe = new Tools(host);
    const listed = await cafe.call("list_files", { sort: "modified" });
    expect(listed.structuredContent.entries).toMatchObject([{ path: `${NFC}.md`, size: 5 }]);
    expect(textOf(await cafe.call("search_notes", { query: "soup" }))).not.toContain("not searched");
    expect(textOf(await cafe.call("search_notes", { query: "canary" }))).not.toContain("not searched");
    // A change of the one that no path opens changes nothing.
    await addFiles(folder, { [`${NFD}.md`]: `${secret}more\n` });
    await vi.waitFor(async () => {
      const again = await cafe.call("list_files", { sort: "modified" });
      expect(again.structuredContent.entries).toMatchObject([{ path: `${NFC}.md`, size: 5 }]);
      expect(textOf(again)).not.toContain("not searched");
    });
    cafe.close();
  });

  test("with a backslash is no vault path: it is neither shown nor suggested", async () => {
    const odd = new Tools(NodeHost.open(await folderWith({ "a\\b.md": "canary\n" })));
    for (const path of ["a\\b.md", "[[b]]", "a/bb.md"]) {
      expect(await odd.call("read_file", { path })).toStrictEqual(notFound(path));
    }
  });

  test.skipIf(process.platform === "win32")("with a colon is a name like any other", async () => {
    const files = { "B:a.md": "one\n", "file: notes.md": "two\n", "Re: plan.md": "three\n", "C:box/D:x.md": "four\n" };
    const self = "---\nlectern: false\n---\ncanary\n";
    const folder = await folderWith({ ...files, "E:closed.md": self, "Re: closed.md": self });
    for (const tellsPlaces of [undefined, false]) {
      const colons = new Tools(NodeHost.open(folder, tellsPlaces));
      for (const [path, text] of Object.entries(files)) {
        expect(await colons.call("read_file", { path })).toStrictEqual(whole(path, [text.trim()]));
      }
      const listed = await colons.call("list_files", {});
      const paths = (listed.structuredContent.entries ?? []).map(({ path }) => path);
      expect(paths.sort()).toEqual(Object.keys(files).sort());
      for (const path of ["E:closed.md", "Re: closed.md"]) {
        expect(outcome(await colons.call("read_file", { path }))).toBe("not_found");
      }
      expect((await colons.call("search_notes", { query: "canary" })).structuredContent.notes).toEqual([]);
    }
  });

  test("with a colon is none on Windows, where it means a stream or a drive", async () => {
    const folder = await folderWith(
      process.platform === "win32"
        ? { "a.md": "text\n" }
        : { "a.md": "text\n", "a.md:b": "canary\n", "B:a.md": "canary\n" },
    );
    onWindows();
    const windows = new Tools(NodeHost.open(folder, false));
    expect(await windows.call("read_file", { path: "a.md" })).toStrictEqual(whole("a.md", ["text"]));
    for (const path of ["a.md:b", "a.md::$DATA", "B:a.md", "b:a.md"]) {
      expect(outcome(await windows.call("read_file", { path }))).toBe("not_found");
    }
    expect((await windows.call("list_files", {})).structuredContent.entries).toMatchObject([{ path: "a.md" }]);
  });

  test.skipIf(process.platform === "win32")("that no vault path can hold is not told of as another", async () => {
    const folder = await folderWith({ "a/b.md": "neighbour\n" });
    const host = NodeHost.open(folder);
    const changes: Change[] = [];
    const watch = host.watch((change) => void changes.push(change));
    onTestFinished(() => watch.stop());
    host.list("", 0);
    await addFiles(folder, { "a\\b.md": "odd\n", "c\u0001.md": "odd\n", "last.md": "last\n" });
    const told = (): string[] => changes.map((change) => JSON.stringify(change));
    await expect.poll(told).toContainEqual(expect.stringContaining("last.md"));
    await watch.settled?.();
    expect(told().filter((change) => !change.includes('"last.md"'))).toEqual([]);
  });

  test("with a backslash at the end of a link is not taken for its neighbour", async () => {
    const folder = await folderWith({ "a\\b.md": "canary\n", "a/b.md": "neighbour\n" });
    await symlink("a\\b.md", join(folder, "link.md"));
    const reply = await new Tools(NodeHost.open(folder)).call("read_file", { path: "link.md" });
    expect(reply.isError).toBe(true);
    expect(JSON.stringify(reply)).not.toMatch(/canary|neighbour/);
  });

  test("that goes on behind a file is not found", async () => {
    const folder = await folderWith({ "a.md": "text\n" });
    const path = "a.md/b";
    expect(await new Tools(NodeHost.open(folder)).call("read_file", { path })).toStrictEqual(notFound(path));
  });

  test("longer than the disk allows is not found", async () => {
    const long = "\ud55c".repeat(100);
    const tools = new Tools(NodeHost.open(await folderWith({ "a.md": "text\n" })));
    for (const path of [long, `${long}/a.md`])
      expect(outcome(await tools.call("read_file", { path }))).toBe("not_found");
  });

  test("200 folders deep is found by its name", async () => {
    const path = `${"d/".repeat(200)}buried.md`;
    const folder = await folderWith({ [path]: "deep\n" });
    const deep = new Tools(NodeHost.open(folder));
    expect(await deep.call("read_file", { path: "[[buried]]" })).toStrictEqual(named(whole(path, ["deep"])));
  });
});

describe("what is no file", () => {
  test.skipIf(process.platform === "win32")("is not opened: a pipe nobody writes to, a socket", async () => {
    const folder = await folderWith();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const server = createServer().listen(join(folder, "socket"));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const odd = new Tools(NodeHost.open(folder));
    for (const path of ["pipe", "socket"]) {
      const message = `"${path}" is not a file but a pipe, a socket or a device`;
      const reply = await odd.call("read_file", { path });
      expect(reply).toStrictEqual(about(path, failed("unsupported", message, "give the path of a note")));
    }
  });

  test.skipIf(process.getuid?.() === 0)("may not even be looked at, and the reply hides where it lies", async () => {
    const folder = await folderWith({ "locked/a.md": "a\n", "sealed.md": "b\n", "open.md": "c\n" });
    await chmod(join(folder, "locked"), 0o000);
    await chmod(join(folder, "sealed.md"), 0o000);
    onTestFinished(() => chmod(join(folder, "locked"), 0o755));
    const shut = new Tools(NodeHost.open(folder));
    for (const path of ["locked/a.md", "sealed.md"]) {
      const reply = await shut.call("read_file", { path });
      expect(outcome(reply)).toBe("unreadable");
      expect(JSON.stringify(reply)).not.toContain(folder);
    }
    expect(await shut.call("read_file", { path: "open.md" })).toStrictEqual(whole("open.md", ["c"]));
  });

  test.skipIf(process.getuid?.() === 0)(
    "behind a link is answered by where it lies, though the disk says nothing",
    async () => {
      const folder = await folderWith({ ".git/config": "canary\n" });
      const elsewhere = await folderWith({ "secret.md": "canary\n" });
      await symlink(".git/config", join(folder, "config.md"));
      await symlink(join(elsewhere, "secret.md"), join(folder, "out.md"));
      for (const locked of [join(folder, ".git"), elsewhere]) {
        await chmod(locked, 0o000);
        onTestFinished(() => chmod(locked, 0o755));
      }
      const shut = new Tools(NodeHost.open(folder));
      expect(await shut.call("read_file", { path: "config.md" })).toStrictEqual(denied("config.md"));
      expect(await shut.call("read_file", { path: "out.md" })).toStrictEqual(outside("out.md"));
    },
  );
});
