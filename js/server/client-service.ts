// What one agent can do with the vault: Lectern's tools under the user's settings, notes as resources, and what only the
// app has. What it is given is recorded under its name; its changes are approved in the panel.
import { type App, MarkdownView } from "obsidian";
import type { Reply, ToolDefinition } from "../../pkg/lectern.js";
import type { CallResult, Resources, Service, ToolCalled } from "../agent/programs/mcp-endpoint.ts";
import type { LecternApi } from "../api.ts";
import { ownChangesOf } from "../api.ts";
import { byteLength } from "../base/byte-length.ts";
import { fieldsOf, valueOf } from "../base/fields.ts";
import { INSTRUCTIONS } from "../base/mcp-tool.ts";
import { reason } from "../base/reason.ts";
import { Approvals, type ChangeViewer } from "../chat/changes/approvals.ts";
import { openPlace } from "../chat/answer/open-note.ts";
import type { Receiver } from "../agent/ledger/answer-record.ts";
import { recordOf } from "../chat/sending/send-review.ts";
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
  description:
    "Opens a note in the app and selects lines, for the user to look at. Use it only if the user asks for it.",
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "The note's path or name." },
      start_line: { type: "integer", minimum: 1, description: "First line to select, 1-indexed." },
      end_line: { type: "integer", minimum: 1, description: "Last line to select." },
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
  readonly #approvals: Approvals;
  readonly #end = new AbortController();
  /** The program that uses it, as it says itself. */
  #program = "MCP";

  constructor(parts: ServiceParts, name: string) {
    this.#parts = parts;
    this.#name = name;
    const approve = () => (parts.settings.current?.chat ?? defaultChatSettings).approve;
    // A call is answered only once it is decided, so nothing goes back to the model before.
    const settings = () => ({ approve: approve(), correct: "off" }) as const;
    this.#approvals = new Approvals(parts.viewerFor(name), settings, () => 0, new Set());
  }

  begun(program: string): void {
    this.#program = program.slice(0, 60);
  }

  tools(): ToolDefinition[] {
    const changes = this.#parts.settings.current?.changes ? changingDefinitions : [];
    return [...definitions, ...changes, OPEN_NOTE];
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
      await saveEditors(this.#parts.app);
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
    await saveEditors(app);
    const { tool, args } = called;
    if (tool === OPEN_NOTE.name) return this.#open(args, signal);
    const isChange = changes && changingDefinitions.some(({ name }) => name === tool);
    const reply = isChange ? this.#change(called, signal) : api.callJson(tool, args, { signal, layout: true });
    return this.#given(await reply);
  }

  #change({ tool, args, say }: ToolCalled, signal: AbortSignal): Promise<Reply> {
    const own = ownChangesOf(this.#parts.api);
    return this.#approvals.run((decide) => {
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
    const { path, start_line, end_line, ...others } = fieldsOf(valueOf(args));
    // The core judges the rest, and whether the note may be read.
    const what = start_line === undefined ? { view: "outline" } : { start_line, end_line: end_line ?? start_line };
    const reply = await api.call("read_file", { path, ...what, ...others }, { signal });
    const [file] = reply.structuredContent.files;
    if (reply.isError || !file) return this.#given(reply);
    const notes = [{ path: file.path, lines: [], parts: ["name"] as const, bytes: byteLength(file.path) }];
    await ledgerOf(app).add({ at: Date.now(), ...this.#receiver, notes, again: 0 });
    const lines = start_line === undefined ? {} : { startLine: file.start_line, endLine: file.end_line };
    await openPlace(app, { path: file.path, ...lines }, false);
    const at = lines.startLine === undefined ? "" : ` at line ${lines.startLine}`;
    return { content: [{ type: "text", text: `Opened “${file.path}”${at} in the app.` }], isError: false };
  }
}

/** Saves what the user has typed, so that it is read: the app saves it a moment later anyway. */
async function saveEditors({ vault, workspace }: App): Promise<void> {
  for (const { view } of workspace.getLeavesOfType("markdown")) {
    if (!(view instanceof MarkdownView) || !view.file) continue;
    // A file that is gone, or can't be written, is none of this call's business.
    const saved = await vault.cachedRead(view.file).catch(() => undefined);
    if (saved !== undefined && view.getViewData() !== saved) await view.save().catch(() => undefined);
  }
}
