// The search by meaning in the app: which model was approved on this device, when vectors are made, and how far that
// has come. Nothing is sent before the user has approved the model and its server on this device.
import type { App } from "obsidian";
import type { MeaningState } from "../../pkg/lectern.js";
import { type Approved, approvedIn, sourceKey } from "../agent/embeddings/approved-model.ts";
import type { DailyBudget } from "../agent/embeddings/daily-budget.ts";
import type { EmbeddingClient } from "../agent/embeddings/embedding-client.ts";
import type { ProviderEmbedder } from "../agent/embeddings/provider-embedder.ts";
import type { ModelError } from "../agent/model.ts";
import { reason } from "../base/reason.ts";
import { defaultMeaning, type MeaningSettings } from "../settings/meaning-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { EmbedAnswer, Embedder, EmbedRequest, KeptPieces } from "../vault/host.ts";
import type { Tools } from "../vault/tools.ts";
import { IndexedDbIndex } from "./obsidian-index.ts";

/** The keys in the app's storage on this device. */
const [APPROVED, PAUSED] = ["lectern-meaning", "lectern-meaning-paused"];

/** Waits between attempts after a failure that may pass. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [30_000, 3_600_000];

/** Bytes of a note to a token, headings and titles included: a careful guess for all languages. */
const BYTES_A_TOKEN = 3;

/** What goes on. */
export type MeaningPhase = "off" | "unapproved" | "idle" | "running" | "paused" | "budget" | "failed";

/** What would be sent. */
export interface MeaningEstimate {
  readonly notes: number;
  readonly tokens: number;
}

/** What asks the model of some settings. */
interface Opened {
  readonly id: string;
  readonly embedder: ProviderEmbedder;
  readonly budget: DailyBudget;
}

/** The search by meaning of one vault. */
export class Meaning implements Embedder {
  /** Where the vectors are kept. */
  readonly vectors: KeptPieces;
  readonly #app: App;
  readonly #settings: SettingsStore;
  readonly #tools: () => Promise<Tools>;
  readonly #listeners = new Set<() => void>();
  #opened: Opened | undefined;
  #running: AbortController | undefined;
  #state: MeaningState | undefined;
  #stopWaiting: (() => void) | undefined;
  #failures = 0;
  #phase: "idle" | "budget" | "failed" = "idle";
  /** Why the last run failed. */
  because = "";

