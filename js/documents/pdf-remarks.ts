// What a reply says of the pages of a PDF that have no text, or not all of it.

/**
 * What a page is without printed text. `picture`, `drawing` and `blank` tell what it draws, `letters` that nobody knows
 * which letters it draws, `fields` that it has form fields without values, `slow` that it is never done, or takes
 * too long.
 */
export type NoText = "picture" | "drawing" | "letters" | "fields" | "blank" | "broken" | "slow";

/** Remarks on a page. */
export interface PageState {
  /** Set if it has no printed text. */
  readonly without?: NoText | undefined;
  /** Whether the text was truncated. */
  readonly isCut?: boolean;
  /** Whether its letters are probably wrong. */
  readonly isGarbled?: boolean;
  /** Whether its lines are in the order in which they are stored. */
  readonly isAsStored?: boolean;
  /** How many annotations are left out. */
  readonly left?: number;
  /** Whether its annotations could not be read. */
  readonly hasBrokenNotes?: boolean;
}

/** Collects the remarks on the pages, in order. */
export class PdfRemarks {
  readonly #without: Record<NoText, number[]> = {
    picture: [],
    drawing: [],
    letters: [],
    fields: [],
    blank: [],
    broken: [],
    slow: [],
  };
  /** Pages that show more than the lines that stand for them. */
  readonly #seen: number[] = [];
  readonly #garbled: number[] = [];
  readonly #stored: number[] = [];
  readonly #cut: number[] = [];
  readonly #unread: number[] = [];
  readonly #left: string[] = [];

  /** Adds a page. */
  add(number: number, isEmpty: boolean, state: PageState): void {
    const { without, isGarbled, isAsStored, isCut, left = 0, hasBrokenNotes } = state;
    if (without && isEmpty) this.#without[without].push(number);
    else if (without === "picture" || without === "drawing") this.#seen.push(number);
    if (isGarbled) this.#garbled.push(number);
    if (isAsStored) this.#stored.push(number);
    if (isCut) this.#cut.push(number);
    if (hasBrokenNotes) this.#unread.push(number);
    if (left > 0) {
      this.#left.push(`${left} annotation${left === 1 ? "" : "s"} of page ${number} ${is(left)} left out: too many`);
    }
  }

  /** One note for each kind of page. `numPages` is set if all pages of the document were to be read. */
  notes(numPages: number | undefined): string[] {
    const { picture, drawing, letters, fields, blank, broken, slow } = this.#without;
    const all = (pages: number[]): boolean => pages.length === numPages;
    const notes: string[] = [];
    const add = (pages: readonly number[], one: string, more: string): void => {
      if (pages.length > 0) notes.push(`${pagesText(pages)} ${pages.length === 1 ? one : more}`);
    };
    if (all(blank)) notes.push("all its pages are blank");
    if (all(picture)) notes.push(`${allText(picture.length, "an image", "images")}; there is no text to read`);
    else add(picture, "holds only images", "hold only images");
    if (all(drawing)) notes.push(`${allText(drawing.length, "a drawing", "drawings")}; there is no text to read`);
    else add(drawing, "holds only drawings", "hold only drawings");
    const why = "because its fonts do not say which they are";
    add(letters, `has letters that cannot be read, ${why}`, `have letters that cannot be read, ${why}`);
    if (this.#garbled.length > 0) {
      const which = this.#garbled.length === numPages ? "the document" : pagesText(this.#garbled);
      notes.push(`the letters of ${which} are probably not those of the page, ${why}`);
    }
    if (this.#stored.length > 0) {
      const where = `the words of ${pagesText(this.#stored)} are in the order in which they are stored`;
      notes.push(`${where}, because its fonts do not say how large they are`);
    }
    add(fields, "has only empty form fields", "have only empty form fields");
    add(this.#seen, "holds images or drawings beside what is shown", "hold images or drawings beside what is shown");
    add(broken, "could not be read: broken", "could not be read: broken");
    add(slow, "was left out: it takes too long to read", "were left out: they take too long to read");
    add(this.#unread, "has annotations that could not be read", "have annotations that could not be read");
    if (this.#cut.length > 0) notes.push(`only the beginning of ${pagesText(this.#cut)} is shown: too many letters`);
    notes.push(...this.#left);
    const toSee = [picture, drawing, letters, this.#garbled, this.#stored, this.#seen].flat();
    if (toSee.length > 0) {
      notes.push(`see ${toSee.length === 1 ? "it" : "a page"} with view="image", page=${Math.min(...toSee)}`);
    }
    return notes;
  }
}

function allText(count: number, one: string, more: string): string {
  return count === 1 ? `its one page is ${one}` : `all ${count} pages are ${more}`;
}

function is(count: number): string {
  return count === 1 ? "is" : "are";
}

/** `page 3`, `pages 2-5, 9`. */
export function pagesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges[ranges.length - 1];
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const words = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${numbers.length === 1 ? "page" : "pages"} ${words.join(", ")}`;
}

/** `page 3`, `pages 3-7`. */
export function rangeText(first: number, last: number): string {
  return first === last ? `page ${first}` : `pages ${first}-${last}`;
}
