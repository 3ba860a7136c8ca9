// The agent loop for tests: the conversation, the provider's real library with a stand-in server, and the tools over a
// vault on disk. Only time is simulated, so nothing sleeps.
import { expect } from "vitest";
import type { Context, Reply } from "../../pkg/lectern.js";
import type { ModelChoice } from "../../js/agent/model-choice.ts";
import { Conversation, type Question, type Surroundings } from "../../js/agent/loop/conversation.ts";
import type { AnswerEnd, ConversationEvent } from "../../js/agent/events.ts";
import type { Message } from "../../js/agent/message.ts";
import { openModel } from "../../js/agent/providers/models.ts";
import type { Clock } from "../../js/base/clock.ts";
import { NodeHost } from "../../js/host/node.ts";
import { definitions } from "../../js/vault/definitions.ts";
import { Tools } from "../../js/vault/tools.ts";
import { folderWith } from "../shim/vault.ts";
import { realNetwork } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import type { CallPart } from "../standins/script.ts";
import { StandIn } from "../standins/standin.ts";

/** Nobody waits; what would have been waited for is noted, and is the time that goes by. */
export class QuickClock implements Clock {
  readonly waits: number[] = [];
  #now = Date.UTC(2026, 2, 1, 12);
  /** What happens while something is waited for. */
  meanwhile = (): void => undefined;

  now(): number {
    return this.#now;
  }

  random(): number {
    return 1;
  }

  wait(ms: number): Promise<void> {
    this.waits.push(ms);
    this.#now += ms;
    this.meanwhile();
    return Promise.resolve();
  }
}

/** How a question is asked, where not as always. */
export interface Asking {
  readonly signal?: AbortSignal;
  readonly maxTurns?: number;
  readonly choice?: Partial<ModelChoice>;
  readonly attachments?: Question["attachments"];
  readonly undone?: readonly string[];
  readonly surroundings?: Partial<Surroundings>;
  /** Called with each event, after it is noted. */
  readonly on?: (event: ConversationEvent) => void;
}

/** One conversation about one vault. */
export class Loop {
  readonly server: StandIn;
  readonly clock = new QuickClock();
  conversation = new Conversation([], this.clock);
  /** Of the last question. */
  events: ConversationEvent[] = [];
  /** What each call was bound to, in order. */
  readonly bounds: Partial<Context>[] = [];
  readonly #tools: Tools;

  private constructor(server: StandIn, tools: Tools) {
    this.server = server;
    this.#tools = tools;
  }

  static async start(files: Record<string, string | Uint8Array>, closed: string[] = []): Promise<Loop> {
    const host = NodeHost.open(await folderWith(files));
    return new Loop(await StandIn.start(openAi), new Tools(host, { protected: closed }));
  }

  async close(): Promise<void> {
    this.#tools.close();
    await this.server.close();
  }

  get messages(): readonly Message[] {
    return this.conversation.messages;
  }

  /** Calls a tool as the person would. */
  call(tool: string, args: unknown, layout = false): Promise<Reply> {
    return this.#tools.call(tool, args, undefined, { layout });
  }

  /** The messages that the server was last sent, as the wire has them. */
  get sent(): { role: string; content: unknown; tool_call_id?: string }[] {
    return (this.server.last.body as { messages: { role: string; content: unknown }[] }).messages;
  }

  async ask(text: string, asking: Asking = {}): Promise<AnswerEnd> {
    const choice: ModelChoice = { provider: "compatible", model: "qwen3:8b", baseUrl: this.server.baseUrl };
    const surroundings: Surroundings = {
      model: await openModel({ ...choice, ...asking.choice }, realNetwork),
      tools: definitions,
      call: (tool, args, { signal, ...bounds }) => {
        this.bounds.push(bounds);
        return this.#tools.callJson(tool, args, signal, bounds);
      },
      maxTurns: asking.maxTurns ?? 25,
      vault: "Test",
      ...asking.surroundings,
    };
    this.events = [];
    const note = (event: ConversationEvent): void => {
      this.events.push(event);
      asking.on?.(event);
    };
    const signal = asking.signal ?? new AbortController().signal;
    const question = { text, attachments: asking.attachments ?? [], undone: asking.undone ?? [] };
    const end = await this.conversation.answer(question, surroundings, signal, note);
    requireWhole(this.messages);
    expect(this.events.at(-1)).toStrictEqual({ type: "end", end });
    expect(this.events.filter(({ type }) => type === "end")).toHaveLength(1);
    return end;
  }

  /** The next question works, and what the server is sent is in order. */
  async goesOn(): Promise<void> {
    this.server.script({ parts: ["Going on."] });
    const end = await this.ask("Go on");
    expect(end.cut).toBeUndefined();
    expect(end.answer?.text).toBe("Going on.");
    const roles = this.sent.map(({ role }) => role).join(" ");
    expect(roles).toMatch(/^system(?: user(?: assistant(?: tool)*)+)* user$/);
  }

  /** What was said and called, one line a message. */
  get told(): string[] {
    return this.messages.map((message) => {
      if (message.role === "user") return `user: ${message.text}`;
      if (message.role === "tool") return `tool ${message.id}: ${firstLine(message.reply.content)}`;
      const calls = message.calls.map(({ id, tool }) => ` ${tool}#${id}`).join("");
      return `assistant: ${message.text}${calls}${message.cut ? ` (${message.cut})` : ""}`;
    });
  }
}

function firstLine([part]: Reply["content"]): string {
  return (part?.type === "text" ? part.text : (part?.type ?? "")).split("\n")[0] ?? "";
}

/** A call of read_file. */
export function reads(path: string, id: string): CallPart {
  return { call: "read_file", args: { path }, id };
}

/** Whatever happened, any model can be sent this. */
export function requireWhole(messages: readonly Message[]): void {
  const waiting: string[] = [];
  let before: Message | undefined;
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") {
      expect(message.id, "replies stand in the order of their calls").toBe(waiting.shift());
    } else {
      expect(waiting, "every call is answered").toStrictEqual([]);
    }
    if (message.role === "assistant") {
      expect(before?.role, "a model answers").toMatch(/user|tool/);
      expect(message.text.trim() !== "" || message.calls.length > 0, "nobody says nothing").toBe(true);
      for (const { id } of message.calls) {
        expect(ids.has(id), "an id is one call's").toBe(false);
        ids.add(id);
        waiting.push(id);
      }
    }
    before = message;
  }
  expect(waiting, "every call is answered").toStrictEqual([]);
  if (messages[0]) expect(messages[0].role).toBe("user");
}
