// One conversation of the panel, without its elements: asks the chosen model, and saves.
import type { App, TFile } from "obsidian";
import type { Reply } from "../../pkg/lectern.js";
import { Evidence } from "../agent/citations/evidence.ts";
import { Conversation, type Question, type Surroundings } from "../agent/loop/conversation.ts";
import type { AnswerEnd, ConversationEvent } from "../agent/events.ts";
import type { Message } from "../agent/message.ts";
import { type Model, ModelError } from "../agent/model.ts";
import type { ContextUse } from "../agent/context/context-use.ts";
import type { ClosedNow } from "../agent/context/redact.ts";
import { type LecternApi, ownChangesOf } from "../api.ts";
import { reason } from "../base/reason.ts";
import { type ChatSettings, defaultChatSettings } from "../settings/chat-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { Approvals, type ChangeViewer } from "./approvals.ts";
import { chosenModel, limitsNow } from "./chosen-model.ts";
import { ConversationChanges } from "./conversation-changes.ts";
import { closedSince, remember } from "./excluded-since.ts";
import type { AnswerForNote } from "./into-note.ts";
import { ownInstructions } from "./own-instructions.ts";
import type { SavedConversations } from "./saved-notes.ts";
import type { Changes } from "../vault/changes.ts";
import { changingDefinitions } from "../vault/tools.ts";

/** Longer titles are truncated. */
const TITLE_LETTERS = 80;

/** What a conversation needs. */
export interface ChatParts {
  readonly app: App;
  readonly api: LecternApi;
  readonly settings: SettingsStore;
  readonly saved: SavedConversations;
}

/** A new or loaded conversation. */
export class Chat {
  readonly #parts: ChatParts;
  readonly #created: number;
  readonly #conversation: Conversation;
  readonly #title: string | undefined;
  readonly #closedNow: ClosedNow;
  /** See `Approvals`. */
  readonly #allowed = new Set<string>();
  #file: TFile | undefined;
  /** What it changed. */
  readonly changes: ConversationChanges;
  #run: AbortController | undefined;
  #evidence: { readonly messages: readonly Message[]; readonly evidence: Evidence } | undefined;

