// Comments between `%%` and `%%`, as the app finds them: they are not shown. An unclosed comment includes everything
// after it.
import type { MarkdownIt } from "markdown-it";
import { blocks, inLine } from "./spans.ts";

/** Adds them to `library`. */
export function comments(library: MarkdownIt): void {
  inLine(library, "comment", /%%[^]*?%%/y);
  blocks(library, "comment", "%%");
  library.renderer.rules["comment"] = () => "";
}
