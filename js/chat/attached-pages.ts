// What was read of an attached file: pages, each with the reply that shows it, and how many of its lines they have.
import type { Next } from "../../pkg/lectern.js";
import { tokensOfReply } from "../agent/context/token-estimate.ts";
import type { Attachment } from "../agent/message.ts";
import { tokens } from "./amounts.ts";
import { t } from "../base/translate.ts";

/** The pages of one attachment, in order; at least one. */
export type AttachedPages = Attachment[];

/** The tokens that `pages` take, by estimate. */
export const sizeOf = (pages: readonly Attachment[]): number =>
  pages.reduce((sum, { reply }) => sum + tokensOfReply(reply), 0);

/** The call that shows the next page; undefined after the last. */
export const nextOf = (pages: AttachedPages): Next | undefined => lastFile(pages)?.next ?? undefined;

/** Whether `attachment` is the page behind `pages`. */
export function continues(pages: AttachedPages, { path, startLine }: Attachment): boolean {
  const next = nextOf(pages);
  return startLine !== undefined && next?.path === path && next.start_line === startLine;
}

/** `4.1k tokens`, or `lines 1–1,000 of 2,975 · 24k tokens` if not all is attached. */
export function sizeLabel(pages: AttachedPages): string {
  const [first, last] = [pages[0]?.reply.structuredContent.files[0], lastFile(pages)];
  const size = tokens(sizeOf(pages));
  if (!first || !last?.next) return size;
  const range = { first: first.start_line, last: last.end_line, total: last.total_lines };
  const lines =
    last.next.start_column === undefined
      ? t("lines {first}–{last} of {total}", range)
      : t("lines {first}–{last} of {total}, the last in part", range);
  return `${lines} · ${size}`;
}

const lastFile = (pages: AttachedPages) => pages[pages.length - 1]?.reply.structuredContent.files[0];
