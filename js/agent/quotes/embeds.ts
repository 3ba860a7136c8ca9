// The embeds in a line of a note, for elsewhere.
import { inlineOf } from "../markdown/inline.ts";

/** What precedes the target of an embed, and the target where it depends on the note: `#Part`, `./a.png`, `../a.png`. */
const RELATIVE = /^(!\[\[|!\[[^\]]*\]\(<?)((?:\.{1,2}\/)+|(?=#))/;

/** `line` of the note at `path`. Embeds of a part of this note name it, and paths from its folder begin at the vault's. */
export function withEmbedsOf(line: string, path: string): string {
  return mapEmbeds(line, (embed) => embedOf(embed, path));
}

/** `line` without its embeds. */
export const withoutEmbeds = (line: string): string => mapEmbeds(line, () => "");

function mapEmbeds(line: string, by: (embed: string) => string): string {
  let mapped = "";
  let last = 0;
  for (const [start, end] of inlineOf(line).embeds) {
    mapped += line.slice(last, start) + by(line.slice(start, end));
    last = end;
  }
  return mapped + line.slice(last);
}

function embedOf(embed: string, path: string): string {
  const [all = "", opening = "", steps = ""] = RELATIVE.exec(embed) ?? [];
  if (all === "") return embed;
  const isAddress = !opening.endsWith("[");
  const folders = path.split("/").slice(0, -1);
  const from = folders.slice(0, Math.max(0, folders.length - (steps.split("../").length - 1)));
  const start = steps === "" ? (isAddress ? path : path.replace(/\.md$/, "")) : [...from, ""].join("/");
  const written = isAddress ? encodeURI(start).replaceAll("(", "%28").replaceAll(")", "%29") : start;
  return opening + written + embed.slice(all.length);
}
