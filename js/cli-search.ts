// `lectern search`: what a model would find, with colours for a person.
import type { HitLine, Reply } from "../pkg/lectern.js";
import { textOf } from "./tools.ts";

/** What is set apart, as terminals colour it. */
const COLOURS = { path: "\x1b[35m", number: "\x1b[32m", hit: "\x1b[1;31m", notice: "\x1b[2m", end: "\x1b[0m" };

/** The reply as a person reads it; with `colours`, paths, line numbers and what was found are set apart. */
export function shownSearch(reply: Reply, colours: boolean): string {
  const text = textOf(reply);
  if (!colours) return text;
  const paint = (colour: keyof typeof COLOURS, part: string): string => `${COLOURS[colour]}${part}${COLOURS.end}`;
  const notes = reply.structuredContent.notes ?? [];
  let index = -1;
  const lines = text.split("\n").map((line) => {
    const [, number, onward, words] = /^([0-9]+)(\+?: )(.*)$/s.exec(line) ?? [];
    if (number === undefined || onward === undefined || words === undefined) {
      if (/^== .* ==$/.test(line)) index++;
      return paint(line.startsWith("== ") ? "path" : "notice", line);
    }
    const hit = notes[index]?.hits.find((hit) => hit.line === Number(number));
    return paint("number", number) + onward + (hit ? marked(words, hit, (part) => paint("hit", part)) : words);
  });
  return lines.join("\n");
}

/** `words`, which begin at a column of their line, with the spans of `hit` set apart. Columns count characters. */
function marked(words: string, hit: HitLine, paint: (part: string) => string): string {
  const characters = Array.from(words);
  let shown = "";
  let at = 0;
  for (const [first, last] of hit.spans) {
    const [from, to] = [Math.max(first - hit.column, at), last - hit.column + 1];
    if (to <= from) continue;
    shown += characters.slice(at, from).join("") + paint(characters.slice(from, to).join(""));
    at = to;
  }
  return shown + characters.slice(at).join("");
}
