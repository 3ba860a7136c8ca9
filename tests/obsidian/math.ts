// Formulas as the app finds and renders them: by the real MathJax, which measures what it makes in the living document.
import type MarkdownIt from "markdown-it";

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

const INLINE = /^\$(?=[^\s$])((?:\\[^]|[^\\$])*?(?:\\[^]|[^\s\\$]))\$(?!\d)/;
const DISPLAY = /^\$\$((?:\\[^]|[^\\$]|\$(?!\$))+)\$\$/;

/** Makes `$x$` and `$$x$$` elements with the class `math`, once MathJax is loaded. */
export function addMath(library: InstanceType<typeof MarkdownIt>): void {
  const element = (isBlock: boolean, tex: string): string =>
    `<span class="math math-${isBlock ? "block" : "inline"}">${library.utils.escapeHtml(tex)}</span>`;
  library.inline.ruler.before("escape", "math", (state, silent) => {
    const rest = window.MathJax ? state.src.slice(state.pos) : "";
    const found = DISPLAY.exec(rest) ?? INLINE.exec(rest);
    if (!found) return false;
    if (!silent) state.push("math", "", 0).content = element(found[0].startsWith("$$"), found[1] ?? "");
    state.pos += found[0].length;
    return true;
  });
  // A block may hold blank lines, and goes on to the end where nothing ends it.
  library.block.ruler.before(
    "fence",
    "math_block",
    (state, startLine, endLine, silent) => {
      const lineAt = (line: number): string =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
      if (!window.MathJax || !lineAt(startLine).startsWith("$$")) return false;
      if (silent) return true;
      const lines: string[] = [];
      let line = startLine;
      for (; line < endLine; line++) {
        if (line > startLine && (state.sCount[line] ?? 0) < state.blkIndent && lineAt(line) !== "") break;
        const text = lineAt(line).slice(line === startLine ? 2 : 0);
        const end = text.indexOf("$$");
        lines.push(end < 0 ? text : text.slice(0, end));
        if (end < 0) continue;
        line++;
        break;
      }
      state.push("math", "", 0).content = `<p>${element(true, lines.join("\n"))}</p>`;
      state.line = line;
      return true;
    },
    { alt: ["paragraph", "reference", "blockquote", "list"] },
  );
  library.renderer.rules["math"] = (tokens, index) => tokens[index]?.content ?? "";
}

/** Puts the rendered formula into `element`, in the place of its source. */
export function renderMath(element: HTMLElement): void {
  const formula = window.MathJax?.tex2chtml(element.textContent, { display: element.hasClass("math-block") });
  if (formula) element.replaceChildren(formula);
}
