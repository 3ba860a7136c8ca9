//! Sheets: from a workbook of Excel or `LibreOffice` to tables of text, sheet by sheet.
//!
//! Both are zip archives of XML and are read as streams, so that memory follows what is shown, not what is unpacked.
//! Older and binary workbooks (`.xls`, `.xlsb`) are told apart, but not read.

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

/// What is taken apart of a workbook: what fits into 2 s in wasm, and the XML of a sheet whose text fills the bound. A
/// tag or text takes as long as inflating 16 bytes, so the bytes bound them too. One may be ten times as long as the
/// longest text that Excel lets into a cell, real workbooks stay under a depth of 20, and a sheet may have 65,530
/// links. There may be several entries for each of thousands of sheets.
const LIMITS: Limits = Limits {
    entries: 20_000,
    bytes: 256 * 1024 * 1024,
    node_bytes: 16,
    nodes: usize::MAX,
    token: 1024 * 1024,
    depth: 128,
    relations: 10 * 1024 * 1024,
};

/// Reads a workbook, which must be of the `format` that is asked for.
///
/// # Errors
/// [`Fault::Other`] when it is really of another format; [`Fault::Locked`], [`Fault::Broken`] and [`Fault::TooLarge`] when
/// nothing of it can be shown.
pub(crate) fn read(format: Format, bytes: &[u8]) -> Result<Document, Fault> {
    let mut package = Package::open(bytes, &LIMITS)?;
    let (kind, main) = package.contents();
    // Not only Excel writes workbooks, and not all of them into its folders.
    match (kind.or(main.is_some().then_some(PackageKind::Xlsx)), main) {
        (Some(PackageKind::Xlsx), Some(main)) if format == Format::Xlsx => xlsx::read(&mut package, &main),
        (Some(PackageKind::Ods), _) if format == Format::Ods => ods::read(&mut package),
        (kind, _) => Err(mistaken(kind)),
    }
}

/// Text of somebody else on one line of a note, cut short.
fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(200).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
