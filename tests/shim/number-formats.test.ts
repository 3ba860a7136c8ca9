// Number formats of workbooks, compared with SSF, the formatter of SheetJS, over random formats and values.
//
// What is deliberately not as SSF, because a model reads it and not a person:
// - Digits are exact, neither rounded nor filled up (`0.00` of 5 is `5`), with `.` and without separators. A number below
//   1 has its 0 (`#.##` of 0.5), and zero is shown (`#` of 0).
// - A negative number has its minus sign, also where the sheet shows brackets, colour or a plus sign.
// - Dates are ISO dates, times are on 24 hours. A time or a part of a second that is there is shown, and a date is whole
//   (`mmm yy`). More than 366 days formatted as a time have their date. A number that is no date
//   in Excel is the plain number.
// - Digits before a decimal point are filled up, as Excel does (`00.0` of 5 is `05`).
// - A point without decimals (`#,##0.`) and `000-0000` with more digits are as in Excel; SSF loses digits. It also
//   takes the minus sign of a number in `(000) 000-0000` for a digit.
// - Fractions, powers of ten and scaled numbers (`0.0,"K"`) are plain numbers without a unit. So are numbers with text
//   between their decimals.
// - A number that the format hides (`;;;`) or replaces by a dash is shown. Words in its place follow it in brackets.
// - Space that the format adds is left out at both ends. Text of more than 16 characters is left out.
// - Built-in formats: the currency of 5 to 8, 42 and 44 is that of the reader's country, which is unknown. 32 to 36 and
//   56 are dates and times in Chinese and Japanese workbooks, which SSF knows in part. 41 and 43 are numbers.
//   The Thai formats from 59 on are as in ECMA-376.
import { zipSync, strToU8 } from "fflate";
import SSF from "ssf";
import { describe, expect, test } from "vitest";
import { DocumentReader } from "../../js/documents/reader.ts";
import { Random } from "../hostile/choices.ts";
import { documentIn } from "./readable.ts";

type Kind = "number" | "percent" | "mask" | "date" | "elapsed" | "plain" | "words";
interface Section {
  readonly kind: Kind;
  readonly code: string;
}

const random = new Random(17);
const maybe = (...texts: readonly string[]): string => (random.below(2) === 0 ? "" : random.one(texts));

const BEFORE = ["$", "€", '"CHF "', "[$€-407]", "[$£-809] ", "\\~", '"Nr "', "+", "_(", "* "];
const AFTER = ['" kg"', " \\m", ' "pcs"', "[$ €-407]", " €", "°", "_)", '"x"', "\\%"];
const WHOLE = ["0", "#", "#,##0", "00", "00000", "#,###", "??0", "#0"];
const DECIMALS = ["", "", ".0", ".00", ".##", ".0##", ".??"];

const MAKE: Record<Kind, () => string> = {
  number: () => maybe(...BEFORE) + random.one(WHOLE) + random.one(DECIMALS) + maybe(...AFTER),
  percent: () => random.one(["0", "#,##0", "00"]) + random.one(DECIMALS) + random.one(["%", " %", '%" off"']),
  mask: () => random.one(["000-0000", "(000) 000-0000", "000\\-00\\-0000", "00000-0000", "0\\.000\\.000", "00\\:00"]),
  date: () => {
    const day = random.one([
      ["yyyy", "mm", "dd"],
      ["d", "m", "yy"],
      ["ddd", "d", "mmm"],
      ["mmmm", "yyyy"],
      ["m", "d"],
      ["yyyy"],
      ["mmmmm", "yy"],
    ]);
    const time = random.one([["h", "mm"], ["hh", "mm", "ss"], ["h", "mm", "ss.000"], ["mm", "ss"], ["hh"], ["m", "s"]]);
    const am = (of: string): string => (of.startsWith("h") ? of + maybe(" AM/PM", " A/P", "\\ AM/PM") : of);
    const [one, other] = [day.join(random.one(["-", "/", ".", "\\-", " ", ", ", "\\ "])), am(time.join(":"))];
    return (
      maybe("[$-409]", "[$-F800]", "[Red]") + random.one([one, other, `${one} ${other}`, `${one}\\ "at "${other}`])
    );
  },
  elapsed: () => random.one(["[h]:mm", "[hh]:mm:ss", "[h]:mm:ss.0", '[h]"h "mm"m"', "[mm]:ss", "[ss]", "[h]"]),
  plain: () =>
    random.one([
      "0.00E+00",
      "0E+0",
      "##0.0E+0",
      "# ?/?",
      "# ??/??",
      "# ?/8",
      "0,",
      "0.0,",
      '#,##0,"K"',
      '0.0,,"M"',
      "General",
      "@",
    ]),
  words: () => random.one(['"yes"', '"none"', '"Not set"', '"3rd"', "\\n\\a"]),
};
const KINDS = Object.keys(MAKE) as Kind[];

const section = (): Section => {
  const kind = random.one([...KINDS, "number", "number", "date"] as const);
  return { kind, code: maybe("[Red]", "[Color 3]", "[Blue]").repeat(random.below(2)) + MAKE[kind]() };
};

