// One conversation of the panel, without its elements: asks the chosen model, and saves.
import type { TFile } from "obsidian";
import type { Reply } from "../../pkg/lectern.js";
import { Evidence } from "../agent/citations/evidence.ts";
import { Conversation, type Question, type Surroundings } from "../agent/loop/conversation.ts";
import type { AnswerEnd, ConversationEvent } from "../agent/events.ts";
import type { Message } from "../agent/message.ts";
import { type Model, ModelError } from "../agent/model.ts";
import type { SavedConversation } from "../agent/saved/message-comments.ts";
import type { SavedModel } from "../agent/saved-model.ts";
import { type SendChoice, type SendQuestion, SendReview } from "./sending/send-review.ts";
import type { ContextUse } from "../agent/context/context-use.ts";
import type { ClosedNow } from "../agent/context/redact.ts";
import { ownChangesOf } from "../api.ts";
import { reason } from "../base/reason.ts";
import { t } from "../base/translate.ts";
import { type ChatSettings, defaultChatSettings } from "../settings/chat-settings.ts";
import { settingsWith } from "../settings/model-setups.ts";
import type { Ended } from "./answer/answer-end.ts";
import { Approvals, type ChangeViewer } from "./changes/approvals.ts";
import { chosenModel, limitsNow, rememberModel, settingsFor } from "./model/chosen-model.ts";
import { ConversationChanges } from "./changes/conversation-changes.ts";
import { titleIn } from "./conversation/conversation-names.ts";
import { closedSince, remember } from "./sending/excluded.ts";
import type { AnswerForNote } from "./answer/answer-text.ts";
import { ownInstructions } from "./composer/own-instructions.ts";
import type { Parts } from "./parts.ts";
import type { SavedConversations } from "./conversation/saved-notes.ts";
import type { Changes } from "../vault/changes.ts";
import { changingDefinitions } from "../vault/definitions.ts";

/** What a conversation needs. */
export interface ChatParts extends Parts {
  readonly saved: SavedConversations;
}

/** Shows changes, and what is about to be sent, to the user. */
export interface ChatViewer extends ChangeViewer {
  send(question: SendQuestion): Promise<SendChoice>;
  /** Whether the user wants to see what this question sends. */
  readonly showsSent: boolean;
}

/** How an answer ended, and what was sent for it. */
export interface Asked extends Ended {
  readonly end: AnswerEnd;
  /** Whether the user kept everything from being sent. */
  readonly isHeldBack?: boolean;
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
  /** The notes that the user left out of it. */
  readonly #leftOut: Set<string>;
  #file: TFile | undefined;
  /** The model that the user chose for it; undefined for that of the settings. */
  model: SavedModel | undefined;
  /** What it changed. */
  readonly changes: ConversationChanges;
  #run: AbortController | undefined;
  #evidence: { readonly messages: readonly Message[]; readonly evidence: Evidence } | undefined;

