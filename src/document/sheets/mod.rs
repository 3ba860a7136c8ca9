//! Spreadsheets: converts Excel and `LibreOffice` workbooks to text tables, one per sheet.
//!
//! Both formats are zip archives of XML. They are read as streams, so memory use depends on the text shown and not on
//! the unpacked size. Those from before 2007 are records in a
//! compound file (`xls.rs`). Binary workbooks (`.xlsb`) are recognized but not read.

mod slices;
mod number;
mod format_code;
mod format;
mod ods_cell;
mod ods_value;
mod strings;
mod cell_text;
mod layout;
mod table;
pub(super) mod chart;
mod drawing;
mod remarks;
mod row_index;
mod shared_formula;
mod workbook;
mod biff;
mod xls;
mod worksheet;
mod ods;
mod xlsx;

use lectern_base::{Document, Fault, Format, Place};

use super::compound::{Compound, mistaken as mistaken_file};
use super::package::{Package, mistaken};
use super::part_reader::Limits;
use super::slices::{Calls, finish};
use xls::Xls;
use xlsx::Xlsx;

/// Limits for one call: what takes up to 5 s in wasm, in slices, and enough XML to reach each row of a million. A tag or
/// text takes as long as inflating 16 bytes, so each counts as 16 bytes towards the byte limit. A tag or text may be ten
/// times as long as the longest text that Excel allows in a cell. Real workbooks have a depth below 20. A sheet may have
/// 65,530 links. Each of thousands of sheets may have several entries.
const LIMITS: Limits = Limits {
    entries: 20_000,
    bytes: 512 * 1024 * 1024,
    node_bytes: 16,
    nodes: usize::MAX,
    token: 1024 * 1024,
    depth: 128,
    relations: 10 * 1024 * 1024,
};

/// An open workbook.
enum Workbook<'a> {
    Xlsx(Box<Xlsx<'a>>),
    Ods,
}

impl<'a> Workbook<'a> {
    /// Opens a workbook, which must have the requested `format`.
    ///
    /// # Errors
    /// [`Fault::Other`] if the file has another format. [`Fault::Locked`], [`Fault::Broken`] or [`Fault::TooLarge`] if
    /// nothing of it can be shown.
    async fn open(format: Format, package: &mut Package<'a>) -> Result<Self, Fault> {
        let (kind, main) = package.contents()?;
        // Other programs write workbooks too, and do not always use Excel's folder names.
        match (kind.or(main.is_some().then_some(Format::Xlsx)), main) {
            (Some(Format::Xlsx), Some(main)) if format == Format::Xlsx => {
                Ok(Self::Xlsx(Box::new(Xlsx::open(package, &main).await?)))
            }
            (Some(Format::Ods), _) if format == Format::Ods => Ok(Self::Ods),
            (kind, _) => Err(mistaken(kind)),
        }
    }

    async fn read(&mut self, package: &mut Package<'a>, place: &Place) -> Result<Document, Fault> {
        match self {
            Self::Xlsx(xlsx) => xlsx.read(package, place).await,
            Self::Ods => ods::read(package, place).await,
        }
    }
}

/// Opens a workbook from before 2007. Some programs write its records without a compound file around them.
async fn open_xls(bytes: &[u8]) -> Result<Xls, Fault> {
    if bytes.starts_with(b"\x09\x08") {
        return Xls::open(bytes.to_vec()).await;
    }
    let file = Compound::open(bytes)?;
    let stream = file.named("Workbook").or_else(|| file.named("Book")).ok_or_else(|| mistaken_file(&file))?;
    drop(file);
    Xls::open(stream).await
}

/// Reads the part of a workbook at `place`.
///
/// # Errors
/// As opening it, and [`Fault::NoPlace`] if there is no such sheet.
pub(crate) fn read(format: Format, bytes: &[u8], place: &Place) -> Result<Document, Fault> {
    finish(async {
        if format == Format::Xls {
            return open_xls(bytes).await?.read(place).await;
        }
        let mut package = Package::open(bytes, &LIMITS)?;
        Workbook::open(format, &mut package).await?.read(&mut package, place).await
    })
}

/// Answers calls for parts of a workbook. What all its sheets share is read once.
pub(crate) async fn serve(format: Format, bytes: &[u8], calls: &Calls) {
    let mut place = calls.next().await;
    if format == Format::Xls {
        let mut workbook = match open_xls(bytes).await {
            Ok(workbook) => workbook,
            Err(fault) => return calls.refuse(fault).await,
        };
        loop {
            calls.answer(workbook.read(&place).await);
            place = calls.next().await;
        }
    }
    let mut package = match Package::open_in_slices(bytes, &LIMITS).await {
        Ok(package) => package,
        Err(fault) => return calls.refuse(fault).await,
    };
    let mut workbook = match Workbook::open(format, &mut package).await {
        Ok(workbook) => workbook,
        Err(fault) => return calls.refuse(fault).await,
    };
    loop {
        calls.answer(workbook.read(&mut package, &place).await);
        place = calls.next().await;
        package.renew();
    }
}
