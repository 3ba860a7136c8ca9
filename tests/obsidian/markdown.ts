// Markdown as the app renders it: with a real library, into elements of the live document, so that whatever loads by
// itself does so here too: images, frames, embeds. Plugins' post-processors run on the result. Formulas are typeset
// once a test has loaded MathJax, and shown as their source before that. Not included: footnotes, Mermaid, syntax
// highlighting.
import MarkdownIt from "markdown-it";
import type * as Obsidian from "obsidian";
import type { App } from "./app.ts";
import { makeCallouts, makeTasks } from "./callouts.ts";
import { Component } from "./events.ts";
import { comments } from "./comments.ts";
import { math, renderMath } from "./math.ts";

type PostProcessor = (el: HTMLElement) => unknown;

const library = new MarkdownIt({ html: true, linkify: true, breaks: true }).use(math).use(comments);

/** `[[Note|words]]`, and `![[Note]]` for its content. */
library.inline.ruler.before("link", "wikilink", (state, silent) => {
  const found = /^(!?)\[\[([^[\]|\n]+)(?:\|([^\]\n]*))?\]\]/.exec(state.src.slice(state.pos));
  if (!found) return false;
  const [whole, embed, target = "", words = target] = found;
  if (!silent) {
    const token = state.push(embed ? "embed" : "internal_link", "", 0);
    token.meta = { target: target.trim(), words };
  }
  state.pos += whole.length;
  return true;
});
const escape = (text: string) => library.utils.escapeHtml(text);
interface Link {
  target: string;
  words: string;
}
library.renderer.rules["internal_link"] = (tokens, index) => {
  const { target, words } = tokens[index]?.meta as unknown as Link;
  const attributes = `data-href="${escape(target)}" href="${escape(target)}"`;
  return `<a ${attributes} class="internal-link" target="_blank" rel="noopener nofollow">${escape(words)}</a>`;
};
library.renderer.rules["embed"] = (tokens, index) => {
  const { target } = tokens[index]?.meta as unknown as Link;
  return `<span src="${escape(target)}" alt="${escape(target)}" class="internal-embed"></span>`;
};
library.renderer.rules["link_open"] = (tokens, index) => {
  const href = escape(String(tokens[index]?.attrGet("href") ?? ""));
  return `<a href="${href}" class="external-link" target="_blank" rel="noopener nofollow">`;
};

/** What the app's sanitiser takes out; images, styles and media it leaves. */
function sanitise(el: HTMLElement): void {
  for (const script of el.findAll("script, object, embed, base, meta")) script.detach();
  for (const element of el.findAll("*")) {
    for (const { name } of [...element.attributes]) if (name.startsWith("on")) element.removeAttribute(name);
  }
}

export class MarkdownRenderer extends (Component as unknown as new () => Obsidian.Component) {
  static async render(
    app: App,
    markdown: string,
    el: HTMLElement,
    sourcePath: string,
    component: Component,
  ): Promise<void> {
    if (!(component instanceof Component)) throw new Error("what is rendered belongs to a component");
    app.testCounts.rendered += markdown.length;
    const into = createDiv();
    // In the living document: an image begins to load before it is attached.
    into.innerHTML = library.render(markdown);
    sanitise(into);
    makeCallouts(into);
    makeTasks(into);
    for (const one of into.findAll("p, li, h1, h2, h3, h4, h5, h6, blockquote, td, th")) one.setAttr("dir", "auto");
    for (const embed of into.findAll(".internal-embed")) {
      const file = app.metadataCache.getFirstLinkpathDest(
        (embed.getAttribute("src") ?? "").replace(/#.*/s, ""),
        sourcePath,
      );
      if (file) embed.setText(new TextDecoder().decode(app.vault.adapter.bytes(file.path)));
    }
    if (app.testMath === "now") for (const math of into.findAll(".math")) renderMath(math);
    for (const process of app.testPostProcessors) await process(into);
    el.append(...into.childNodes);
  }
}

export type { PostProcessor };
