//! Reads an Excel workbook, sheet by sheet.

use super::one_line;
use super::strings::Strings;
use super::table::Table;
use super::workbook::{Styles, Workbook};
use super::worksheet::{self, Shared};
use crate::document::package::Package;
use crate::document::stop::Stop;
use crate::document::{Document, Draft, Fault};

/// Maximum omitted sheets to name.
const MAX_NAMED: usize = 20;

/// Reads the workbook whose main part is `part`.
pub(super) fn read(package: &mut Package<'_>, part: &str) -> Result<Document, Fault> {
    let workbook = Workbook::read(package, part)?;
    if workbook.sheets.is_empty() {
        return Err(workbook.flaw.map_or_else(|| Fault::Broken("a workbook without sheets".into()), Fault::from));
    }
    let mut draft = Draft::default();
    let shared = Shared {
        strings: Strings::read(package, &workbook.strings),
        styles: Styles::read(package, &workbook.styles),
        from_1904: workbook.from_1904,
        persons: worksheet::persons(package, &workbook.persons),
    };
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
    let mut left_out = 0;
    for (index, sheet) in workbook.sheets.iter().enumerate() {
        if draft.is_full() || matches!(first_flaw, Some(Stop::Spent)) {
            left_out = workbook.sheets.len() - index;
            break;
        }
        let mut table = Table::new(&mut draft, &sheet.name, sheet.is_hidden);
        if sheet.is_chart {
            table.finish("(a chart)");
            continue;
        }
        let flaw = worksheet::read(package, sheet, &shared, &mut table);
        if let Some(flaw) = &flaw {
            let (name, row) = (one_line(&sheet.name), table.last_row());
            let after = if row == 0 { String::new() } else { format!(" after row {row}") };
            table.note(format!("sheet \"{name}\" could not be read{after}: {flaw}"));
        }
        has_text |= table.finish(if flaw.is_some() { "(could not be read)" } else { "(empty)" });
        first_flaw = first_flaw.or(flaw);
    }
    if let Some(flaw) = first_flaw.filter(|_| !has_text) {
        return Err(flaw.into());
    }
    if left_out > 0 {
        let sheets = &workbook.sheets[workbook.sheets.len() - left_out..];
        let names: Vec<_> = sheets.iter().take(MAX_NAMED).map(|sheet| one_line(&sheet.name)).collect();
        let more = if left_out > MAX_NAMED { ", …" } else { "" };
        draft.note(format!("{left_out} more sheets are not shown: {}{more}", names.join(", ")));
    }
    if workbook.is_cut {
        draft.note(format!("only the first {} sheets are shown", workbook.sheets.len()));
    }
    Ok(draft.finish())
}
