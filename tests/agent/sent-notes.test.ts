// The ledger against what the provider gets: each line and name of the vault in a request is in its record, and what the
// record says was in the request. Each line and name has a mark that is nowhere else.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { AnswerRecord } from "../../js/agent/ledger/answer-record.ts";
import { Ledger, type SentRequest } from "../../js/agent/ledger/ledger.ts";
import type { SentNote } from "../../js/agent/ledger/sent-notes.ts";
import type { ClosedNow } from "../../js/agent/context/redact.ts";
import { Conversation, type Surroundings } from "../../js/agent/loop/conversation.ts";
import { byteLength } from "../../js/base/byte-length.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { type Asking, Loop } from "./loop.ts";
import { MemoryLedger } from "./memory-ledger.ts";

/** A line's mark: `mark-2-7` is line 7 of note 2. */
const mark = (note: number, line: number): string => `mark-${note}-${line}.`;
const NAMES = ["Bell", "Roof", "Tower", "Garden", "Cellar"];
const pathOf = (note: number): string => `Folder/${NAMES[note] ?? ""} name-${note}..md`;

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function noteOf(note: number, length = 12): string {
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

let loop: Loop;
let store: MemoryLedger;
let ledger: Ledger;
beforeEach(async () => {
  store = new MemoryLedger();
  ledger = new Ledger(store);
  loop = await Loop.start(FILES, ["Private"]);
});
afterEach(() => loop.close());

const exists = (path: string): boolean => path in FILES || path === "Folder";

type BeforeRequest = NonNullable<Surroundings["beforeRequest"]>;

let before = 0;
/** Asks, and compares each request with its record. Returns the requests of this answer. */
async function compared(text: string, asking: Asking = {}): Promise<SentRequest[]> {
  const first = (await ledger.read()).requests.length;
  before = loop.server.requests.length;
  const receiver = { host: loop.server.host, model: "m", conversation: "c" };
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
    if (parts.includes("picture")) expect(body).toContain(PNG);
    if (parts.includes("instructions")) expect(body).toContain("From their note");
    if (!parts.includes("answers")) expect(bytes).toBeGreaterThan(0);
  }
}

const all = (requests: readonly SentRequest[]): string[] =>
  requests.flatMap(({ notes }) =>
    notes.map(
      ({ path, lines, parts }) => `${path.replace(/^Folder\/(\w+).*/, "$1")} ${lines.join(";")} ${parts.join()}`,
    ),
  );

test("what tools show: lines of files, hits of a search, names and titles, links, outlines, pictures, errors", async () => {
  loop.server.script(
    {
      parts: [
        { call: "read_file", args: { path: pathOf(0), start_line: 4, end_line: 9 } },
        { call: "search_notes", args: { query: "Roof", limit: 1 } },
        { call: "list_files", args: { path: "Folder" } },
      ],
    },
    {
      parts: [
        { call: "links", args: { path: pathOf(2) } },
        { call: "read_file", args: { path: pathOf(3), view: "outline" } },
        {
          call: "read_file",
          args: { files: [{ path: pathOf(4) }, { path: pathOf(3), start_line: 8, end_line: 8 }, { path: "Gone.md" }] },
        },
      ],
    },
    {
      parts: [
        { call: "read_file", args: { path: "Folder" } },
        { call: "list_files", args: { path: "Folder", properties: ["status"] } },
      ],
    },
    { parts: [{ call: "search_notes", args: { query: "Tower", passages: true, limit: 2 } }] },
    { parts: ["That is all."] },
  );
  const requests = await compared("What is there?");
  expect(requests.map(({ notes }) => notes.length > 0)).toEqual([false, true, true, true, true]);
  const [, second = requests[0], third = requests[0]] = requests;
  expect(all(second ? [second] : []).slice(0, 2)).toEqual(["Bell 4,9 name,details", expect.stringMatching(/^Roof \d/)]);
  expect(third?.notes.find(({ path }) => path === pathOf(3))?.parts).toContain("outline");
  expect(third?.notes.find(({ path }) => path === pathOf(4))?.lines).toEqual([[1, 12]]);
});

