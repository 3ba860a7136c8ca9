// Citations as chips: `Note · L12–18`, which open the note with these lines selected. What could not be verified carries a
// sign. Leaves what verifying is to agent/citations/citations.ts.
import { type App, Keymap, setIcon, setTooltip } from "obsidian";
import { nameOf } from "../base/names.ts";
import { type Citation, citationsIn } from "../agent/citations/citations.ts";
import type { Evidence } from "../agent/citations/evidence.ts";
import type { Verdict } from "../agent/citations/current-note.ts";
import type { Surroundings } from "../agent/loop/conversation.ts";
import { Turns } from "../base/turns.ts";
import { openPlace, type NotePlace } from "./open-note.ts";

/** What is known of the chip's citation. */
const places = new WeakMap<HTMLElement, NotePlace>();

/** Makes chips of the links inside the vault that `root`, which was just rendered, has. */
export function makeChips(root: HTMLElement): void {
  for (const link of root.findAll("a.internal-link")) {
    const target = link.getAttribute("data-href") ?? link.getAttribute("href") ?? "";
    const place = placeOf(target);
    const chip = createEl("a", { cls: "lectern-chat-citation", attr: { href: "#", dir: "ltr" } });
    chip.createSpan({ cls: "lectern-chat-citation-note", text: nameOf(place.path), attr: { dir: "auto" } });
    const lines = linesOf(place);
    if (lines) chip.createSpan({ cls: "lectern-chat-citation-lines", text: ` · ${lines}` });
    setTooltip(chip, [place.path, lines].filter(Boolean).join(", "));
    places.set(chip, place);
    link.replaceWith(chip);
  }
}

/** Where a link leads, read as a citation is. A fragment that names no lines is left to the note. */
function placeOf(link: string): NotePlace {
  const [citation] = citationsIn(`[[${link}]]`);
  if (!citation) return { path: link.replace(/#.*/s, "") };
  return { path: citation.link.replace(/#.*/s, ""), startLine: citation.startLine, endLine: citation.endLine };
}

/** `L12–18`, or nothing. */
export function linesOf({ startLine, endLine }: Omit<NotePlace, "path">): string {
  if (startLine === undefined) return "";
  return endLine === undefined || endLine === startLine ? `L${startLine}` : `L${startLine}–${endLine}`;
}

/** Opens the chip that an event came from, if it is one. */
export function openChip(app: App, event: MouseEvent | KeyboardEvent): boolean {
  const chip = (event.target as HTMLElement | null)?.closest<HTMLElement>(".lectern-chat-citation");
  const place = chip && places.get(chip);
  if (!place) return false;
  event.preventDefault();
  void openPlace(app, place, Keymap.isModEvent(event));
  return true;
}

/** Checks every citation of `source`, as which `root` is shown, against what the model read; and says so at its chip. */
export async function verify(
  root: HTMLElement,
  source: string,
  evidence: Evidence,
  call: Surroundings["call"],
  signal: AbortSignal,
): Promise<void> {
  const citations = citationsIn(source);
  const all = root.findAll(".lectern-chat-citation");
  // Where one is not seen, as in a comment, none of its like can be told apart: what holds for it must not be said of another.
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
    // Both are in the order of the text.
    const index = chips.findIndex((chip, index) => index >= next && isOf(chip, citation));
    const chip = chips[index];
    if (!chip) continue;
    next = index + 1;
    const verdict = await evidence.check(citation, call, signal);
    if (signal.aborted) return;
    judge(chip, citation, verdict);
  }
  // A link that is no citation by its form, but looks like one here, must not pass for one that was verified.
  const known = new Set(chips);
  for (const chip of all) {
    if (!chip.hasClass("is-judged")) chip.addClass("is-unjudged");
    if (!known.has(chip))
      sign(chip, "circle-help", "Not verified: it cannot be told from another one that is not shown.");
  }
}

const isOf = (chip: HTMLElement, citation: Citation): boolean => keyOf(places.get(chip)) === keyOf(placeIn(citation));

const placeIn = ({ link, startLine }: Citation): NotePlace => ({ path: link.replace(/#.*/s, ""), startLine });
const keyOf = (place: NotePlace | undefined): string => JSON.stringify([place?.path, place?.startLine]);

/** Shows at `chip` what its citation came to. */
function judge(chip: HTMLElement, citation: Citation, verdict: Verdict): void {
  chip.addClass("is-judged", `is-${verdict.state}`);
  chip.querySelector(".lectern-chat-citation-sign")?.remove();
  if (verdict.state === "unverified") {
    sign(chip, "circle-help", `Not verified: ${verdict.because}`);
    return;
  }
  const { path } = verdict;
  // A file that was cited as a whole, as a picture is, has no lines to show.
  const isWhole = citation.startLine === undefined && citation.quote === undefined;
  const place: NotePlace = isWhole ? { path } : { path, startLine: verdict.startLine, endLine: verdict.endLine };
  places.set(chip, place);
  const lines = linesOf(place);
  const where = [path, lines].filter(Boolean).join(", ");
  const label = chip.querySelector<HTMLElement>(".lectern-chat-citation-lines");
  if (lines) (label ?? chip.createSpan("lectern-chat-citation-lines")).setText(` · ${lines}`);
  if (verdict.state === "moved") sign(chip, "arrow-down-up", `${where}: the note has changed, and it is here now`);
  else setTooltip(chip, `${where}: ${citation.quote === undefined ? "read for this answer" : "quoted exactly"}`);
}

/** A sign beside the colour, and words for the tooltip and for those who do not see it. */
function sign(chip: HTMLElement, icon: string, words: string): void {
  // With the lines, so that it does not stand alone on the next line.
  const lines = chip.querySelector<HTMLElement>(".lectern-chat-citation-lines");
  const end = lines ?? chip.createSpan("lectern-chat-citation-lines");
  setIcon(end.createSpan({ cls: "lectern-chat-citation-sign", attr: { "aria-hidden": "true" } }), icon);
  setTooltip(chip, `${chip.querySelector(".lectern-chat-citation-note")?.textContent ?? ""}: ${words}`);
}
