// What one agent can do with the vault: Lectern's tools under the user's settings, notes as resources, and what only the
// app has. What it is given is recorded under its name; its changes are approved in the panel.
import type { App } from "obsidian";
import type { Reply, ToolDefinition } from "../../pkg/lectern.js";
import type { CallResult, Resources, Service, ToolCalled } from "../agent/programs/mcp-endpoint.ts";
import type { LecternApi } from "../api.ts";
import { ownChangesOf } from "../api.ts";
import { byteLength } from "../base/byte-length.ts";
import { fieldsOf, valueOf } from "../base/fields.ts";
import { INSTRUCTIONS } from "../base/mcp-tool.ts";
import { reason } from "../base/reason.ts";
import { Approvals, type ChangeViewer } from "../chat/changes/approvals.ts";
import { showPlace } from "../chat/answer/open-note.ts";
import type { Receiver } from "../agent/ledger/answer-record.ts";
import { recordOf } from "../chat/sending/send-review.ts";
import { saveTyped } from "../host/obsidian-write.ts";
import { ledgerOf } from "../host/obsidian-ledger.ts";
import { defaultChatSettings } from "../settings/chat-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { Changes } from "../vault/changes.ts";
import { changingDefinitions, definitions } from "../vault/definitions.ts";
import { cancelledReply, errorReply } from "../vault/error-reply.ts";
import { AppResources } from "./app-resources.ts";

/** What the server needs of the app. */
export interface ServiceParts {
  readonly app: App;
  readonly api: LecternApi;
  readonly settings: SettingsStore;
  /** Where the user is asked about the changes of an agent. */
  readonly viewerFor: (name: string) => ChangeViewer;
}

const OPEN_NOTE: ToolDefinition = {
  name: "open_note",
  description: "Shows the user a note in the app, at a line. Use it only if the user asks for it.",
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "The note's path or name." },
      start_line: { type: "integer", minimum: 1, description: "The line to show, 1-indexed." },
    },
    required: ["path"],
    additionalProperties: false,
  },
};

/** The service of the agent `name`. */
export class ClientService implements Service {
  readonly instructions = INSTRUCTIONS;
  readonly #parts: ServiceParts;
  readonly #name: string;
  readonly #end = new AbortController();
  /** The program that uses it, as it says itself. */
  #program = "MCP";

  constructor(parts: ServiceParts, name: string) {
    this.#parts = parts;
    this.#name = name;
  }

  begun(program: string): void {
    this.#program = program.slice(0, 60);
  }

  async tools(): Promise<ToolDefinition[]> {
    const { changes } = await this.#parts.settings.load();
    return [...definitions, ...(changes ? changingDefinitions : []), OPEN_NOTE];
  }

  async call(called: ToolCalled): Promise<CallResult> {
    try {
      return await this.#until(called.signal, (signal) => this.#answer(called, signal));
    } catch (error) {
      const help = "tell the user, who can find out more in Obsidian";
      return errorReply("internal", `Lectern can't answer: ${reason(error)}`, help);
    }
  }

  get resources(): Resources {
    return new AppResources(this.#parts, async (signal, tool, args, context = {}) => {
      await saveTyped(this.#parts.app);
      const read = (signal: AbortSignal) => this.#parts.api.call(tool, args, { ...context, signal });
      return this.#given(await this.#until(signal, read));
    });
  }

  /** Ends all calls. */
  close(): void {
    this.#end.abort();
  }

  /** Does `work` until `signal` is aborted, or the service is closed. */
  async #until<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const both = new AbortController();
    const stop = (): void => both.abort();
    const ends = [signal, this.#end.signal];
    for (const end of ends) end.addEventListener("abort", stop);
    if (ends.some(({ aborted }) => aborted)) stop();
    try {
      return await work(both.signal);
    } finally {
      for (const end of ends) end.removeEventListener("abort", stop);
    }
  }

  async #answer(called: ToolCalled, signal: AbortSignal): Promise<CallResult> {
    const { app, api, settings } = this.#parts;
    const { changes } = await settings.load();
    await saveTyped(app);
    const { tool, args } = called;
    if (tool === OPEN_NOTE.name) return this.#open(args, signal);
    const isChange = changes && changingDefinitions.some(({ name }) => name === tool);
    if (!isChange) return this.#given(await api.callJson(tool, args, { signal, layout: true }));
    const reply = await this.#change(called, signal);
    try {
      return await this.#given(reply);
    } catch (error) {
      if (reply.isError) throw error;
      const help = "do not make it again; tell the user";
      return errorReply("internal", `the change was made, but can't be recorded: ${reason(error)}`, help);
    }
  }

  #change({ tool, args, say }: ToolCalled, signal: AbortSignal): Promise<Reply> {
    const { api, settings, viewerFor } = this.#parts;
    const own = ownChangesOf(api);
    // Nobody watches what an agent does, so it is asked about each change. A call is answered only once it is decided, so
    // nothing goes back to the model before.
    const isPlan = (settings.current?.chat ?? defaultChatSettings).approve === "plan";
    const mode = { approve: isPlan ? "plan" : "ask", correct: "off" } as const;
    const approvals = new Approvals(
      viewerFor(this.#name),
      () => mode,
      () => 0,
      new Set(),
    );
    return approvals.run((decide) => {
      const approve: Changes["approve"] = (proposal, until) => {
        say("Waiting for the user to decide about the change in Obsidian");
        return decide(proposal, until);
      };
      return own.call(tool, args, { signal, layout: true }, approve, `agent: ${this.#name}`);
    });
  }

  get #receiver(): Receiver {
    return { host: this.#name, model: this.#program };
  }

  /** Records what the agent is given. If that fails, it gets nothing. */
  async #given(reply: Reply): Promise<Reply> {
    const { app, api } = this.#parts;
    if (this.#end.signal.aborted) return cancelledReply();
    const record = recordOf(app, api, this.#receiver);
    const messages = [{ role: "tool", id: "", tool: "", reply } as const];
    if (record.newIn(messages).some(({ notes }) => notes.length > 0)) await record.add(messages);
    return reply;
  }

  /** Shows the user a note that the agent may read. */
  async #open(args: string, signal: AbortSignal): Promise<CallResult> {
    const { app, api } = this.#parts;
    const { path, start_line, ...others } = fieldsOf(valueOf(args));
    // The core judges the rest, and whether the note may be read.
    const what = start_line === undefined ? { view: "outline" } : { start_line, end_line: start_line };
    const reply = await api.call("read_file", { path, ...what, ...others }, { signal });
    const [file] = reply.structuredContent.files;
    if (reply.isError || !file) return this.#given(reply);
    const notes = [{ path: file.path, lines: [], parts: ["name"] as const, bytes: byteLength(file.path) }];
    await ledgerOf(app).add({ at: Date.now(), ...this.#receiver, notes, again: 0 });
    if (signal.aborted) return cancelledReply();
    const line = start_line === undefined ? undefined : file.start_line;
    await showPlace(app, file.path, line);
    const at = line === undefined ? "" : ` at line ${line}`;
    return { content: [{ type: "text", text: `Opened “${file.path}”${at} in the app.` }], isError: false };
  }
}