  constructor(
    parts: ChatParts,
    loaded?: { messages: readonly Message[]; title: string; created: number; file: TFile },
  ) {
    this.#parts = parts;
    this.#conversation = new Conversation(loaded?.messages);
    this.#closedNow = closedSince(parts.app, parts.api, parts.settings);
    this.#created = loaded?.created ?? Date.now();
    // Saved conversations keep it.
    this.changes = new ConversationChanges(parts.app, parts.api, String(this.#created));
    if (loaded) void this.changes.recount();
    this.#title = loaded?.title;
    this.#file = loaded?.file;
  }

  /** Loads a saved conversation. Rejects if the file is not one. */
  static async load(parts: ChatParts, file: TFile): Promise<Chat> {
    return new Chat(parts, { ...(await parts.saved.load(file)), file });
  }

  get messages(): readonly Message[] {
    return this.#conversation.messages;
  }

  /** The file it is saved in. */
  get file(): TFile | undefined {
    return this.#file;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** The saved title, or else the first question. */
  get title(): string {
    const first = this.messages.find(({ role }) => role === "user");
    const text = this.#title ?? (first?.role === "user" ? first.text : "").replace(/\s+/g, " ").trim();
    return text.length > TITLE_LETTERS ? `${text.slice(0, TITLE_LETTERS - 1).trimEnd()}…` : text;
  }

  readonly call: Surroundings["call"] = async (tool, args, options) =>
    remember(this.#parts.app.vault, await this.#parts.api.callJson(tool, args, options));

  /** Calls tools for one answer. What they change is approved by the mode in the settings, or by the user. */
  #callToChange(viewer: ChangeViewer): Surroundings["call"] {
    const { app, api, settings } = this.#parts;
    const chosen = (): ChatSettings => settings.current?.chat ?? defaultChatSettings;
    const turn = (): number => this.messages.filter(({ role }) => role === "assistant").length;
    const own = ownChangesOf(api);
    const approvals = new Approvals(viewer, chosen, turn, this.#allowed);
    return async (tool, ...bounds) => {
      if (!changingDefinitions.some(({ name }) => name === tool)) return this.call(tool, ...bounds);
      const call = (approve: Changes["approve"]): Promise<Reply> => own.call(tool, ...bounds, approve, this.changes.id);
      return remember(app.vault, this.changes.counted(await approvals.run(call)));
    };
  }

  /** Asks the model chosen in the settings. `viewer` asks the user about changes. Never rejects. */
  async ask(
    question: Question,
    tell: (event: ConversationEvent) => void,
    viewer: ChangeViewer,
  ): Promise<{ end: AnswerEnd; model: Model | undefined }> {
    const run = (this.#run = new AbortController());
    let model: Model | undefined;
    try {
      const { chat, changes } = await this.#parts.settings.load();
      model = await chosenModel(this.#parts.app, chat);
      const { app, api } = this.#parts;
      const surroundings: Surroundings = {
        model,
        tools: changes ? [...api.tools(), ...changingDefinitions] : api.tools(),
        call: changes ? this.#callToChange(viewer) : this.call,
        closedNow: this.#closedNow,
        maxTurns: chat.maxTurns,
        vault: app.vault.getName(),
        ...(model.isRemote && {
          instructions: () => ownInstructions(app, api, this.#parts.settings.current?.chat ?? chat),
        }),
      };
      const asked = { ...question, undone: this.changes.takeUndone() };
      return { end: await this.#conversation.answer(asked, surroundings, run.signal, tell), model };
    } catch (error) {
      return { end: notAsked(error), model };
    } finally {
      if (this.#run === run) this.#run = undefined;
    }
  }

  stop(): void {
    this.#run?.abort(new DOMException("stopped", "AbortError"));
  }

  /** Removes everything from the message at `index`. */
  rewind(index: number): void {
    // What these questions told has to be told again.
    for (const message of this.messages.slice(index))
      if (message.role === "user") this.changes.tellUndone(message.undone ?? []);
    this.#conversation.rewind(index);
  }

  /** What the model has read so far, computed once for each list of messages. */
  evidence(): Evidence {
    if (this.#evidence?.messages !== this.messages) {
      this.#evidence = { messages: this.messages, evidence: new Evidence(this.messages) };
    }
    return this.#evidence.evidence;
  }

  /** What the next request takes of the model's context; undefined before the first, and if there is no model. */
  use(): ContextUse | undefined {
    const { app, api, settings } = this.#parts;
    const limits = settings.current && limitsNow(app, settings.current.chat);
    if (!limits || this.messages.length === 0) return undefined;
    const tools = settings.current.changes ? [...api.tools(), ...changingDefinitions] : api.tools();
    return this.#conversation.use(limits, tools);
  }

  /** Shortens all older replies; returns the ids of their calls. */
  shorten(): string[] {
    return this.#conversation.shorten();
  }

  /** What writing an answer into a note needs. */
  forNote(): Pick<AnswerForNote, "app" | "api" | "evidence" | "call"> {
    const { app, api } = this.#parts;
    return { app, api, evidence: this.evidence(), call: this.call };
  }

  /** Saves it as a note. Rejects if that fails. */
  async save(): Promise<TFile> {
    const { title, messages } = this;
    return (this.#file = await this.#parts.saved.save({ title, created: this.#created, messages }, this.#file));
  }
}

/** The result if the model could not be asked. */
function notAsked(error: unknown): AnswerEnd {
  return {
    cut: "failed",
    because: error instanceof ModelError ? error.message : `The model could not be asked: ${reason(error)}.`,
    needsSettings: error instanceof ModelError && (error.fault === "key" || error.fault === "model"),
    answer: undefined,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    read: [],
    milliseconds: 0,
  };
}