  constructor(app: App, settings: SettingsStore, tools: () => Promise<Tools>) {
    this.#app = app;
    this.#settings = settings;
    this.#tools = tools;
    this.vectors = new IndexedDbIndex(app, "lectern-vectors");
    settings.onChange(() => this.#settingsChanged());
  }

  /** The settings. */
  get settings(): MeaningSettings {
    return this.#settings.current?.meaning ?? defaultMeaning;
  }

  /** The model that was approved last. If the settings have another one, its vectors stay, but it is sent nothing. */
  get approved(): Approved | undefined {
    return approvedModel(this.#app, this.settings);
  }

  /** The model that was approved, if it is that of the settings. */
  get model(): Approved | undefined {
    const { approved } = this;
    return approved?.key === sourceKey(this.settings) ? approved : undefined;
  }

  get phase(): MeaningPhase {
    if (!this.settings.isOn) return "off";
    if (!this.model) return "unapproved";
    if (this.#isPaused) return "paused";
    return this.#running ? "running" : this.#phase;
  }

  /** How far it has come; undefined if that is not known yet. */
  get state(): MeaningState | undefined {
    return this.#state;
  }

  get #isPaused(): boolean {
    return this.#app.loadLocalStorage(PAUSED) !== null;
  }

  /** Calls `listener` when something has changed, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tests the settings with one word. Resolves to how many numbers its vector has. */
  async test(signal: AbortSignal): Promise<{ host: string; dims: number }> {
    const client = await this.#client();
    const { vectors } = await client.ask("passage", client.prepared("passage", ["Lectern"]).texts, signal);
    return { host: client.host, dims: vectors[0]?.length ?? 0 };
  }

  /** The host that notes would be sent to. Rejects with what is missing. */
  async host(): Promise<string> {
    return (await this.#client()).host;
  }

  /** What would be sent, by the index. Builds the index if necessary. `dims`: the dimensions of the settings' model. */
  async estimate(dims: number): Promise<MeaningEstimate> {
    const tools = await this.#tools();
    // Builds the index. Nothing is sent before the model is approved.
    const reply = await tools.call("search_notes", { query: "meaning", limit: 1 });
    const { error } = reply.structuredContent;
    if (error) throw new Error(error.message);
    const { waiting_notes: notes = 0, waiting_bytes: bytes = 0 } = tools.meaning(sourceKey(this.settings), dims) ?? {};
    return { notes, tokens: Math.ceil(bytes / BYTES_A_TOKEN) };
  }

  /** The user approves that passages go to the model of the settings. */
  approve(dims: number): void {
    this.#app.saveLocalStorage(APPROVED, JSON.stringify({ key: sourceKey(this.settings), dims }));
    this.#app.saveLocalStorage(PAUSED, null);
    this.#begin();
  }

  /** Sends no more passages. Those on their way are waited for and kept. */
  pause(): void {
    this.#app.saveLocalStorage(PAUSED, "true");
    this.#stopWaiting?.();
    this.#tell();
  }

  /** Goes on after a pause, or tries again after a failure. */
  resume(): void {
    this.#app.saveLocalStorage(PAUSED, null);
    if (this.#running) this.#tell();
    else this.#begin();
  }

  /** Reads how far it has come, if that is known without work. */
  async look(): Promise<void> {
    this.#state = (await this.#tools()).meaning() ?? this.#state;
    this.#tell();
  }

  /** Deletes all vectors. Before any are made again, the user is asked again. */
  async forget(): Promise<void> {
    this.#app.saveLocalStorage(APPROVED, null);
    this.#stop();
    this.#state = undefined;
    this.#tell();
    await this.vectors.forget();
  }

  /** Stops for good. */
  close(): void {
    this.#stop();
    this.#listeners.clear();
  }

  /**
   * Makes missing vectors if the notes are known anyway, as when the app is idle after a search. Those of notes that are
   * gone or excluded now are dropped even if nothing more is sent.
   */
  whenQuiet(tools: Tools): void {
    const { vectors = 0, gone_notes: gone = 0, waiting_notes: waiting } = tools.meaning() ?? {};
    const isListed = tools.indexed()?.is_listed === true;
    // What is excluded is not known before the notes are listed again.
    if (vectors > 0 && (!isListed || gone > 0)) void this.run(true);
    else if (this.phase === "idle" || (this.phase === "budget" && this.#hasBudget())) {
      if (isListed && waiting !== 0) void this.run();
    }
  }

  /**
   * Makes all vectors that are missing, until it is paused or fails, and drops those of notes that are gone. Never
   * rejects. A pause ends it before it begins, unless it only `drops`.
   */
  async run(drops = false): Promise<void> {
    if (this.#running || !this.approved || (!drops && (!this.model || this.#isPaused))) return;
    this.#stopWaiting?.();
    const running = (this.#running = new AbortController());
    this.#tell();
    let because: string | undefined;
    try {
      const tools = await this.#tools();
      const { error } = (await tools.embed(running.signal)).structuredContent;
      because = error && error.message;
      this.#state = tools.meaning();
    } catch (error) {
      because = reason(error);
    }
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#ended(because);
    this.#tell();
  }

  async embed(request: EmbedRequest, signal?: AbortSignal): Promise<EmbedAnswer> {
    // The settings may have changed to another model.
    if (!this.model) return "paused";
    let embedder: ProviderEmbedder;
    try {
      ({ embedder } = await this.#open(this.model));
    } catch (error) {
      return { failed: reason(error) };
    }
    if (request.purpose === "passage") await this.look();
    return embedder.embed(request, signal);
  }

  /** Turned off, here or on another device, it leaves nothing on this one. */
  #settingsChanged(): void {
    const { current } = this.#settings;
    if (!current) return;
    if (!this.model) this.#stop();
    if (!current.meaning.isOn && this.#app.loadLocalStorage(APPROVED) !== null) void this.forget().catch(console.error);
    this.#tell();
  }

  #begin(): void {
    this.#stop();
    this.#failures = 0;
    this.#phase = "idle";
    this.#opened = undefined;
    this.#tell();
    void this.run();
  }

  #ended(because: string | undefined): void {
    const halt = this.#opened?.embedder.halt;
    this.#phase = halt === "budget" ? "budget" : because === undefined ? "idle" : "failed";
    this.because = because ?? "";
    if (because === undefined) {
      this.#failures = 0;
      return;
    }
    const { fault, retryAfterMs = 0 } = (typeof halt === "object" ? halt.fault : {}) as Partial<ModelError>;
    // The others need the user.
    if (fault !== "busy" && fault !== "network" && fault !== "limit") return;
    const wait = Math.max(retryAfterMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++));
    const timer = window.setTimeout(() => void this.run(), Math.min(wait, LONGEST_WAIT_MS));
    this.#stopWaiting = () => window.clearTimeout(timer);
  }

  #stop(): void {
    this.#stopWaiting?.();
    this.#running?.abort();
    this.#running = undefined;
    this.#phase = "idle";
  }

  #hasBudget(): boolean {
    return this.#opened?.budget.used === 0;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  async #client(): Promise<EmbeddingClient> {
    const { clientOf } = await import("./obsidian-embedder.ts");
    return clientOf(this.#app, this.settings);
  }

  /** What asks the model; another one if the settings have changed. */
  async #open({ dims }: Approved): Promise<Opened> {
    const { openEmbedder } = await import("./obsidian-embedder.ts");
    const { settings } = this;
    const id = JSON.stringify(settings);
    if (this.#opened?.id === id) return this.#opened;
    const [embedder, budget] = openEmbedder(this.#app, {
      ...{ settings, dims },
      isPaused: () => this.#isPaused,
      closedNow: async (paths) => (await this.#tools()).closedPaths(paths),
    });
    return (this.#opened = { id, embedder, budget });
  }
}

/** The model that was approved last on this device, unless the search by meaning is off. */
export function approvedModel(app: App, settings: MeaningSettings): Approved | undefined {
  return settings.isOn ? approvedIn((app.loadLocalStorage(APPROVED) as string | null) ?? undefined) : undefined;
}
