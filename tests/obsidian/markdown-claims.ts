// What the app's Markdown has besides wikilinks that may take in the signs of code and markup: mathematics and comments.
// Neither is typeset or run; mathematics stands there with its dollar signs. One that never ends takes in all that follows.
import type { MarkdownIt, RendererRule, StateBlock } from "markdown-it";

/** Mathematics in a line, and comments in one. */
const IN_LINE = [
  { kind: "math", form: /\$\$[^$]+\$\$|\$(?!\s)[^$\n]*[^$\s]\$(?!\d)/y },
  { kind: "comment", form: /%%[^]*?%%/y },
] as const;

/** Adds both to `library`. */
export function claims(library: MarkdownIt): void {
  for (const { kind, form } of IN_LINE) {
    library.inline.ruler.before("escape", kind, (state, silent) => {
      form.lastIndex = state.pos;
      const [found] = form.exec(state.src) ?? [];
      if (found === undefined || state.pos + found.length > state.posMax) return false;
      if (!silent) state.push(kind, "", 0).content = found;
      state.pos += found.length;
      return true;
    });
  }
  for (const [kind, sign] of [
    ["math_block", "$$"],
    ["comment_block", "%%"],
  ] as const) {
    const rule = (state: StateBlock, from: number, to: number, silent: boolean): boolean => {
      const lineAt = (line: number): string => state.getLines(line, line + 1, state.blkIndent, false);
      if (!lineAt(from).startsWith(sign)) return false;
      // What ends within its first line is no block.
      const rest = lineAt(from).slice(sign.length).trimEnd();
      if (rest.includes(sign) && !rest.endsWith(sign)) return false;
      if (silent) return true;
      let end = from;
      const text = [lineAt(from)];
      // In a line by itself, or at the end of another.
      while (!text.join("\n").slice(sign.length).trimEnd().endsWith(sign) && ++end < to) text.push(lineAt(end));
      state.push(kind, "", 0).content = text.join("\n");
      state.line = Math.min(end + 1, to);
      return true;
    };
    const alt = ["paragraph", "reference", "blockquote", "list"];
    library.block.ruler.before("fence", kind, rule, { alt });
  }
  const { escapeHtml } = library.utils;
  const math: RendererRule = (tokens, index) => `<span class="math">${escapeHtml(tokens[index]?.content ?? "")}</span>`;
  Object.assign(library.renderer.rules, { math, math_block: math, comment: () => "", comment_block: () => "" });
}