/** A format of one to three sections, and perhaps one for text. */
function format(): Section[] {
  const sections = random.some(1, 3, section);
  // Among others, `@` is the section for text. SSF takes no section after `General`.
  if (sections.length > 1 && sections.some(({ code }) => /@$|^General/.test(code))) return format();
  const condition = (): string =>
    `[${random.one(["<", "<=", "=", "<>", ">=", ">"])}${random.one([0, 1, 100, -5, 9999999])}]`;
  if (sections.length > 1 && random.below(4) === 0) {
    return sections.map(({ kind, code }, index) => ({
      kind,
      code: index === sections.length - 1 ? code : condition() + code,
    }));
  }
  return sections;
}

const VALUES = (): number[] => [
  0,
  5,
  -5,
  1,
  0.5,
  -0.07,
  random.below(100),
  random.below(10_000_000),
  -random.below(10_000),
  random.below(100_000) / 100,
  -random.below(1_000_000) / 1000,
  5551234,
  2025551234,
  20_000 + random.below(40_000),
  20_000 + random.below(40_000) + random.below(86_400) / 86_400,
  random.below(86_400) / 86_400,
  1 + random.below(86_400) / 86_400,
];

/** The index of the section that SSF takes for the value. */
function taken(sections: readonly Section[], value: number): number {
  const named = sections.map(({ code }, index) => `${/^(\[[<>=][^\]]*\])?/.exec(code)?.[0] ?? ""}"${index}"`);
  if (named.length === 1 && !named[0]?.startsWith("[")) return 0;
  return Number(SSF.format(named.join(";"), value).replace("-", ""));
}

/** A number as a sheet holds it: 15 digits. */
const plain = (value: number): string => {
  const [digits = "", exponent] = Number(value.toPrecision(15)).toString().split("e");
  return exponent === undefined ? digits : digits.replace(".", "") && value.toFixed(20).replace(/0+$/, "");
};
const tight = (text: string): string => text.replace(/[\s\u00a0]/g, "");
/** Without what marks the sign. */
const unsigned = (text: string): string =>
  tight(text)
    .replace(/-\+?/g, "")
    .replace(/^(\D*)\((.*)\)/, "$1$2");

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");
function clock(ms: number): string {
  const [seconds, rest] = [Math.floor(ms / 1000) % 60, ms % 1000];
  const end = seconds || rest ? `:${pad(seconds)}` : "";
  return `${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}${end}${rest ? `.${pad(rest, 3)}` : ""}`;
}

/** Dates by SSF's calendar; whether the format has a date and a time, by what changes the text. */
function moment(code: string | number, value: number): string {
  const differs = (one: number, other: number): boolean => seenIn(code, one) !== seenIn(code, other);
  const hasDate = differs(45352, 45709 + 40);
  const hasTime = differs(45352, 45352 + 0.5 + 0.01 + 0.0001) || differs(45352, 45352.75);
  const ms = Math.round(value * 86_400_000);
  const [days, time] = [Math.floor(ms / 86_400_000), ms % 86_400_000];
  const day = SSF.parse_date_code(days) as SSF.SSF$Date | null;
  if (!day) return plain(value);
  const date = `${day.y}-${pad(day.m)}-${pad(day.d)}`;
  if (days === 0) return hasTime ? clock(time) : plain(value);
  if (!hasDate && days <= 366) return clock(time);
  return hasTime || time > 0 ? `${date}T${clock(time)}` : date;
}

