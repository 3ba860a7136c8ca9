// The app's host and the API over an independent mock of the app (obsidian-test-mocks), so that our code runs with more
// than our own mock. Needs pkg/, which built.ts makes.
import type { App as ObsidianApp, TFile } from "obsidian";
import { App } from "obsidian-test-mocks/obsidian";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Listing } from "../../pkg/lectern.js";
import { createApi, type LecternApi } from "../../js/api.ts";
import { PAGE } from "../../js/vault/host.ts";
import { ObsidianHost } from "../../js/host/obsidian.ts";
import { defaultSettings } from "../../js/settings/parse-settings.ts";
import { SettingsStore } from "../../js/settings/settings-store.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";

const LONG = "A line of text.\n".repeat(1000);

let app: ObsidianApp;
let host: ObsidianHost;

/** An app with a vault. The mock keeps bytes apart from text, and tells no sizes. */
function appWith(files: Record<string, string>): ObsidianApp {
  const app = App.createConfigured__({ files }).asOriginalType__();
  for (const file of app.vault.getFiles()) file.stat.size = Buffer.byteLength(files[file.path] ?? "");
  vi.spyOn(app.vault, "readBinary").mockImplementation(async (file) => {
    const bytes = new TextEncoder().encode(await app.vault.cachedRead(file));
    return bytes.buffer;
  });
  return app;
}

beforeEach(() => {
  // The mock makes elements for views that nothing here opens.
  vi.stubGlobal("createDiv", () => ({}));
  app = appWith({ "Note.md": "One\nTwo\n", "Folder/Other.md": "Other\n", "Long.md": LONG, "Odd.md": "caf\ufffd" });
  host = new ObsidianHost(app);
});

describe("the app's host", () => {
  test("knows files and folders", async () => {
    expect(host.stat("Note.md")).toMatchObject({ file: { size: 8 } });
    expect(host.stat("")).toBe("folder");
    expect(host.stat("Folder")).toBe("folder");
    expect(host.stat("note.md")).toBe("missing");
    const reply = await new Tools(host).call("read_file", { path: "Folder" });
    expect(reply.structuredContent.error).toEqual({
      code: "is_folder",
      message: '"Folder" is a folder',
      help: 'give the path of a note in it, such as "Folder/Other.md"',
      path: "Folder",
    });
  });

  test("finds a file whose name the app holds in NFD", async () => {
    const tools = new Tools(new ObsidianHost(appWith({ "Cafe\u0301.md": "Menu\n" })));
    for (const path of ["Cafe\u0301.md", "Caf\u00e9.md"])
      expect(textOf(await tools.call("read_file", { path }))).toBe("1: Menu");
    for (const path of ["caf\u00c9", "[[Caf\u00e9]]"])
      expect(textOf(await tools.call("read_file", { path }))).toBe("== Caf\u00e9.md ==\n1: Menu");
  });

  test("lists every file at once", () => {
    const { listing } = host.list("", 0) as { listing: Listing };
    expect(listing.files.map(({ path }) => path).sort()).toEqual(["Folder/Other.md", "Long.md", "Note.md", "Odd.md"]);
    expect(listing.files.find(({ path }) => path === "Note.md")).toMatchObject({ size: 8 });
    expect([listing.folders, listing.next]).toEqual([[], null]);
  });

  test("lists many files in pages, as they were at the first", () => {
    const all = Array.from({ length: 2 * PAGE + 100 }, (_, index) => ({
      path: `${index}.md`,
      stat: { size: index, mtime: 1 },
    }));
    const files = vi.spyOn(app.vault, "getFiles").mockReturnValueOnce(all as TFile[]);
    const pages = [0, PAGE, 2 * PAGE].map((from) => (host.list("", from) as { listing: Listing }).listing);
    expect(pages.map(({ files, next }) => [files.length, files[0]?.path, next])).toEqual([
      [PAGE, "0.md", PAGE],
      [PAGE, `${PAGE}.md`, 2 * PAGE],
      [100, `${2 * PAGE}.md`, null],
    ]);
    expect(files).toHaveBeenCalledTimes(1);
  });

  test("asks the app which files links open", () => {
    const other = app.vault.getFileByPath("Folder/Other.md");
    const asked = vi.spyOn(app.metadataCache, "getFirstLinkpathDest").mockReturnValueOnce(other).mockReturnValue(null);
    const from = { note: "Note.md", links: ["Other", "Nowhere"] };
    expect(host.links([{ note: "", links: ["Other"] }, from])).toEqual({ links: ["Folder/Other.md", "", ""] });
    expect(asked.mock.calls).toEqual([
      ["Other", ""],
      ["Other", "Note.md"],
      ["Nowhere", "Note.md"],
    ]);
  });

  test("names the note with a link as the app does", () => {
    app = appWith({ "Cafe\u0301/Menu.md": "" });
    const asked = vi.spyOn(app.metadataCache, "getFirstLinkpathDest");
    new ObsidianHost(app).links([{ note: "Caf\u00e9/Menu.md", links: ["Other"] }]);
    expect(asked.mock.calls).toEqual([["Other", "Cafe\u0301/Menu.md"]]);
  });

  test("reads bytes, of which the app's text may have lost some", async () => {
    const read = vi.spyOn(app.vault, "read");
    const bytes = (text: string): object => ({ bytes: new TextEncoder().encode(text) });
    expect(await host.read("Note.md")).toEqual(bytes("One\nTwo\n"));
    expect(await host.read("Long.md")).toEqual(bytes(LONG));
    expect(await host.read("Odd.md")).toEqual(bytes("caf\ufffd"));
    expect(read).not.toHaveBeenCalled();
  });

  test("says that a file has gone", async () => {
    expect(await host.read("Gone.md")).toBe("missing");
  });
});

