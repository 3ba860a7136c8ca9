// The editor of an open note: its lines as elements, the selection, changes and their undo. Several carets and folding
// are missing: calling them is a TypeError.
import type * as Obsidian from "obsidian";

type Position = Obsidian.EditorPosition;
/** What there is of it. */
type Members =
  | ("getValue" | "setValue" | "getLine" | "lineCount" | "lastLine" | "getCursor" | "listSelections" | "getSelection")
  | ("somethingSelected" | "getRange" | "setSelection" | "setCursor" | "scrollIntoView" | "focus" | "hasFocus")
  | ("transaction" | "replaceRange" | "undo" | "offsetToPos" | "posToOffset");
const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.ch < b.ch);

export class Editor extends (Object as unknown as new () => Pick<Obsidian.Editor, Members>) {
  readonly #el: HTMLElement;
  #lines: string[] = [""];
  #anchor: Position = { line: 0, ch: 0 };
  #head: Position = { line: 0, ch: 0 };

  readonly #changed: () => void;
  /** What each step of undo restores. */
  readonly #steps: { text: string; anchor: number; head: number }[] = [];

  /** `changed` is called after each change that is not a new note's text. */
  constructor(el: HTMLElement, changed: () => void) {
    super();
    this.#el = el;
    this.#changed = changed;
  }

  override getValue = () => this.#lines.join("\n");
  override setValue = (content: string) => {
    this.#steps.length = 0;
    this.#show(content);
  };
  #show(content: string, anchor = 0, head = anchor): void {
    this.#lines = content.split(/\r\n?|\n/);
    [this.#anchor, this.#head] = [this.offsetToPos(anchor), this.offsetToPos(head)];
    this.#el.empty();
    // As the app's editor has them; a line break keeps an empty one high, and the text as it is.
    this.#lines.forEach((text, index) =>
      this.#el.createDiv({ cls: "cm-line", text: index < this.#lines.length - 1 ? `${text}\n` : text }),
    );
  }

  /** One step of undo, however many changes. Their places are those before all of them. */
  override transaction = ({ changes = [] }: Obsidian.EditorTransaction) => {
    const text = this.getValue();
    const [anchor, head] = [this.posToOffset(this.#anchor), this.posToOffset(this.#head)];
    const places = changes
      .map(({ from, to = from, text: put }) => ({ from: this.posToOffset(from), to: this.posToOffset(to), put }))
      .sort((a, b) => a.from - b.from);
    let [result, at] = ["", 0];
    for (const { from, to, put } of places) {
      if (from < at || to < from) throw new RangeError("changes overlap");
      result += text.slice(at, from) + put;
      at = to;
    }
    const moved = (offset: number): number => {
      const above = places.filter(({ from }) => from < offset);
      const shift = above.reduce((sum, { from, to, put }) => sum + put.length - (to - from), 0);
      const within = above.find(({ to }) => to > offset);
      return within ? within.from + shift + (within.to - within.from) - within.put.length : offset + shift;
    };
    this.#steps.push({ text, anchor, head });
    this.#show(result + text.slice(at), moved(anchor), moved(head));
    this.#changed();
  };
  override replaceRange = (text: string, from: Position, to: Position = from) =>
    this.transaction({ changes: [{ from, to, text }] });
  override undo = () => {
    const step = this.#steps.pop();
    if (!step) return;
    this.#show(step.text, step.anchor, step.head);
    this.#changed();
  };
  override offsetToPos = (offset: number) => {
    const before = this.getValue().slice(0, offset).split("\n");
    return { line: before.length - 1, ch: before.at(-1)?.length ?? 0 };
  };
  override posToOffset = ({ line, ch }: Position) => {
    if (ch > this.getLine(line).length) throw new RangeError("Position outside of document");
    return this.#lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, ch);
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
