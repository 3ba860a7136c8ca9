//! Reads an Excel workbook: all of it, one sheet, or a range of cells.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use lectern_base::cell_range::CellRange;
use lectern_base::{Document, Fault, Place};

use super::cell_text::{MAX_NAMED, no_sheet, shown};
use super::layout::View;
use super::row_index::RowIndex;
use super::strings::Strings;
use super::table::Table;
use super::workbook::{Sheet, Styles, Workbook};
use super::worksheet::{self, Shared};
use super::{drawing, remarks};
use crate::draft::{Draft, Stop};
use crate::package::Package;

/// An open workbook.
pub(super) struct Xlsx<'a> {
    workbook: Workbook,
    shared: Shared,
    /// Where the rows of a sheet are, for sheets of which ranges were read.
    indexes: BTreeMap<usize, RowIndex<'a>>,
}

impl<'a> Xlsx<'a> {
    /// Opens the workbook whose main part is `part`.
    pub async fn open(package: &mut Package<'a>, part: &str) -> Result<Self, Fault> {
        let workbook = Workbook::read(package, part).await?;
        if workbook.sheets.is_empty() {
            return Err(workbook.flaw.map_or_else(|| Fault::Broken("a workbook without sheets".into()), Fault::from));
        }
        let shared = Shared {
            strings: Strings::read(package, &workbook.strings).await,
            styles: Styles::read(package, &workbook.styles).await,
            from_1904: workbook.from_1904,
            persons: remarks::persons(package, &workbook.persons).await,
        };
        Ok(Self { workbook, shared, indexes: BTreeMap::new() })
    }

    /// Reads what is at `place`.
    pub async fn read(&mut self, package: &mut Package<'a>, place: &Place) -> Result<Document, Fault> {
        let wanted = self.wanted(place)?;
        let range = place.range.as_deref().and_then(CellRange::parse);
        let uses_index = range.is_some() && !place.formulas;
        let view = View { range: range.unwrap_or(CellRange::ALL), formulas: place.formulas };
        let Self { workbook, shared, indexes } = self;
        let mut draft = Draft::default();
        if shared.strings.is_cut {
            draft.note("only the first 12 MB of the texts in its cells are shown");
        }
        let mut first_flaw = None;
        for (what, flaw) in [("its list of sheets", workbook.flaw), ("the texts of its cells", shared.strings.flaw)] {
            if let Some(flaw) = flaw {
                draft.note(format!("{what} could not be read to the end: {flaw}"));
                first_flaw.get_or_insert(flaw);
            }
        }
        let mut has_text = false;
        let mut left_out = &[][..];
        let sheets = &workbook.sheets[..wanted.end];
        for (at, sheet) in sheets.iter().enumerate().skip(wanted.start) {
            if draft.is_full() || matches!(first_flaw, Some(Stop::Spent)) {
                left_out = &sheets[at..];
                break;
            }
            let mut table = Table::new(&mut draft, &sheet.name, sheet.is_hidden, view.clone());
            if sheet.is_chart {
                let relations = package.relations(&sheet.part).unwrap_or_default();
                drawing::add(package, &relations, &mut table).await;
                table.finish("(a chart)");
                continue;
            }
            let index = match indexes.entry(at) {
                _ if !uses_index => None,
                Entry::Occupied(entry) => Some(entry.into_mut()),
                Entry::Vacant(entry) => {
                    RowIndex::new(package, &sheet.part).ok().flatten().map(|index| entry.insert(index))
                }
            };
            let flaw = worksheet::read(package, sheet, shared, index, &mut table).await;
            if let Some(flaw) = &flaw {
                let (name, row) = (shown(&sheet.name), table.last_row());
                let after = if row == 0 { String::new() } else { format!(" after row {row}") };
                table.note(format!("sheet \"{name}\" could not be read{after}: {flaw}"));
            }
            has_text |= table.finish(if flaw.is_some() { "(could not be read)" } else { "(empty)" });
            first_flaw = first_flaw.or(flaw);
        }
        if let Some(flaw) = first_flaw.filter(|_| !has_text) {
            return Err(flaw.into());
        }
        if !left_out.is_empty() {
            let names = names(left_out);
            draft.note(format!("{} more sheets are not shown: {names}; name one as sheet", left_out.len()));
        }
        if workbook.is_cut {
            draft.note(format!("only the first {} sheets are shown", workbook.sheets.len()));
        }
        Ok(draft.finish())
    }

    /// The sheets that `place` names, by their places in the workbook.
    fn wanted(&self, place: &Place) -> Result<Range<usize>, Fault> {
        let sheets = &self.workbook.sheets;
        let Some(name) = &place.sheet else {
            return Ok(if place.range.is_some() { 0..1 } else { 0..sheets.len() });
        };
        let at = sheets.iter().position(|sheet| sheet.name == *name);
        let alike = || sheets.iter().position(|sheet| shown(&sheet.name).to_lowercase() == shown(name).to_lowercase());
        let at = at.or_else(alike).ok_or_else(|| no_sheet(name, &names(sheets)))?;
        Ok(at..at + 1)
    }
}

/// The first names of `sheets`, in quotes.
fn names(sheets: &[Sheet]) -> String {
    let names: Vec<_> = sheets.iter().take(MAX_NAMED).map(|sheet| format!("\"{}\"", shown(&sheet.name))).collect();
    let more = if sheets.len() > MAX_NAMED { ", …" } else { "" };
    format!("{}{more}", names.join(", "))
}