test("an error names notes, and lines apart stay apart", async () => {
  const files = [7, 9].map((line) => ({ path: pathOf(0), start_line: line, end_line: line }));
  loop.server.script(
    {
      parts: [
        { call: "read_file", args: { path: "Folder" } },
        { call: "read_file", args: { path: "Bel name-0." } },
        { call: "read_file", args: { path: "Private/Diary.md" } },
      ],
    },
    { parts: [{ call: "read_file", args: { files } }] },
    { parts: ["That is all."] },
  );
  const requests = await compared("What is there?");
  expect(all(requests)).toContain("Bell  name");
  expect(JSON.stringify(loop.server.last.body)).toContain("Private/Diary.md");
  expect(all(requests).join()).not.toContain("Diary");
  expect(all(requests)).toContain("Bell 7,7;9,9 name");
});

test("the bytes of a note are those of its lines", async () => {
  loop.server.script({ parts: [{ call: "read_file", args: { path: pathOf(0) } }] }, { parts: ["Read."] });
  const [, second] = await compared("What is there?");
  const text = noteOf(0).replaceAll("\n", "");
  expect(second?.notes).toEqual([{ path: pathOf(0), lines: [[1, 12]], parts: [], bytes: byteLength(text) }]);
});

test("a picture is recorded for a model that sees", async () => {
  loop.server.script({ parts: [{ call: "read_file", args: { path: "Dot name-9..png" } }] }, { parts: ["A dot."] });
  const requests = await compared("What is on it?", { choice: { model: "gpt-5" } });
  expect(all(requests)).toEqual(["Dot name-9..png  picture"]);
});

test("attachments, and a conversation that goes on: each answer's first request has all of it", async () => {
  const attachments = [
    {
      path: pathOf(0),
      startLine: 7,
      endLine: 8,
      reply: await loop.call("read_file", { path: pathOf(0), start_line: 7, end_line: 8 }, true),
    },
    { path: "Folder/", reply: await loop.call("list_files", { path: "Folder" }, true) },
  ];
  loop.server.script(
    { parts: [{ call: "read_file", args: { path: pathOf(1) } }] },
    { parts: ["Yes."] },
    { parts: ["No."] },
  );
  await compared("What is there?", { attachments });
  const [next] = await compared("And?");
  expect(next?.notes.find(({ path }) => path === pathOf(0))?.lines).toEqual([[7, 8]]);
  expect(next?.notes.find(({ path }) => path === pathOf(1))?.lines).toEqual([[1, 12]]);
});

test("a request that is tried again is recorded each time", async () => {
  const busy = { status: 429, error: "rate_limit_error" };
  loop.server.script({ parts: [{ call: "read_file", args: { path: pathOf(0) } }] }, busy, busy, { parts: ["Yes."] });
  const requests = await compared("What is there?");
  expect(requests.map(({ notes, again }) => [notes.length, again > 0])).toEqual([
    [0, false],
    [1, false],
    [0, true],
    [0, true],
  ]);
});

test("a conversation whose replies are shortened tells what answers may repeat", async () => {
  loop.server.script(
    { parts: [{ call: "read_file", args: { path: pathOf(0) } }] },
    { parts: [`It says ${mark(0, 9)}`] },
    { parts: ["No."] },
  );
  await compared("What is there?");
  loop.conversation = new Conversation(
    loop.messages.map((message) => (message.role === "tool" ? { ...message, isShortened: true } : message)),
    loop.clock,
  );
  const [next] = await compared("And?");
  expect(all(next ? [next] : [])).toEqual(["Bell  name,answers"]);
});

test("a saved conversation that is opened again", async () => {
  loop.server.script(
    {
      parts: [
        { call: "read_file", args: { path: pathOf(0) } },
        { call: "list_files", args: {} },
      ],
    },
    { parts: ["Yes."] },
    { parts: ["No."] },
  );
  await compared("What is there?");
  const saved = toMarkdown({ title: "t", created: 0, messages: loop.messages });
  loop.conversation = new Conversation(fromMarkdown(saved).messages, loop.clock);
  const [next] = await compared("And?");
  expect(next?.notes.find(({ path }) => path === pathOf(0))?.lines).toEqual([[1, 12]]);
});

test("a note that was excluded meanwhile is neither sent nor recorded", async () => {
  loop.server.script(
    { parts: [{ call: "read_file", args: { path: pathOf(0) } }] },
    { parts: ["Yes."] },
    { parts: ["No."] },
  );
  await compared("What is there?");
  const closedNow: ClosedNow = (named) => Promise.resolve(named.filter(({ path }) => path === pathOf(0)));
  const requests = await compared("And?", { surroundings: { closedNow } });
  expect(all(requests)).toEqual([]);
});

