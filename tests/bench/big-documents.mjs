// Makes large documents: `node tests/bench/big-documents.mjs FOLDER [MB]` writes big.docx, big.odt, big.odp, big.rtf and
// big.html, with 36 MB of markup each; and with 21 MB each, plain.eml, page.eml and attached.eml, cells.ipynb and, with
// one long output, image.ipynb and output.ipynb.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";

const [folder = ".", megabytes = "36"] = process.argv.slice(2);
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const LAMP = "about the lamp and its glass, which is";
const WEEK = "cleaned every week with vinegar.";

/** @param {(number: number) => string} paragraph */
function many(paragraph, size = Number(megabytes)) {
  const all = [];
  for (let length = 0; length < size * 1e6;) {
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

const SMALLER = (Number(megabytes) * 21) / 36;
const lines = many((number) => `Line ${number} ${LAMP} ${WEEK}\n`, SMALLER);
/** @param {string} text */
const base64 = (text) => Buffer.from(text.slice(0, (text.length * 3) / 4)).toString("base64");
/** @param {string} name @param {string} head @param {string} body */
const mail = (name, head, body) =>
  writeFileSync(join(folder, name), `From: a@b.example\nSubject: Lamp\n${head}\n\n${body}`);
mail("plain.eml", "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable", lines);
const page = `<main>${lines.replaceAll("\n", "<br>\n")}</main>`;
mail("page.eml", "Content-Type: text/html; charset=utf-8", page);
const wrapped = base64(lines).replace(/.{76}/g, "$&\n");
const attachment = `--b\nContent-Type: image/png; name="lamp.png"\nContent-Transfer-Encoding: base64\n\n${wrapped}\n--b--`;
mail("attached.eml", "Content-Type: multipart/mixed; boundary=b", `--b\n\nSee the lamp.\n${attachment}`);

/** @param {string} name @param {string} cells */
const notebook = (name, cells) =>
  writeFileSync(join(folder, name), `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [${cells}]}`);
/** @param {string} outputs */
const code = (outputs, source = "light(lamp)\\n") =>
  `{"cell_type": "code", "execution_count": 1, "metadata": {}, "source": ["${source}"], "outputs": [${outputs}]}`;
const out = `{"output_type": "stream", "name": "stdout", "text": ["Lamp.\\n"]}`;
notebook(
  "cells.ipynb",
  many((number) => `${number > 1 ? "," : ""}${code(out, `# Line ${number} ${LAMP} ${WEEK}`)}`, SMALLER),
);
notebook(
  "image.ipynb",
  code(`{"output_type": "display_data", "metadata": {}, "data": {"image/png": "${base64(lines)}"}}`),
);
const text = JSON.stringify(lines);
notebook("output.ipynb", code(`{"output_type": "stream", "name": "stdout", "text": [${text}]}`));
