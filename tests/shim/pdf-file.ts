// PDF files for the tests, written by hand: pages of content streams with two fonts, and what else a page needs.

/** One page. */
export interface Page {
  /** The content stream, as `text` and others below make it. */
  content: string;
  /** What is said of the stream, besides its length: `/Filter /FlateDecode`. */
  dict?: string;
  /** The bodies of its annotations, as `note` and others below make them. */
  annotations?: readonly string[];
  /** What these annotations draw, in the same order, as content streams: "" for nothing. */
  appearances?: readonly string[];
  /** More entries of the page itself: `/Rotate 90`. */
  entries?: string;
}

/** Left, bottom, right, top. */
type Rect = readonly [number, number, number, number];

export interface PdfOptions {
  /** By title; each leads to the page of that number. */
  bookmarks?: Record<string, number>;
  /** The first page's label is `i`, and so on. */
  roman?: boolean;
  locked?: boolean;
  /** By name, whether it is on; `onLayer` draws on one. */
  layers?: Record<string, boolean>;
  /** Names of attached files. */
  attached?: readonly string[];
}

/** Text at a place: in Helvetica (`F1`), or in `F2`, whose letters a to e are the Hebrew alef to he, or `F3`, whose are unknown. */
export function text(x: number, y: number, letters: string, size = 10, font = "F1"): string {
  return turned([1, 0, 0, 1], x, y, letters, size, font);
}

/** Text on a baseline that is turned by 90 degrees. */
export function upwards(x: number, y: number, letters: string): string {
  return turned([0, 1, -1, 0], x, y, letters, 10, "F1");
}

/** Text on a layer of `PdfOptions`. */
export function onLayer(name: string, content: string): string {
  return `/OC /${name} BDC\n${content}EMC\n`;
}

/** A picture that fills a page. */
export const picture = "q 612 0 0 792 0 0 cm /Im1 Do Q\n";

/** An annotation of this subtype. */
export function note(subtype: string, rect: Rect, contents = "", author = "", entries = ""): string {
  return (
    `/Type /Annot /Subtype /${subtype} /Rect [${rect.join(" ")}] ${entries}` +
    `${contents && ` /Contents ${utf16(contents)}`}${author && ` /T ${utf16(author)}`}`
  );
}

/** An annotation that marks the words in these areas. */
export function marked(subtype: string, areas: readonly Rect[], contents = "", author = ""): string {
  const quads = areas.flatMap(([left, bottom, right, top]) => [left, top, right, top, left, bottom, right, bottom]);
  return note(subtype, areas[0] ?? [0, 0, 1, 1], contents, author, `/QuadPoints [${quads.join(" ")}]`);
}

/** A field of this type (`Tx`, `Btn`, `Ch`), with what else it has: `/V (Jane)`. */
export function field(type: string, rect: Rect, name: string, entries: string): string {
  return `/Type /Annot /Subtype /Widget /Rect [${rect.join(" ")}] /FT /${type} /T (${name}) ${entries}`;
}

/** A text of a PDF, in UTF-16. */
export function utf16(letters: string): string {
  return `<feff${Buffer.from(letters, "utf16le").swap16().toString("hex")}>`;
}

function turned(matrix: number[], x: number, y: number, letters: string, size: number, font: string): string {
  const escaped = letters.replace(/[\\()]/g, "\\$&");
  return `BT /${font} ${size} Tf ${matrix.join(" ")} ${x} ${y} Tm (${escaped}) Tj ET\n`;
}

/** A table of letters for the codes of `a` to `e`, from this one on. */
const lettersFrom = (hex: string): string => `/CIDInit /ProcSet findresource begin 1 begincmap
1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfrange <61> <65> <${hex}> endbfrange
endcmap end`;