test("what can't be recorded is not sent", async () => {
  loop.server.script({ parts: ["Yes."] });
  store.before = () => {
    throw new Error("the disk is full");
  };
  const record = new AnswerRecord(ledger, { host: "h", model: "m", conversation: "c" }, exists);
  const beforeRequest = async (messages: Parameters<AnswerRecord["add"]>[0]): Promise<string[] | undefined> => {
    await record.add(messages);
    return undefined;
  };
  const end = await loop.ask("What is there?", { surroundings: { beforeRequest } });
  expect(end).toMatchObject({
    cut: "failed",
    because: "Not sent, because what leaves this device can't be recorded: the disk is full.",
  });
  expect(loop.server.requests).toEqual([]);
});

test("what the user leaves out is not sent, then or later, whatever reads it again", async () => {
  const attachments = [{ path: pathOf(0), reply: await loop.call("read_file", { path: pathOf(0) }, true) }];
  let asked = 0;
  loop.server.script(
    { parts: [{ call: "read_file", args: { path: pathOf(0) } }] },
    { parts: ["No."] },
    { parts: ["Still not."] },
  );
  const record = new AnswerRecord(ledger, { host: "h", model: "m", conversation: "c" }, exists);
  const beforeRequest = async (messages: Parameters<AnswerRecord["add"]>[0]): Promise<string[] | undefined> => {
    if (asked++ === 0) return [pathOf(0)];
    await record.add(messages);
    return undefined;
  };
  await loop.ask("What is there?", { attachments, surroundings: { beforeRequest } });
  const saved = toMarkdown({ title: "t", created: 0, messages: loop.messages });
  loop.conversation = new Conversation(fromMarkdown(saved).messages, loop.clock);
  await compared("And?");
  expect(loop.server.requests.length).toBe(3);
  expect(JSON.stringify(loop.server.requests)).not.toContain("mark-0");
  expect(all((await ledger.read()).requests)).toEqual([]);
});

test("the note with instructions, each time that its text is new, and not the text in the settings", async () => {
  const path = pathOf(2);
  const texts = [`Answer ${mark(2, 9)}`, `Answer ${mark(2, 9)}`, `Änswer ${mark(2, 10)}`];
  const asked = [...texts];
  const instructions = (): ReturnType<NonNullable<Surroundings["instructions"]>> =>
    Promise.resolve([{ text: "Be brief." }, ...asked.splice(0, 1).map((text) => ({ path, text }))]);
  loop.server.script(
    { parts: [{ call: "list_files", args: { path: "Gone" } }] },
    { parts: [{ call: "read_file", args: { path } }] },
    { parts: [{ call: "list_files", args: { path: "Gone" } }] },
    { parts: ["Yes."] },
  );
  const requests = await compared("What is there?", { surroundings: { instructions } });
  const bytes = (text = ""): number => byteLength(path) + byteLength(text);
  const part = { path, lines: [], parts: ["name", "instructions"] };
  expect(requests.map(({ notes }) => notes).slice(0, 2)).toEqual([[{ ...part, bytes: bytes(texts[0]) }], []]);
  expect(requests[1]?.again).toBe(bytes(texts[0]));
  // The third has the whole note too.
  expect(requests[2]?.notes).toEqual([
    { ...part, lines: [[1, 12]], bytes: bytes(texts[2]) + byteLength(noteOf(2).replaceAll("\n", "")) },
  ]);
  // What was answered with it may repeat it.
  expect(requests[3]?.notes).toEqual([{ path, lines: [], parts: ["answers"], bytes: 0 }]);
  const systems = loop.server.requests.map(({ body }) => JSON.stringify((body as { messages: unknown[] }).messages[0]));
  expect(systems.map((system) => system.includes(path))).toEqual([true, true, true, false]);
});

test("a note that is excluded while the user looks at the request is not sent", async () => {
  const attachments = [{ path: pathOf(0), reply: await loop.call("read_file", { path: pathOf(0) }, true) }];
  const record = new AnswerRecord(ledger, { host: "h", model: "m", conversation: "c" }, exists);
  let looks = 0;
  const surroundings: Partial<Surroundings> = {
    closedNow: (named) => Promise.resolve(looks === 0 ? [] : named),
    beforeRequest: async (messages) => {
      if (looks++ === 0) return [];
      await record.add(messages);
      return undefined;
    },
  };
  loop.server.script({ parts: ["No."] });
  await loop.ask("What is there?", { attachments, surroundings });
  expect(loop.server.requests.length).toBe(1);
  expect(JSON.stringify(loop.server.requests)).not.toContain("mark-0");
  expect(all((await ledger.read()).requests)).toEqual([]);
});

