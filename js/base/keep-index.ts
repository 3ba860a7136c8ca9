// When the search index is kept on this device: a setting of the app, and an option of the command line.

/** Whether the search index is kept on this device between starts: for large vaults, always, or never. */
export type KeepIndex = "auto" | "on" | "off";

/** It is kept for more notes than this; never if null. */
export const KEEP_INDEX_OVER: Readonly<Record<KeepIndex, number | null>> = { auto: 2000, on: 0, off: null };

/** Whether `value` is a {@link KeepIndex}. */
export function isKeepIndex(value: unknown): value is KeepIndex {
  return Object.keys(KEEP_INDEX_OVER).includes(String(value));
}
