// Finds the fonts of a PDF page that do not have the size that they claim. TeX papers made with Ghostscript have fonts of
// a flipped matrix and a made-up box: pdf.js multiplies one by the other, and letters of 12 points count as 120.
import type { PdfItem, PdfText } from "./pdfjs.ts";

/** How wide letters are on average, in font sizes. Other scripts tell nothing: their signs join, or have no width. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[a-z\d\u00df-\u02ff\u0370-\u052f]/g, 0.47],
  [/[A-Z]/g, 0.68],
  [/[\u2e80-\ud7af\uf900-\ufaff]/g, 1],
];
/** Fewer letters tell nothing: those of a formula may all be wide. */
const LEAST_LETTERS = 10;
/** Condensed and wide fonts differ from the average by a factor of 1.8. */
const MOST_APART = 2;
/** The usual distance of baselines, in font sizes. */
const PITCH = 1.2;

/** What was measured of one font. */
interface Measured {
  /** The size that it claims, and whether its matrix is as wide as high. */
  readonly size: number;
  readonly isSquare: boolean;
  letters: number;
  /** How wide the letters are, and how wide they would be at the size that the font claims. */
  width: number;
  claimed: number;
  /** How far each line is below the one before, in sizes that the font claims. */
  readonly pitches: number[];
}

/** By how much the sizes of each font are to be multiplied; nothing for a font whose size may be right. */
export function sizeFactors(page: PdfText): Map<string, number> {
  const fonts = measured(page);
  const factors = new Map<string, number>();
  let [sizes, letters] = [0, 0];
  for (const [name, font] of fonts) {
    if (font.letters < LEAST_LETTERS) continue;
    const factor = trueFactor(font);
    if (factor !== 1) factors.set(name, factor);
    sizes += font.size * factor * font.letters;
    letters += font.letters;
  }
  if (factors.size === 0) return factors;
  // Signs beside such fonts are about as large as these.
  for (const [name, { size, isSquare, letters: own }] of fonts) {
    if (own < LEAST_LETTERS && !isSquare) factors.set(name, sizes / letters / size);
  }
  return factors;
}

function measured({ items, styles }: PdfText): Map<string, Measured> {
  const fonts = new Map<string, Measured>();
  let before: PdfItem | undefined;
  for (const item of items) {
    const { fontName, transform, str, width } = item;
    const size = claimedSize(transform);
    if (str.trim() === "" || size === 0 || styles[fontName]?.vertical === true) continue;
    let font = fonts.get(fontName);
    if (!font) {
      font = { size, isSquare: isAsWideAsHigh(transform), letters: 0, width: 0, claimed: 0, pitches: [] };
      fonts.set(fontName, font);
    }
    const below = before?.fontName === fontName ? distanceBelow(before.transform, transform) : 0;
    if (below > 0) font.pitches.push(below / size);
    before = item;
    let [letters, claimed] = [0, 0];
    for (const [pattern, one] of WIDTHS) {
      const count = str.match(pattern)?.length ?? 0;
      letters += count;
      claimed += count * one * size;
    }
    if (letters < str.length / 2 || width === 0) continue;
    font.letters += letters;
    font.width += width;
    font.claimed += (claimed * str.length) / letters;
  }
  return fonts;
}

/** What the size is to be multiplied by, as the widths tell; 1 if it may be right, or if the lines say that it is. */
function trueFactor({ width, claimed, pitches }: Measured): number {
  const factor = width / claimed;
  if (isNear(factor)) return 1;
  pitches.sort((one, other) => one - other);
  const pitch = (pitches[Math.floor(pitches.length / 2)] ?? PITCH * factor) / PITCH;
  return Math.abs(Math.log(pitch / factor)) < Math.abs(Math.log(pitch)) ? factor : 1;
}

function isNear(ratio: number): boolean {
  return ratio < MOST_APART && ratio > 1 / MOST_APART;
}

/** The font size that pdf.js tells. */
export function claimedSize([, , c = 0, d = 1]: readonly number[]): number {
  return Math.hypot(c, d);
}

/**
 * Whether the gaps tell where pdf.js saw spaces: in each that is a tenth of the matrix's width, which is not the font's
 * size then.
 */
export function isAsWideAsHigh(transform: readonly number[]): boolean {
  const [a = 1, b = 0] = transform;
  return isNear(Math.hypot(a, b) / claimedSize(transform));
}

/** How far a text is below the one before it, if it begins a line. */
function distanceBelow(before: readonly number[], [a = 1, b = 0, , , x = 0, y = 0]: readonly number[]): number {
  const [right, up] = [x - (before[4] ?? 0), y - (before[5] ?? 0)];
  return right * a + up * b < 0 ? (right * b - up * a) / (Math.hypot(a, b) || 1) : 0;
}