/** The bytes of a PDF with these pages. */
export function pdf(pages: readonly (Page | string)[], options: PdfOptions = {}): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const stream = (dict: string, body: string): number =>
    add(`<< ${dict} /Length ${body.length} >>\nstream\n${body}\nendstream`);

  const catalog = add("");
  const tree = add("");
  const helvetica = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  const withLetters = (hex: string): number => {
    const cmap = stream("", lettersFrom(hex));
    return add(`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode ${cmap} 0 R >>`);
  };
  const [hebrew, unknown] = [withLetters("05d0"), withLetters("0001")];
  const image = stream(
    "/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8",
    "ab",
  );
  const layers = Object.entries(options.layers ?? {}).map(([name, isOn]) => {
    return { name, isOn, number: add(`<< /Type /OCG /Name (${name}) >>`) };
  });
  const properties = layers.map(({ name, number }) => `/${name} ${number} 0 R`).join(" ");
  const resources = `<< /Properties << ${properties} >> /Font << /F1 ${helvetica} 0 R /F2 ${hebrew} 0 R /F3 ${unknown} 0 R >> /XObject << /Im1 ${image} 0 R >> >>`;
  const fields: number[] = [];
  const kids = pages.map((item) => {
    const page: Page = typeof item === "string" ? { content: item } : item;
    const content = stream(page.dict ?? "", page.content);
    const box = page.entries?.includes("/MediaBox") ? "" : "/MediaBox [0 0 612 792]";
    const annotations = (page.annotations ?? []).map((body, index) => {
      const drawn = page.appearances?.[index] ?? "";
      const form = `/Type /XObject /Subtype /Form /BBox [0 0 200 50] /Resources ${resources}`;
      const number = add(`<< ${body} ${drawn && `/AP << /N ${stream(form, drawn)} 0 R >>`} >>`);
      if (body.includes("/Widget")) fields.push(number);
      return `${number} 0 R`;
    });
    const annots = annotations.length > 0 ? `/Annots [${annotations.join(" ")}]` : "";
    const more = `${box} ${annots} ${page.entries ?? ""}`;
    return add(`<< /Type /Page /Parent ${tree} 0 R ${more} /Resources ${resources} /Contents ${content} 0 R >>`);
  });
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] >>`;

  const marks = Object.entries(options.bookmarks ?? {});
  const outlines = add("");
  const first = outlines + 1;
  marks.forEach(([title, page], index) => {
    const next = index + 1 < marks.length ? `/Next ${first + index + 1} 0 R` : "";
    add(`<< /Title (${title}) /Parent ${outlines} 0 R ${next} /Dest [${kids[page - 1] ?? 0} 0 R /Fit] >>`);
  });
  objects[outlines - 1] =
    marks.length > 0 ? `<< /First ${first} 0 R /Last ${first + marks.length - 1} 0 R >>` : "<< >>";
  const labels = options.roman ? "/PageLabels << /Nums [0 << /S /r >>] >>" : "";
  const form =
    fields.length > 0 ? `/AcroForm << /Fields [${fields.map((number) => `${number} 0 R`).join(" ")}] >>` : "";
  const numbers = (some: typeof layers): string => some.map(({ number }) => `${number} 0 R`).join(" ");
  const off = numbers(layers.filter(({ isOn }) => !isOn));
  const content = layers.length > 0 ? `/OCProperties << /OCGs [${numbers(layers)}] /D << /OFF [${off}] >> >>` : "";
  const files = (options.attached ?? []).map((name) => {
    const file = stream("/Type /EmbeddedFile", "data");
    return `(${name}) << /Type /Filespec /F (${name}) /EF << /F ${file} 0 R >> >>`;
  });
  const names = files.length > 0 ? `/Names << /EmbeddedFiles << /Names [${files.join(" ")}] >> >>` : "";
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${outlines} 0 R ${labels} ${form} ${content} ${names} >>`;

  let file = "%PDF-1.7\n";
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  // No password fits these.
  const key = "00".repeat(32);
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >> /ID [<00> <00>]`;
  const trailer = `<< /Size ${objects.length + 1} /Root ${catalog} 0 R ${options.locked ? lock : ""} >>`;
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  // No Buffer: those have a `slice` of their own, which copies nothing.
  return new Uint8Array(
    Buffer.from(`${file}${table}trailer\n${trailer}\nstartxref\n${file.length}\n%%EOF\n`, "latin1"),
  );
}
