// Rendered HTML back to Markdown, as the app does for what is pasted: the usual marks, and brackets escaped.

const MARKS: Record<string, string> = { STRONG: "**", B: "**", EM: "*", I: "*", CODE: "`", MARK: "==" };

export function htmlToMarkdown(html: string | HTMLElement | Document | DocumentFragment): string {
  const root = typeof html === "string" ? new DOMParser().parseFromString(html, "text/html").body : html;
  return written(root)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function written(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replace(/[[\]]/g, "\\$&");
  const inside = [...node.childNodes].map(written).join("");
  const mark = MARKS[node.nodeName];
  if (node.nodeName === "PRE") return `\n\n\`\`\`\n${(node.textContent ?? "").trimEnd()}\n\`\`\`\n\n`;
  if (mark !== undefined) return mark + inside + mark;
  if (node.nodeName === "LI") return `\n- ${inside.trim()}`;
  if (node.nodeName === "BLOCKQUOTE") return `\n\n${inside.trim().replace(/^/gm, "> ")}\n\n`;
  return /^(?:P|UL|OL|DIV|H\d)$/.test(node.nodeName) ? `\n\n${inside}\n\n` : inside;
}
