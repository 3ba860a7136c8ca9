// The ledger against what the provider gets, where notes are excluded or left out; and the note with instructions.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ClosedNow } from "../../js/agent/context/redact.ts";
import { AnswerRecord } from "../../js/agent/ledger/answer-record.ts";
import { Conversation, type Surroundings } from "../../js/agent/loop/conversation.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { byteLength } from "../../js/base/byte-length.ts";
import {
  all,
  type BeforeRequest,
  compared,
  exists,
  ledger,
  loop,
  mark,
  noteOf,
  pathOf,
  start,
} from "./sent-compared.ts";

beforeEach(start);
afterEach(() => loop.close());

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

test("what the user leaves out is not sent, then or later, whatever reads it again", async () => {
  const attachments = [{ path: pathOf(0), reply: await loop.call("read_file", { path: pathOf(0) }, true) }];
  let asked = 0;
  loop.server.script(
    { parts: [{ call: "read_file", args: { path: pathOf(0) } }] },
    { parts: ["No."] },
    { parts: ["Still not."] },
  );
  const record = new AnswerRecord(ledger, { host: "h", model: "m" }, exists);
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
  const record = new AnswerRecord(ledger, { host: "h", model: "m" }, exists);
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
  const record = new AnswerRecord(ledger, { host: "h", model: "m" }, exists);
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
  const record = new AnswerRecord(ledger, { host: "h", model: "m" }, exists);
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
