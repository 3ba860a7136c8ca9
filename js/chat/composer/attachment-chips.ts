// The chips of what is attached to a question that is being written.
import { setTooltip } from "obsidian";
import { type AttachedPlace, type Attachment, pinnedIn } from "../../agent/message.ts";
import { t } from "../../base/translate.ts";
import { attachmentIcon, attachmentName, placeInWords } from "../amounts.ts";
import { drawChip, iconButton, textButton } from "../button.ts";
import type { Parts } from "../parts.ts";
import { drawShareButton, folderLabel, type FolderShare } from "./attached-folder.ts";
import { type AttachedPages, nextOf, sizeLabel } from "./attached-pages.ts";

/** What the user does with a chip. */
export interface ChipActions {
  /** Chooses what is attached of a folder. */
  readonly choose: (share: FolderShare) => void;
  readonly attachRest: () => void;
  /** Pins the note, or unpins it. */
  readonly pin: () => void;
  readonly remove: () => void;
}

/** Draws `pages` into `list`; of a folder, with its `share`. */
export function drawAttached(
  list: HTMLElement,
  parts: Parts,
  pages: AttachedPages,
  share: FolderShare | undefined,
  { choose, attachRest, pin, remove }: ChipActions,
): void {
  const [attachment] = pages;
  if (!attachment) return;
  const name = attachmentName(attachment);
  const chip = drawChip(list, name, attachmentIcon({ ...attachment, isPinned: false }));
  setTooltip(chip, placeInWords(attachment));
  const size = share ? folderLabel(parts, pages, share) : sizeLabel(pages);
  chip.createSpan({ cls: "lectern-chat-chip-size", text: size });
  if (share) {
    chip.addClass("is-partial");
    drawShareButton(chip, attachment, share, choose);
  } else if (nextOf(pages)) {
    chip.addClass("is-partial");
    const all = textButton(chip, t("Attach all"), () => {
      // Not `disabled`: a disabled button loses the focus.
      all.setAttr("aria-disabled", "true");
      attachRest();
    });
    all.addClass("lectern-chat-chip-all");
    all.setAttr("aria-label", t("Attach all of {name}", { name }));
  }
  const buttons = chip.createSpan("lectern-chat-chip-buttons");
  if (canPin(attachment)) {
    const button = iconButton(buttons, "pin", t("Pin {name}: it is read again for each question", { name }), pin);
    button.setAttr("aria-pressed", String(pinnedIn(pages).length > 0));
  }
  iconButton(buttons, "x", t("Remove {name}", { name }), remove);
}

/** Whether it is a whole note, or another whole file of the vault. */
const canPin = ({ path, startLine, isPasted, isConversation }: Attachment): boolean =>
  startLine === undefined && !isPasted && !isConversation && !path.endsWith("/");

/** Draws into `list` that `place` can't be attached: `because`, or that it is excluded. */
export function drawRefused(
  list: HTMLElement,
  place: AttachedPlace,
  because: string | undefined,
  removed: () => void,
): void {
  const chip = drawChip(list, attachmentName(place), because === undefined ? "lock" : "circle-alert");
  chip.addClass("is-refused");
  chip.setAttr("role", "alert");
  chip.createSpan({ cls: "lectern-chat-chip-size", text: because ?? t("excluded") });
  iconButton(chip, "x", t("Remove"), () => {
    chip.remove();
    removed();
  });
}
