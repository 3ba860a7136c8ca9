// Makes large documents: `node tests/bench/big-documents.mjs FOLDER [MB]` writes big.docx, big.odt, big.odp, big.rtf and
// big.html, with 36 MB of markup each.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";

const [folder = ".", megabytes = "36"] = process.argv.slice(2);
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const LAMP = "about the lamp and its glass, which is";
const WEEK = "cleaned every week with vinegar.";

/** @param {(number: number) => string} paragraph */
function many(paragraph) {
  const all = [];
  for (let length = 0; length < Number(megabytes) * 1e6;) {
    const next = paragraph(all.length + 1);
    all.push(next);
    length += next.length;
  }
  return all.join("");
}

/** @param {string} name @param {Record<string, string>} parts */
const write = (name, parts) => {
  const files = Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, strToU8(text)]));
  writeFileSync(join(folder, name), zipSync(files, { level: 6 }));
};

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
write("big.docx", {
  "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Override PartName="/word/document.xml" ContentType="${WORD}"/></Types>`,
  "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
  "word/document.xml": `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${many(
    (number) =>
      `<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>Line ${number} ${LAMP} </w:t></w:r><w:r><w:t>${WEEK}</w:t></w:r></w:p>`,
  )}</w:body></w:document>`,
});

const ODF = "urn:oasis:names:tc:opendocument:xmlns";
const NAMES = ["office", "text", "drawing"].map((name) => `xmlns:${name.slice(0, 4)}="${ODF}:${name}:1.0"`).join(" ");
/** @param {string} kind @param {string} body */
const odf = (kind, body) => ({
  mimetype: `application/vnd.oasis.opendocument.${kind}`,
  "content.xml": `${HEAD}<offi:document-content ${NAMES}><offi:body><offi:${kind}>${body}</offi:${kind}></offi:body></offi:document-content>`,
});
/** @param {number} number */
const paragraph = (number) =>
  `<text:p text:style-name="Standard"><text:span text:style-name="T1">Line ${number} ${LAMP} </text:span>${WEEK}</text:p>`;
write("big.odt", odf("text", many(paragraph)));
const slide = Array.from({ length: 20 }, (_, line) => paragraph(line)).join("");
write(
  "big.odp",
  odf(
    "presentation",
    many(
      (number) =>
        `<draw:page draw:name="page${number}"><draw:frame><draw:text-box>${slide}</draw:text-box></draw:frame></draw:page>`,
    ),
  ),
);
writeFileSync(
  join(folder, "big.rtf"),
  `{\\rtf1\\ansi ${many((number) => `{\\pard\\plain\\f0\\fs24 Line ${number} ${LAMP} {\\b ${WEEK}}\\par}\n`)}}`,
);
writeFileSync(
  join(folder, "big.html"),
  `<!doctype html><meta charset="utf-8"><main>${many((number) => `<p class="text">Line ${number} ${LAMP} <b>${WEEK}</b></p>\n`)}</main>`,
);
