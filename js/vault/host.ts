// The host, which answers the core's requests: one implementation for the app, one for Node. The core decides what may
// be asked for. answer-request.ts adds what is the same for every host.
import type { Answer, Change, Config, LinksFrom, Move, Write } from "../../pkg/lectern.js";
import type { KeptTexts } from "../documents/kept-text.ts";
import type { PdfJs } from "../documents/pdfjs.ts";
import type { DrawPicture } from "../documents/picture.ts";

/** One vault, as the core sees it. All paths are vault paths; `""` is the root folder. */
export interface Host {
  /** What is at `path`: `file`, `"folder"`, `"missing"`, `"outside"`, `"special"`, or `moved` if it is another path. */
  stat(path: string): Awaitable<Answer>;
  /**
   * Lists the folder `path`: at most {@link PAGE} files and folders, from entry `from`. `next` is where the next page
   * begins.
   */
  list(path: string, from: number): Awaitable<Answer>;
  /** The files that the app opens for these links: `links`, `""` where it opens none; no paths if there is no app. */
  links(asked: LinksFrom[]): Awaitable<Answer>;
  /**
   * The content of `path`: `text` (decoded without loss) or `bytes`, which the caller owns; `"missing"` if it is gone.
   */
  read(path: string, signal?: AbortSignal): Awaitable<Answer>;
  /** Makes a change that the user approved: `written`. Absent if this host can't write. */
  write?(change: Write): Awaitable<Answer>;
  /** Moves a file as the user approved it: `written`. Absent if this host can't write. */
  move?(change: Move): Awaitable<Answer>;
  /** The absolute paths of the vault on this device. Absent if it has none. */
  readonly roots?: readonly string[];
  /** The content of what the trash has of the name of `path`. Absent if this host can't take back from the trash. */
  trashed?(path: string): Awaitable<Uint8Array[]>;
  /** Takes the file of this change back from the trash: `written`; undefined if it is not there. */
  restore?(change: Write): Awaitable<Answer | undefined>;
  /** Removes a folder if it is empty. Resolves to whether it is gone. */
  removeEmptyFolder?(path: string): Awaitable<boolean>;
  /** How many names (hard links) the file has on the disk. Absent if this host does not know. */
  linkCount?(path: string): number;
  /** Whether `move` also updates links to and in the file. */
  readonly updatesLinks?: boolean;
  /** How long a call may read documents for the index before it replies, in milliseconds; 10 seconds if absent. */
  readonly documentMs?: number;
  /** The vault's own rules, as they are now. */
  rules(): Awaitable<Rules>;
  /** Calls `changed` for every change from now on. Without it, all files are listed again whenever all are needed. */
  watch?(changed: (change: Change) => void): Watch;
  /** Where the search index is kept between starts. Absent if this host keeps none. */
  readonly kept?: KeptIndex;
  /** The texts of documents that stay on this device. Absent if this host keeps none. */
  readonly texts?: KeptTexts;
  /** Where the vectors of the search by meaning are kept. Absent if this host keeps none. */
  readonly vectors?: KeptPieces;
  /** What makes vectors. Absent if there is no search by meaning. */
  embedder?: Embedder;
  /** The host's pdf.js. Throws an error for the user if there is none. */
  pdfJs(): Promise<PdfJs>;
  /** Redraws a picture. Absent where there is a browser's canvas. */
  readonly drawPicture?: DrawPicture;
}

/** Pieces of bytes that stay on this device between starts. Each method may fail; then the notes are read again. */
export interface KeptPieces {
  /** The piece of this number; undefined if there is none. */
  piece(number: number): Promise<Uint8Array | undefined>;
  /** Keeps a piece. */
  keep(number: number, bytes: Uint8Array): Promise<void>;
  /** Deletes the pieces from `first` to `last`; all pieces by default. */
  forget(first?: number, last?: number): Promise<void>;
}

/** The pieces of the search index. */
export interface KeptIndex extends KeptPieces {
  /** Runs `work` once the app has been quiet for a while, unless the returned function is called first. */
  whenIdle(work: () => void): () => void;
}

/** What a vault itself excludes, and says of its notes. */
export interface Rules {
  /** The content of `.lecternignore` at the vault's root; empty if there is none. */
  readonly ignoreFile: string;
  /** The app's "Excluded files". */
  readonly excluded: string[];
  /** The app's setting for daily notes; absent if it is the default. It excludes nothing. */
  readonly dailyNotesFolder?: string;
  readonly dailyNotesFormat?: string;
  /**
   * The plugin's settings if the host finds them on disk, one for each config folder. In the app, `configure` sets
   * them.
   */
  readonly settings?: readonly Partial<Config>[];
}

/** A vault that is being watched. */
export interface Watch {
  /** Resolves after every change so far has been reported. Absent if changes are reported at once. */
  settled?(): Promise<void>;
  /**
   * Runs `work` after `ms` milliseconds unless the returned function is called first. Does not keep the process alive.
   */
  after(ms: number, work: () => void): () => void;
  /** Stops reporting changes. */
  stop(): void;
}

/** Files and folders on one page of a listing: the core takes in that many within about 4 ms, even with long names. */
export const PAGE = 250;

/** Where the page after the one at `from` begins, of `count` entries; null at the end. */
export function pageAfter(from: number, count: number): number | null {
  return from + PAGE < count ? from + PAGE : null;
}

/** The vault's ignore file. */
export const IGNORE_FILE = ".lecternignore";

type Awaitable<T> = T | Promise<T>;

/** Whether a path is the same in every Unicode normal form. */
export function isAscii(path: string): boolean {
  return /^[\0-\x7f]*$/.test(path);
}

/** A text to be embedded, and where it is from; for a query, the path is empty. */
export interface EmbedText {
  readonly path: string;
  /** Its lines in the note. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** What the texts are for: passages of notes are found by queries. */
export type EmbedPurpose = "passage" | "query";

/** Texts of notes that are not excluded, or one query. */
export interface EmbedRequest {
  readonly purpose: EmbedPurpose;
  readonly texts: readonly EmbedText[];
}

/** One vector for each text: float32, little-endian, one after another. Or why there are none. */
export type EmbedAnswer =
  | { readonly vectors: { readonly dims: number; readonly values: Uint8Array } }
  | { readonly failed: string }
  /** Nothing is wrong, but no more may be sent now. */
  | "paused";

/** Answers the core's requests for vectors. Never rejects. */
export interface Embedder {
  embed(request: EmbedRequest, signal?: AbortSignal): Promise<EmbedAnswer>;
}
