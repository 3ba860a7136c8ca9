// Marks the words that a search found in the passages that Quotes shows.
import type { Message } from "../../agent/message.ts";
import type { ProviderId } from "../../agent/model-choice.ts";
import { isInWord } from "../../agent/citations/wording.ts";
import { searchParts } from "../../vault/layout.ts";

/** The id of Quotes. Its own module is loaded when it is first asked. */
const QUOTES: ProviderId = "quotes";

/** Most words of so few letters are function words, such as "the". */
const SHORT = /^\p{Script=Latin}{1,3}$/u;

/** The words that the searches in `messages`, which end with an answer of Quotes, found; none for another model. */
export function wordsFoundIn(messages: readonly Message[]): string[] {
  if (!messages.some((message) => message.role === "assistant" && message.model === QUOTES)) return [];
  const replies = messages.flatMap((message) =>
    message.role === "tool" && message.reply.structuredContent.notes ? [message.reply] : [],
  );
  const parts = replies.flatMap((reply) => searchParts(reply)).filter(({ kind }) => kind === "hit");
  return [...new Set(parts.map(({ text }) => text.toLowerCase()))].filter((word) => !SHORT.test(word));
}

/** Marks `words` in the quotations in `root`. */
export function markFound(root: HTMLElement, words: readonly string[]): void {
  if (words.length === 0) return;
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "giu");
  const found: Text[] = [];
  const walker = root.doc.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent?.closest("blockquote") && !parent.closest("a, code, pre, mark")) found.push(node as Text);
  }
  for (const node of found) {
    const text = node.data;
    const parts = createFragment();
    let at = 0;
    for (const { 0: word, index } of text.matchAll(pattern)) {
      if (isInWord(text, index) || isInWord(text, index + word.length)) continue;
      parts.append(text.slice(at, index), createEl("mark", { cls: "lectern-chat-found", text: word }));
      at = index + word.length;
    }
    if (at === 0) continue;
    parts.append(text.slice(at));
    node.replaceWith(parts);
  }
}
