// The ledger against what the provider gets, for all that tools, attachments and conversations send.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import { AnswerRecord } from "../../js/agent/ledger/answer-record.ts";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { byteLength } from "../../js/base/byte-length.ts";
import { all, compared, exists, ledger, loop, mark, noteOf, pathOf, PNG, start, store } from "./sent-compared.ts";

beforeEach(start);
afterEach(() => loop.close());

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

test("what can't be recorded is not sent", async () => {
  loop.server.script({ parts: ["Yes."] });
  store.before = () => {
    throw new Error("the disk is full");
  };
  const record = new AnswerRecord(ledger, { host: "h", model: "m" }, exists);
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
