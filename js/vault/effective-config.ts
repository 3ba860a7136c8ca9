// The config of a session: what the front end sets, and what the vault's own rules add. Exclusions add up. A limit
// comes from the front end, else from the vault, else from the defaults.
import { defaults } from "../../pkg/definitions.js";
import type { Config } from "../../pkg/lectern.js";
import type { Rules } from "./host.ts";

const LIMITS = [
  ...(["maxBytes", "maxLines", "filesAtOnce", "maxImageBytes", "maxImagesBytes"] as const),
  ...(["maxDocumentBytes", "maxDocumentsIndexBytes"] as const),
];

/** Combines `given` with the vault's `rules`. */
export function effective(given: Partial<Config>, { settings = [], ...own }: Partial<Rules> = {}): Config {
  // The core validates `given` and refuses wrong types.
  if (settings.length === 0) return { ...defaults, ...given, ...own };
  const all = [given, ...settings];
  return {
    ...defaults,
    ...lowest(settings),
    searchDocuments: settings.every((one) => one.searchDocuments ?? defaults.searchDocuments),
    ...given,
    keepIndexOver: keepIndexOver(all),
    ...own,
    protected: all.flatMap((one) => one.protected ?? []),
    closedTags: all.flatMap((one) => one.closedTags ?? []),
    promptsFolders: all.flatMap((one) => one.promptsFolders ?? []),
    patterns: together(all.map((one) => one.patterns ?? [])),
    readOnly: together(all.map((one) => one.readOnly ?? [])),
  };
}

/** The lowest of each limit in `settings`. */
function lowest(settings: readonly Partial<Config>[]): Partial<Config> {
  const limits = LIMITS.map((name) => [name, Math.min(...settings.map((one) => one[name] ?? Infinity))] as const);
  return Object.fromEntries(limits.filter(([, limit]) => limit < Infinity));
}

/** The number of notes over which the index is kept: the lowest of all; null if one of them never keeps it. */
function keepIndexOver(all: readonly Partial<Config>[]): number | null {
  const given = all.flatMap(({ keepIndexOver: over }) => (over === undefined ? [] : [over]));
  return given.length === 0 || given.includes(null) ? null : Math.min(...given.map(Number));
}

/**
 * Joins lists of patterns. If there are several, lines with `!` are dropped: one would open what another list closes.
 */
function together(all: readonly string[][]): string[] {
  const lists = all.filter(({ length }) => length > 0);
  if (lists.length < 2) return lists[0] ?? [];
  const lines = lists.flatMap((list) =>
    list
      .join("\n")
      .replace(/^\ufeff/, "")
      .split("\n"),
  );
  return lines.filter((line) => !line.startsWith("!"));
}
