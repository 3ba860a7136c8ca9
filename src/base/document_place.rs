//! The part of a document that a call asks for, so that the rest need not be read.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::format::Format;

/// A part of a document; all of it if nothing is named.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(default)]
pub struct Place {
    /// A page of a PDF, or a slide of a presentation, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub page: Option<u32>,
    /// The name of a sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub sheet: Option<String>,
    /// Cells of a sheet, such as `B2:F40`. Without a sheet, of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub range: Option<String>,
    /// Whether cells show their formulas too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[tsify(optional)]
    pub formulas: bool,
    /// The number of a notebook's cell, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub cell: Option<u32>,
}

impl Place {
    /// The names of the arguments that files of this `format` do not take, and what such files lack. `None` for files
    /// that are no documents.
    #[must_use]
    pub fn mistaken(&self, format: Option<Format>) -> Option<(&'static str, &'static str)> {
        let has_formulas = matches!(format, Some(Format::Xlsx | Format::Ods));
        let in_sheets = has_formulas || format == Some(Format::Xls);
        let given = [
            (
                "page",
                self.page.is_some(),
                matches!(format, Some(Format::Pdf | Format::Pptx | Format::Odp | Format::Ppt)),
                "pages",
            ),
            ("sheet", self.sheet.is_some(), in_sheets, "sheets"),
            ("range", self.range.is_some(), in_sheets, "sheets"),
            ("formulas", self.formulas, has_formulas, "formulas"),
            ("cell", self.cell.is_some(), format == Some(Format::Ipynb), "numbered cells"),
        ];
        given.into_iter().find(|&(_, is_given, fits, _)| is_given && !fits).map(|(name, .., what)| (name, what))
    }
}
