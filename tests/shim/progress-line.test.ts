// The line that says what takes long, on a terminal of our own with a clock that stands still.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConversationEvent } from "../../js/agent/events.ts";
import { whileWaiting } from "../../js/cli/reading-line.ts";
import { ProgressLine } from "../../js/cli/prompt/progress-line.ts";

let written: string;
beforeEach(() => {
  written = "";
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** What a terminal shows: the last line without what is erased. */
const shown = (): string => written.split("\r\u001b[K").pop() ?? "";
const documents = { documents: 0, documents_unread: 0, documents_too_large: 0, documents_unreadable: 0 };
const index = { notes: 0, unread: 0, bytes: 0, is_listed: true, kept: 0, document_bytes: 0, ...documents };
const line = (stream = {}): ProgressLine =>
  new ProgressLine({ isTTY: true, columns: 80, write: (text) => (written += text), ...stream }, () => index);
const call = (id: string, tool = "read_file"): ConversationEvent => ({ type: "call", call: { id, tool, args: "{}" } });
const reply = (id: string): ConversationEvent =>
  ({ type: "reply", message: { id }, milliseconds: 1 }) as unknown as ConversationEvent;
const tell = (progress: ProgressLine, event: ConversationEvent): void => {
  progress.take(event);
  progress.next();
};

test("a tool that takes long is named, until its reply", () => {
  const progress = line();
  tell(progress, call("1"));
  vi.advanceTimersByTime(499);
  expect(written).toBe("");
  vi.advanceTimersByTime(1);
  expect(shown()).toBe("read_file …");
  tell(progress, call("2", "search_notes"));
  expect(shown()).toBe("");
  tell(progress, reply("1"));
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("search_notes …");
  tell(progress, reply("2"));
  vi.advanceTimersByTime(5000);
  expect(shown()).toBe("");
});

test("a model is awaited until it says something, and so is its next try", () => {
  const progress = line();
  const event = (event: object): void => tell(progress, event as ConversationEvent);
  event({ type: "turn" });
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("Thinking …");
  event({ type: "retry", because: "It could not be reached.", inMs: 1000 });
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("It could not be reached. Trying again … 1 s");
  event({ type: "text", text: "One" });
  event({ type: "retry", because: "It broke.", inMs: 1000 });
  vi.advanceTimersByTime(5000);
  // The line would replace what is printed of the answer.
  expect([shown(), vi.getTimerCount()]).toEqual(["", 0]);
});

test("says for how long the model or the tool has been awaited, in seconds", () => {
  const progress = line();
  tell(progress, { type: "turn" } as ConversationEvent);
  vi.advanceTimersByTime(12_000);
  expect(shown()).toBe("Thinking … 12 s");
  tell(progress, call("1"));
  vi.advanceTimersByTime(3000);
  expect(shown()).toBe("read_file … 3 s");
  tell(progress, reply("1"));
});

test("a command that waits says for what and for how long, in a terminal only", async () => {
  let end = (_: string): void => undefined;
  const work = () => new Promise<string>((resolve) => (end = resolve));
  const stream = { isTTY: true, write: (text: string) => (written += text) };
  const waiting = whileWaiting(stream, () => "Asking for models", work);
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("Asking for models …");
  vi.advanceTimersByTime(4000);
  expect(shown()).toBe("Asking for models … 4 s");
  end("done");
  expect([await waiting, shown(), vi.getTimerCount()]).toEqual(["done", "", 0]);
  const piped = whileWaiting({ ...stream, isTTY: false }, () => "Asking for models", work);
  written = "";
  vi.advanceTimersByTime(4000);
  end("done");
  expect([await piped, written]).toEqual(["done", ""]);
});

test("the index says how far it is", () => {
  const progress = line();
  tell(progress, call("1", "search_notes"));
  Object.assign(index, { notes: 1200, unread: 18_800 });
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("Reading notes: 1200 of 20000 …");
  Object.assign(index, { notes: 0, unread: 0 });
});

test("a question is never written over", async () => {
  const progress = line();
  tell(progress, call("1"));
  tell(progress, call("2"));
  vi.advanceTimersByTime(500);
  let answer = (_: string): void => undefined;
  const answered = progress.during(() => new Promise<string>((resolve) => (answer = resolve)));
  expect(shown()).toBe("");
  tell(progress, reply("2"));
  vi.advanceTimersByTime(5000);
  expect(shown()).toBe("");
  answer("y");
  expect(await answered).toBe("y");
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("read_file …");
  tell(progress, { type: "end" } as ConversationEvent);
  expect([shown(), vi.getTimerCount()]).toEqual(["", 0]);
});

test("a name that the model made up does not control the terminal", () => {
  tell(line(), call("1", "\u001b[2J\u0007a\nb"));
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("<U+001B>[2J<U+0007>a b …");
});

test("fits into the line", () => {
  tell(line({ columns: 8 }), call("1"));
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("read_fi");
});

test("is whole where the terminal does not know its width", () => {
  tell(line({ columns: 0 }), call("1"));
  vi.advanceTimersByTime(500);
  expect(shown()).toBe("read_file …");
});

test("is not written where no terminal is", () => {
  tell(line({ isTTY: false }), call("1"));
  vi.advanceTimersByTime(5000);
  expect(written).toBe("");
});
