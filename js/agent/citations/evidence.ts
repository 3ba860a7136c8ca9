// Checks citations against what the conversation showed, and against the notes as they are now.
import type { Reply } from "../../../pkg/lectern.js";
import type { Citation } from "./citations.ts";
import { isLeftOut, type Message, repliesIn } from "../message.ts";
import { CurrentNotes, fileOf, type Call, type Verdict } from "./current-note.ts";
import { foundIn, isQuotedExactly, placeIn, type SeenNote } from "./seen-note.ts";
import { pageName, placeNamed } from "./seen-lines.ts";
import { seenLinesIn, type SeenLines } from "./seen-lines.ts";
import { hasWords } from "./wording.ts";
import { t } from "../../base/translate.ts";

/** Maximum notes of the same name that are considered. */
const MAX_TWINS = 8;

/** Maximum versions of a line that are kept. */
const MAX_STATES = 4;

/** What a conversation showed, to check its citations. */
export class Evidence {
  readonly #notes = new Map<string, SeenNote>();
  /** Keys of `#notes` by the names that a link may use. */
  readonly #byName = new Map<string, Set<string>>();
  /** Paths of the notes whose lines were not saved with the conversation. */
  readonly #unsaved = new Set<string>();

  constructor(messages: readonly Message[]) {
    for (const reply of messages.flatMap(repliesIn)) this.#add(reply);
    // What an earlier conversation read is not attached with it.
    for (const message of messages)
      if (message.role === "user")
        for (const { isConversation, reply } of message.attachments) if (isConversation) this.#addUnsaved(reply);
  }

  /**
   * Checks that the note exists, the lines were shown, and the quote is in them. `call` reads the current note to find
   * lines that have moved. Never rejects.
   */
  async check(citation: Citation, call: Call, signal: AbortSignal): Promise<Verdict> {
    try {
      const verdict = await this.#check(citation, new CurrentNotes(call, signal));
      return this.#isShortened(verdict, citation) ? { ...verdict, state: "shortened" } : verdict;
    } catch {
      return { state: "unverified", because: t("It couldn't be checked.") };
    }
  }

  /** Whether the quote is in the lines of `verdict`, but not without omissions. */
  #isShortened(verdict: Verdict, { quote }: Citation): verdict is Verdict & { state: "verified" } {
    if (verdict.state !== "verified" || quote === undefined || !hasWords(quote)) return false;
    const note = this.#notes.get(pageName(verdict));
    return note !== undefined && !isQuotedExactly(note, verdict, quote);
  }

  async #check(citation: Citation, present: CurrentNotes): Promise<Verdict> {
    const named = this.#called(citation.link);
    const [other] = named;
    if (!other) return { state: "unverified", ...(await present.whyNotShown(citation)) };
    const { page } = placeNamed(citation.link);
    const called = named.filter((note) => page === undefined || note.page === undefined || note.page === page);
    if (called.length === 0) return { state: "unverified", path: other.path, because: t("It wasn't read.") };
    // Line 3 of which page? Quoted words tell; else there must be only one.
    const isClear = citation.quote !== undefined || called.length === 1 || /#page=\d+$/i.test(citation.link);
    const notes = isClear ? called : called.filter(({ page }) => page === undefined);
    if (notes.length === 0)
      return { state: "unverified", path: called[0]?.path ?? citation.link, because: t("It doesn't name the page.") };
    let because: string | undefined;
    for (const note of notes) {
      const place = placeIn(note, citation);
      if (typeof place !== "string") return present.verdict(note, place, citation);
      because ??= place;
    }
    const [note] = notes;
    // The words may be in lines that were added later.
    const { quote } = citation;
    const moved = note && quote !== undefined && (await present.find(note, quote, citation.startLine ?? 1));
    if (note && moved) {
      const { startLine = 0, endLine = 0 } = citation;
      const isThere = startLine <= moved.startLine && moved.endLine <= endLine;
      return { state: isThere ? "verified" : "moved", ...fileOf(note), ...(isThere ? { startLine, endLine } : moved) };
    }
    const elsewhere = quote === undefined ? undefined : this.#noteWith(quote);
    const path = note?.path ?? citation.link;
    if (elsewhere)
      return {
        state: "unverified",
        path,
        because: t("These words are in “{name}”, not here.", { name: fileName(elsewhere) }),
      };
    if (this.#unsaved.has(path) && quote === undefined)
      return { state: "unverified", path, isUnknown: true, because: t("What was read wasn't saved.") };
    return { state: "unverified", path, because: because ?? t("It wasn't read.") };
  }

  #add(reply: Reply): void {
    if (isLeftOut(reply)) this.#addUnsaved(reply);
    for (const shown of seenLinesIn(reply)) this.#addLines(shown);
    for (const { path, page, start_line, error } of reply.structuredContent.files) {
      // Pictures have no lines.
      if (start_line === 0 && !error && !reply.isError) this.#note(path, page);
    }
    for (const entry of reply.structuredContent.entries ?? []) if ("size" in entry) this.#note(entry.path);
  }

  #addUnsaved({ structuredContent: { files, notes = [] } }: Reply): void {
    for (const { path } of [...files.filter(({ error }) => !error), ...notes]) {
      this.#note(path);
      this.#unsaved.add(path);
    }
  }

  #addLines({ path, page, lines, parts, totalLines }: SeenLines): void {
    const note = this.#note(path, page);
    for (const [number, text] of lines) {
      // A read shows all that a search excerpt shows of a long line.
      const others = (note.lines.get(number) ?? []).filter((other) => !text.includes(other) || text === "");
      const isKnown = others.some((other) => other.includes(text));
      note.lines.set(number, isKnown ? others : [...others, text].slice(-MAX_STATES));
    }
    for (const number of parts) note.parts.add(number);
    note.totalLines = totalLines ?? note.totalLines;
  }

  #note(path: string, page?: number): SeenNote {
    const key = pageName({ path, page });
    let note = this.#notes.get(key);
    if (!note) {
      this.#notes.set(key, (note = { path, page, lines: new Map(), parts: new Set(), totalLines: undefined }));
      for (const name of [...namesOf(path), ...namesOf(key)]) {
        const keys = this.#byName.get(name);
        if (keys) keys.add(key);
        else this.#byName.set(name, new Set([key]));
      }
    }
    return note;
  }

  /** The notes that `link` may mean, with or without its heading; exact spellings first. */
  #called(link: string): SeenNote[] {
    const hash = link.indexOf("#");
    const spellings = [link, ...(hash > 0 ? [link.slice(0, link.lastIndexOf("#")), link.slice(0, hash)] : [])];
    for (const spelling of spellings) {
      const paths = [...(this.#byName.get(folded(spelling)) ?? [])].slice(0, MAX_TWINS);
      const isExact = (path: string): boolean => path === spelling || path === `${spelling}.md`;
      paths.sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
      const notes = paths.flatMap((path) => this.#notes.get(path) ?? []);
      if (notes.length > 0) return notes;
    }
    return [];
  }

  #noteWith(quote: string): string | undefined {
    if (!hasWords(quote)) return undefined;
    for (const note of this.#notes.values()) if (foundIn(note, quote)) return note.path;
    return undefined;
  }
}

/** The names that a link may use: path or file name, with or without extension. */
function namesOf(path: string): Set<string> {
  const whole = folded(path);
  const name = fileName(whole);
  const bare = (text: string): string => text.replace(/\.md$/, "");
  return new Set([whole, bare(whole), name, bare(name)]);
}

/** Normalizes names as file systems do. */
function folded(name: string): string {
  return name
    .trim()
    .replace(/^\.?\/+/, "")
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC");
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
