// The editor of an open note: its lines as elements, and the selection. Changing the text, several carets and folding
// are missing: calling them is a TypeError.
import type * as Obsidian from "obsidian";

type Position = Obsidian.EditorPosition;
/** What there is of it. */
type Members =
  | ("getValue" | "setValue" | "getLine" | "lineCount" | "lastLine" | "getCursor" | "listSelections" | "getSelection")
  | ("somethingSelected" | "getRange" | "setSelection" | "setCursor" | "scrollIntoView" | "focus" | "hasFocus");
const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.ch < b.ch);

export class Editor extends (Object as unknown as new () => Pick<Obsidian.Editor, Members>) {
  readonly #el: HTMLElement;
  #lines: string[] = [""];
  #anchor: Position = { line: 0, ch: 0 };
  #head: Position = { line: 0, ch: 0 };

  constructor(el: HTMLElement) {
    super();
    this.#el = el;
  }

  override getValue = () => this.#lines.join("\n");
  override setValue = (content: string) => {
    this.#lines = content.split("\n");
    this.#anchor = this.#head = { line: 0, ch: 0 };
    this.#el.empty();
    // As the app's editor has them; a line break keeps an empty one high, and the text as it is.
    this.#lines.forEach((text, index) =>
      this.#el.createDiv({ cls: "cm-line", text: index < this.#lines.length - 1 ? `${text}\n` : text }),
    );
  };
  override getLine = (line: number) => {
    const text = this.#lines[line];
    if (text === undefined) throw new RangeError(`Invalid line number ${line} in ${this.#lines.length}-line document`);
    return text;
  };
  override lineCount = () => this.#lines.length;
  override lastLine = () => this.#lines.length - 1;
  override getCursor = (side: "from" | "to" | "head" | "anchor" = "head") => {
    const isForward = !isBefore(this.#head, this.#anchor);
    const places = { anchor: this.#anchor, head: this.#head };
    const ends = isForward ? { from: this.#anchor, to: this.#head } : { from: this.#head, to: this.#anchor };
    return { ...places, ...ends }[side];
  };
  override listSelections = () => [{ anchor: this.#anchor, head: this.#head }];
  override somethingSelected = () => isBefore(this.getCursor("from"), this.getCursor("to"));
  override getRange = (from: Position, to: Position) => {
    const lines = this.#lines.slice(from.line, to.line + 1);
    // The end first: in a single line the beginning would move it.
    lines.push((lines.pop() ?? "").slice(0, to.ch));
    lines.unshift((lines.shift() ?? "").slice(from.ch));
    return lines.join("\n");
  };
  override getSelection = () => this.getRange(this.getCursor("from"), this.getCursor("to"));
  override setSelection = (anchor: Position, head: Position = anchor) => {
    for (const { line, ch } of [anchor, head]) {
      if (ch > this.getLine(line).length) throw new RangeError(`Selection points outside of document`);
    }
    [this.#anchor, this.#head] = [anchor, head];
    const [from, to] = [this.getCursor("from"), this.getCursor("to")];
    const isIn = (line: number) => this.somethingSelected() && line >= from.line && line <= to.line;
    Array.from(this.#el.children).forEach((line, index) => line.toggleClass("is-selected", isIn(index)));
    document.dispatchEvent(new Event("selectionchange"));
  };
  override setCursor = (position: Position | number, ch = 0) =>
    this.setSelection(typeof position === "number" ? { line: position, ch } : position);
  override scrollIntoView = ({ from }: Obsidian.EditorRange, center = false) =>
    this.#el.children[from.line]?.scrollIntoView({ block: center ? "center" : "nearest" });
  override focus = () => this.#el.focus();
  override hasFocus = () => document.activeElement === this.#el;
}
