// The ledger against what the provider gets: each line and name of the vault in a request is in its record, and what the
// record says was in the request. Each line and name has a mark that is nowhere else.
import { expect } from "vitest";
import { AnswerRecord } from "../../js/agent/ledger/answer-record.ts";
import { Ledger, type SentRequest } from "../../js/agent/ledger/ledger.ts";
import type { SentNote } from "../../js/agent/ledger/sent-notes.ts";
import type { Surroundings } from "../../js/agent/loop/conversation.ts";
import { type Asking, Loop } from "./loop.ts";
import { MemoryLedger } from "./memory-ledger.ts";

/** A line's mark: `mark-2-7` is line 7 of note 2. */
export const mark = (note: number, line: number): string => `mark-${note}-${line}.`;
const NAMES = ["Bell", "Roof", "Tower", "Garden", "Cellar"];
export const pathOf = (note: number): string => `Folder/${NAMES[note] ?? ""} name-${note}..md`;

export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export function noteOf(note: number, length = 12): string {
  const lines = [
    "---",
    `status: open ${mark(note, 2)}`,
    "---",
    `# Title ${mark(note, 4)}`,
    "",
    `## Part ${mark(note, 6)}`,
  ];
  const next = `[[${NAMES[(note + 1) % NAMES.length] ?? ""} name-${(note + 1) % NAMES.length}.]]`;
  for (let line = lines.length + 1; line <= length; line++)
    lines.push(`Ünder ${NAMES[note] ?? ""} ${mark(note, line)}${line === 8 ? ` ${next}` : ""}`);
  return lines.join("\n");
}

const FILES: Record<string, string | Uint8Array> = {
  ...Object.fromEntries(NAMES.map((_, note) => [pathOf(note), noteOf(note)])),
  "Private/Diary.md": "Secret.",
  "Dot name-9..png": Buffer.from(PNG, "base64"),
};

export let loop: Loop;
export let store: MemoryLedger;
export let ledger: Ledger;

/** Before each test. */
export async function start(): Promise<void> {
  store = new MemoryLedger();
  ledger = new Ledger(store);
  loop = await Loop.start(FILES, ["Private"]);
}

export const exists = (path: string): boolean => path in FILES || path === "Folder";

export type BeforeRequest = NonNullable<Surroundings["beforeRequest"]>;

let before = 0;
/** Asks, and compares each request with its record. Returns the requests of this answer. */
export async function compared(text: string, asking: Asking = {}): Promise<SentRequest[]> {
  const first = (await ledger.read()).requests.length;
  before = loop.server.requests.length;
  const receiver = { host: loop.server.host, model: "m" };
  const record = new AnswerRecord(ledger, receiver, exists);
  const surroundings = {
    beforeRequest: async (...[messages, , instructions]: Parameters<BeforeRequest>) => {
      await record.add(messages, instructions);
      return undefined;
    },
    ...asking.surroundings,
  };
  await loop.ask(text, { ...asking, surroundings });
  const requests = (await ledger.read()).requests.slice(first);
  const sent = loop.server.requests.slice(before).map(({ body }) => body as { messages: unknown });
  expect(requests.length).toBe(sent.length);
  const known: SentNote[] = [];
  for (const [index, request] of requests.entries()) {
    known.push(...request.notes);
    const body = JSON.stringify(sent[index]?.messages);
    expectAll(body, known);
    expectNoMore(body, request.notes);
  }
  expect((await ledger.read()).isWhole).toBe(true);
  return requests;
}

/** Whether `notes` has all of the vault that `body` has. */
function expectAll(body: string, notes: readonly SentNote[]): void {
  for (const [, note = "", line = ""] of body.matchAll(/mark-(\d+)-(\d+)\./g)) {
    const own = notes.filter(({ path }) => path === pathOf(Number(note)));
    const isLine = own.some(({ lines }) => lines.some(([from, to]) => from <= Number(line) && Number(line) <= to));
    const parts = own.flatMap((one) => one.parts);
    const isTold =
      parts.some((part) => part === "error" || part === "change" || part === "answers" || part === "instructions") ||
      (parts.includes("details") && ["2", "4"].includes(line)) ||
      (parts.includes("outline") && ["2", "4", "6"].includes(line));
    if (!isLine && !isTold) throw new Error(`line ${line} of ${pathOf(Number(note))} is not in the ledger`);
  }
  for (const [, note = ""] of body.matchAll(/name-(\d+)\.\.(?:md|png)/g)) {
    const path = note === "9" ? "Dot name-9..png" : pathOf(Number(note));
    if (!notes.some((one) => one.path === path)) throw new Error(`the name of ${path} is not in the ledger`);
  }
}

/** Whether `body` has all that `notes` tells of. */
function expectNoMore(body: string, notes: readonly SentNote[]): void {
  for (const { path, lines, parts, bytes } of notes) {
    const note = Object.keys(FILES).indexOf(path);
    for (const [from, to] of lines)
      for (let line = from; line <= to; line++) if (![1, 3, 5].includes(line)) expect(body).toContain(mark(note, line));
    if (parts.includes("name")) expect(body).toContain(path);
    if (parts.includes("details")) expect(body).toMatch(new RegExp(`mark-${note}-[24]\\.`));
    // It is drawn anew, so its bytes are others than in the vault.
    if (parts.includes("picture")) expect(body).toMatch(/data:image\/png;base64,iVBORw0KGgo/);
    if (parts.includes("instructions")) expect(body).toContain("From their note");
    if (!parts.includes("answers")) expect(bytes).toBeGreaterThan(0);
  }
}

export const all = (requests: readonly SentRequest[]): string[] =>
  requests.flatMap(({ notes }) =>
    notes.map(
      ({ path, lines, parts }) => `${path.replace(/^Folder\/(\w+).*/, "$1")} ${lines.join(";")} ${parts.join()}`,
    ),
  );
