// The host: where the core's requests are answered. One implementation for the app, one for Node; what may be asked for
// is decided in the core, which asks only for what its policy has granted. What is the same for every host, answer-request.ts
// adds.
import type { Answer, Change, Config } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";

/** One vault, as the core sees it. All paths are vault paths; `""` is the root folder. */
export interface Host {
  /** What is at `path`: `file`, `"folder"`, `"missing"`, `"outside"`, `"special"`, or `moved` where another path is meant. */
  stat(path: string): Awaitable<Answer>;
  /**
   * What is in the folder `path`: `listing`, from the entry `from` on, of at most {@link PAGE} files and folders; `next` is
   * where the page behind it begins. Folders named there are asked for in turn.
   */
  list(path: string, from: number): Awaitable<Answer>;
  /** Which file the app opens for a link of this text: `link`, null if none or if there is no app. */
  link(text: string): Awaitable<Answer>;
  /** The content of `path`: `text` (decoded without loss) or `bytes`, which are given away; `"missing"` if it has gone. */
  read(path: string, signal?: AbortSignal): Awaitable<Answer>;
  /** What the vault itself closes, as it is now. */
  rules(): Awaitable<Rules>;
  /** Tells `changed` of what changes from now on; without it, all files are listed anew whenever all are needed. */
  watch?(changed: (change: Change) => void): Watch;
  /** The host's pdf.js. Throws, in words for a person, if there is none. */
  pdfJs(): Promise<PdfJs>;
}

/** What a vault itself says of what is excluded. */
export interface Rules {
  /** The content of `.lecternignore` at the vault's root; empty where there is none. */
  readonly ignoreFile: string;
  /** The app's "Excluded files". */
  readonly excluded: string[];
  /** The plugin's settings, where the host finds them on disk: one for each config folder. In the app they come by `configure`. */
  readonly settings?: readonly Partial<Config>[];
}

/** A vault that is being watched. */
export interface Watch {
  /** Resolves once all that has happened by now is told; at once where that is always so. */
  settled?(): Promise<void>;
  /** Does `work` in `ms` milliseconds, unless what it returns is called before. Keeps no program from its end. */
  after(ms: number, work: () => void): () => void;
  /** Nothing is told any more. */
  stop(): void;
}

/** Files and folders in one listing: of long names in any script, the core takes in as many within some 4 ms. */
export const PAGE = 250;

/** What there is to go on with behind the page at `from` of `count` entries. */
export function pageAfter(from: number, count: number): number | null {
  return from + PAGE < count ? from + PAGE : null;
}

/** Where the rules of a vault lie. */
export const IGNORE_FILE = ".lecternignore";

type Awaitable<T> = T | Promise<T>;

/** Whether a path has only one Unicode form. */
export function isAscii(path: string): boolean {
  return /^[\0-\x7f]*$/.test(path);
}
