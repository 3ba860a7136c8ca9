// What is drawn in a note's editor while a part of it is edited in place: the card above the part, and the change. It
// follows what is typed elsewhere. CodeMirror is the app's own.
import { type Editor, editorInfoField, type Plugin } from "obsidian";
import { type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";

/** An edit in place, as its editor knows it. */
export interface Edit {
  focus(): void;
  /** Called when the part itself was changed. */
  changedInside(): void;
  /** Called when the editor is closed, shows another note, or loses the plugin. */
  left(): void;
}

/** A part of a note that is edited, and what is drawn there. */
export interface Place {
  readonly edit: Edit;
  readonly from: number;
  readonly to: number;
  readonly marks: DecorationSet;
}

const place = StateEffect.define<Place | undefined>();

const places = StateField.define<Place | undefined>({
  create: () => undefined,
  update: (before, { changes, effects }) => {
    const mapped = before && {
      edit: before.edit,
      from: changes.mapPos(before.from, -1),
      to: changes.mapPos(before.to, 1),
      marks: before.marks.map(changes),
    };
    return effects.reduce((last, effect) => (effect.is(place) ? effect.value : last), mapped);
  },
  provide: (field) => EditorView.decorations.from(field, (one) => one?.marks ?? Decoration.none),
});

/** The editors that are open. */
const views = new Set<EditorView>();

/** Tells an edit what happens to its editor. */
const watcher = ViewPlugin.define((view) => {
  views.add(view);
  let edit: Edit | undefined;
  return {
    update: ({ startState, state, changes }) => {
      const [before, after] = [startState.field(places, false), state.field(places, false)];
      edit = after?.edit;
      // An edit can't draw before the update is over.
      if (before && before.edit === edit && changes.touchesRange(before.from, before.to))
        queueMicrotask(() => before.edit.changedInside());
    },
    destroy: () => {
      views.delete(view);
      edit?.left();
    },
  };
});

const known = new WeakSet<Plugin>();

/** The view of `editor`. Undefined if the app has none: then nothing can be drawn. */
export function viewOf(plugin: Plugin, editor: Editor): EditorView | undefined {
  // Not before it is used: each editor is set up anew.
  if (!known.has(plugin)) plugin.registerEditorExtension([places, watcher]);
  known.add(plugin);
  return [...views].find((view) => view.state.field(editorInfoField).editor === editor);
}

/** What is edited in `view`. */
export const placeIn = (view: EditorView): Place | undefined => view.state.field(places, false);

/** Draws `shown`, in place of what was drawn before. */
export const show = (view: EditorView, shown: Place | undefined): void => view.dispatch({ effects: place.of(shown) });

/** The marks for an element above the line at `from`, and for `more`. */
export const marksWith = (view: EditorView, el: HTMLElement, from: number, more: Range<Decoration>[]): DecorationSet =>
  Decoration.set([above(el).range(view.state.doc.lineAt(from).from), ...more], true);

/** An element that is not a part of the note. */
class Element extends WidgetType {
  readonly #el: HTMLElement;

  constructor(el: HTMLElement) {
    super();
    this.#el = el;
  }

  override eq(other: Element): boolean {
    return other.#el === this.#el;
  }

  override toDOM(): HTMLElement {
    return this.#el;
  }

  /** Its fields and buttons are none of the editor's business. */
  override ignoreEvent(): boolean {
    return true;
  }
}

const above = (el: HTMLElement): Decoration => Decoration.widget({ widget: new Element(el), block: true, side: -1 });

/** `el` behind the text at a place; a `block` is below its line. */
export const behind = (el: HTMLElement, block: boolean): Decoration =>
  Decoration.widget({ widget: new Element(el), block, side: 1 });