/** What is wrong with `shown`; undefined if nothing is. */
function fault({ kind, code }: Section, whole: string, value: number, shown: string): string | undefined {
  const bare = code.replace(/^\[[<>=][^\]]*\]/, "");
  const exact = (expected: string): string | undefined => (shown === expected ? undefined : `not ${expected}`);
  const seen = seenIn(whole, value);
  if (seen === undefined) return undefined;
  switch (kind) {
    case "plain":
      return exact(plain(value));
    case "words":
      return exact(`${plain(value)} (${seen.replace(/^-/, "")})`);
    case "date":
      return value < 0 ? exact(plain(value)) : exact(moment(bare, value));
    case "elapsed": {
      if (value >= 2_958_466) return exact(plain(value));
      const ms = Math.round(Math.abs(value) * 86_400_000);
      return exact((value < 0 ? "-" : "") + clock(ms).replace(/^0(?=\d:)/, ""));
    }
    case "mask":
      if (!Number.isInteger(value)) return exact(plain(value));
      if (value < 0 && bare.includes("(")) return undefined;
      if (seen.replace(/\D/g, "").length < String(Math.abs(value)).length) return undefined;
      return unsigned(shown) === unsigned(seen) && shown.startsWith("-") === value < 0 ? undefined : `not ${seen}`;
    default: {
      if (shown.includes("-") !== value < 0) return "without its sign";
      const [mine, theirs] = [/\d+\.?\d*/, /[\d,]*\d(\.\d*)?|\.\d+|(?<=^\D*)(?=\D*$)/].map((digits, index) => {
        // The text of a unit has no digits.
        const text = unsigned(index === 0 ? shown : seen)
          .replace(/\.(?!\d)/, "")
          .replace(value < 0 ? "+" : "", "");
        const [number = ""] = digits.exec(text) ?? [];
        return { number: number.replace(/,/g, ""), around: text.replace(number, "#") };
      });
      if (!mine || !theirs) return "without a number";
      if (mine.around !== theirs.around && theirs.number !== "") return `text as in ${seen}`;
      const scaled = kind === "percent" ? Number((Math.abs(value) * 100).toPrecision(15)) : Math.abs(value);
      if (Number(mine.number) !== Number(plain(scaled))) return `not the number ${plain(scaled)}`;
      const [, decimals = ""] = theirs.number.split(".");
      const rounded = Math.abs(Number(theirs.number) - scaled) <= 0.5 * 10 ** -decimals.length * (1 + 1e-6);
      if (!rounded) return `another number than ${seen}`;
      const wholeOnly = seenIn(bare.replace(/\.[0#?]*/, ""), Math.trunc(scaled) / (kind === "percent" ? 100 : 1)) ?? "";
      const expected = /[\d,]+/.exec(wholeOnly)?.[0].replace(/,/g, "") ?? "0";
      return mine.number.split(".")[0] === expected ? undefined : `leading zeros as in ${wholeOnly}`;
    }
  }
}

const escape = (text: string): string => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** What a workbook shows for these values, a row for each format. A number names a built-in format. */
async function shown(
  formats: readonly (string | number)[],
  values: readonly (readonly number[])[],
): Promise<string[][]> {
  const ids = formats.map((code, index) => (typeof code === "number" ? code : 200 + index));
  const codes = formats.map((code, index) =>
    typeof code === "number" ? "" : `<numFmt numFmtId="${200 + index}" formatCode="${escape(code)}"/>`,
  );
  const styles = `<styleSheet><numFmts>${codes.join("")}</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`;
  const rows = values.map(
    (cells, style) => `<row>${cells.map((value) => `<c s="${style}"><v>${value}</v></c>`).join("")}</row>`,
  );
  const relation =
    '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>';
  const files = {
    "_rels/.rels": relation,
    "xl/workbook.xml": '<workbook><sheets><sheet name="One"/></sheets></workbook>',
    "xl/styles.xml": styles,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`,
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const { text } = documentIn(await (await new DocumentReader().open("xlsx", bytes)).read());
  // A large table has several headers.
  const lines = text.split("\n").filter((line) => /^\| \d/.test(line));
  return lines.map((line) => line.slice(2, -2).split(" | ").slice(1));
}

/** Built-in formats: see above. 12 and 13 are fractions. */
const NOT_ALIKE = [5, 6, 7, 8, 12, 13, 32, 33, 34, 35, 36, 41, 42, 43, 44, 56];

/** As SSF formats it; undefined if it does not know such a format. */
function seenIn(code: string | number, value: number): string | undefined {
  try {
    return SSF.format(code, value);
  } catch {
    return undefined;
  }
}

describe("number formats", () => {
  test("show what SSF shows, but exactly", async () => {
    const formats = Array.from({ length: 2000 }, format);
    const values = formats.map(VALUES);
    const codes = formats.map((sections) => sections.map(({ code }) => code).join(";"));
    const rows = await shown(codes, values);
    const faults = formats.flatMap((sections, row) =>
      (values[row] ?? []).flatMap((value, column) => {
        const [text = "(missing)", whole = ""] = [rows[row]?.[column], codes[row]];
        const own = sections[taken(sections, value)] ?? sections[0];
        const wrong = own && fault(own, whole, value, text);
        return wrong === undefined ? [] : [`${whole} of ${value} is ${JSON.stringify(text)}: ${wrong}`];
      }),
    );
    expect(faults.slice(0, 20)).toStrictEqual([]);
    // Of 2,000 formats SSF does not know some.
    expect(codes.filter((code) => seenIn(code, 1) !== undefined).length).toBeGreaterThan(1500);
  });

  test("that are built in are dates, shares and numbers as in SSF", async () => {
    const ids = Array.from({ length: 59 }, (_, id) => id).filter((id) => !NOT_ALIKE.includes(id));
    const values = [0.5, 45352, 45352.75];
    const rows = await shown(
      ids,
      ids.map(() => values),
    );
    const expected = ids.map((id) => {
      const seen = SSF.format(id, 45352).replace(/[,.]/g, "");
      if (seen.includes("%")) return ["50%", "4535200%", "4535275%"];
      if (seen.startsWith("45352") || seen.includes("E")) return values.map(String);
      if (seen.startsWith("1088448")) return ["12:00", "1088448:00", "1088466:00"];
      return values.map((value) => moment(id, value));
    });
    expect(rows.map((cells, row) => [ids[row], ...cells])).toStrictEqual(
      expected.map((cells, row) => [ids[row], ...cells]),
    );
  });
});