describe("the vault's rules in the app", () => {
  const IGNORE = ".lecternignore";
  const at = (mtime: number, size: number): object => ({ type: "file", ctime: 1, mtime, size });
  const bytes = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text)).buffer;
  const read = (tools: Tools): Promise<string | undefined> =>
    tools.call("read_file", { path: "Note.md" }).then(({ structuredContent }) => structuredContent.error?.message);

  /** Puts a file with rules on the mock's disk, which has no hidden files. */
  const adapter = () => ({
    stat: vi.spyOn(app.vault.adapter, "stat").mockResolvedValue(null),
    readBinary: vi.spyOn(app.vault.adapter, "readBinary"),
  });

  test("are read again where the time or the size of their file has changed, and only then", async () => {
    const { stat, readBinary } = adapter();
    const states: [number, number, string][] = [
      [1, 2, "a\n"],
      [1, 2, "never read\n"],
      [1, 8, "Note.md\n"],
      [2, 8, "None.md\n"],
    ];
    const rules: string[] = [];
    for (const [mtime, size, text] of states) {
      stat.mockImplementation((path) => Promise.resolve(path === IGNORE ? (at(mtime, size) as never) : null));
      readBinary.mockResolvedValue(bytes(text));
      rules.push((await host.rules()).ignoreFile);
    }
    expect(rules).toEqual(["a\n", "a\n", "Note.md\n", "None.md\n"]);
    expect(readBinary).toHaveBeenCalledTimes(3);
  });

  test.each([
    ['{"folder":"Log","format":"DD.MM.YY"}', { dailyNotesFolder: "Log", dailyNotesFormat: "DD.MM.YY" }],
    ['{"format":"YYYY/MM/DD"}', { dailyNotesFolder: "", dailyNotesFormat: "YYYY/MM/DD" }],
    ['{"folder":"Log"}', {}],
    ["{", {}],
  ])("tell how daily notes are named: %s", async (text, expected) => {
    const { stat, readBinary } = adapter();
    const setting = ".obsidian/daily-notes.json";
    stat.mockImplementation((path) => Promise.resolve(path === setting ? (at(1, text.length) as never) : null));
    readBinary.mockResolvedValue(bytes(text));
    expect(await host.rules()).toEqual({ ignoreFile: "", excluded: [], ...expected });
  });

  test("close everything where the app cannot read them, and do not tell where the vault lies", async () => {
    const { stat, readBinary } = adapter();
    const fault = new Error("EACCES: permission denied, open '/home/me/Vault/.lecternignore'");
    const words = ".lecternignore cannot be read; call again, and tell the user if it comes back";
    stat.mockRejectedValueOnce(fault);
    expect(await read(new Tools(host))).toBe(`Lectern cannot start: ${words}`);
    stat.mockImplementation((path) => Promise.resolve(path === IGNORE ? (at(1, 2) as never) : null));
    readBinary.mockRejectedValueOnce(fault);
    expect(await read(new Tools(host))).toBe(`Lectern cannot start: ${words}`);
  });

  test.each([["Private/"], [{}], [7], [[7]]])("close everything where Excluded files are %j", async (filters) => {
    adapter();
    Object.assign(app.vault, { getConfig: () => filters });
    expect(await read(new Tools(host))).toMatch(/"userIgnoreFilters" in \.obsidian\/app\.json is not a list of text/);
  });

  test.each([[undefined], [null], [[]], [["Other/"]]])("open what Excluded files as %j leave", async (filters) => {
    adapter();
    Object.assign(app.vault, { getConfig: () => filters });
    expect(await read(new Tools(host))).toBeUndefined();
  });
});

