// Citations as chips, such as `Note · L12–18`, which open the note with these lines selected. Unverified citations get
// an icon. agent/citations/evidence.ts checks them.
import { type App, Keymap, setIcon, setTooltip, type WorkspaceLeaf } from "obsidian";
import { nameOf } from "../../base/names.ts";
import { type Citation, citationsIn } from "../../agent/citations/citations.ts";
import type { Evidence } from "../../agent/citations/evidence.ts";
import type { Verdict } from "../../agent/citations/current-note.ts";
import type { Surroundings } from "../../agent/loop/conversation.ts";
import { t } from "../../base/translate.ts";
import { nextTurn, Turns } from "../../base/turns.ts";
import { placeInWords } from "../amounts.ts";
import { openPlace, type NotePlace } from "./open-note.ts";

/** The most characters of an answer's sentence that are compared with the note. */
const CLAIM = 500;

/** The place that each chip leads to. */
const places = new WeakMap<HTMLElement, NotePlace>();

/** The place that `chip` leads to. */
export const placeOfChip = (chip: HTMLElement): NotePlace | undefined => places.get(chip);

/** Replaces the links to notes in `root`, which was just rendered, with chips. */
export function makeChips(root: HTMLElement): void {
  for (const link of root.findAll("a.internal-link")) {
    const target = link.getAttribute("data-href") ?? link.getAttribute("href") ?? "";
    const place = placeOf(target);
    const chip = createEl("a", { cls: "lectern-chat-citation", attr: { href: "#", dir: "ltr" } });
    if (isQuotedEmbed(link)) chip.addClass("is-judged", "is-link", "is-quoted");
    chip.createSpan({ cls: "lectern-chat-citation-note", text: nameOf(place.path), attr: { dir: "auto" } });
    const lines = linesOf(place);
    if (lines) chip.createSpan({ cls: "lectern-chat-citation-lines", text: ` · ${lines}` });
    places.set(chip, place);
    setTooltip(chip, whereOf(chip));
    link.replaceWith(chip);
  }
}

/** Whether `link` is an embed in a quotation. It does not cite anything. */
const isQuotedEmbed = (link: HTMLElement): boolean => link.hasClass("is-embed") && link.closest("blockquote") !== null;

