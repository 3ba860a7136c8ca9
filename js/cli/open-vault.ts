// Opens the vault that `--vault` names, with the options that limit what its tools show.
import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isKeepIndex, KEEP_INDEX_OVER } from "../base/keep-index.ts";
import { reason, systemReason } from "../base/reason.ts";
import { NodeIndex } from "../host/node-index.ts";
import { NodeTexts } from "../host/node-texts.ts";
import { NodeHost } from "../host/node.ts";
import type { Journal } from "../vault/changes.ts";
import { Tools } from "../vault/tools.ts";
import type { Approved } from "../agent/embeddings/approved-model.ts";
import type { VaultMeaning } from "./embedding-options.ts";
import { UsageError, wrongValue } from "./exit-codes.ts";
import { type EmbeddingOptions, MEANING, type Options } from "./options.ts";

/** The options of a vault, as given. */
export type VaultOptions = EmbeddingOptions & Pick<Options, "vault" | "max-bytes" | "protect" | "keep-index">;

/** There is no vault. */
export class NoVault extends UsageError {}

function vaultAt(path: string): NodeHost {
  try {
    return NodeHost.open(path);
  } catch (error) {
    throw new NoVault(`no vault at "${path}": ${systemReason(error)}`);
  }
}

/** Opens the vault; `changes`: whether notes may be changed. Each call reports errors in the vault's own rules. */
export async function openVault(values: VaultOptions, changes: true): Promise<Opened & { readonly journal: Journal }>;
export async function openVault(values: VaultOptions, changes?: boolean): Promise<Opened>;
export async function openVault(values: VaultOptions, changes = false): Promise<Opened> {
  const { "max-bytes": maxBytes, protect = [], "keep-index": keepIndex = "auto" } = values;
  const host = vaultAt(onlyVault(values));
  if (maxBytes !== undefined && !/^[0-9]+$/.test(maxBytes))
    throw wrongValue("max-bytes", maxBytes, "a whole number from 1, such as 102400");
  if (!isKeepIndex(keepIndex)) throw wrongValue("keep-index", keepIndex, "auto, on or off");
  host.kept = new NodeIndex(host.root, protect);
  host.texts = new NodeTexts(host.root, protect, () => host.rules(), keepIndex !== "off");
  const config = {
    ...{ protected: protect, changes, keepIndexOver: KEEP_INDEX_OVER[keepIndex] },
    ...(maxBytes !== undefined && { maxBytes: Number(maxBytes) }),
  };
  const tools = new Tools(host, config);
  await tools.check().catch((error: unknown) => {
    throw new UsageError(reason(error));
  });
  const use = (model: Approved): void => tools.configure({ ...config, meaning: model });
  const meaning = await meaningIn(host, values);
  if (meaning) {
    const { embedderOf } = await import("./embedding-options.ts");
    host.vectors = meaning.vectors;
    if (meaning.approved) {
      host.embedder = embedderOf(meaning, meaning.approved.dims, tools);
      use(meaning.approved);
    }
  }
  const journal = changes ? new (await import("../host/node-journal.ts")).NodeJournal(host.root) : undefined;
  return { host, tools, journal, meaning, use };
}

/** What the options say of the search by meaning. Its code is loaded only if they do. */
async function meaningIn(host: NodeHost, values: VaultOptions): Promise<VaultMeaning | undefined> {
  if (MEANING.every((name) => values[name] === undefined)) return undefined;
  const { embeddingChoice, meaningOf } = await import("./embedding-options.ts");
  const choice = embeddingChoice(values, process.env);
  return choice && meaningOf(host.root, choice, { fetch: (input, init) => fetch(input, init) }, values);
}

/** The folder of the vault that the options name, or else that of the user's folder. */
export function onlyVault({ vault = [] }: VaultOptions): string {
  const [only, ...others] = vault;
  if (others.length > 0) throw new UsageError("give one --vault; only mcp serves several");
  return only === undefined ? vaultHere() : fromHere(named(only));
}

/** `folder`, unless it is empty. */
export function named(folder: string): string {
  if (folder === "") throw new UsageError("--vault is empty; give a folder");
  return folder;
}

/** npm changes to the package's folder; relative paths are meant from the user's folder. */
const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? ".", path);

/** The nearest folder at or above the user's that is a vault of Obsidian, or else the one in the environment. */
export function vaultHere(): string {
  for (let folder = fromHere("."), below = ""; folder !== below; below = folder, folder = dirname(folder))
    if (statSync(join(folder, ".obsidian"), { throwIfNoEntry: false })?.isDirectory()) return folder;
  const { LECTERN_VAULT: other } = process.env;
  if (other) return fromHere(other);
  throw new UsageError(
    "no vault: neither this folder nor one above it has .obsidian; add --vault DIR, or set LECTERN_VAULT",
  );
}

export interface Opened {
  readonly host: NodeHost;
  readonly tools: Tools;
  /** What undoes changes; undefined if notes can't be changed. */
  readonly journal: Journal | undefined;
  /** The search by meaning that the options name. */
  readonly meaning: VaultMeaning | undefined;
  /** Uses a model of the search by meaning from now on. */
  readonly use: (model: Approved) => void;
}

/** `NAME=DIR`, or `DIR`. */
export function namedVault(given: string, several: boolean): { name: string; folder: string } {
  const [, name, folder] = /^([^=/\\]+)=(.+)$/s.exec(given) ?? [];
  if (name !== undefined && folder !== undefined) return { name, folder };
  return { name: several ? basename(resolve(given)) : "", folder: given };
}
