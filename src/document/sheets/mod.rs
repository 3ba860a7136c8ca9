//! Converts workbooks of Excel and `LibreOffice` to tables of text, sheet by sheet.
//!
//! Both formats are ZIP archives of XML. They are streamed, so memory depends on the text shown, not on the unpacked
//! size. Older and binary workbooks (`.xls`, `.xlsb`) are recognized, but not read.

mod format;
mod number;
mod ods_value;
mod ods;
mod strings;
mod table;
mod workbook;
mod worksheet;
mod xlsx;

use super::package::{Package, PackageKind, mistaken};
use super::part_reader::Limits;
use super::{Document, Fault, Format};

/// How much of a workbook is read: what takes 2 s in wasm, and enough for a sheet whose text fills the document. A tag
/// or run of text takes as long as inflating 16 bytes, so `bytes` limits their number too. A token may be ten times as
/// long as the longest text of a cell in Excel. Real workbooks stay below a depth of 20. A sheet may have 65,530
/// links. Thousands of sheets may have several entries each.
const LIMITS: Limits = Limits {
    entries: 20_000,
    bytes: 256 * 1024 * 1024,
    node_bytes: 16,
    nodes: usize::MAX,
    token: 1024 * 1024,
    depth: 128,
    relations: 10 * 1024 * 1024,
};

/// Converts a workbook in `format`.
///
/// # Errors
/// [`Fault::Other`] if it has another format; [`Fault::Locked`], [`Fault::Broken`] or [`Fault::TooLarge`] if nothing
/// of it can be shown.
pub(crate) fn read(format: Format, bytes: &[u8]) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, &LIMITS)?;
    let (kind, main) = package.contents();
    // Other programs write workbooks too, and may use other folders than Excel.
    match (kind.or(main.is_some().then_some(PackageKind::Xlsx)), main) {
        (Some(PackageKind::Xlsx), Some(main)) if format == Format::Xlsx => xlsx::read(&mut package, &main),
        (Some(PackageKind::Ods), _) if format == Format::Ods => ods::read(&mut package),
        (kind, _) => Err(mistaken(kind)),
    }
}

/// Text from the file, made fit for a note: one line, at most 200 characters.
fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(200).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