/** The place that a link leads to, parsed as a citation. Other fragments, such as a heading, are dropped. */
function placeOf(link: string): NotePlace {
  const [citation] = citationsIn(`[[${link}]]`);
  if (!citation) return { path: link.replace(/#.*/s, "") };
  return { ...fileOf(citation.link), startLine: citation.startLine, endLine: citation.endLine };
}

/** The file that a link names, and the page of it. */
function fileOf(link: string): Pick<NotePlace, "path" | "page"> {
  const page = /#page=(\d{1,9})$/i.exec(link)?.[1];
  return { path: link.replace(/#.*/s, ""), ...(page !== undefined && { page: Number(page) }) };
}

/** `L12–18`, `L12`, `p3`, `p3 L12`, or an empty string. */
export function linesOf({ startLine, endLine, page }: Omit<NotePlace, "path">): string {
  const first = page === undefined ? "" : `p${page}`;
  if (startLine === undefined) return first;
  const lines = endLine === undefined || endLine === startLine ? `L${startLine}` : `L${startLine}–${endLine}`;
  return [first, lines].filter(Boolean).join(" ");
}

/** Opens the chip that an event came from, beside the conversation in `chat`. Returns false if there is none. */
export function openChip(app: App, event: MouseEvent | KeyboardEvent, chat: WorkspaceLeaf): boolean {
  const chip = (event.target as HTMLElement | null)?.closest<HTMLElement>(".lectern-chat-citation");
  const place = chip && places.get(chip);
  if (!place) return false;
  event.preventDefault();
  void openPlace(app, place, Keymap.isModEvent(event), chat);
  return true;
}

/** Checks every citation in `source` against what the model read, and shows the verdict on its chip in `root`. */
export async function verify(
  root: HTMLElement,
  source: string,
  evidence: Evidence,
  call: Surroundings["call"],
  signal: AbortSignal,
): Promise<void> {
  // The end of the answer was work enough.
  await nextTurn();
  const citations = citationsIn(source);
  const all = root.findAll(".lectern-chat-citation:not(.is-quoted)");
  // A citation may have no chip, for example in a `%%comment%%`. Then chips with the same place can't be matched to
  // their citations, and none of them gets a verdict: it could be another one's.
  const counts = new Map<string, number>();
  const add = (place: NotePlace | undefined, by: number): void => {
    counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + by);
  };
  for (const chip of all) add(places.get(chip), 1);
  for (const citation of citations) add(placeIn(citation), -1);
  const chips = all.filter((chip) => counts.get(keyOf(places.get(chip))) === 0);
  let next = 0;
  const turns = new Turns();
  for (const citation of citations) {
    await turns.give();
    // Chips and citations are both in the order of the text.
    const index = chips.findIndex((chip, index) => index >= next && isOf(chip, citation));
    const chip = chips[index];
    if (!chip) continue;
    next = index + 1;
    const verdict = await evidence.check(citation, call, signal);
    if (signal.aborted) return;
    judge(chip, citation, verdict, claimBefore(source, citation.start));
  }
  // A link that looks like a citation here, but isn't one in the source, must not look verified.
  const known = new Set(chips);
  for (const chip of all) {
    if (!chip.hasClass("is-judged")) chip.addClass("is-unjudged");
    if (!known.has(chip))
      sign(chip, "circle-help", t("Not verified: this link can't be matched to a citation in the answer."));
  }
}

const isOf = (chip: HTMLElement, citation: Citation): boolean => keyOf(places.get(chip)) === keyOf(placeIn(citation));

const placeIn = ({ link, startLine }: Citation): NotePlace => ({ ...fileOf(link), startLine });
const keyOf = (place: NotePlace | undefined): string => JSON.stringify([place?.path, place?.page, place?.startLine]);

/** The sentence, or the rest of it, that ends at `end`. */
const claimBefore = (source: string, end: number): string =>
  source
    .slice(Math.max(0, end - CLAIM), end)
    .match(/[^\n.!?。！？]+[.!?。！？]?\s*/gu)
    ?.pop() ?? "";

/** Shows a verdict on its chip. */
function judge(chip: HTMLElement, citation: Citation, verdict: Verdict, claim: string): void {
  // A file that is cited as a whole, such as a picture, has no lines to show.
  const isWhole = citation.startLine === undefined && citation.quote === undefined;
  chip.querySelector(".lectern-chat-citation-sign")?.remove();
  // A link that only names a note claims nothing of it.
  if (isWhole && verdict.state === "unverified") {
    chip.addClass("is-judged", "is-link");
    return;
  }
  chip.addClass("is-judged", `is-${verdict.state}`);
  if (verdict.state === "unverified" && verdict.isUnknown) {
    chip.addClass("is-judged", "is-link");
    setTooltip(chip, `${whereOf(chip)}: ${t("not checked, because what the model read was not saved")}`);
    return;
  }
  if (verdict.state === "unverified") {
    sign(chip, "circle-help", t("Not verified: {reason}", { reason: verdict.because }));
    return;
  }
  const { path, page, startLine, endLine } = verdict;
  const lineRange = { startLine, endLine, quote: citation.quote, claim };
  const place: NotePlace = { path, page, ...(!isWhole && lineRange) };
  places.set(chip, place);
  const lines = linesOf(place);
  const label = chip.querySelector<HTMLElement>(".lectern-chat-citation-lines");
  if (lines) (label ?? chip.createSpan("lectern-chat-citation-lines")).setText(` · ${lines}`);
  if (verdict.state === "moved") sign(chip, "arrow-down-up", t("the note has changed, and it is here now"));
  else if (verdict.state === "shortened") sign(chip, "scissors", t("quoted with parts left out"));
  else {
    const where = whereOf(chip);
    const read = t("{where}: read for this answer", { where });
    setTooltip(chip, citation.quote === undefined ? read : t("{where}: quoted exactly", { where }));
  }
}

/** Adds an icon, so that color is not the only sign, and `words` as the tooltip and for screen readers. */
function sign(chip: HTMLElement, icon: string, words: string): void {
  // Inside the lines' element, so that the icon doesn't wrap onto a line of its own.
  const lines = chip.querySelector<HTMLElement>(".lectern-chat-citation-lines");
  const end = lines ?? chip.createSpan("lectern-chat-citation-lines");
  setIcon(end.createSpan({ cls: "lectern-chat-citation-sign", attr: { "aria-hidden": "true" } }), icon);
  setTooltip(chip, `${whereOf(chip)}: ${words}`);
}

/** What `chip` says and its place: who speaks to the app says what is to be read, so names begin with that. */
function whereOf(chip: HTMLElement): string {
  const place = places.get(chip);
  const [shown, where] = [chip.textContent, place ? placeInWords(place) : ""];
  return shown === where ? shown : `${shown}: ${where}`;
}
