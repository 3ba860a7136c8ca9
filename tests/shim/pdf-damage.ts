// Damaged PDF files, the same ones every time: damaged by single bytes, by blocks, and by knowledge of the format.
import { deflateSync } from "node:zlib";
import { pdf, picture, text, upwards } from "./pdf-file.ts";

/** Numbers that look random: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1);
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(bound: number): number {
    return Math.floor(this.next() * Math.max(bound, 1));
  }

  /** Small ones as often as large ones. */
  sized(bound: number): number {
    return Math.min(this.below(2 ** (1 + this.below(Math.log2(Math.max(bound, 2)) + 1))), bound);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("there is nothing to pick from");
    return item;
  }
}

/** How large a file may become. */
const MAX_LENGTH = 1024 * 1024;

const NUMBERS =
  "0 1 -1 2 7 255 256 65535 65536 2147483647 2147483648 4294967295 4294967296 1e400 0.0000001 -99999999999999999999 NaN".split(
    " ",
  );

const WORDS =
  `<<|>>|[|]|(|)|<|>|/|obj|endobj|stream\n|\nendstream|xref\n|trailer|startxref|%%EOF\n|%|1 0 R|2 0 R|3 0 R|9 0 R|99 0 R|null|true
/Kids [2 0 R]|/Parent 2 0 R|/Count 2147483647|/Count -1|/Type /Pages|/Type /Page|/Type /Catalog|/Type /ObjStm /N 9 /First 1|/Type /XRef /W [1 2 1]
/Prev 9|/XRefStm 9|/Filter /FlateDecode|/Filter [/FlateDecode /FlateDecode]|/Filter /LZWDecode|/Filter /ASCII85Decode|/Filter /ASCIIHexDecode
/Filter /RunLengthDecode|/Filter /DCTDecode|/Filter /JBIG2Decode|/Filter /CCITTFaxDecode|/Filter /JPXDecode|/DecodeParms << /Predictor 15 /Columns 2147483647 >>
/Length 0|/Length 999999999|/Subtype /Form|/Subtype /Type0|/Subtype /Type3|/CharProcs << /a 9 0 R >>|/FontMatrix [0 0 0 0 0 0]|/Encoding /UniJIS-UTF16-H
/Encoding /Identity-H|/DescendantFonts [3 0 R]|/ToUnicode 4 0 R|/Widths [0 1e400]|/FirstChar -1|/LastChar 99999999|/FontDescriptor 3 0 R|/Resources 3 0 R
/Contents [6 0 R 6 0 R]|/Rotate 91|/MediaBox [0 0 0 0]|/UserUnit 1e300|/Dest [0 /Fit]|/First 1 0 R|/Next 1 0 R|/Outlines 1 0 R|/PageLabels << /Kids [1 0 R] >>
/Encrypt << /Filter /Standard /V 4 /R 4 >>|BT|ET|Tj|TJ|Tf|Td|T*|' |"|q|Q|cm|Do|/Im1 Do|/F1 1e38 Tf|0 Tf|BI /W 9 /H 9 ID|EI|Tr|Tz|TL|W n|sh|gs|BMC|EMC
beginbfrange|endbfrange|<00> <ffffffff> <0000>|begincodespacerange|usecmap|\\\\|\\0|\u00ff|\r|\0`
    .split(/[|\n]/)
    .filter((word) => word !== "");

const NESTS: readonly (readonly [string, string])[] = [
  ["[", "]"],
  ["<< /A ", " >>"],
  ["(", ")"],
  ["q ", "Q "],
  ["BT ", "ET "],
  ["/A BMC ", "EMC "],
  ["/Filter [", "]"],
];

const BREAKS = /[\s/[\]<>()]/;

/** A place where a word begins, or any. */
function place(file: string, random: Random): number {
  const at = random.below(file.length + 1);
  if (random.below(4) === 0) return at;
  const near = file.slice(at, at + 200).search(BREAKS);
  return near < 0 ? at : at + near;
}

function damageOnce(file: string, other: string, random: Random): string {
  const start = place(file, random);
  const end = Math.min(start + random.sized(file.length - start), file.length);
  const [before, block, after] = [file.slice(0, start), file.slice(start, end), file.slice(end)];
  switch (random.below(11)) {
    case 0:
      return before + String.fromCharCode(random.below(256)) + file.slice(start + 1);
    case 1:
      return before + after;
    case 2:
      return before + block + block + after;
    case 3: {
      const from = place(other, random);
      return before + other.slice(from, from + random.sized(other.length)) + after;
    }
    case 4:
    case 5:
      return before + ` ${random.pick(WORDS)} ` + block + after;
    case 6:
      return (
        before + block + block.repeat(random.sized((MAX_LENGTH - file.length) / Math.max(block.length, 1))) + after
      );
    case 7: {
      const [open, close] = random.pick(NESTS);
      const depth = random.pick([1, 10, 100, 1000, 20_000]);
      return before + open.repeat(depth) + block + (random.below(4) === 0 ? "" : close.repeat(depth)) + after;
    }
    case 8:
      return replaced(file, /\d+/g, random.pick(NUMBERS), random);
    default:
      // What points on points elsewhere, and sometimes back.
      return replaced(file, /\d+ 0 R/g, `${random.below(20)} 0 R`, random);
  }
}

/** `file` with one of the places that `pattern` finds replaced. */
function replaced(file: string, pattern: RegExp, by: string, random: Random): string {
  const found = [...file.matchAll(pattern)];
  if (found.length === 0) return file;
  const { index, 0: old } = random.pick(found);
  return file.slice(0, index) + by + file.slice(index + old.length);
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** The same file, whose content streams are compressed. */
function deflated(file: string): string {
  return file.replace(/\/Length \d+ >>\nstream\n([^]*?)\nendstream/g, (_, content: string) => {
    const packed = deflateSync(Buffer.from(content, "latin1")).toString("latin1");
    return `/Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`;
  });
}

function goodFiles(): string[] {
  const page = text(72, 700, "First (line)") + text(72, 688, "second line.") + upwards(40, 300, "up") + picture;
  const hebrew = text(72, 700, "ed", 10, "F2") + text(100, 700, "cba", 10, "F2");
  const whole = latin1(pdf([page, hebrew, picture, ""], { bookmarks: { First: 1, Line: 2 }, roman: true }));
  const columns = Array.from({ length: 40 }, (_, at) =>
    text(72 + (at % 2) * 250, 740 - at * 9, `Line ${at} of a column`),
  );
  const font = whole.replaceAll("/Subtype /Type1", "/Subtype /Type0 /DescendantFonts [3 0 R]");
  return [
    whole,
    deflated(whole),
    latin1(pdf([columns.join("")])),
    latin1(pdf([page], { locked: true })),
    font.replace("/WinAnsiEncoding", "/UniJIS-UTF16-H"),
    whole.replaceAll("/Subtype /Image", `/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Im1 5 0 R >> >>`),
    whole.replaceAll("/Subtype /Type1", "/Subtype /Type3 /CharProcs << /a 6 0 R >> /FontMatrix [1 0 0 1 0 0]"),
  ];
}

const GOOD = goodFiles();

/** The file of this case. The first ones are whole. */
export function damaged(seed: number): Uint8Array {
  const random = new Random(seed);
  let file = GOOD[seed];
  if (file === undefined) {
    file = random.pick(GOOD);
    const other = random.pick(GOOD);
    for (let times = 1 + random.below(4); times > 0; times--) {
      file = damageOnce(file, other, random).slice(0, MAX_LENGTH);
    }
  }
  return Buffer.from(file, "latin1");
}
