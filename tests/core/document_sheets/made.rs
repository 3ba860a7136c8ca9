//! Workbooks made part by part.

use std::io::{Cursor, Write};

pub use crate::support::zip::package as zip;
use ::zip::write::{SimpleFileOptions, ZipWriter};
use lectern_document::{Document, Format, read};

pub const ROOT: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
    <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    Target="xl/workbook.xml"/></Relationships>"#;

/// A workbook of one sheet, whose cells are `rows`, with more parts beside it.
pub fn workbook(rows: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    package(&sheet, more)
}

pub fn package(sheet: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let mut files = vec![("_rels/.rels", ROOT), ("xl/worksheets/sheet1.xml", sheet)];
    if !more.iter().any(|(name, _)| *name == "xl/workbook.xml") {
        files.push((
            "xl/workbook.xml",
            r#"<workbook><sheets><sheet name="One" sheetId="1" r:id="a"/></sheets></workbook>"#,
        ));
    }
    files.extend_from_slice(more);
    zip(&files)
}

pub fn xlsx(bytes: &[u8]) -> Document {
    read(Format::Xlsx, bytes).unwrap()
}

/// A workbook of one sheet that unpacks to 600 MB.
pub fn endless() -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let fast = SimpleFileOptions::default().compression_level(Some(1));
    let rows = format!("<row>{}</row>", " ".repeat(1_000_000));
    let sheet = std::iter::once("<worksheet><sheetData>").chain(std::iter::repeat_n(rows.as_str(), 600));
    let book = "<workbook><sheets><sheet name=\"One\"/></sheets></workbook>";
    for (name, pieces) in
        [("_rels/.rels", vec![ROOT]), ("xl/workbook.xml", vec![book]), ("xl/worksheets/sheet1.xml", sheet.collect())]
    {
        writer.start_file(name, fast).unwrap();
        for piece in pieces {
            writer.write_all(piece.as_bytes()).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// The lines of the only sheet's table, below its heading and the header row.
pub fn rows(document: &Document) -> Vec<&str> {
    document.text.lines().skip(3).collect()
}

pub fn ods(tables: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:automatic-styles><style:style style:name=\"ta2\" style:family=\"table\">\
         <style:table-properties table:display=\"false\"/></style:style></office:automatic-styles>\
         <office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    );
    zip(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)])
}
