// Routes each request of the core to the host, or to the readers of documents and pictures.
import type { Answer, Decision, Move, Proposal, Request, Write } from "../../pkg/lectern.js";
import type { Documents } from "../documents/documents.ts";
import { byteLength } from "../base/byte-length.ts";
import { systemReason } from "../base/reason.ts";
import { dayStart } from "../base/today.ts";
import { entryOf, entryOfMove, type Changes, type HeldJournal, type JournalEntry } from "./changes.ts";
import type { Host, KeptPieces } from "./host.ts";

/** Shared by all vaults: only the compiled reader is kept. */
let shared: Promise<Documents> | undefined;
const documents = (): Promise<Documents> =>
  (shared ??= import("../documents/documents.ts").then(({ Documents }) => new Documents()));

/** What answering needs besides the host. */
export interface Helpers {
  signal?: AbortSignal | undefined;
  /** Starts watching the vault; returns whether the host can. */
  watch?: () => boolean;
  /** How many milliseconds are left to read documents for the index. */
  timeLeft?: () => number;
  /** How changes are approved; undefined if none are. */
  changes?: Changes | undefined;
}

/** The kinds of requests, and what each carries: `{ stat: "Note.md" }` is of the kind `stat` and carries a path. */
type Kind = Request extends infer R ? (R extends string ? R : keyof R) : never;
type Carried<K extends Kind> = Extract<Request, Record<K, unknown>> extends infer R ? R[K & keyof R] : never;

/** How each kind of request is answered. */
const ANSWERS: {
  readonly [K in Kind]: (carried: Carried<K>, host: Host, helpers: Helpers) => Answer | Promise<Answer>;
} = {
  watch: (_, host, { watch }) => ({ watched: watch?.() ?? false }),
  time_left: (_, host, { timeLeft }) => ({ time_left: timeLeft?.() ?? 0 }),
  forget: async (_, host): Promise<Answer> => {
    await host.kept?.forget();
    return "kept";
  },
  kept: (number, host) => kept(host.kept, number),
  kept_vectors: (number, host) => kept(host.vectors, number),
  keep: (piece, host) => keep(host.kept, piece),
  keep_vectors: (piece, host) => keep(host.vectors, piece),
  forget_vectors: async ({ first, last }, host): Promise<Answer> => {
    await host.vectors?.forget(first, last);
    return "kept";
  },
  embed: async (asked, host, { signal }) =>
    (await host.embedder?.embed(asked, signal)) ?? { failed: "this host makes no vectors" },
  stat: (path, host) => host.stat(path),
  list: ({ folder, from }, host) => host.list(folder, from),
  day_starts: (days) => ({ day_starts: days.map(dayStart) }),
  links: (asked, host) => host.links(asked),
  read: (asked, host, { signal }) => host.read(asked, signal),
  convert: async (asked, host, { signal }) => (await documents()).convert(host, asked, signal),
  draw_page: async (asked, host, { signal }) => (await documents()).drawPage(host, asked, signal),
  draw: async (asked, host, { signal }) => (await documents()).draw(host, asked, signal),
  approve: async (proposal, host, { changes, signal }) =>
    changes
      ? { decision: await decided(host, proposal, changes, signal) }
      : { failed: "there is nobody to approve it" },
  write: (write, host, { changes }) => written(host, write, changes),
  move: (move, host, { changes }) => moved(host, move, changes),
};

/** Has `host` answer `request`. If the host throws, the answer is `failed`. */
export async function answer(host: Host, request: Request, helpers: Helpers = {}): Promise<Answer> {
  const [kind, carried] = typeof request === "string" ? [request] : (Object.entries(request)[0] ?? []);
  try {
    return await ANSWERS[kind as Kind](carried as never, host, helpers);
  } catch (error) {
    return { failed: systemReason(error) };
  }
}

async function kept(pieces: KeptPieces | undefined, number: number): Promise<Answer> {
  const bytes = await pieces?.piece(number);
  return bytes ? { bytes } : "missing";
}

async function keep(pieces: KeptPieces | undefined, { piece, bytes }: KeptPiece): Promise<Answer> {
  if (!pieces) return { failed: "this host keeps nothing between starts" };
  await pieces.keep(piece, bytes);
  return "kept";
}

interface KeptPiece {
  readonly piece: number;
  readonly bytes: Uint8Array;
}

