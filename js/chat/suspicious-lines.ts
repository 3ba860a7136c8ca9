// The warning on the row of a call that showed suspicious text: `Suspicious text in lines 3, 7`.
import type { Reply } from "../../pkg/lectern.js";
import { nameOf } from "../base/names.ts";
import { t } from "../base/translate.ts";

/** How many lines and notes are named. */
const NAMED = 8;

/** The warning about `reply`; empty if it needs none. */
export function suspiciousLines({ structuredContent: { files, notes = [] } }: Reply): string {
  const all = [...files, ...notes];
  const places = all.flatMap(({ path, suspicious = [] }) =>
    suspicious.length > 0 ? [{ path, lines: suspicious }] : [],
  );
  if (places.length === 0) return "";
  const said = places.slice(0, NAMED).map(({ path, lines }) => {
    const numbers = lines.slice(0, NAMED).join(", ") + (lines.length > NAMED ? ", …" : "");
    const where = lines.length === 1 ? t("line {lines}", { lines: numbers }) : t("lines {lines}", { lines: numbers });
    return all.length === 1 ? where : `${nameOf(path)}, ${where}`;
  });
  const where = said.join("; ") + (places.length > NAMED ? "; …" : "");
  return t("Suspicious text in {where}", { where });
}