  constructor(parts: ChatParts, loaded?: SavedConversation & { readonly file?: TFile }) {
    this.#parts = parts;
    this.#conversation = new Conversation(loaded?.messages);
    this.#leftOut = new Set(this.messages.flatMap((one) => (one.role === "user" ? (one.leftOut ?? []) : [])));
    this.#closedNow = closedSince(parts);
    this.#created = loaded?.created ?? Date.now();
    // Saved conversations keep it.
    this.changes = new ConversationChanges(parts.app, parts.api, String(this.#created));
    if (loaded) void this.changes.recount();
    this.#title = loaded?.title;
    this.#file = loaded?.file;
    this.model = loaded?.model;
  }

  /** Loads a saved conversation. Rejects if the file is not one. */
  static async load(parts: ChatParts, file: TFile): Promise<Chat> {
    return new Chat(parts, { ...(await parts.saved.load(file)), file });
  }

  /** A new conversation that begins with the first `length` messages of this one. */
  fork(length: number): Chat {
    const messages = this.messages.slice(0, length);
    const { title, model } = this;
    return new Chat(this.#parts, messages.length === 0 ? undefined : { messages, title, created: Date.now(), model });
  }

  /** A new conversation that continues this one, without its messages. */
  successor(): Chat {
    const { title, model } = this;
    const next = new Chat(this.#parts, { messages: [], title, created: Date.now(), model });
    for (const path of this.#leftOut) next.#leftOut.add(path);
    return next;
  }

  get messages(): readonly Message[] {
    return this.#conversation.messages;
  }

  /** The notes that the user left out of it. */
  get leftOut(): ReadonlySet<string> {
    return this.#leftOut;
  }

  /** The file it is saved in. */
  get file(): TFile | undefined {
    return this.#file;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** The saved title, or else the first question; the name of its file if the user renamed that. */
  get title(): string {
    const first = this.messages.find(({ role }) => role === "user");
    return titleIn(this.#file, this.#title ?? (first?.role === "user" ? first.text : ""));
  }

  readonly call: Surroundings["call"] = async (tool, args, options) =>
    remember(this.#parts.app.vault, await this.#parts.api.callJson(tool, args, options));

  /** Approves the changes of one answer by the mode in the settings, or by the user. */
  #approvals(viewer: ChangeViewer): Approvals {
    const { settings } = this.#parts;
    const chosen = (): ChatSettings => settings.current?.chat ?? defaultChatSettings;
    const turn = (): number => this.messages.filter(({ role }) => role === "assistant").length;
    return new Approvals(viewer, chosen, turn, this.#allowed);
  }

  /** Calls tools for one answer. What they change is decided by `approvals`. */
  #callToChange(approvals: Approvals): Surroundings["call"] {
    const { app, api } = this.#parts;
    const own = ownChangesOf(api);
    return async (tool, ...bounds) => {
      if (!changingDefinitions.some(({ name }) => name === tool)) return this.call(tool, ...bounds);
      const call = async (approve: Changes["approve"]): Promise<Reply> =>
        remember(app.vault, this.changes.counted(await own.call(tool, ...bounds, approve, this.changes.id)));
      return approvals.run(call);
    };
  }

  /** Asks the model of the conversation. `viewer` asks the user about changes and what is sent. Never rejects. */
  async ask(question: Question, tell: (event: ConversationEvent) => void, viewer: ChatViewer): Promise<Asked> {
    const run = (this.#run = new AbortController());
    const { app, api, settings: store } = this.#parts;
    let settings: ChatSettings | undefined;
    try {
      const { changes, chat } = await store.load();
      const chosen = (settings = await this.settings());
      const model = await chosenModel(app, chosen);
      const approvals = changes ? this.#approvals(viewer) : undefined;
      const review = this.#review(model, chosen, viewer);
      const surroundings: Surroundings = {
        model,
        tools: changes ? [...api.tools(), ...changingDefinitions] : api.tools(),
        call: approvals ? this.#callToChange(approvals) : this.call,
        closedNow: this.#closedNow,
        ...(review && { beforeRequest: review.beforeRequest }),
        maxTurns: chosen.maxTurns,
        vault: app.vault.getName(),
        ...(model.isRemote && { instructions: () => ownInstructions(app, api, store.current?.chat ?? chat) }),
      };
      const asked = { ...question, undone: this.changes.takeUndone(), leftOut: [...this.#leftOut] };
      const end = await this.#conversation.answer(asked, surroundings, run.signal, tell);
      if (!run.signal.aborted) await approvals?.showReturned();
      // If that fails, the model is not offered again, and nothing else is lost.
      if (end.cut !== "failed") await rememberModel(store, chosen).catch(() => undefined);
      if (!review) return { end, settings };
      const { record, isHeldBack } = review;
      return { end, settings, sent: { host: model.host ?? "", notes: record.sent }, isHeldBack };
    } catch (error) {
      return { end: notAsked(error), settings };
    } finally {
      if (this.#run === run) this.#run = undefined;
    }
  }

  /** The settings with its own model. Rejects if that is not set up here. */
  settings(): Promise<ChatSettings> {
    return settingsFor(this.#parts.settings, this.model);
  }

  /** What shows the requests to `model` and records them; undefined if nothing is sent over a network. */
  #review(model: Model, { preview }: ChatSettings, viewer: ChatViewer): SendReview | undefined {
    const { host } = model;
    if (host === undefined) return undefined;
    return new SendReview({
      app: this.#parts.app,
      api: this.#parts.api,
      receiver: { host, model: model.id },
      mode: preview,
      isAsked: viewer.showsSent,
      show: async (question) => {
        const leftOut = await viewer.send(question);
        for (const path of leftOut ?? []) this.#leftOut.add(path);
        return leftOut;
      },
      stop: () => this.stop(),
    });
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

  /** Replaces everything from the message at `index` by messages that were there before. */
  resume(index: number, messages: readonly Message[]): void {
    this.rewind(index);
    this.#conversation.resume(index, messages);
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
    const chosen = settings.current && settingsWith(settings.current.chat, this.model);
    const limits = chosen && limitsNow(app, chosen);
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
    const { title, messages, model } = this;
    const saved = { title, created: this.#created, messages, model };
    return (this.#file = await this.#parts.saved.save(saved, this.#file));
  }
}

/** The result if the model could not be asked. */
export function notAsked(error: unknown): AnswerEnd {
  return {
    cut: "failed",
    because:
      error instanceof ModelError ? error.message : t("Couldn't ask the model: {reason}.", { reason: reason(error) }),
    needsSettings: error instanceof ModelError && (error.fault === "key" || error.fault === "model"),
    answer: undefined,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    read: [],
    milliseconds: 0,
  };
}
