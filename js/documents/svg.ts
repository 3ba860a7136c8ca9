// Gives an SVG a size in pixels before it is drawn: it may have none, or a tiny one.

/** The minimum longer side, because icons of 24 pixels are made to be scaled. */
const LEAST_SIDE = 512;
/** The maximum longer side, as for other pictures. */
const MOST_SIDE = 1568;
/** The default size in browsers. */
const USUAL = { width: 300, height: 150 };
/** Pixels per CSS unit. Units that depend on a page (`%`, `em`) have none. */
const UNITS: Record<string, number> = { "": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

/** The SVG with a size; undefined if it is broken. As an image, it runs no script and loads nothing. */
export function withSize(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const parsed = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return undefined;
  const box = (root.getAttribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const shown = { width: box[2], height: box[3] };
  const given = { width: length(root.getAttribute("width")), height: length(root.getAttribute("height")) };
  const ratio = positive(shown.width) && positive(shown.height) ? shown.width / shown.height : undefined;
  const width =
    given.width ?? (given.height && ratio ? given.height * ratio : positive(shown.width) ? shown.width : USUAL.width);
  const height = given.height ?? (ratio ? width / ratio : positive(shown.height) ? shown.height : USUAL.height);
  const longest = Math.max(width, height);
  const scale = Math.min(Math.max(longest, LEAST_SIDE), MOST_SIDE) / longest;
  // Without a viewBox, only the frame would grow.
  if (ratio === undefined) root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.setAttribute("width", String(Math.max(1, width * scale)));
  root.setAttribute("height", String(Math.max(1, height * scale)));
  return new TextEncoder().encode(new XMLSerializer().serializeToString(parsed));
}

function length(attribute: string | null): number | undefined {
  const [, number, unit = ""] = /^\s*\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z%]*)\s*$/i.exec(attribute ?? "") ?? [];
  const pixels = Number(number) * (UNITS[unit.toLowerCase()] ?? NaN);
  return positive(pixels) ? pixels : undefined;
}

function positive(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}
