// The rule files of a vault on disk: in every encoding that editors write, and as something other than a valid file. If
// anything is wrong with one of them, nothing is shown. Needs pkg/, which built.ts makes.
import { execFileSync } from "node:child_process";
import { chmod, mkdir, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { addFiles, folderWith } from "./vault.ts";

const OPEN = "b.md";
const SETTINGS = ".obsidian/plugins/lectern/data.json";
const FILES = { "Café/a.md": "closed\n", [OPEN]: "open\n" };

/** Which of the notes can be read: their paths, or the error of a call that reads nothing at all. */
async function readable(tools: Tools, paths = Object.keys(FILES)): Promise<string[] | string> {
  const open: string[] = [];
  for (const path of paths) {
    const reply = await tools.call("read_file", { path });
    if (reply.structuredContent.error?.code === "unreadable") return textOf(reply);
    if (!reply.isError) open.push(path);
  }
  return open;
}

const vaultWith = async (files: Record<string, string | Uint8Array>): Promise<string> =>
  folderWith({ ...FILES, ...files });
const readableIn = async (folder: string, paths?: string[]): Promise<string[] | string> =>
  readable(new Tools(NodeHost.open(folder)), paths);

const utf16 = (text: string, end: "le" | "be", mark = true): Buffer => {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, "utf16le");
  return end === "le" ? bytes : bytes.swap16();
};
const utf32 = (text: string): Buffer =>
  Buffer.concat(Array.from(`\ufeff${text}`, (one) => Buffer.from(Uint32Array.of(one.codePointAt(0) ?? 0).buffer)));

describe("a .lecternignore", () => {
  const lines = "# folders\r\nCafé/\r\n";

  test.each<[string, string | Uint8Array]>([
    ["UTF-8", lines],
    ["UTF-8 with a byte order mark", `\ufeff${lines}`],
    ["UTF-16, as PowerShell writes it", utf16(lines, "le")],
    ["UTF-16 with the high byte first", utf16(lines, "be")],
    ["UTF-8, its lines ended by CR alone", lines.replaceAll("\n", "")],
  ])("in %s closes what it says", async (_, content) => {
    expect(await readableIn(await vaultWith({ ".lecternignore": content }))).toEqual([OPEN]);
  });

  test.each<[string, Uint8Array]>([
    ["UTF-16 without a byte order mark", utf16(lines, "le", false)],
    ["UTF-16 of an odd number of bytes", utf16(lines, "le").subarray(0, -1)],
    ["UTF-16 with half a surrogate pair", utf16("a\ud800b\n", "le")],
    ["UTF-32", utf32(lines)],
    ["Latin-1", Buffer.from(lines, "latin1")],
    ["UTF-8 to which PowerShell added UTF-16", Buffer.concat([Buffer.from("x\n"), utf16(lines, "le", false)])],
    ["NULs, as after a crash", Buffer.alloc(20)],
  ])("in %s closes everything, and says what to do", async (_, content) => {
    expect(await readableIn(await vaultWith({ ".lecternignore": content }))).toBe(
      "error[unreadable]: Lectern cannot start: .lecternignore is not text in UTF-8; save it as UTF-8\n" +
        "help: tell the user; nothing was read",
    );
  });
});

/** Where each file with rules lies, and what in it excludes `Café/`. */
const FILES_OF_RULES: [string, string][] = [
  [".lecternignore", "Café/\n"],
  [".obsidian/app.json", '{"userIgnoreFilters":["Café/"]}'],
  [SETTINGS, '{"closed":["Café"]}'],
];

