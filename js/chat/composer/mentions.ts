// Suggestions after `@` and `[[`: open notes and folders whose names match, best first; after `#`, notes by their tags, and
// after a note's name and `#`, its headings. Saved conversations come last.
import { getAllTags, type HeadingCache, stripHeadingForLink, type TAbstractFile, TFile, TFolder } from "obsidian";
import type { AttachedPlace } from "../../agent/message.ts";
import { nameOf } from "../../base/names.ts";
import { t } from "../../base/translate.ts";
import { nameIn } from "../conversation/conversation-names.ts";
import { isExcluded } from "../sending/excluded.ts";
import type { ConversationParts } from "./attached-conversation.ts";
import { comparable, type Named, rankOf } from "./mention-rank.ts";
import type { Parts } from "../parts.ts";
import type { Suggestion, SuggestionSource } from "./suggest.ts";

/** The maximum number of suggestions. */
const SHOWN = 8;

/** How many of them are conversations. */
const SAVED_SHOWN = 3;

/** What may follow the sign: names contain spaces, but don't start with one. */
const SIGNS = [
  { sign: "@", pattern: /(?:^|\s)@((?:[^\s@][^\n@]{0,60})?)$/ },
  { sign: "[[", pattern: /\[\[((?:[^\s[\]][^\n[\]]{0,60})?)$/ },
];

type Attach = (place: AttachedPlace) => void;

/** Suggests files; `attach` receives the chosen one. */
export function mentions(parts: ConversationParts, attach: Attach): SuggestionSource[] {
  const known = new WeakMap<TAbstractFile, Named & { readonly of: string }>();
  const named = (file: TAbstractFile): Named => {
    const before = known.get(file);
    if (before?.of === file.path) return before;
    const end = file instanceof TFolder ? "/" : "";
    const now = { of: file.path, name: comparable(file.name) + end, path: comparable(file.path) + end };
    known.set(file, now);
    return now;
  };
  const suggest = (query: string): Suggestion[] => {
    const [, before = query, part] = /^(.*?)#(.*)$/.exec(query) ?? [];
    const words = comparable(before).trim();
    if (part === undefined) {
      const files = fitting(parts, (file) => rankIn(file, named(file), words)).map((file) => inFull(file, attach));
      const saved = words === "" ? [] : savedAs(parts, (file) => rankOf(named(file), words), attach);
      return [...files.slice(0, SHOWN - saved.length), ...saved];
    }
    if (before === "") return byTag(parts, comparable(part).trim(), attach);
    const notes = fitting(parts, (file) => (file instanceof TFile ? rankOf(named(file), words) : undefined));
    return notes.flatMap((note) => headingsOf(parts, note, comparable(part).trim(), attach)).slice(0, SHOWN);
  };
  return SIGNS.map((sign) => ({ ...sign, suggest }));
}

/** Recent notes are suggested before anything is typed, and no folders. */
const rankIn = (file: TAbstractFile, named: Named, words: string): number | undefined =>
  file instanceof TFolder && (file.isRoot() || words === "") ? undefined : rankOf(named, words);

/** The best files that are not excluded, recent ones first. Exclusion is checked last, as it is slowest. */
function fitting(parts: Parts, rank: (file: TAbstractFile) => number | undefined): TAbstractFile[] {
  const ranked: { file: TAbstractFile; rank: number; mtime: number }[] = [];
  for (const file of parts.app.vault.getAllLoadedFiles()) {
    const its = rank(file);
    if (its !== undefined) ranked.push({ file, rank: its, mtime: file instanceof TFile ? file.stat.mtime : 0 });
  }
  ranked.sort((a, b) => a.rank - b.rank || b.mtime - a.mtime);
  const open: TAbstractFile[] = [];
  for (const { file } of ranked) {
    if (open.length === SHOWN) break;
    if (!isExcluded(parts, file)) open.push(file);
  }
  return open;
}

/** The best of the saved conversations, the newest of equal ones first. They are excluded from tools, and attached as what was said. */
function savedAs({ saved }: ConversationParts, rank: (file: TFile) => number | undefined, attach: Attach) {
  const ranks = new Map<TFile, number>();
  const fits = (file: TFile): boolean => {
    const its = rank(file);
    if (its !== undefined) ranks.set(file, its);
    return its !== undefined;
  };
  return saved
    .list(fits)
    .sort((a, b) => (ranks.get(a.file) ?? 0) - (ranks.get(b.file) ?? 0))
    .slice(0, SAVED_SHOWN)
    .map(({ file }): Suggestion => {
      const title = nameIn(file);
      const choose = (): string => {
        attach({ path: file.path, isConversation: true });
        return `“${title}” `;
      };
      return { icon: "message-circle", title, says: t("conversation"), choose };
    });
}

function inFull(
  file: TAbstractFile,
  attach: Attach,
  says = file.parent?.isRoot() === false ? file.parent.path : "",
): Suggestion {
  const isFolder = file instanceof TFolder;
  return {
    icon: isFolder ? "folder" : "file-text",
    title: isFolder ? file.name : nameOf(file.path),
    says,
    choose: () => {
      attach({ path: file.path });
      return isFolder ? `${file.path}/ ` : `[[${nameOf(file.path)}]] `;
    },
  };
}

/** Notes with a tag that begins with `tag`, or else has it. */
function byTag(parts: Parts, tag: string, attach: Attach): Suggestion[] {
  const found = new Map<TAbstractFile, string>();
  const rank = (file: TAbstractFile): number | undefined => {
    const cache = file instanceof TFile ? parts.app.metadataCache.getFileCache(file) : null;
    const tags = (cache && getAllTags(cache)) ?? [];
    const its =
      tags.find((one) => comparable(one).startsWith(`#${tag}`)) ?? tags.find((one) => comparable(one).includes(tag));
    if (its === undefined) return undefined;
    found.set(file, its);
    return comparable(its).startsWith(`#${tag}`) ? 0 : 1;
  };
  return fitting(parts, rank).map((file) => inFull(file, attach, found.get(file)));
}

/** The headings of `note` that have `words`; choosing one attaches its lines. */
function headingsOf({ app }: Parts, note: TAbstractFile, words: string, attach: Attach): Suggestion[] {
  const headings = (note instanceof TFile && app.metadataCache.getFileCache(note)?.headings) || [];
  return headings.flatMap((one, index) => {
    const name = comparable(one.heading);
    if (rankOf({ name, path: name }, words) === undefined) return [];
    const place = { path: note.path, startLine: one.position.start.line + 1, ...endOf(headings, index) };
    return {
      icon: "heading",
      title: one.heading,
      says: nameOf(note.path),
      choose: () => {
        attach(place);
        return `[[${nameOf(note.path)}#${stripHeadingForLink(one.heading)}]] `;
      },
    };
  });
}

/** The line before the next heading of its level or above; to the end without one. */
function endOf(headings: readonly HeadingCache[], index: number): { endLine?: number } {
  const level = headings[index]?.level ?? 0;
  const next = headings.slice(index + 1).find((one) => one.level <= level);
  return next ? { endLine: next.position.start.line } : {};
}