/** What the user decides about `proposal`, with what this device makes of it. */
async function decided(host: Host, proposal: Proposal, changes: Changes, signal?: AbortSignal): Promise<Decision> {
  const { path, version, newVersion, hunks, linked } = proposal;
  const all = [...hunks, ...linked.flatMap((note) => note.hunks)];
  const bytes = all.reduce((sum, { removed, added }) => sum + byteLength(removed) + byteLength(added), 0);
  const warnings = [...(await changes.journal.roomFor(bytes))];
  const isEdited = version !== null && newVersion !== null && proposal.movedTo === null;
  const names = isEdited ? (host.linkCount?.(path) ?? 1) : 1;
  if (names > 1) {
    const others =
      names > 2 ? `${names - 1} other names (hard links), which keep` : "another name (hard link), which keeps";
    warnings.push(`on the disk, the file has ${others} the old text`);
  }
  if (warnings.length === 0) return changes.approve(proposal, signal);
  const decision = await changes.approve({ ...proposal, warnings: [...proposal.warnings, ...warnings] }, signal);
  return { ...decision, warnings };
}

/** Makes a change. */
async function written(host: Host, write: Write, changes: Changes | undefined): Promise<Answer> {
  if (!changes || !host.write) return { failed: "this host can't write" };
  const { path, before, after } = write;
  const { undoes } = changes;
  const isBack = before === null && undoes?.newVersion === null;
  return changes.journal.alone(async (held) => {
    const entry = entryOf(write);
    const folder = before === null ? await missingFolder(host, path) : undefined;
    const made = { ...entry, ...(folder !== undefined && { madeFolder: folder }) };
    const make = async (): Promise<Answer | undefined> =>
      (isBack ? await host.restore?.(write) : undefined) ?? host.write?.(write);
    const answer = await recorded(changes, held, made, make);
    if (after === null && isMade(answer)) await removeFolders(host, path, undoes?.madeFolder);
    return answer;
  });
}

/** The first folder on the way to `path` that is not there; undefined if all are. */
async function missingFolder(host: Host, path: string): Promise<string | undefined> {
  let missing: string | undefined;
  for (const folder of foldersOf(path)) {
    if ((await host.stat(folder)) !== "missing") break;
    missing = folder;
  }
  return missing;
}

/** Removes the folders of `path`, up to `last`, that are empty. */
async function removeFolders(host: Host, path: string, last: string | undefined): Promise<void> {
  const folders = foldersOf(path);
  if (last === undefined || !folders.includes(last)) return;
  for (const folder of folders.slice(0, folders.indexOf(last) + 1))
    if (!(await host.removeEmptyFolder?.(folder))) return;
}

/** The folders of `path`, the nearest first. */
function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, names.length - index).join("/"));
}

/** Moves a file, and then updates links unless the host does. The core looks afterwards whether the links are right. */
async function moved(host: Host, move: Move, changes: Changes | undefined): Promise<Answer> {
  if (!changes || !host.move) return { failed: "this host can't move files" };
  return changes.journal.alone(async (held) => {
    const folder = await missingFolder(host, move.to);
    const entry = { ...entryOfMove(move), ...(folder !== undefined && { madeFolder: folder }) };
    const answer = await recorded(changes, held, entry, () => host.move?.(move));
    if (!isMade(answer)) return answer;
    await removeFolders(host, move.path, changes.undoes?.madeFolder);
    if (host.updatesLinks) return answer;
    for (const link of move.links)
      await recorded(changes, held, entryOf(link, entry.id), () => host.write?.(link)).catch(() => undefined);
    return answer;
  });
}

/** Has `make` make a change. What undoes it is in the journal before the first byte is written. */
async function recorded(
  changes: Changes,
  held: HeldJournal,
  entry: JournalEntry,
  make: () => Answer | undefined | Promise<Answer | undefined>,
): Promise<Answer> {
  const { conversation } = changes;
  await held.record({ ...entry, ...(conversation !== undefined && { conversation }) });
  let answer: Answer | undefined;
  try {
    return (answer = (await make()) ?? "missing");
  } finally {
    changes.wrote?.(answer);
    // An entry that stays is harmless: undoing it finds nothing to undo.
    if (!isMade(answer)) await held.replace([entry.id], []).catch(() => undefined);
  }
}

function isMade(answer: Answer | undefined): boolean {
  return typeof answer === "object" && "written" in answer && answer.written !== "outdated";
}
