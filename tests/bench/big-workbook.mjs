// Makes a large workbook: `node tests/bench/big-workbook.mjs FILE [ROWS] [SEED]`. As Excel writes one: ten columns of
// texts, dates, amounts and formulas, with shared strings; 300,000 rows are 31 MB.
import { createWriteStream } from "node:fs";
import { Zip, ZipDeflate, strToU8 } from "fflate";
import { seeded, between, pick } from "./random.mjs";

const [file = "big.xlsx", rowsGiven = "300000", seed = "1"] = process.argv.slice(2);
const ROWS = Number(rowsGiven);
const random = seeded(Number(seed));
const WORDS = "north south lamp order invoice paid open late storage silver return box letter kilo market".split(" ");
const letters = "ABCDEFGHIJ";

const out = createWriteStream(file);
const zip = new Zip((error, chunk, final) => {
  if (error) throw error;
  out.write(chunk);
  if (final) out.end();
});
/** @param {string} name @param {(push: (text: string) => void) => void} write */
function entry(name, write) {
  const stream = new ZipDeflate(name, { level: 6 });
  zip.add(stream);
  let held = "";
  write((text) => {
    held += text;
    if (held.length < 1 << 20) return;
    stream.push(strToU8(held));
    held = "";
  });
  stream.push(strToU8(held), true);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
entry("_rels/.rels", (push) =>
  push(
    `${HEAD}<Relationships><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
);
entry("xl/workbook.xml", (push) =>
  push(
    `${HEAD}<workbook ${MAIN} ${R}><sheets><sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  ),
);
entry("xl/_rels/workbook.xml.rels", (push) =>
  push(
    `${HEAD}<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId4" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
  ),
);
entry("xl/styles.xml", (push) =>
  push(
    `${HEAD}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="&quot;$&quot;#,##0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
  ),
);
const strings = Math.round(ROWS / 3);
entry("xl/sharedStrings.xml", (push) => {
  push(`${HEAD}<sst ${MAIN} count="${ROWS * 3}" uniqueCount="${strings}">`);
  for (let index = 0; index < strings; index++)
    push(`<si><t>${pick(random, WORDS)} ${pick(random, WORDS)} ${pick(random, WORDS)} ${index}</t></si>`);
  push("</sst>");
});
entry("xl/worksheets/sheet1.xml", (push) => {
  push(`${HEAD}<worksheet ${MAIN} ${R}><dimension ref="A1:J${ROWS}"/><sheetData>`);
  for (let row = 1; row <= ROWS; row++) {
    const cell = (/** @type {number} */ at, /** @type {string} */ more, /** @type {string} */ value) =>
      `<c r="${letters[at]}${row}"${more}>${value}</c>`;
    const text = (/** @type {number} */ at) => cell(at, ' t="s"', `<v>${between(random, 0, strings - 1)}</v>`);
    const amount = (/** @type {number} */ at) => cell(at, ' s="2"', `<v>${between(random, 0, 9999999) / 100}</v>`);
    push(
      `<row r="${row}" spans="1:10">` +
        cell(0, "", `<v>${row}</v>`) +
        text(1) +
        text(2) +
        cell(3, ' s="1"', `<v>${between(random, 30000, 46000)}</v>`) +
        amount(4) +
        cell(5, "", `<v>${between(random, 1, 500)}</v>`) +
        cell(6, ' s="2"', `<f>E${row}*F${row}</f><v>${between(random, 0, 99999999) / 100}</v>`) +
        cell(7, ' s="3"', `<v>${between(random, 0, 100) / 100}</v>`) +
        text(8) +
        amount(9) +
        "</row>",
    );
  }
  push("</sheetData></worksheet>");
});
entry("xl/worksheets/sheet2.xml", (push) =>
  push(
    `${HEAD}<worksheet ${MAIN}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>last</t></is></c></row></sheetData></worksheet>`,
  ),
);
zip.end();
