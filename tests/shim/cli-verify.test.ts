// `lectern verify`: what has become of the lines that saved conversations cite.
import { beforeAll, expect, test } from "vitest";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Message } from "../../js/agent/message.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { lectern } from "./cli.ts";
import { folderWith } from "./vault.ts";

const noteOf = (n: number): string =>
  `# Lamp ${n}\n\nThe lamp ${n} was lit in ${1900 + (n % 90)}.\n\nIts wick is long.\n`;
const nameOf = (n: number): string => `Lamp ${String(n).padStart(3, "0")}`;

/** A conversation in which the note was read, and its third line is cited. */
async function conversation(tools: Tools, name: string, answer: string, replies = true): Promise<string> {
  const reply = await tools.call("read_file", { path: name }, undefined, { layout: true });
  const args = JSON.stringify({ path: name });
  const messages: Message[] = [
    { role: "user", text: "When was it lit?", attachments: [] },
    { role: "assistant", text: "", calls: [{ id: "a", tool: "read_file", args }], model: "m" },
    { role: "tool", id: "a", tool: "read_file", reply },
    { role: "assistant", text: answer, calls: [], model: "m" },
  ];
  const saved = { title: name, created: Date.UTC(2026, 9, 1), messages };
  return toMarkdown(saved, { replies, reasoning: false });
}

interface Printed {
  readonly file: string;
  readonly citations: readonly { state: string; start_line?: number; before?: string[]; now?: string[] }[];
}

async function verified(vault: string, ...more: string[]): Promise<{ code: number | null; all: Printed[] }> {
  const { code, stdout } = await lectern(["verify", join(vault, "Chats"), "--vault", vault, "--json", ...more]);
  return {
    code,
    all: stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Printed),
  };
}

/** What happens to a note, and what is said of its citation then. */
const KINDS: readonly (readonly [state: string, change: (place: string, n: number) => Promise<void>])[] = [
  ["unchanged", () => Promise.resolve()],
  // Elsewhere in the note.
  ["unchanged", (place, n) => writeFile(place, noteOf(n).replace("wick is long", "wick is short"))],
  ["moved", (place, n) => writeFile(place, `New line.\n\n${noteOf(n)}`)],
  ["changed", (place, n) => writeFile(place, noteOf(n).replace(/lit in \d+/, "never lit"))],
  ["changed", (place, n) => writeFile(place, noteOf(n).replace(/The lamp .*\n/, ""))],
  ["gone", (place) => rm(place)],
  ["excluded", (place, n) => writeFile(place, `---\nlectern: false\n---\n${noteOf(n)}`)],
  ["unchanged", (place, n) => writeFile(place, noteOf(n).replaceAll("\n", "\r\n"))],
];

test("of 200 conversations, it finds each change and marks nothing that is unchanged", async () => {
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  const vault = await folderWith(Object.fromEntries(numbers.map((n) => [`${nameOf(n)}.md`, noteOf(n)])));
  await mkdir(join(vault, "Chats"));
  const tools = new Tools(NodeHost.open(vault));
  for (const n of numbers) {
    const quote = n % 3 === 0 ? `"lit in ${1900 + (n % 90)}" ` : "";
    const text = await conversation(tools, nameOf(n), `It was ${quote}[[${nameOf(n)}#L3]].`);
    await writeFile(join(vault, "Chats", `${nameOf(n)}.md`), text);
  }
  tools.close();
  await writeFile(join(vault, "Chats", "Other.md"), "A note [[Lamp 001#L1]].\n");
  expect((await verified(vault)).code).toBe(0);
  const kindOf = (n: number): (typeof KINDS)[number] => KINDS[n % KINDS.length] ?? ["", () => Promise.resolve()];
  for (const n of numbers) await kindOf(n)[1](join(vault, `${nameOf(n)}.md`), n);
  const { code, all } = await verified(vault);
  expect(code).toBe(1);
  expect(all.map(({ citations }) => citations.map(({ state }) => state))).toEqual(numbers.map((n) => [kindOf(n)[0]]));
  const planted = numbers.filter((n) => !["unchanged", "moved"].includes(kindOf(n)[0]));
  expect(planted).toHaveLength(100);
  expect(all[2]?.citations[0]?.start_line).toBe(5);
  expect(all[3]?.citations[0]).toMatchObject({
    before: ["The lamp 3 was lit in 1903."],
    now: ["The lamp 3 was never lit."],
  });
});

let vault: string;
beforeAll(async () => {
  vault = await folderWith({ "Lamp.md": noteOf(1), "Chats/a.md": "" });
  const tools = new Tools(NodeHost.open(vault));
  const cited = "It was [[Lamp#L3]], or [[Lamp#L99]], or [[Nowhere#L1]].";
  await writeFile(join(vault, "Chats/a.md"), await conversation(tools, "Lamp", cited));
  await writeFile(join(vault, "Chats/b.md"), await conversation(tools, "Lamp", "It was [[Lamp#L3]].", false));
  tools.close();
});

test("in words, it says what became of each citation, and how many there are of each kind", async () => {
  await writeFile(join(vault, "Lamp.md"), noteOf(1).replace("1901", "1902"));
  const { code, stdout, stderr } = await lectern(["verify", join(vault, "Chats"), "--vault", vault]);
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout.replaceAll(vault, "")).toBe(`/Chats/a.md
  changed     [[Lamp#L3]]  The note has changed and no longer has this.
    - The lamp 1 was lit in 1901.
    + The lamp 1 was lit in 1902.
  unsupported [[Lamp#L99]]  There is no line 99.
  unsupported [[Nowhere#L1]]  There is no such note.
/Chats/b.md
  unknown     [[Lamp#L3]]  What was read wasn't saved.
1 changed, 2 unsupported, 1 unknown
`);
});

test("in a folder, a conversation is found by its property, wherever that is", async () => {
  const folder = join(vault, "More");
  await mkdir(join(folder, "deep", "Folder.md"), { recursive: true });
  const text = await readFile(join(vault, "Chats/b.md"), "utf8");
  await writeFile(join(folder, "deep/c.md"), text.replace("---\n", "---\ntags: [chat]\n"));
  const { code, stdout } = await lectern(["verify", folder, "--vault", vault, "--json"]);
  expect([code, (JSON.parse(stdout) as Printed).citations.map(({ state }) => state)]).toEqual([1, ["unknown"]]);
});

test("a file that isn't a conversation is an error that names it", async () => {
  const place = join(vault, "Lamp.md");
  const { code, stderr } = await lectern(["verify", place, "--vault", vault]);
  expect(code).toBe(1);
  expect(stderr).toContain(`can't verify "${place}": `);
  expect((await lectern(["verify", "--vault", vault])).stderr).toContain("give the file of a conversation");
  await writeFile(
    join(vault, "Chats/c.md"),
    (await readFile(join(vault, "Chats/a.md"), "utf8")).replace("lectern:answer", "lectern:other"),
  );
  expect((await lectern(["verify", join(vault, "Chats"), "--vault", vault])).stderr).toContain('c.md": ');
});
