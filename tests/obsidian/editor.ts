// The editor of an open note: CodeMirror, as in the app, behind the members of the app's own class. Without Markdown's
// styles, folding and Live Preview. Members that are missing here are a TypeError.
import { history, historyKeymap, standardKeymap, undo } from "@codemirror/commands";
import { Compartment, EditorState, type Extension, StateField, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import type * as Obsidian from "obsidian";

type Position = Obsidian.EditorPosition;
/** What there is of it. */
type Members =
  | ("getValue" | "setValue" | "getLine" | "lineCount" | "lastLine" | "getCursor" | "listSelections" | "getSelection")
  | ("somethingSelected" | "getRange" | "setSelection" | "setCursor" | "scrollIntoView" | "focus" | "hasFocus")
  | ("transaction" | "replaceRange" | "undo" | "offsetToPos" | "posToOffset");

/** What plugins ask for the note of an editor. */
export const editorInfoField = StateField.define<Obsidian.MarkdownFileInfo>({
  create: () => {
    throw new Error("this editor has no note");
  },
  update: (info) => info,
});

export class Editor extends (Object as unknown as new () => Pick<Obsidian.Editor, Members>) {
  readonly cm: EditorView;
  readonly #extensions: Extension;
  readonly #plugins = new Compartment();

  /**
   * `extensions` are those of the plugins now. `changed` is called after each change that is not made by another
   * program, nor a new note's text.
   */
  constructor(
    el: HTMLElement,
    info: Obsidian.MarkdownFileInfo,
    readonly extensions: () => Extension,
    changed: () => void,
  ) {
    super();
    this.#extensions = [
      editorInfoField.init(() => info),
      history(),
      drawSelection(),
      keymap.of([...standardKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({ "aria-label": "Note" }),
      EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
        if (selectionSet) document.dispatchEvent(new Event("selectionchange"));
        if (docChanged && !transactions.some((one) => one.annotation(Transaction.remote))) changed();
      }),
    ];
    this.cm = new EditorView({ state: this.#stateOf(""), parent: el });
  }

  #stateOf(doc: string): EditorState {
    return EditorState.create({ doc, extensions: [this.#plugins.of(this.extensions()), this.#extensions] });
  }

  /** Takes over the plugins' extensions. */
  updateOptions(): void {
    this.cm.dispatch({ effects: this.#plugins.reconfigure(this.extensions()) });
  }

  override getValue = () => this.cm.state.doc.toString();
  /** The text of another note, or of none. */
  override setValue = (content: string) => this.cm.setState(this.#stateOf(content));

  /** What another program wrote: as little as possible is replaced, and it can't be undone here. */
  setOnDisk(content: string): void {
    const old = this.getValue();
    const most = Math.min(old.length, content.length);
    let above = 0;
    while (above < most && old[above] === content[above]) above++;
    let below = 0;
    while (below < most - above && old[old.length - 1 - below] === content[content.length - 1 - below]) below++;
    this.cm.dispatch({
      changes: { from: above, to: old.length - below, insert: content.slice(above, content.length - below) },
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
    });
  }

  /** One step of undo, however many changes. Their places are those before all of them. */
  override transaction = ({ changes = [] }: Obsidian.EditorTransaction, origin?: string) =>
    this.cm.dispatch({
      changes: changes.map(({ from, to = from, text }) => ({
        ...{ from: this.posToOffset(from), to: this.posToOffset(to), insert: text },
      })),
      ...(origin !== undefined && { userEvent: origin }),
    });
  override replaceRange = (text: string, from: Position, to: Position = from, origin?: string) =>
    this.transaction({ changes: [{ from, to, text }] }, origin);
  override undo = () => void undo(this.cm);
  override offsetToPos = (offset: number) => {
    const { number, from } = this.cm.state.doc.lineAt(offset);
    return { line: number - 1, ch: offset - from };
  };
  override posToOffset = ({ line, ch }: Position) => {
    const { from, to } = this.cm.state.doc.line(line + 1);
    if (from + ch > to) throw new RangeError("Position outside of document");
    return from + ch;
  };
  override getLine = (line: number) => this.cm.state.doc.line(line + 1).text;
  override lineCount = () => this.cm.state.doc.lines;
  override lastLine = () => this.lineCount() - 1;
  override getCursor = (side: "from" | "to" | "head" | "anchor" = "head") =>
    this.offsetToPos(this.cm.state.selection.main[side]);
  override listSelections = () => [{ anchor: this.getCursor("anchor"), head: this.getCursor("head") }];
  override somethingSelected = () => !this.cm.state.selection.main.empty;
  override getRange = (from: Position, to: Position) =>
    this.cm.state.sliceDoc(this.posToOffset(from), this.posToOffset(to));
  override getSelection = () => this.getRange(this.getCursor("from"), this.getCursor("to"));
  override setSelection = (anchor: Position, head: Position = anchor) =>
    this.cm.dispatch({ selection: { anchor: this.posToOffset(anchor), head: this.posToOffset(head) } });
  override setCursor = (position: Position | number, ch = 0) =>
    this.setSelection(typeof position === "number" ? { line: position, ch } : position);
  override scrollIntoView = ({ from }: Obsidian.EditorRange, center = false) =>
    this.cm.dispatch({
      effects: EditorView.scrollIntoView(this.posToOffset(from), { y: center ? "center" : "nearest" }),
    });
  override focus = () => this.cm.focus();
  override hasFocus = () => this.cm.hasFocus;
}