describe("the API", () => {
  let api: LecternApi;
  let data: unknown;

  beforeEach(() => {
    data = { closed: ["Folder"] };
    const saveData = (saved: unknown): Promise<void> => Promise.resolve((data = saved)).then(() => undefined);
    api = createApi(app, new SettingsStore({ loadData: () => Promise.resolve(data), saveData }));
  });

  test("makes a read_file tool that answers with text, errors too", async () => {
    const tool = api.createReadFileTool(app);
    expect(tool.definition).toEqual(api.tools()[0]);
    expect(await tool.execute({ path: "Note.md" })).toBe("1: One\n2: Two");
    expect(await tool.execute({ path: "Folder/Other.md" })).toMatch(/^error\[\w+\]: .* is excluded\nhelp: /);
    expect(await tool.execute("Note.md")).toMatch(/^error\[\w+\]: the arguments are "Note.md", not an object\nhelp: /);
  });

  test("makes a tool for another vault that shares nothing with this one", async () => {
    const other = appWith({ "Note.md": "Six\nTen\n" });
    await api.call("read_file", { path: "Note.md" });
    expect(await api.createReadFileTool(other).execute({ path: "Note.md" })).toBe("1: Six\n2: Ten");
    expect(await api.createReadFileTool(app).execute({ path: "Note.md" })).toBe("1: One\n2: Two");
  });

  test("hands out tools that nobody can change for others", () => {
    const [tool] = api.tools();
    if (tool) tool.description = "changed";
    expect(api.tools()[0]?.description).toMatch(/^Reads notes/);
  });

  test("cancels a call whose signal is aborted", async () => {
    const reply = await api.call("read_file", { path: "Note.md" }, { signal: AbortSignal.abort() });
    expect(reply.structuredContent.error?.code).toBe("cancelled");
  });

  test("closes a folder that is closed while a call is on its way", async () => {
    const store = new SettingsStore({ loadData: () => Promise.resolve(null), saveData: () => Promise.resolve() });
    const racing = createApi(app, store);
    await racing.ready();
    await Promise.all([
      racing.call("read_file", { path: "Note.md" }),
      store.save({ ...defaultSettings, maxBytes: 1000, closed: ["Folder"] }),
    ]);
    const reply = await racing.call("read_file", { path: "Folder/Other.md" });
    expect(reply.structuredContent.error?.code).toBe("denied");
  });

  test.each([3, null, undefined, {}, [], true])("refuses to judge %o, which is no path", async (path) => {
    await api.ready();
    expect(() => api.isProtectedPath(path as string)).toThrow(TypeError);
    expect(() => api.assertNotProtected(path as string)).toThrow(TypeError);
    expect(api.isProtectedPath("Note.md")).toBe(false);
  });

  test.each([3, null, {}, ["read_file"]])(
    "answers a call of %o, which is no tool's name, and goes on",
    async (name) => {
      const said = vi.spyOn(console, "error").mockReturnValue(undefined);
      const reply = await api.call(name as string, { path: "Note.md" });
      expect(reply.structuredContent.error?.code).toBe("invalid_arguments");
      expect((await api.call("read_file", { path: "Note.md" })).isError).toBe(false);
      expect(said).not.toHaveBeenCalled();
    },
  );

  test("judges what is always closed before the settings are read, and nothing else", () => {
    expect(api.isProtectedPath(".obsidian/app.json")).toBe(true);
    expect(() => api.assertNotProtected("../x.md")).toThrow('"../x.md" leaves the vault');
    expect(() => api.isProtectedPath("Note.md")).toThrow("await api.ready() first");
  });

  test("judges every path once it is ready", async () => {
    await api.ready();
    expect(["Note.md", "", "Folder/x.md", "FOLDER", ".git"].map((path) => api.isProtectedPath(path))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(() => api.assertNotProtected("Folder/x.md")).toThrow('"Folder/x.md" is excluded');
    expect(() => api.assertNotProtected("Note.md")).not.toThrow();
  });
});
