//! Spreadsheets: converts Excel and `LibreOffice` workbooks to text tables, one per sheet.
//!
//! Both formats are zip archives of XML. They are read as streams, so memory use depends on the text shown and not on
//! the unpacked size. Older and binary workbooks (`.xls`, `.xlsb`) are recognized but not read.

mod number;
mod format;
mod format_code;
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

/// Limits for one workbook: what takes up to 2 s in wasm, and enough XML for a sheet whose text fills a whole
/// document. A tag or text takes as long as inflating 16 bytes, so each counts as 16 bytes towards the byte
/// limit. A tag
/// or text may be ten times as long as the longest text that Excel allows in a cell. Real workbooks have a
/// depth below
/// 20. A sheet may have 65,530 links. Each of thousands of sheets may have several entries.
const LIMITS: Limits = Limits {
    entries: 20_000,
    bytes: 256 * 1024 * 1024,
    node_bytes: 16,
    nodes: usize::MAX,
    token: 1024 * 1024,
    depth: 128,
    relations: 10 * 1024 * 1024,
};

/// Reads a workbook, which must have the requested `format`.
///
/// # Errors
/// [`Fault::Other`] if the file has another format. [`Fault::Locked`], [`Fault::Broken`] or [`Fault::TooLarge`] if
/// nothing of it can be shown.
pub(crate) fn read(format: Format, bytes: &[u8]) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, &LIMITS)?;
    let (kind, main) = package.contents();
    // Other programs write workbooks too, and do not always use Excel's folder names.
    match (kind.or(main.is_some().then_some(PackageKind::Xlsx)), main) {
        (Some(PackageKind::Xlsx), Some(main)) if format == Format::Xlsx => xlsx::read(&mut package, &main),
        (Some(PackageKind::Ods), _) if format == Format::Ods => ods::read(&mut package),
        (kind, _) => Err(mistaken(kind)),
    }
}

/// Untrusted text shortened to one line for a note.
fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(200).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
