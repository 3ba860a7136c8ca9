// Callouts and task boxes as the app renders them, made of what the library made: block quotes that begin with
// `[!type]`, and list items that begin with `[ ]`.
import { setIcon } from "./ui.ts";

const CALLOUT = /^\[!([^\]\n|]+)(?:\|([^\]\n]*))?\]([+-]?)[ \t]*/;
const TASK = /^\[(.)\][ \t]/u;

/** The icons of some of the app's types; others have the note's. */
const ICONS: Record<string, string> = {
  ...{ abstract: "clipboard-list", info: "info", todo: "check-circle-2", tip: "flame", success: "check" },
  ...{ question: "help-circle", warning: "alert-triangle", failure: "x", danger: "zap", bug: "bug" },
  ...{ example: "list", quote: "quote" },
};

/** Makes the block quotes in `root` that are callouts so. Those inside of others are last, so that these move with them. */
export function makeCallouts(root: HTMLElement): void {
  for (const quote of root.findAll("blockquote")) {
    const first = quote.firstElementChild;
    const text = first?.firstChild;
    const [mark, type = "", metadata = "", fold = ""] =
      (first?.matches("p") && text instanceof Text && CALLOUT.exec(text.data)) || [];
    if (mark === undefined || !(first && text instanceof Text)) continue;
    text.data = text.data.slice(mark.length);
    const kind = type.toLowerCase();
    const callout = createDiv({ cls: "callout" });
    callout.setAttrs({ "data-callout-metadata": metadata, "data-callout-fold": fold, "data-callout": kind });
    const title = callout.createDiv({ cls: "callout-title", attr: { dir: "auto" } });
    setIcon(title.createDiv("callout-icon"), ICONS[kind] ?? "pencil");
    const inner = title.createDiv("callout-title-inner");
    // The title ends with its line.
    while (first.firstChild && first.firstChild.nodeName !== "BR") inner.append(first.firstChild);
    first.firstChild?.remove();
    if (inner.textContent === "") inner.setText(kind.charAt(0).toUpperCase() + kind.slice(1));
    if (first.childNodes.length === 0) first.remove();
    if (quote.childElementCount > 0) callout.createDiv("callout-content").append(...quote.childNodes);
    if (fold) makeFoldable(callout, title, fold === "-");
    quote.replaceWith(callout);
  }
}

function makeFoldable(callout: HTMLElement, title: HTMLElement, isFolded: boolean): void {
  callout.addClass("is-collapsible");
  const mark = title.createDiv("callout-fold");
  setIcon(mark, "chevron-down");
  const show = (folded: boolean): void => {
    for (const el of [callout, mark]) el.toggleClass("is-collapsed", folded);
    for (const content of callout.findAll(":scope > .callout-content")) content.toggle(!folded);
  };
  show(isFolded);
  title.addEventListener("click", () => show(!callout.hasClass("is-collapsed")));
}

/** Makes the list items in `root` that are tasks so. */
export function makeTasks(root: HTMLElement): void {
  for (const item of root.findAll("li")) {
    // In a list with blank lines, an item is a paragraph.
    const holder =
      item.firstElementChild?.matches("p:first-child") && !item.firstChild?.textContent?.trim()
        ? item.firstElementChild
        : item;
    const text = holder.firstChild;
    const [mark, state = ""] = (text instanceof Text && TASK.exec(text.data)) || [];
    if (mark === undefined || !(text instanceof Text)) continue;
    text.data = text.data.slice(mark.length);
    const isDone = state !== " ";
    item.addClass("task-list-item");
    item.toggleClass("is-checked", isDone);
    item.setAttr("data-task", state.trim());
    item.parentElement?.addClass("contains-task-list");
    const box = createEl("input", { cls: "task-list-item-checkbox", type: "checkbox" });
    box.toggleAttribute("checked", isDone);
    holder.prepend(box);
  }
}
