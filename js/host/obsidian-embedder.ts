// What asks the embedding model of the settings in the app, with the key from the app's secret storage. Each request is
// in the ledger before it is sent.
import type { App } from "obsidian";
import { DailyBudget } from "../agent/embeddings/daily-budget.ts";
import { EmbeddingClient } from "../agent/embeddings/embedding-client.ts";
import { ProviderEmbedder } from "../agent/embeddings/provider-embedder.ts";
import { mergedNotes } from "../agent/ledger/sent-notes.ts";
import { byteLength } from "../base/byte-length.ts";
import type { MeaningSettings } from "../settings/meaning-settings.ts";
import type { EmbedText } from "../vault/host.ts";
import { appNetwork } from "./network.ts";
import { ledgerOf } from "./obsidian-ledger.ts";

/** The key of what was used today, in the app's storage on this device. */
const DAY = "lectern-meaning-day";

/** What an embedder asks of the app. */
export interface EmbedderHost {
  readonly settings: MeaningSettings;
  readonly dims: number;
  readonly isPaused: () => boolean;
  readonly closedNow: (paths: readonly string[]) => Promise<readonly string[]>;
}

/** The client for the model of the settings. Throws a `ModelError` that says what to set. */
export function clientOf(app: App, { provider, model, baseUrl, secret, dims }: MeaningSettings): EmbeddingClient {
  const key = secret === "" ? "" : (app.secretStorage.getSecret(secret) ?? "").trim();
  return new EmbeddingClient({ provider, model, baseUrl, dims, ...(key !== "" && { key }) }, appNetwork());
}

/** What asks the model, and its budget. */
export function openEmbedder(app: App, { settings, ...host }: EmbedderHost): [ProviderEmbedder, DailyBudget] {
  const store = {
    read: () => (app.loadLocalStorage(DAY) as string | null) ?? undefined,
    write: (text: string) => app.saveLocalStorage(DAY, text),
  };
  const { dayTokens, dayMoney, price } = settings;
  const budget = new DailyBudget(store, () => ({ tokens: dayTokens, money: dayMoney, price }));
  const client = clientOf(app, settings);
  const record = (texts: readonly EmbedText[]): Promise<void> => recorded(app, client, texts);
  return [new ProviderEmbedder({ client, budget, record, ...host }), budget];
}

function recorded(app: App, { host, model }: EmbeddingClient, texts: readonly EmbedText[]): Promise<void> {
  const notes = texts
    .filter(({ path }) => path !== "")
    .map(({ path, first, last, text }) => ({
      path,
      lines: [[first, last] as const],
      // The title may be the name.
      parts: ["name" as const],
      bytes: byteLength(text),
    }));
  const request = { at: Date.now(), host, model, notes: mergedNotes(notes), again: 0 };
  return ledgerOf(app).add({ ...request, isForMeaning: true });
}
