// A conversation with Quotes over the real tools of a vault on disk, without the parts of conversation.ts that can
// fail.
import type { Attachment, Message } from "../../js/agent/message.ts";
import { Quotes } from "../../js/agent/quotes/quotes.ts";
import type { Host } from "../../js/vault/host.ts";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import type { Config, Context as CallContext } from "../../pkg/lectern.js";

type Context = Partial<CallContext>;

/** Answers that take longer have gone round in circles. */
const MAX_TURNS = 6;

/** As the loop calls. */
const LAID_OUT: Context = { numbering: "compact", layout: true };

/** A vault that is asked. */
export class Asking {
  readonly tools: Tools;
  readonly messages: Message[] = [];

  readonly #context: Context;

  /** `context` has the user's date, if it is not today's. */
  constructor(folder: string, config: Partial<Config> = {}, host: Host = NodeHost.open(folder), context: Context = {}) {
    this.tools = new Tools(host, config);
    this.#context = { ...LAID_OUT, ...context };
  }

  /** What the note's lines are, as a person attaches them. */
  async attached(path: string, startLine?: number, endLine?: number): Promise<Attachment> {
    const args = { path, start_line: startLine, end_line: endLine };
    const reply = await this.tools.call("read_file", args, undefined, this.#context);
    return { path, ...(startLine !== undefined && { startLine }), ...(endLine !== undefined && { endLine }), reply };
  }

  /** The answer to `text`. */
  async ask(text: string, ...attachments: Attachment[]): Promise<string> {
    const model = new Quotes(() => Promise.resolve());
    const { signal } = new AbortController();
    this.messages.push({ role: "user", text, attachments });
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const said = {
        role: "assistant" as const,
        text: "",
        calls: [] as { id: string; tool: string; args: string }[],
        model: "quotes",
      };
      let reason: string | undefined;
      for await (const event of model.turn({ system: "", messages: this.messages, tools: [] }, signal)) {
        if (event.type === "text") said.text += event.text;
        if (event.type === "call") said.calls.push(event.call);
        if (event.type === "done") reason = event.reason;
      }
      this.messages.push(said);
      if (reason === "stop") return said.text;
      for (const { id, tool, args } of said.calls) {
        const reply = await this.tools.callJson(tool, args, undefined, this.#context);
        this.messages.push({ role: "tool", id, tool, reply });
      }
    }
    throw new Error(`there was no answer after ${MAX_TURNS} turns`);
  }

  /** What was called for the last question: the tools and their arguments, in order. */
  calls(): [tool: string, args: unknown][] {
    const last = this.messages.reduce((last, { role }, index) => (role === "user" ? index : last), 0);
    return this.messages
      .slice(last)
      .flatMap((message) => (message.role === "assistant" ? message.calls : []))
      .map(({ tool, args }) => [tool, JSON.parse(args)]);
  }
}