describe.each(FILES_OF_RULES)("%s", (path, content) => {
  test("is read in UTF-16 too", async () => {
    expect(await readableIn(await vaultWith({ [path]: utf16(content, "le") }))).toEqual([OPEN]);
  });

  test("larger than 1 MB closes everything", async () => {
    const folder = await vaultWith({ [path]: content });
    await truncate(join(folder, path), 1024 * 1024 + 1);
    expect(await readableIn(folder)).toContain(`${path} is larger than 1 MB; shorten it`);
  });

  test("as a folder closes everything", async () => {
    const folder = await vaultWith({});
    await mkdir(join(folder, path), { recursive: true });
    expect(await readableIn(folder)).toContain(`${path} is not a regular file; put a text file in its place`);
  });

  test.skipIf(process.platform === "win32")("as a pipe closes everything, and waits for nobody", async () => {
    const folder = await vaultWith({ [`${path}.other`]: "" });
    execFileSync("mkfifo", [join(folder, path)]);
    expect(await readableIn(folder)).toContain(`${path} is not a regular file`);
  });

  test.skipIf(process.platform === "win32")("as a link to an endless device closes everything", async () => {
    const folder = await vaultWith({ [`${path}.other`]: "" });
    await symlink("/dev/zero", join(folder, path));
    expect(await readableIn(folder)).toContain(`${path} is not a regular file`);
  });

  test.skipIf(process.platform !== "linux")(
    "as a link to a file without a size and an end closes everything",
    async () => {
      const folder = await vaultWith({ [`${path}.other`]: "" });
      await symlink("/proc/self/pagemap", join(folder, path));
      expect(await readableIn(folder)).toMatch(/(is larger than 1 MB|cannot be read)/);
    },
  );

  test.skipIf(process.platform === "win32")("as a link is followed, out of the vault too", async () => {
    const elsewhere = await folderWith({ rules: content });
    const folder = await vaultWith({ [`${path}.other`]: "" });
    await symlink(join(elsewhere, "rules"), join(folder, path));
    expect(await readableIn(folder)).toEqual([OPEN]);
  });

  test.skipIf(process.platform === "win32")("as a link that leads nowhere closes everything", async () => {
    const folder = await vaultWith({ [`${path}.other`]: "" });
    await symlink("gone", join(folder, path));
    expect(await readableIn(folder)).toContain(`${path} is a link that leads nowhere`);
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "that may not be read closes everything",
    async () => {
      const folder = await vaultWith({ [path]: content });
      await chmod(join(folder, path), 0o000);
      const reply = await readableIn(folder);
      expect(reply).toContain(`${path} cannot be read: permission denied`);
      expect(reply).not.toContain(folder);
    },
  );

  test("is read with each call", async () => {
    const folder = await vaultWith({});
    const tools = new Tools(NodeHost.open(folder));
    expect(await readable(tools)).toEqual(Object.keys(FILES));
    await addFiles(folder, { [path]: content });
    expect(await readable(tools)).toEqual([OPEN]);
    await writeFile(join(folder, path), "\0");
    expect(await readable(tools)).toContain(`${path} is not text in UTF-8`);
    // What was open by the rules before may be closed by those that cannot be read.
    expect(() => tools.isProtectedPath(OPEN)).toThrow("Lectern cannot read the vault's rules");
    expect(tools.isProtectedPath(".git")).toBe(true);
    await rm(join(folder, path));
    expect(await readable(tools)).toEqual(Object.keys(FILES));
    expect(tools.isProtectedPath(OPEN)).toBe(false);
  });
});

describe("settings that cannot be understood close everything:", () => {
  test.each<[string, string, string]>([
    [".obsidian/app.json", "", "is not valid JSON; correct it, or restore it from a backup"],
    [".obsidian/app.json", '{"userIgnoreFilters":["Café/"', "is not valid JSON"],
    [".obsidian/app.json", '["Café/"]', "is not a JSON object"],
    [".obsidian/app.json", '{"userIgnoreFilters":"Café/"}', '"userIgnoreFilters" in .obsidian/app.json is not a list'],
    [".obsidian/app.json", '{"userIgnoreFilters":["a",7]}', "set Excluded files again in the app's settings"],
    [SETTINGS, "", "is not valid JSON; correct it, or restore it from a backup"],
    [SETTINGS, '{"closed":["Café"]', "is not valid JSON"],
    [SETTINGS, '{"closed":"Café"}', "cannot be used: closed in data.json is not a list of text"],
    [SETTINGS, '{"shut":["Café"]}', "cannot be used: data.json has a setting “shut”, which this version doesn't know;"],
    [SETTINGS, '{"chat":{"folder":"/"}}', "data.json can't be used: Enter a folder name; correct it"],
    [SETTINGS, '{"maxBytes":-1}', "the byte limit must be a whole number"],
    [SETTINGS, '{"closed":["../a"]}', "a closed folder cannot be understood"],
  ])("%s with %s", async (path, content, message) => {
    const reply = await readableIn(await vaultWith({ [path]: content }));
    expect(reply).toContain(message);
    // A model may read it: what is excluded is not quoted from a file that is no JSON.
    if (message.includes("JSON")) expect(reply).not.toContain("Café");
  });
});

describe("the plugin's settings", () => {
  const NOTES = { "Lectern/talk.md": "said\n", "work/a.md": "a\n", "work/b.md": "b\n", "c.md": "#secret/x\n" };
  const all = Object.keys(NOTES);
  const open = async (files: Record<string, string>): Promise<string[] | string> =>
    readableIn(await folderWith({ ...NOTES, ...files }), all);

  test.each<[string, Record<string, string>, string[]]>([
    ["close nothing where the plugin is not installed", { ".obsidian/app.json": "{}" }, all],
    ["close the folder of conversations as soon as it is", { ".obsidian/plugins/lectern/main.js": "" }, all.slice(1)],
    ["are the usual ones in an empty object", { [SETTINGS]: "{}" }, all.slice(1)],
    ["name another folder of conversations", { [SETTINGS]: '{"chat":{"folder":"work"}}' }, [all[0] ?? "", "c.md"]],
    ["leave conversations open where none are saved", { [SETTINGS]: '{"chat":{"saves":false}}' }, all],
    [
      "close by name, pattern and tag",
      { [SETTINGS]: '{"closed":["work/a.md"],"closedTags":["secret"]}' },
      ["work/b.md"],
    ],
    ["close by patterns, in order", { [SETTINGS]: '{"patterns":["*.md","!b.md"]}' }, ["work/b.md"]],
    [
      "count where the folder of the plugin has another name",
      {
        ".obsidian/plugins/vault-reader/manifest.json": '{"id":"lectern"}',
        ".obsidian/plugins/vault-reader/data.json": '{"closed":["/"]}',
      },
      [],
    ],
    [
      "are not those of another plugin",
      {
        ".obsidian/plugins/lectern-theme/manifest.json": '{"id":"lectern-theme"}',
        ".obsidian/plugins/lectern-theme/data.json": '{"closed":["/"]}',
      },
      all,
    ],
    [
      "count in every folder that may be the app's",
      {
        [SETTINGS]: '{"patterns":["*.md","!b.md"],"chat":{"saves":false}}',
        ".mobile/plugins/lectern/data.json": '{"patterns":["work/b.md","!a.md"],"chat":{"saves":false}}',
      },
      [],
    ],
    ["count in a folder that is not called .obsidian", { ".config/plugins/lectern/data.json": '{"closed":["/"]}' }, []],
    ["are not looked for in the trash", { ".trash/plugins/lectern/data.json": "{", ".trash/app.json": "{" }, all],
  ])("%s", async (_, files, expected) => {
    expect(await open(files)).toEqual(expected);
  });

  test("count from the next call on, in a config folder that was not there before too", async () => {
    const folder = await folderWith(NOTES);
    // Long ago, so that the listing of the folder is not doubted.
    await utimes(folder, 1, 1);
    const tools = new Tools(NodeHost.open(folder));
    expect(await readable(tools, all)).toEqual(all);
    await addFiles(folder, { ".mobile/app.json": '{"userIgnoreFilters":["work/"]}' });
    expect(await readable(tools, all)).toEqual(["Lectern/talk.md", "c.md"]);
    await rename(join(folder, ".mobile"), join(folder, ".desktop"));
    expect(await readable(tools, all)).toEqual(["Lectern/talk.md", "c.md"]);
    await rm(join(folder, ".desktop"), { recursive: true });
    expect(await readable(tools, all)).toEqual(all);
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "are not looked for in a hidden folder that may not be entered, unless it is .obsidian",
    async () => {
      const folder = await folderWith({ ...NOTES, ".Trashes/x": "", ".obsidian/app.json": "{}" });
      for (const [name, expected] of [
        [".Trashes", all],
        [".obsidian", ".obsidian/app.json cannot be read: permission denied"],
      ] as const) {
        await chmod(join(folder, name), 0o000);
        onTestFinished(() => chmod(join(folder, name), 0o755));
        const found = await readableIn(folder, all);
        if (typeof expected === "string") expect(found).toContain(expected);
        else expect(found).toEqual(expected);
      }
    },
  );

  test("and what a front end excludes add up, and neither opens what the other closes", async () => {
    const folder = await folderWith({
      ...NOTES,
      [SETTINGS]: '{"closed":["c"],"patterns":["!work/a.md"],"chat":{"saves":false}}',
    });
    const paths = async (config: object): Promise<string[] | string> =>
      readable(new Tools(NodeHost.open(folder), config), all);
    expect(await paths({})).toEqual(all.slice(0, 3));
    expect(await paths({ protected: ["Lectern"] })).toEqual(["work/a.md", "work/b.md"]);
    expect(await paths({ patterns: ["work/", "!c.md"] })).toEqual(["Lectern/talk.md"]);
    expect(await paths({ protected: [], patterns: ["!c.md"], closedTags: [] })).toEqual(all.slice(0, 3));
  });

  test("set the limits, the lowest where there are several, unless a front end does", async () => {
    const folder = await folderWith({
      "long.md": "line\n".repeat(9),
      [SETTINGS]: '{"maxLines":3}',
      ".mobile/plugins/lectern/data.json": '{"maxLines":2,"maxBytes":50000}',
    });
    const lines = async (config = {}): Promise<unknown> => {
      const reply = await new Tools(NodeHost.open(folder), config).call("read_file", { path: "long.md" });
      return reply.structuredContent.files[0]?.end_line;
    };
    expect([await lines(), await lines({ maxLines: 5 })]).toEqual([2, 5]);
  });
});
