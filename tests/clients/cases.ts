// What the clients are asked to call, in a vault that this makes, and what `lectern call` replies.
import type { Content, Reply } from "../../pkg/lectern.js";
import { pdf, text } from "../shim/pdf-file.ts";
import { png } from "../shim/png-file.ts";
import { lectern } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";

/** A part of a result. */
export type Part = Content;

/** A call of a tool. */
export interface Case {
  readonly name: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** A line of about 100 bytes; 200 KB of them. */
const LINE = "The lamp was lit at dusk, and the keeper wrote the hour, the wind and the ships into the long book.\n";

/** A new vault with all that the cases need. */
export const newVault = (): Promise<string> =>
  folderWith({
    "Sea/Lamp.md": '---\ntags: [light]\n---\n# Lamp\n\nThe "lamp" was lit in 1957 <b>& burns</b>. See [[Bell]].\n',
    "Sea/Bell.md": "# Bell\n\nThe bell hangs below the [[Lamp|lamp]].\n",
    "Long.md": LINE.repeat(2048),
    "한국어/등대.md": "# 등대\n\n검은돌 등대는 1957년에 불을 밝혔다. ｆｕｌｌｗｉｄｔｈ, ﬁ, 각 (NFD: 각), 🍯.\n",
    "Control.md":
      "a\u001b[31mred\u001b[0m \u0007 nul \u0000 bidi \u202eback\u202c zero\u200bwidth \ufeffmark \u{e0041}tag\ttab\r\nend\n",
    "Picture.png": png(16, 8),
    "Report.pdf": pdf([text(72, 700, "First page"), text(72, 700, "Second page about the lamp")]),
    "Private/Diary.md": "---\nlectern: false\n---\nThe lamp makes me sad.\n",
  });

/** Calls that change nothing. The search is of notes alone: how many documents it reads depends on the time they take. */
export const READING: readonly Case[] = [
  { name: "a note", tool: "read_file", args: { path: "Lamp" } },
  { name: "a search", tool: "search_notes", args: { query: "lamp lit", path: "Sea" } },
  { name: "links", tool: "links", args: { path: "Lamp" } },
  { name: "a listing", tool: "list_files", args: {} },
  { name: "an error with its help", tool: "read_file", args: { path: "Lampe" } },
  { name: "an excluded note", tool: "read_file", args: { path: "Private/Diary.md" } },
  { name: "wrong arguments", tool: "read_file", args: { path: "Lamp", end_line: 0 } },
  { name: "a picture", tool: "read_file", args: { path: "Picture.png" } },
  { name: "a page of a PDF", tool: "read_file", args: { path: "Report.pdf", page: 2 } },
  { name: "a page of a PDF as a picture", tool: "read_file", args: { path: "Report.pdf", page: 2, view: "image" } },
  { name: "a note of 200 KB", tool: "read_file", args: { path: "Long" } },
  { name: "its next lines", tool: "read_file", args: { path: "Long", start_line: 1000, end_line: 1100 } },
  { name: "Korean", tool: "read_file", args: { path: "등대" } },
  { name: "a note with control characters", tool: "read_file", args: { path: "Control" } },
];

/** A change, which is declined once and accepted once. */
export const CHANGE: Case = {
  name: "a change",
  tool: "write_file",
  args: { path: "New", content: "# 새 노트\n\nA new “note”.\n" },
};

/** What the core says of a change that a client declined. */
export const DECLINED =
  '"New.md" is unchanged: the client declined the change, for the user or without asking anybody; do not propose it ' +
  "again, but tell the user what you would change";

/** What a client gets that can't ask. */
export const CANT_ASK =
  'error[read_only]: "New" could not be shown for approval: this client can\'t ask the user, it does not support elicitation; the ' +
  "user can start Lectern with --approve accept\nhelp: nothing was changed; do not try again, tell the user";

/** What `lectern call` replies to `cases`, by name. Its text, but for control characters, is what it prints. */
export async function replies(
  vault: string,
  cases: readonly Case[],
  ...options: string[]
): Promise<Map<string, Reply>> {
  const tools = [...new Set(cases.map(({ tool }) => tool))];
  const found = tools.map(async (tool): Promise<[string, Reply][]> => {
    const own = cases.filter((one) => one.tool === tool);
    const lines = own.map(({ args }) => `${JSON.stringify(args)}\n`);
    const call = ["call", tool, "--vault", vault, "--json", "--args", "-", ...options];
    const { stdout } = await lectern(call, lines.join(""));
    const answers = stdout.trim().split("\n");
    return own.map(({ name }, at) => [name, JSON.parse(answers[at] ?? "") as Reply]);
  });
  return new Map((await Promise.all(found)).flat());
}
