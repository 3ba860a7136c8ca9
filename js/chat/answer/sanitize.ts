// Makes what a model wrote safe to show: nothing in it is loaded, run or embedded. This takes two steps. `defuse`
// changes the Markdown, because the app's renderer creates its elements in the live document, where an image loads
// before it is attached and a plugin's code block runs at once. `clean` then changes the rendered elements before they
// are attached. markdown-view.ts renders.
//
// What a model wrote is rendered out of the document and made safe before it is in it. No command of TeX reaches
// MathJax unless `markdown/tex` lists it: MathJax renders in the living document, so this holds before rendering.
import { breakTex, mapFormulas } from "../../agent/markdown/tex.ts";
import { addressOf, outwardLink } from "./external-link.ts";

/** Inserted to break Markdown syntax, and removed after rendering. A Unicode noncharacter, so no text needs it. */
export const BREAK = "\ufdd0";
const BREAKS = /\ufdd0|%EF%B7%90/gi;

/**
 * Languages that are only highlighted. Any other may belong to a plugin that runs the code block: a query, a script.
 */
const COLOURED = new Set(
  (
    "bash batch c clojure cpp cs csharp css csv dart diff docker dockerfile elixir elm erlang fish fortran go graphql " +
    "groovy haskell hs ini java javascript js json json5 jsonc jsx julia kotlin kt less lisp lua make makefile markdown " +
    "matlab md nginx nix objectivec ocaml pascal perl php plain plaintext powershell prolog proto python py r rb regex " +
    "ruby rust rs sass scala scheme scss sh shell sql swift text toml ts tsx txt typescript vb vim xml yaml yml zig zsh"
  ).split(" "),
);

/** Changes Markdown so that it loads, runs and embeds nothing when the app renders it. */
export function defuse(markdown: string): string {
  // In a formula, the break would be shown as a character, but a space changes nothing.
  const withSource = mapFormulas(markdown.replaceAll(BREAK, ""), (formula) => apart(formula, " "));
  return breakTex(apart(defuseCode(withSource), BREAK), BREAK);
}

