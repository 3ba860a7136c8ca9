// Changes to notes that are not UTF-8, on a disk: every byte outside the edit stays, and undoing brings back all of them.
// The bytes are made by the decoders of Node, which know nothing of ours. Needs pkg/, which built.ts makes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ended, start, type Ended } from "./cli.ts";
import { folderWith } from "./vault.ts";

const state = await folderWith();
const lectern = (...args: string[]): Promise<Ended> =>
  ended(start(args, { env: { ...process.env, XDG_STATE_HOME: state, LOCALAPPDATA: state, HOME: state } }));
const edit = (vault: string, old: string, text: string): Promise<Ended> =>
  lectern(
    ...["call", "edit_file", "--vault", vault, "--approve", "accept"],
    ...["--args", JSON.stringify({ path: "a.md", edits: [{ old, new: text }] })],
  );

/** `text` in an encoding with one byte a character. */
function bytesOf(label: string, text: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(Array.from(text), (char) => {
    const byte = bytes.get(char);
    if (byte === undefined) throw new Error(`${label} lacks ${char}`);
    return byte;
  });
}

/** Some versions of Node take windows-1252 for Latin-1. For these texts, windows-1254 has the same bytes. */
const windows1252 = (text: string): Uint8Array => bytesOf("windows-1254", text);
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(`\ufeff${text}`);

const GERMAN = "# Café Glöckner\r\n\r\nDie Glocke hängt – schön und groß – im Turm.\nSie läutet täglich für 5 €.\r\n";
const RUSSIAN = "# Колокол\r\n\r\nКолокол висит на старой башне.\nОн звонит каждый день, утром и вечером.\r\n";
const POLISH = "# Dzwon\r\n\r\nDzwon wisi na wieży i dzwoni każdego dnia.\nŻółw śpi, gęś się śmieje, źrebię pędzi.\r\n";
const GREEK = "# Καμπάνα\r\n\r\nΗ καμπάνα κρέμεται στον πύργο του χωριού.\nΧτυπάει κάθε μέρα το πρωί και το βράδυ.\r\n";

test.each<[string, (text: string) => Uint8Array, string, string, string]>([
  ["windows-1252", windows1252, GERMAN, "im Turm", "“dort”\nfür 7 €"],
  ["windows-1251", (text) => bytesOf("windows-1251", text), RUSSIAN, "на старой башне", "в церкви\n№ 5"],
  ["KOI8-R", (text) => bytesOf("koi8-r", text), RUSSIAN, "каждый день", "всегда\nи везде"],
  ["windows-1250", (text) => bytesOf("windows-1250", text), POLISH, "każdego dnia", "zawsze\ni wszędzie"],
  ["windows-1253", (text) => bytesOf("windows-1253", text), GREEK, "κάθε μέρα", "πάντα\nκαι παντού"],
  ["UTF-16 with a mark", utf16, GERMAN, "im Turm", "→\ndort"],
  ["UTF-8 with a mark", utf8, GERMAN, "im Turm", "→\ndort"],
])("in %s", async (_, bytes, before, old, text) => {
  const vault = await folderWith({ "a.md": bytes(before) });
  const content = (): Uint8Array => new Uint8Array(readFileSync(join(vault, "a.md")));
  expect((await edit(vault, old, text)).stdout).toMatch(/^changed "a.md"/);
  // A new line has the ending of its line.
  const at = before.indexOf(old);
  const ending = before.slice(before.indexOf("\n", at) - 1).startsWith("\r") ? "\r\n" : "\n";
  const after = before.replace(old, text.replace("\n", ending));
  expect(content()).toStrictEqual(bytes(after));
  expect((await lectern("undo", "--vault", vault, "--yes")).code).toBe(0);
  expect(content()).toStrictEqual(bytes(before));
});

test("a character that the encoding lacks is refused by name, and nothing is written", async () => {
  const before = windows1252(GERMAN);
  const vault = await folderWith({ "a.md": before });
  const { stdout, code } = await edit(vault, "im Turm", "→ Turm");
  expect(stdout).toContain('U+2192 "→" isn\'t in windows-1252');
  expect([code, new Uint8Array(readFileSync(join(vault, "a.md")))]).toStrictEqual([1, before]);
});

test("a byte order mark in the text of a model is none of the file's, and the change can be undone", async () => {
  const vault = await folderWith({ "a.md": "one\n" });
  const read = await lectern("call", "read_file", "--vault", vault, "--approve", "plan", "--args", '{"path":"a.md"}');
  const [, expectVersion] = /\[version ([0-9a-v]{8})\]/.exec(read.stdout) ?? [];
  const args = JSON.stringify({ path: "a.md", content: "\ufefftwo\n", expect: expectVersion });
  const made = await lectern("call", "write_file", "--vault", vault, "--approve", "accept", "--args", args);
  expect(made.stdout).toMatch(/^changed "a.md"/);
  expect(readFileSync(join(vault, "a.md"), "utf8")).toBe("two\n");
  await lectern("undo", "--vault", vault, "--yes");
  expect(readFileSync(join(vault, "a.md"), "utf8")).toBe("one\n");
});
