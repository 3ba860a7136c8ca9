// An edit of a part of a note in place: the user says what to change, the model writes it, and the note shows it as a
// change to accept or reject. Nothing is written before that. It ends with its editor.
import { Notice, type Plugin, Scope, type TFile } from "obsidian";
import type { Range } from "@codemirror/state";
import { type Decoration, EditorView } from "@codemirror/view";
import { Conversation } from "../../agent/loop/conversation.ts";
import { reason } from "../../base/reason.ts";
import { t } from "../../base/translate.ts";
import { readPlace } from "../composer/attached-pages.ts";
import type { Parts } from "../parts.ts";
import type { PromptSource } from "../composer/own-prompts.ts";
import { askForText, type Chosen, isRefused } from "./ask-for-text.ts";
import { marksOf } from "./diff-marks.ts";
import { EditCard, type Step } from "./edit-card.ts";
import { fitted, linesAround } from "./edited-text.ts";
import { type Edit, marksWith, placeIn, show, viewOf } from "./editor-marks.ts";
import { makeEdit } from "./make-edit.ts";

/** The most characters of a selection. */
const MOST = 20_000;
/** Room above the selection for the card, in pixels. */
const CARD_HEIGHT = 160;

/** Edits what is selected in the editor of `note`, with the model that is `chosen`. */
export function editInPlace(parts: Parts, plugin: Plugin, chosen: Chosen, note: PromptSource): void {
  const { editor, file } = note;
  const view = viewOf(plugin, editor);
  if (!view || !file) {
    new Notice(t("No note is open in editing view. Open one and try again."));
    return;
  }
  const before = placeIn(view)?.edit;
  // Its answer may be worth more than a new field.
  if (before) before.focus();
  else new InlineEdit(parts, view, chosen, file, async () => note.save?.());
}

class InlineEdit implements Edit {
  readonly #parts: Parts;
  readonly #view: EditorView;
  readonly #chosen: Chosen;
  readonly #file: TFile;
  /** Brings what was typed to disk, so that it is judged and read. */
  readonly #save: () => Promise<void>;
  readonly #card: EditCard;
  readonly #scope: Scope;
  #step: Step = "ask";
  #run: AbortController | undefined;
  #conversation = new Conversation();
  /** The text that the conversation is about. */
  #asked = "";
  /** The text that the model wrote. */
  #text = "";
  #isOver = false;

