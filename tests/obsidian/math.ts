// Formulas as the app finds and renders them: with the real MathJax once a test has loaded it. MathJax measures its
// output in the live document. Before that, formulas are shown with their dollar signs.
import type { MarkdownIt } from "markdown-it";
import { blocks, inLine } from "./spans.ts";

interface MathJax {
  readonly startup: { readonly promise: Promise<void> };
  /** Renders one formula. */
  tex2chtml(tex: string, options: { display: boolean }): HTMLElement;
  /** Its modules. */
  readonly _: unknown;
}

declare global {
  interface Window {
    MathJax?: MathJax;
  }
}

const IN_LINE = /\$\$(?:\\[^]|[^\\$]|\$(?!\$))+\$\$|\$(?=[^\s$])(?:\\[^]|[^\\$])*?(?:\\[^]|[^\s\\$])\$(?!\d)/y;

/** Makes `$x$` and `$$x$$` elements with the class `math`. */
export function math(library: MarkdownIt): void {
  inLine(library, "math", IN_LINE);
  blocks(library, "math", "$$");
  const { escapeHtml } = library.utils;
  library.renderer.rules["math"] = (tokens, index) => {
    const source = tokens[index]?.content ?? "";
    const isBlock = source.startsWith("$$");
    const sign = isBlock ? "$$" : "$";
    const tex = source
      .trimEnd()
      .slice(sign.length)
      .replace(/\${1,2}$/, "");
    const shown = escapeHtml(window.MathJax ? tex : source);
    return `<span class="math math-${isBlock ? "block" : "inline"}">${shown}</span>`;
  };
}

/** Puts the rendered formula into `element`, in the place of its source. */
export function renderMath(element: HTMLElement): void {
  const formula = window.MathJax?.tex2chtml(element.textContent, { display: element.hasClass("math-block") });
  if (formula) element.replaceChildren(formula);
}
