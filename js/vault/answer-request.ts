// Routes each request of the core to the host, or to the readers of documents and pictures.
import type { Answer, Move, Request, Write } from "../../pkg/lectern.js";
import { Documents } from "../documents/documents.ts";
import { systemReason } from "../base/reason.ts";
import { dayStart } from "../base/today.ts";
import { entryOf, entryOfMove, type Changes, type JournalEntry } from "./changes.ts";
import type { Host, KeptPieces } from "./host.ts";

/** Shared by all vaults: only the compiled reader is kept. */
const documents = new Documents();

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

/** Has `host` answer `request`. If the host throws, the answer is `failed`. */
export async function answer(
  host: Host,
  request: Request,
  { signal, watch, timeLeft, changes }: Helpers = {},
): Promise<Answer> {
  try {
    if (request === "watch") return { watched: watch?.() ?? false };
    if (request === "time_left") return { time_left: timeLeft?.() ?? 0 };
    if (request === "forget") {
      await host.kept?.forget();
      return "kept";
    }
    if ("kept" in request) return await kept(host.kept, request.kept);
    if ("kept_vectors" in request) return await kept(host.vectors, request.kept_vectors);
    if ("keep" in request) return await keep(host.kept, request.keep);
    if ("keep_vectors" in request) return await keep(host.vectors, request.keep_vectors);
    if ("forget_vectors" in request) {
      await host.vectors?.forget(request.forget_vectors.first, request.forget_vectors.last);
      return "kept";
    }
    if ("embed" in request)
      return (await host.embedder?.embed(request.embed, signal)) ?? { failed: "this host makes no vectors" };
    if ("stat" in request) return await host.stat(request.stat);
    if ("list" in request) return await host.list(request.list.folder, request.list.from);
    if ("day_starts" in request) return { day_starts: request.day_starts.map(dayStart) };
    if ("links" in request) return await host.links(request.links);
    if ("read" in request) return await host.read(request.read, signal);
    if ("convert" in request) return await documents.convert(host, request.convert, signal);
    if ("draw_page" in request) return await documents.drawPage(host, request.draw_page, signal);
    if ("approve" in request) {
      if (!changes) return { failed: "there is nobody to approve it" };
      return { decision: await changes.approve(request.approve, signal) };
    }
    if ("write" in request) return await written(host, request.write, changes);
    if ("move" in request) return await moved(host, request.move, changes);
    return await documents.draw(host, request.draw, signal);
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

/** Makes a change, because of the move with the id `move` if there is one. */
async function written(host: Host, write: Write, changes: Changes | undefined, move?: string): Promise<Answer> {
  if (!changes || !host.write) return { failed: "this host can't write" };
  return recorded(changes, entryOf(write, move), () => host.write?.(write));
}

/** Moves a file, and then updates links unless the host does. The core looks afterwards whether the links are right. */
async function moved(host: Host, move: Move, changes: Changes | undefined): Promise<Answer> {
  if (!changes || !host.move) return { failed: "this host can't move files" };
  const entry = entryOfMove(move);
  const answer = await recorded(changes, entry, () => host.move?.(move));
  if (!host.updatesLinks && isMade(answer)) {
    for (const link of move.links) await written(host, link, changes, entry.id).catch(() => undefined);
  }
  return answer;
}

/** Has `make` make a change. What undoes it is in the journal before the first byte is written. */
async function recorded(
  changes: Changes,
  entry: JournalEntry,
  make: () => Answer | Promise<Answer> | undefined,
): Promise<Answer> {
  const { conversation } = changes;
  await changes.journal.record({ ...entry, ...(conversation !== undefined && { conversation }) });
  let answer: Answer | undefined;
  try {
    return (answer = (await make()) ?? "missing");
  } finally {
    changes.wrote?.(answer);
    // An entry that stays is harmless: undoing it finds nothing to undo.
    if (!isMade(answer)) await changes.journal.replace([entry.id], []).catch(() => undefined);
  }
}

function isMade(answer: Answer | undefined): boolean {
  return typeof answer === "object" && "written" in answer && answer.written !== "outdated";
}