  constructor(parts: Parts, view: EditorView, chosen: Chosen, file: TFile, save: () => Promise<void>) {
    this.#parts = parts;
    this.#view = view;
    this.#chosen = chosen;
    this.#file = file;
    this.#save = save;
    const [ask, accept] = [(): unknown => this.#ask(), (): unknown => this.#step === "decide" && this.#accept()];
    const leave = (): void => this.#leave();
    this.#card = new EditCard({ ask, accept, leave });
    // The app's own hotkeys, and the editor's, would take these keys first.
    const scope = (this.#scope = new Scope(parts.app.scope));
    const takes = (modifiers: "Mod"[], key: string, act: () => unknown, isHere = (_: Event): boolean => true): void => {
      scope.register(modifiers, key, (event) => {
        if (event.isComposing || !isHere(event)) return true;
        if (!event.repeat) act();
        return false;
      });
    };
    takes(["Mod"], "Enter", accept, () => this.#step === "decide");
    takes([], "Escape", leave);
    takes([], "Enter", ask, ({ target }) => target === this.#card.field);
    view.dom.addEventListener("focusin", this.#takeKeys);
    view.dom.addEventListener("focusout", this.#leaveKeys);
    this.#show("ask");
    view.dispatch({ effects: EditorView.scrollIntoView(this.#place.from, { yMargin: CARD_HEIGHT }) });
    this.focus();
    // What was out of view is drawn once the editor has scrolled.
    view.requestMeasure({ read: () => undefined, write: () => this.focus() });
  }

  focus(): void {
    this.#card.focus();
  }

  changedInside(): void {
    if (this.#step !== "wait" && this.#step !== "decide") return;
    this.#stop();
    this.#show("ask", [
      t("The text was changed meanwhile, so the answer no longer fits it. Ask again, or copy the answer."),
    ]);
  }

  left(): void {
    this.#isOver = true;
    this.#stop();
    this.#leaveKeys();
    this.#view.dom.removeEventListener("focusin", this.#takeKeys);
    this.#view.dom.removeEventListener("focusout", this.#leaveKeys);
  }

  readonly #takeKeys = (): void => {
    this.#leaveKeys();
    this.#parts.app.keymap.pushScope(this.#scope);
  };
  readonly #leaveKeys = (): void => this.#parts.app.keymap.popScope(this.#scope);

  get #place(): { from: number; to: number } {
    return placeIn(this.#view) ?? this.#view.state.selection.main;
  }

  #draw(marks: Range<Decoration>[] = []): void {
    const { from, to } = this.#place;
    const drawn = marksWith(this.#view, this.#card.el, from, marks);
    show(this.#view, { edit: this, from, to, marks: drawn });
  }

  #show(step: Step, says?: readonly string[]): void {
    this.#step = step;
    this.#draw();
    this.#card.show(step, says, this.#text);
  }

  #stop(): void {
    this.#run?.abort();
    this.#run = undefined;
  }

  /** Ends it, and leaves the editor as it was. */
  #end(): void {
    this.left();
    show(this.#view, undefined);
    this.#view.focus();
  }

  #leave(): void {
    if (this.#step === "write") return;
    if (this.#step === "wait") {
      this.#stop();
      this.#show("ask");
    } else this.#end();
  }

  async #ask(): Promise<void> {
    const instruction = this.#card.field.value.trim();
    if (instruction === "" || this.#step === "wait" || this.#step === "write") return;
    const run = (this.#run = new AbortController());
    this.#text = "";
    this.#show("wait");
    const says = await this.#propose(instruction, run).catch(reason);
    // Stopped, changed, or over.
    if (this.#run !== run) return;
    this.#run = undefined;
    if (says !== undefined) this.#show("ask", says === "" ? [] : [says]);
  }

  /** Shows what the model proposes. Returns what to say if there is nothing to show. */
  async #propose(instruction: string, run: AbortController): Promise<string | undefined> {
    const { state } = this.#view;
    const { from, to } = this.#place;
    const file = this.#file;
    const { path } = file;
    const selected = state.sliceDoc(from, to);
    if (selected.length > MOST)
      return t("The selection is too long to edit in place. Select at most {most} characters.", { most: MOST });
    await this.#save();
    if (await isRefused(this.#parts.api, file)) return "";
    const attachments = [];
    if (selected !== this.#asked) {
      // As the model would read it, so that the rules hold.
      const read = await readPlace(this.#parts, { path, ...linesAround(state.doc, from, to), selected });
      if ("says" in read) return read.says;
      attachments.push(read);
      this.#conversation = new Conversation();
    }
    const send = this.#card.send.bind(this.#card);
    const question = { file, question: { text: instruction, attachments }, chosen: this.#chosen, send };
    const written = await askForText(this.#parts, this.#conversation, question, run);
    if (written.text === undefined || this.#run !== run) return written.says;
    this.#asked = selected;
    const text = fitted(selected, written.text);
    if (text === selected) return t("Nothing to change in {path}", { path });
    this.#text = text;
    return this.#showChange(run);
  }

  async #showChange(run: AbortController): Promise<string | undefined> {
    const { state } = this.#view;
    const { proposal, says } = await this.#make("planned", run.signal);
    if (this.#run !== run) return undefined;
    // Something was typed elsewhere: its lines may have other numbers.
    if (!this.#view.state.doc.eq(state.doc)) return this.#showChange(run);
    if (!proposal) return says;
    this.#step = "decide";
    this.#draw(marksOf(state.doc, proposal.hunks));
    this.#card.show("decide", proposal.warnings);
    return undefined;
  }

  #make(outcome: "planned" | "accepted", signal?: AbortSignal): ReturnType<typeof makeEdit> {
    const { from, to } = this.#place;
    const edit = { path: this.#file.path, from, to, text: this.#text };
    return makeEdit(this.#parts, this.#view.state.doc, edit, outcome, signal);
  }

  async #accept(): Promise<void> {
    this.#card.show((this.#step = "write"));
    const { says } = await this.#make("accepted");
    if (this.#isOver) {
      if (says !== undefined) new Notice(says);
    } else if (says !== undefined) this.#show("ask", [says]);
    else {
      const end = this.#place.from + this.#text.length;
      this.#end();
      this.#view.dispatch({ selection: { anchor: Math.min(end, this.#view.state.doc.length) }, scrollIntoView: true });
    }
  }
}
