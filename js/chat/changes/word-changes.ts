// What changed within a line, in whole words.

/** A part of a text, and of the other text what takes its place; in UTF-16 units. */
export interface WordChange {
  readonly from: number;
  to: number;
  readonly newFrom: number;
  newTo: number;
}

/** Longer texts are compared only from both ends. A paragraph of 500 words in each is shorter. */
const MOST_PAIRS = 1_000_000;

/** The changes that make `other` of `text`, in order. Between two of them is always a word that stays. */
export function wordChanges(text: string, other: string): WordChange[] {
  const [words, others] = [wordsIn(text), wordsIn(other)];
  const most = Math.min(words.length, others.length);
  let same = 0;
  while (same < most && words[same] === others[same]) same++;
  let sameEnd = 0;
  while (sameEnd < most - same && words[words.length - 1 - sameEnd] === others[others.length - 1 - sameEnd]) sameEnd++;
  const [old, now] = [words.slice(same, words.length - sameEnd), others.slice(same, others.length - sameEnd)];
  if (old.length + now.length === 0) return [];
  const start = words.slice(0, same).join("").length;
  const all = { from: start, to: start + old.join("").length, newFrom: start, newTo: start + now.join("").length };
  const apart = old.length * now.length > MOST_PAIRS ? [all] : changesIn(old, now, start);
  // Two texts that share only words such as "the" are two texts.
  const changed = apart.reduce((sum, { from, to }) => sum + to - from, 0);
  return changed > 0.7 * (all.to - all.from) ? [all] : apart;
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}_]+|\s|[^]/gu) ?? [];

/** The changes between `old` and `now`, which are at `start`, by the longest sequence of words that both have. */
function changesIn(old: readonly string[], now: readonly string[], start: number): WordChange[] {
  const width = now.length + 1;
  // How many words stay from a pair of words on.
  const stay = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const [at, below] = [i * width + j, (i + 1) * width + j];
      stay[at] = old[i] === now[j] ? (stay[below + 1] ?? 0) + 1 : Math.max(stay[below] ?? 0, stay[at + 1] ?? 0);
    }
  const changes: WordChange[] = [];
  let [i, j, from, newFrom] = [0, 0, start, start];
  let kept = "";
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]];
    if (was !== undefined && was === is) {
      kept += was;
      from += was.length;
      newFrom += was.length;
      i++;
      j++;
      continue;
    }
    const last = changes[changes.length - 1];
    // Blanks and signs between changed words change with them.
    const change = last && !/[\p{L}\p{N}]/u.test(kept) ? last : { from, to: from, newFrom, newTo: newFrom };
    if (change !== last) changes.push(change);
    kept = "";
    const isRemoved =
      was !== undefined && (is === undefined || (stay[(i + 1) * width + j] ?? 0) >= (stay[i * width + j + 1] ?? 0));
    if (isRemoved) [i, from] = [i + 1, from + was.length];
    else [j, newFrom] = [j + 1, newFrom + (is ?? "").length];
    [change.to, change.newTo] = [from, newFrom];
  }
  return changes;
}
