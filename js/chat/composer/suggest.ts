// The list of suggestions above the field, after `@` or `/`. The focus stays in the field; `aria-activedescendant`
// tells screen readers which line is selected. The suggestions come from mentions.ts and commands.ts.
import { Component } from "obsidian";
import { drawIcon } from "../button.ts";
import { t } from "../../base/translate.ts";

/** One line of the list. */
export interface Suggestion {
  readonly icon: string;
  readonly title: string;
  /** A description or a folder, shown in muted text. */
  readonly says?: string;
  /** Returns the text that replaces what was typed. */
  choose(): string | Promise<string>;
}

/** A source of suggestions: a sign, such as `@`, and how to suggest for the query after it. */
export interface SuggestionSource {
  /** Matches the text before the caret. The first group is the query; the sign and the query are replaced. */
  readonly pattern: RegExp;
  readonly sign: string;
  suggest(query: string): Suggestion[];
}

let lists = 0;

/** Suggestions for one field. */
export class Suggest extends Component {
  readonly #field: HTMLTextAreaElement;
  readonly #sources: readonly SuggestionSource[];
  readonly #el: HTMLElement;
  readonly #id = `lectern-chat-suggest-${lists++}`;
  #shown: Suggestion[] = [];
  #chosen = 0;
  /** The offset of the sign in the field. */
  #start = 0;
  /** The text before the caret when Escape closed the list. The list stays closed until that text changes. */
  #dismissed: string | undefined;

  constructor(parent: HTMLElement, field: HTMLTextAreaElement, sources: readonly SuggestionSource[]) {
    super();
    this.#field = field;
    this.#sources = sources;
    const attr = { role: "listbox", id: this.#id, "aria-label": t("Suggestions") };
    this.#el = parent.createDiv({ cls: "lectern-chat-suggest is-hidden", attr });
    // No combobox: to a screen reader, that has one line.
    field.setAttrs({ "aria-autocomplete": "list", "aria-controls": this.#id, "aria-haspopup": "listbox" });
  }

  override onload(): void {
    this.registerDomEvent(this.#field, "input", () => this.update());
    this.registerDomEvent(this.#field, "click", () => this.update());
    this.registerDomEvent(this.#field, "blur", () => this.close());
    // Keeps the focus in the field.
    this.registerDomEvent(this.#el, "mousedown", (event) => event.preventDefault());
    this.registerDomEvent(this.#el, "click", (event) => {
      const line = (event.target as HTMLElement | null)?.closest<HTMLElement>("[data-index]");
      if (line) void this.#take(Number(line.dataset["index"]));
    });
  }

  get isOpen(): boolean {
    return this.#shown.length > 0;
  }

  /** Handles a key if the list is open. Returns whether it did. */
  key(event: KeyboardEvent): boolean {
    if (!this.isOpen || event.isComposing) return false;
    const { length } = this.#shown;
    if (event.key === "ArrowDown") this.#choose((this.#chosen + 1) % length);
    else if (event.key === "ArrowUp") this.#choose((this.#chosen + length - 1) % length);
    else if (event.key === "Escape") {
      this.#dismissed = this.#typed();
      this.close();
    } else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") void this.#take(this.#chosen);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Shows the suggestions for the text before the caret. */
  update(): void {
    const typed = this.#typed();
    if (typed === this.#dismissed) return;
    this.#dismissed = undefined;
    for (const source of this.#sources) {
      const query = source.pattern.exec(typed)?.[1];
      if (query === undefined || this.#field.selectionStart !== this.#field.selectionEnd) continue;
      this.#start = typed.length - query.length - source.sign.length;
      this.#show(source.suggest(query));
      return;
    }
    this.close();
  }

  close(): void {
    this.#show([]);
  }

  #typed(): string {
    return this.#field.value.slice(0, this.#field.selectionStart);
  }

  #show(suggestions: Suggestion[]): void {
    if (suggestions.length === 0 && this.#shown.length === 0) return;
    this.#shown = suggestions;
    this.#el.toggleClass("is-hidden", suggestions.length === 0);
    this.#el.empty();
    suggestions.forEach(({ icon, title, says }, index) => {
      const attr = { role: "option", id: `${this.#id}-${index}`, "data-index": index };
      const line = this.#el.createDiv({ cls: "lectern-chat-suggestion", attr });
      drawIcon(line, icon);
      line.createSpan({ cls: "lectern-chat-suggestion-title", text: title, attr: { dir: "auto" } });
      if (says) line.createSpan({ cls: "lectern-chat-suggestion-says", text: says, attr: { dir: "auto" } });
    });
    if (suggestions.length > 0) this.#choose(0);
    else this.#field.removeAttribute("aria-activedescendant");
  }

  #choose(index: number): void {
    this.#chosen = index;
    Array.from(this.#el.children).forEach((line, at) => {
      line.setAttr("aria-selected", String(at === index));
      line.toggleClass("is-selected", at === index);
    });
    this.#field.setAttr("aria-activedescendant", `${this.#id}-${index}`);
    this.#el.children[index]?.scrollIntoView({ block: "nearest" });
  }

  async #take(index: number): Promise<void> {
    const suggestion = this.#shown[index];
    const [start, end] = [this.#start, this.#field.selectionStart];
    this.close();
    if (!suggestion) return;
    const text = await suggestion.choose();
    this.#field.setRangeText(text, start, end, "end");
    this.#field.trigger("input");
    this.#field.focus();
  }
}
