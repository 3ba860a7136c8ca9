// What a session runs under: what the front end says, and what the vault says itself. Each adds to what the other excludes.
// A limit is the front end's; else that of the vault; else the usual one.
import { defaults } from "../../pkg/definitions.js";
import type { Config } from "../../pkg/lectern.js";
import type { Rules } from "./host.ts";

const LIMITS = ["maxBytes", "maxLines", "filesAtOnce", "maxImageBytes", "maxImagesBytes"] as const;

/** `given`, and what the vault's `rules` say, as far as they have been read. */
export function effective(given: Partial<Config>, { settings = [], ...own }: Partial<Rules> = {}): Config {
  // What is given is judged by the core, which refuses what is of the wrong type.
  if (settings.length === 0) return { ...defaults, ...given, ...own };
  const all = [given, ...settings];
  return {
    ...defaults,
    ...lowest(settings),
    ...given,
    ...own,
    protected: all.flatMap((one) => one.protected ?? []),
    closedTags: all.flatMap((one) => one.closedTags ?? []),
    patterns: together(all.flatMap((one) => (one.patterns?.length ? [one.patterns] : []))),
  };
}

/** The lowest of each limit that any of `settings` sets. */
function lowest(settings: readonly Partial<Config>[]): Partial<Config> {
  const limits = LIMITS.map((name) => [name, Math.min(...settings.map((one) => one[name] ?? Infinity))] as const);
  return Object.fromEntries(limits.filter(([, limit]) => limit < Infinity));
}

/** Lists of patterns as one list. Of several, a line with `!` does not count: it would open what another list closes. */
function together(lists: readonly string[][]): string[] {
  if (lists.length < 2) return lists[0] ?? [];
  const lines = lists.flatMap((list) =>
    list
      .join("\n")
      .replace(/^\ufeff/, "")
      .split("\n"),
  );
  return lines.filter((line) => !line.startsWith("!"));
}