/** `markdown` with `gap` inserted into images, embeds, HTML, character references and addresses. */
function apart(markdown: string, gap: string): string {
  return (
    markdown
      // Images and embeds become links after an exclamation mark.
      .replace(/!(?=\[)/g, `!${gap}`)
      // No HTML, and no character references, such as `&#58;`, that hide characters from these patterns.
      .replace(/<(?=[a-z/!?])/gi, `<${gap}`)
      .replace(/&(?=#|colon;|sol;|lt;|bsol;)/gi, `&${gap}`)
      .replace(/\b(https?|ftp|wss?|file|data|blob|app|capacitor)(\\?:)/gi, `$1$2${gap}`)
      .replace(/\/(?=\\?\/)/g, `/${gap}`)
  );
}

/** Breaks code that a plugin could run: fences by their language, and code spans by their first characters. */
function defuseCode(markdown: string): string {
  let afterDeepFence = false;
  return markdown
    .split("\n")
    .map((line) => {
      const [, before, run, info] = /^([\s>*+\-0-9.)]*?)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
      // The previous line looked like a deeply indented fence. In a paragraph it began a code span, whose text starts
      // here.
      const start = afterDeepFence && /^[\s>]*[^\s#\-*+>|0-9`~]/.test(line) ? BREAK : "";
      afterDeepFence = false;
      if (before === undefined || run === undefined || info === undefined)
        return line.replace(/^[ \t>]*/, (prefix) => prefix + start).replace(/`+/g, (run) => run + BREAK);
      if (info.trim() === "") {
        // What looks like a list item may be plain text, and this a code span. No fence ends after a list marker.
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

/** Elements that show, play or run something, from an address or by themselves. */
const LOADING =
  "img, picture, source, track, video, audio, iframe, frame, frameset, embed, object, applet, portal, link, style, script, " +
  "meta, base, form, svg image, svg use, svg foreignObject, svg feImage, input:not([type=checkbox]), textarea, select";
/** Attributes that hold an address or code. */
const ADDRESSES =
  /^(?:on.*|src|srcset|srcdoc|background|poster|ping|action|formaction|data|longdesc|manifest|code|codebase|archive|cite|usemap|xlink:href)$/i;
/** The style, and SVG attributes that work like one: `fill="url(…)"` may load something. */
const STYLES = /^(?:style|fill|stroke|filter|mask|clip-path|cursor|marker(?:-\w+)?)$/i;
/** Words, numbers, colors and harmless functions. No address, and no escape, which could hide one. */
const HARMLESS_STYLE = /^(?:\b(?:rgba?|hsla?|calc|scale[xy]?|translate[xy]?|rotate)\(|[\w\s.,:;%#+*)-])*$/i;

/**
 * Removes from `root`, which is not attached yet, everything that loads or leads somewhere unseen. Addresses become
 * links that load nothing until they are clicked.
 */
export function clean(root: HTMLElement): void {
  for (const embed of root.findAll(".internal-embed")) embed.replaceWith(plain(embed, embed.getAttribute("src") ?? ""));
  for (const element of root.findAll(LOADING)) {
    const address = addressOf(element).replace(BREAKS, "");
    element.replaceWith(
      address ? outwardLink(root, address, element.getAttribute("alt") ?? "") : root.doc.createTextNode(""),
    );
  }
  // A formula that is not rendered yet and contains forbidden TeX becomes code: without the breaks it would be active.
  for (const math of root.findAll(".math")) {
    const source = math.textContent;
    if (source.includes(BREAK) && !math.querySelector("mjx-container"))
      math.replaceWith(createEl("code", { text: source.replace(BREAKS, "") }));
  }
  for (const input of root.findAll("input")) {
    const [words = ""] = (input.parentElement?.textContent ?? "").trim().split("\n");
    input.setAttrs({ disabled: "", "aria-label": words });
  }
  for (const element of root.findAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (ADDRESSES.test(name) || (STYLES.test(name) && !HARMLESS_STYLE.test(value))) element.removeAttribute(name);
      else if (value.search(BREAKS) >= 0) element.setAttribute(name, value.replace(BREAKS, ""));
    }
    if (element.tagName.toLowerCase() === "a") mendLink(root, element);
  }
  mendTexts(root);
}

/**
 * Keeps links inside the vault. Replaces others, so that the browser learns their address only when they are clicked.
 */
function mendLink(root: HTMLElement, link: HTMLElement): void {
  if (link.hasClass("internal-link") || link.hasClass("tag") || link.hasClass("footnote-link")) return;
  const address = (link.getAttribute("href") ?? "").replace(BREAKS, "");
  if (address.startsWith("#")) return;
  link.replaceWith(outwardLink(root, address, link.textContent.replace(BREAKS, "")));
}

/** Removes the breaks from the texts, and turns plain addresses into links. */
function mendTexts(root: HTMLElement): void {
  const walker = root.doc.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.includes(BREAK)) continue;
    // The exclamation mark of an image or an embed, whose link follows.
    const next = text.nextSibling;
    const isBefore = next?.instanceOf(HTMLElement) && next.matches(".lectern-chat-outward, .internal-link");
    if (isBefore && text.data.endsWith(`!${BREAK}`)) {
      text.data = text.data.slice(0, -2);
      next.addClass("is-embed");
    }
    const isPlain = !text.parentElement?.closest("a, code, pre, .math");
    const parts = isPlain ? text.data.split(/(\bhttps?:\ufdd0[^\s<>"]*[^\s<>".,;:!?)\]}'])/) : [text.data];
    const nodes = parts.map((part, index) => {
      const whole = part.replace(BREAKS, "");
      return index % 2 ? outwardLink(root, whole, whole) : root.doc.createTextNode(whole);
    });
    text.replaceWith(...nodes);
  }
}

/** The source of an embed that the renderer created anyway, as text. */
function plain(element: HTMLElement, target: string): Node {
  return element.doc.createTextNode(`![[${target.replace(BREAKS, "")}]]`);
}
