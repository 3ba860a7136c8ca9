//! Sheets: from a workbook of Excel or `LibreOffice` to tables of text, sheet by sheet.
//!
//! Both are zip archives of XML and are read as streams, so that memory follows what is shown, not what is unpacked.
//! Older and binary workbooks (`.xls`, `.xlsb`) are told apart, but not read.

mod format;
mod number;
mod ods_value;
mod ods;
mod package;
mod strings;
mod table;
mod workbook;
mod worksheet;
mod xlsx;
mod xml;

use super::{Document, Fault, Format};
use package::Package;

/// How a file of Microsoft's older container begins.
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// How far into a file a PDF's mark may come.
const PDF_HEAD: usize = 1024;

/// Reads a workbook, which must be of the `format` that is asked for.
///
/// # Errors
/// [`Fault::Other`] when it is really of another format; [`Fault::Locked`], [`Fault::Broken`] and [`Fault::TooLarge`] when
/// nothing of it can be shown.
pub(crate) fn read(format: Format, bytes: &[u8]) -> Result<Document, Fault> {
    if !bytes.starts_with(b"PK") {
        outside(bytes)?;
    }
    let mut package = Package::open(bytes)?;
    match kind(&mut package) {
        Kind::Excel(_) if format != Format::Xlsx => Err(Fault::Other(Format::Xlsx)),
        Kind::Excel(part) => xlsx::read(&mut package, &part),
        Kind::OpenDocument if format != Format::Ods => Err(Fault::Other(Format::Ods)),
        Kind::OpenDocument => ods::read(&mut package),
        Kind::Binary => Err(Fault::Broken("a binary workbook (.xlsb); save it as .xlsx".into())),
        Kind::Word => Err(Fault::Other(Format::Docx)),
        Kind::Unknown => Err(Fault::Broken("a zip archive without a workbook".into())),
    }
}

/// What a file that is no zip archive is.
fn outside(bytes: &[u8]) -> Result<(), Fault> {
    if bytes.is_empty() {
        return Err(Fault::Broken("an empty file".into()));
    }
    if bytes.starts_with(OLE) {
        let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        return Err(if bytes.windows(name.len()).any(|window| window == name) {
            Fault::Locked
        } else {
            Fault::Broken("a workbook of the format before 2007 (.xls); save it as .xlsx".into())
        });
    }
    let head = &bytes[..bytes.len().min(PDF_HEAD)];
    if head.windows(5).any(|window| window == b"%PDF-") {
        return Err(Fault::Other(Format::Pdf));
    }
    let text = String::from_utf8_lossy(head).trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    if text.starts_with("<!doctype html") || text.starts_with("<html") {
        return Err(Fault::Other(Format::Html));
    }
    Ok(())
}

/// What a zip archive holds.
enum Kind {
    /// With the name of the workbook's own part.
    Excel(String),
    OpenDocument,
    Binary,
    Word,
    Unknown,
}

fn kind(package: &mut Package<'_>) -> Kind {
    let mimetype = package.head("mimetype", 128);
    if mimetype.starts_with(b"application/vnd.oasis.opendocument.") {
        let is_sheet = mimetype.windows(12).any(|window| window == b".spreadsheet");
        return if is_sheet { Kind::OpenDocument } else { Kind::Unknown };
    }
    let relations = workbook::relations(package, "");
    let main = relations.into_values().find(|relation| relation.kind == "officeDocument");
    let main = main.map(|relation| relation.target).filter(|part| package.has(part));
    match main {
        Some(part) if part.starts_with("word/") => Kind::Word,
        Some(part) if part.starts_with("ppt/") => Kind::Unknown,
        Some(part) if part.to_ascii_lowercase().ends_with(".bin") => Kind::Binary,
        Some(part) => Kind::Excel(part),
        None if package.has("xl/workbook.xml") => Kind::Excel("xl/workbook.xml".into()),
        None if package.has("xl/workbook.bin") => Kind::Binary,
        None if package.has("word/document.xml") => Kind::Word,
        None if package.has("content.xml") => Kind::OpenDocument,
        None => Kind::Unknown,
    }
}
