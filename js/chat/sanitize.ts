// What a model wrote, made safe to show: nothing in it is loaded, run or embedded. It is defused twice: in the Markdown, since
// the app's renderer makes its elements in the living document, where an image loads before it is attached and a plugin's code
// block runs at once; and in what was rendered, before it is attached. Leaves rendering to markdown-view.ts.
import { breakTex, mapFormulas } from "../agent/markdown/tex.ts";
import { addressOf, outwardLink } from "./external-link.ts";

/** Breaks what Markdown would see, and is taken out again once it is rendered. Unicode keeps it out of all text. */
export const BREAK = "\ufdd0";
const BREAKS = /\ufdd0|%EF%B7%90/gi;

/** Languages that are only coloured. Any other may be another plugin's, whose code block does something: a query, a script. */
const COLOURED = new Set(
  (
    "bash batch c clojure cpp cs csharp css csv dart diff docker dockerfile elixir elm erlang fish fortran go graphql " +
    "groovy haskell hs ini java javascript js json json5 jsonc jsx julia kotlin kt less lisp lua make makefile markdown " +
    "matlab md nginx nix objectivec ocaml pascal perl php plain plaintext powershell prolog proto python py r rb regex " +
    "ruby rust rs sass scala scheme scss sh shell sql swift text toml ts tsx txt typescript vb vim xml yaml yml zig zsh"
  ).split(" "),
);

/** Markdown that loads, runs and embeds nothing, wherever it is rendered. */
export function defuse(markdown: string): string {
  // In a formula a break would be a character, but a space is nothing.
  const withSource = mapFormulas(markdown.replaceAll(BREAK, ""), (formula) => apart(formula, " "));
  return breakTex(apart(defuseCode(withSource), BREAK), BREAK);
}

