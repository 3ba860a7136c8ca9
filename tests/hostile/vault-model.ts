// Which file each link of a vault opens, for the random changes, written for that test alone. Links are marked in the
// text (`«3»[[a]]«/»`) and found by these marks.

const MARKED = /«(\d+)»(.*?)«\/»/gs;
const CARD = /("id":"f(\d+)",[^{}]*?"file":)"((?:[^"\\]|\\.)*)"/g;

/** `text` without what a move may change: the links, and the paths in a canvas. */
export function skeletonOf(text: string): string {
  return text.replace(MARKED, "«$1»").replace(CARD, '$1"…"');
}

/** A link as it is written. */
export interface Written {
  readonly target: string;
  readonly shown: string | undefined;
  readonly isEmbed: boolean;
  /** A path of a canvas, which is no link. */
  readonly isPath: boolean;
}

/** The links of a file by their numbers. */
export function linksIn(text: string): Map<string, Written> {
  const links = new Map<string, Written>();
  for (const [, id = "", link = ""] of text.matchAll(MARKED)) {
    // In a canvas, a text is written in JSON.
    const plain = text.startsWith("{") ? (JSON.parse(`"${link}"`) as string) : link;
    const wiki = /^(!?)\[\[([^\]|#\\]*)(?:#[^\]|\\]*)?(?:\\?\|([^\]]*))?\]\]$/.exec(plain);
    const markdown = /^(!?)\[([^\]]*)\]\((?:<([^>#]*)[^>]*>|([^)#]*)[^)]*)\)$/.exec(plain);
    if (wiki) links.set(id, { target: wiki[2] ?? "", shown: wiki[3], isEmbed: wiki[1] === "!", isPath: false });
    else if (markdown) {
      const target = decodeURIComponent(markdown[3] ?? markdown[4] ?? "");
      links.set(id, { target, shown: markdown[2], isEmbed: markdown[1] === "!", isPath: false });
    } else throw new Error(`link ${id} is damaged: ${link}`);
  }
  for (const [, , id = "", path = ""] of text.matchAll(CARD)) {
    const target = JSON.parse(`"${path}"`) as string;
    links.set(`f${id}`, { target, shown: undefined, isEmbed: true, isPath: true });
  }
  return links;
}

const key = (path: string): string => path.normalize("NFC").toLowerCase();

/** The folder of a path with its slash; empty at the root. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The file of `paths` that a link opens in the app; undefined if none does. */
export function opened({ target, isPath }: Written, from: string, paths: readonly string[]): string | undefined {
  if (isPath) return paths.find((path) => path === target);
  const link = target.trim();
  const at = (place: string): string | undefined => {
    const keys = [key(place), key(`${place}.md`)];
    const found = paths.filter((path) => keys.includes(key(path)));
    return found.find((path) => path === place || path === `${place}.md`) ?? found[0];
  };
  if (/^\.{1,2}\//.test(link)) {
    const names: string[] = [];
    for (const name of (folderOf(from) + link).split("/")) {
      if (name === "..") {
        if (names.pop() === undefined) return undefined;
      } else if (name !== "." && name !== "") names.push(name);
    }
    return at(names.join("/"));
  }
  if (link.startsWith("/")) return at(link.slice(1));
  const whole = at(link);
  if (whole !== undefined) return whole;
  const ends = [`/${link}`, `/${link}.md`];
  const found = paths.filter((path) => ends.some((end) => key(path).endsWith(key(end))));
  const rank = (path: string): (number | string)[] => [
    ends.some((end) => path.endsWith(end)) ? 0 : 1,
    path.startsWith(folderOf(from)) ? 0 : 1,
    Array.from(path).length,
  ];
  const less = (a: string, b: string): number => {
    const [ra, rb] = [rank(a), rank(b)];
    for (const [index, value] of ra.entries()) if (value !== rb[index]) return value < (rb[index] ?? 0) ? -1 : 1;
    return a < b ? -1 : 1;
  };
  return found.sort(less)[0];
}

/** The name of the file at `path`, without its extension. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
