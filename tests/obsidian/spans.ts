// The app's Markdown syntax, besides wikilinks, that may contain the characters of code and markup: rules for
// markdown-it that match inline spans, and blocks between two delimiters. Each becomes a token whose content is its
// source.
import type { MarkdownIt, StateBlock } from "markdown-it";

/** Text of the form `form`, which is sticky, becomes a token of the type `kind`. */
export function inLine(library: MarkdownIt, kind: string, form: RegExp): void {
  library.inline.ruler.before("escape", kind, (state, silent) => {
    form.lastIndex = state.pos;
    const [found] = form.exec(state.src) ?? [];
    if (found === undefined || state.pos + found.length > state.posMax) return false;
    if (!silent) state.push(kind, "", 0).content = found;
    state.pos += found.length;
    return true;
  });
}

/** Lines from one that begins with `sign` to one that ends with it become a token of the type `kind`. */
export function blocks(library: MarkdownIt, kind: string, sign: string): void {
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
  library.block.ruler.before("fence", `${kind}_block`, rule, { alt });
}