test("a note with instructions that the user leaves out is not sent, then or later", async () => {
  const instructions: Surroundings["instructions"] = () =>
    Promise.resolve([{ text: "Be brief." }, { path: pathOf(2), text: mark(2, 9) }]);
  const record = new AnswerRecord(ledger, { host: "h", model: "m", conversation: "c" }, exists);
  const seen: number[] = [];
  const beforeRequest: BeforeRequest = async (messages, _, own) => {
    seen.push(record.newIn(messages, own).length);
    if (seen.length === 1) return [pathOf(2)];
    await record.add(messages, own);
    return undefined;
  };
  loop.server.script({ parts: ["No."] }, { parts: ["Still not."] });
  await loop.ask("What is there?", { surroundings: { instructions, beforeRequest } });
  expect(seen).toEqual([1, 0]);
  const saved = toMarkdown({ title: "t", created: 0, messages: loop.messages });
  loop.conversation = new Conversation(fromMarkdown(saved).messages, loop.clock);
  await compared("And?", { surroundings: { instructions } });
  expect(loop.server.requests.length).toBe(2);
  const bodies = JSON.stringify(loop.server.requests);
  expect(bodies).toContain("Be brief.");
  expect(bodies).not.toMatch(/(?:mark|name)-2/);
  expect(all((await ledger.read()).requests)).toEqual([]);
});

test("what was answered with instructions from a note that is left out later is not sent", async () => {
  const instructions: Surroundings["instructions"] = () => Promise.resolve([{ path: pathOf(2), text: mark(2, 9) }]);
  const record = new AnswerRecord(ledger, { host: "h", model: "m", conversation: "c" }, exists);
  let asked = 0;
  const beforeRequest: BeforeRequest = async (messages, _, own) => {
    if (asked++ === 0) return [pathOf(2)];
    await record.add(messages, own);
    return undefined;
  };
  loop.server.script({ parts: [`It says ${mark(2, 9)}`] }, { parts: ["No."] });
  await loop.ask("What is there?", { surroundings: { instructions } });
  await loop.ask("And?", { surroundings: { instructions, beforeRequest } });
  expect(JSON.stringify(loop.server.last.body)).not.toMatch(/(?:mark|name)-2/);
  expect(all((await ledger.read()).requests)).toEqual([]);
});

test("the words that were selected, even if the file has not got them yet", async () => {
  const reply = await loop.call("read_file", { path: pathOf(0), start_line: 7, end_line: 7 }, true);
  const selected = `${mark(0, 7)}\nÜnder ${mark(0, 8)}`;
  loop.server.script({ parts: ["Yes."] }, { parts: ["No."] });
  const attachments = [{ path: pathOf(0), startLine: 7, endLine: 8, selected, reply }];
  const [first] = await compared("What is it?", { attachments });
  const [line = ""] = noteOf(0).split("\n").slice(6);
  const bytes = byteLength(pathOf(0)) + byteLength(line) + byteLength(selected);
  const note = { path: pathOf(0), lines: [[7, 8]], parts: ["name"], bytes };
  expect(first?.notes).toEqual([note]);
  const saved = toMarkdown({ title: "t", created: 0, messages: loop.messages });
  loop.conversation = new Conversation(fromMarkdown(saved).messages, loop.clock);
  const [next] = await compared("And?");
  expect(next?.notes).toEqual([note]);
});

test("a pasted image is not of the vault", async () => {
  const content: Reply["content"] = [{ type: "image", data: PNG, mimeType: "image/png" }];
  const reply: Reply = { content, isError: false, structuredContent: { display: "Pasted image", files: [] } };
  loop.server.script({ parts: ["A dot."] });
  const attachments = [{ path: "Pasted image", isPasted: true, reply }];
  const requests = await compared("What is it?", { attachments, choice: { model: "gpt-5" } });
  expect(JSON.stringify(loop.server.last.body)).toContain(PNG);
  expect(all(requests)).toEqual([]);
});