/** `markdown` with `gap` in what Markdown would see and load, or would make an address of. */
function apart(markdown: string, gap: string): string {
  return (
    markdown
      // Images and embeds become links behind an exclamation mark.
      .replace(/!(?=\[)/g, `!${gap}`)
      // No HTML, and no letters that are written so as not to be seen here.
      .replace(/<(?=[a-z/!?])/gi, `<${gap}`)
      .replace(/&(?=#|colon;|sol;|lt;|bsol;)/gi, `&${gap}`)
      .replace(/\b(https?|ftp|wss?|file|data|blob|app|capacitor)(\\?:)/gi, `$1$2${gap}`)
      .replace(/\/(?=\\?\/)/g, `/${gap}`)
  );
}

/** No code that a plugin takes for its own: neither by its language, nor by the first letters of a code span. */
function defuseCode(markdown: string): string {
  let afterDeepFence = false;
  return markdown
    .split("\n")
    .map((line) => {
      const [, before, run, info] = /^([\s>*+\-0-9.)]*?)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
      // Deep inside a paragraph this may begin a code span instead, whose text then begins in the next line.
      const start = afterDeepFence && /^[\s>]*[^\s#\-*+>|0-9`~]/.test(line) ? BREAK : "";
      afterDeepFence = false;
      if (before === undefined || run === undefined || info === undefined)
        return line.replace(/^[ \t>]*/, (prefix) => prefix + start).replace(/`+/g, (run) => run + BREAK);
      if (info.trim() === "") {
        // What looks like an item of a list may be none, and this a code span. No fence ends behind such a mark.
        if (/[^ \t>]/.test(before)) return before + run + BREAK;
        afterDeepFence = /\s{4}|\t/.test(before);
        return line;
      }
      const [, language, rest] = /^[ \t]*([\w+-]+)(.*)$/.exec(info) ?? [];
      if (language && rest?.trim() === "" && COLOURED.has(language.toLowerCase())) return line;
      return before + run + BREAK + broken(info);
    })
    .join("\n");
}

const broken = (line: string): string => line.replace(/`+/g, (run) => run + BREAK);

/** What shows, plays or runs something by an address or by itself. */
const LOADING =
  "img, picture, source, track, video, audio, iframe, frame, frameset, embed, object, applet, portal, link, style, script, " +
  "meta, base, form, svg image, svg use, svg foreignObject, svg feImage, input:not([type=checkbox]), textarea, select";
/** Attributes with an address, or with code. */
const ADDRESSES =
  /^(?:on.*|src|srcset|srcdoc|background|poster|ping|action|formaction|data|longdesc|manifest|code|codebase|archive|cite|usemap|xlink:href)$/i;
/** A style, and what in SVG is one: `fill="url(…)"` may load something. */
const STYLES = /^(?:style|fill|stroke|filter|mask|clip-path|cursor|marker(?:-\w+)?)$/i;
/** Words, numbers and colors. No other function, no address and no escape, which could hide one. */
const HARMLESS_STYLE = /^(?:\b(?:rgba?|hsla?|calc|scale[xy]?|translate[xy]?|rotate)\(|[\w\s.,:;%#+*)-])*$/i;

/** Takes out of `root`, which is not attached yet, whatever loads or leads somewhere unseen; addresses become links to be clicked. */
export function clean(root: HTMLElement): void {
  for (const embed of root.findAll(".internal-embed")) embed.replaceWith(plain(embed, embed.getAttribute("src") ?? ""));
  for (const element of root.findAll(LOADING)) {
    const address = addressOf(element).replace(BREAKS, "");
    element.replaceWith(
      address ? outwardLink(root, address, element.getAttribute("alt") ?? "") : root.doc.createTextNode(""),
    );
  }
  // A formula that is yet to be rendered, with what may not be rendered in it: taken out, since the breaks are, too.
  for (const math of root.findAll(".math")) {
    const source = math.textContent;
    if (source.includes(BREAK) && !math.querySelector("mjx-container"))
      math.replaceWith(createEl("code", { text: source.replace(BREAKS, "") }));
  }
  for (const input of root.findAll("input")) input.setAttr("disabled", "");
  for (const element of root.findAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (ADDRESSES.test(name) || (STYLES.test(name) && !HARMLESS_STYLE.test(value))) element.removeAttribute(name);
      else if (value.search(BREAKS) >= 0) element.setAttribute(name, value.replace(BREAKS, ""));
    }
    if (element.tagName.toLowerCase() === "a") mendLink(root, element);
  }
  mendTexts(root);
}

/** A link inside the vault stays as it is; any other gets no address that the browser would know of before it is clicked. */
function mendLink(root: HTMLElement, link: HTMLElement): void {
  if (link.hasClass("internal-link") || link.hasClass("tag") || link.hasClass("footnote-link")) return;
  const address = (link.getAttribute("href") ?? "").replace(BREAKS, "");
  if (address.startsWith("#")) return;
  link.replaceWith(outwardLink(root, address, link.textContent.replace(BREAKS, "")));
}

/** Takes the breaks out of the texts, and makes links of addresses that stand alone. */
function mendTexts(root: HTMLElement): void {
  const walker = root.doc.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.includes(BREAK)) continue;
    // What is left of an image or an embed whose link stands behind it.
    const next = text.nextSibling;
    const isBefore = next?.instanceOf(HTMLElement) && next.matches(".lectern-chat-outward, .internal-link");
    if (isBefore && text.data.endsWith(`!${BREAK}`)) text.data = text.data.slice(0, -2);
    const isPlain = !text.parentElement?.closest("a, code, pre, .math");
    const parts = isPlain ? text.data.split(/(\bhttps?:\ufdd0[^\s<>"]*[^\s<>".,;:!?)\]}'])/) : [text.data];
    const nodes = parts.map((part, index) => {
      const whole = part.replace(BREAKS, "");
      return index % 2 ? outwardLink(root, whole, whole) : root.doc.createTextNode(whole);
    });
    text.replaceWith(...nodes);
  }
}

/** An embed that the renderer made all the same. */
function plain(element: HTMLElement, target: string): Node {
  return element.doc.createTextNode(`![[${target.replace(BREAKS, "")}]]`);
}
