//! The arguments of `read_file`, and what they ask for.

use lectern_base::Place;
use lectern_base::cell_range::CellRange;

use crate::error::ToolError;
use crate::path::quoted;
use crate::text::LineRange;
use crate::tool::args::{ArgumentKind, arguments};

/// Maximum files per call.
const MAX_FILES: usize = 100;

const PATH_HELP: &str = "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}";
const START_LINE_HELP: &str =
    "give a whole number: 12 is the 12th line, -20 begins the last 20 lines; leave it out to start at line 1";
const END_LINE_HELP: &str = "give a whole number: 80 is the 80th line, -1 the last; leave it out to read to the end";
const START_COLUMN_HELP: &str =
    "give start_column and start_line from the previous reply; leave it out to start at the line's start";
const PAGE_HELP: &str = "give the number of a page or slide, such as 12; leave it out to read from the start";
const RANGE_HELP: &str = "give a range of cells, such as B2:F40, B:F or 2:40";

arguments! {
    ReadArguments {
        /// `Notes/a.md`, from the vault root; or a note's name: `a`.
        path: Option<String> = ArgumentKind::Path, PATH_HELP;
        /// From 1; negative: from the end.
        start_line: Option<i64> = ArgumentKind::Line, START_LINE_HELP;
        /// Inclusive; negative: from the end.
        end_line: Option<i64> = ArgumentKind::Line, END_LINE_HELP;
        /// To continue a cut line.
        start_column: Option<u32> = ArgumentKind::Count, START_COLUMN_HELP;
        /// Of a PDF or presentation; its lines count from 1.
        page: Option<u32> = ArgumentKind::Count, PAGE_HELP;
        sheet: Option<String> = ArgumentKind::Text, "give the name of a sheet, or leave it out for all";
        /// Cells of a sheet: `B2:F40`.
        range: Option<String> = ArgumentKind::Text, RANGE_HELP;
        formulas: Option<bool> = ArgumentKind::Flag, "give true to see formulas, or leave it out";
        /// Of a notebook.
        cell: Option<u32> = ArgumentKind::Count, "give the number of a cell, counted from 1, or leave it out for all";
        /// Several files instead of path, in one reply.
        files: Vec<FileArguments> = ArgumentKind::List { of: FileArguments::PARAMS, max: MAX_FILES }, "give a list of 1 to 100 files, such as {\"files\": [{\"path\": \"Notes/a.md\"}, {\"path\": \"Notes/b.md\"}]}";
        /// outline: headings or definitions with their lines; image: of an SVG or a PDF's page.
        view: Option<String> = ArgumentKind::Word(&["content", "outline", "image"]), "give content, outline or image, or leave it out for content";
    }
}

// One of several files. Descriptions cost tokens in every request, so they are given once.
arguments! {
    FileArguments {
        path: String = ArgumentKind::Path, PATH_HELP;
        start_line: Option<i64> = ArgumentKind::Line, START_LINE_HELP;
        end_line: Option<i64> = ArgumentKind::Line, END_LINE_HELP;
        start_column: Option<u32> = ArgumentKind::Count, START_COLUMN_HELP;
        page: Option<u32> = ArgumentKind::Count, PAGE_HELP;
    }
}

/// What to show of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// Its lines, or the image.
    Content,
    /// Its outline.
    Outline,
    /// An image, also for an SVG or a page of a PDF.
    Image,
}

impl ReadArguments {
    /// What to show of each file.
    pub fn view(&self) -> View {
        match self.view.as_deref() {
            Some("outline") => View::Outline,
            Some("image") => View::Image,
            _ => View::Content,
        }
    }

    /// The part of a document, and of its text.
    fn place(&self) -> Result<Place, ToolError> {
        match &self.range {
            Some(range) if CellRange::parse(range).is_none() => {
                let message = format!("range is {}, which is not a range of cells", quoted(range));
                Err(ToolError::invalid_arguments(message, RANGE_HELP))
            }
            range => Ok(Place {
                page: self.page,
                sheet: self.sheet.clone(),
                range: range.clone(),
                formulas: self.formulas.unwrap_or_default(),
                cell: self.cell,
            }),
        }
    }

    /// The files, each with the part to read, and whether they were given as a list.
    pub fn files(self) -> Result<(Vec<(FileArguments, Place)>, bool), ToolError> {
        let Self { start_line, end_line, start_column, page, .. } = self;
        if self.files.is_empty() {
            let Some(path) = self.path.clone() else {
                return Err(ToolError::invalid_arguments("path is missing", PATH_HELP));
            };
            let place = self.place()?;
            return Ok((vec![(FileArguments { path, start_line, end_line, start_column, page }, place)], false));
        }
        let is_of_file = [
            ("start_line", start_line.is_some()),
            ("end_line", end_line.is_some()),
            ("start_column", start_column.is_some()),
            ("page", page.is_some()),
        ];
        let is_of_path = [
            ("sheet", self.sheet.is_some()),
            ("range", self.range.is_some()),
            ("formulas", self.formulas.is_some()),
            ("cell", self.cell.is_some()),
        ];
        let given =
            |names: &[(&'static str, bool)]| names.iter().find(|(_, is_given)| *is_given).map(|(name, _)| *name);
        let beside = |name, help| Err(ToolError::invalid_arguments(format!("{name} is given beside files"), help));
        if self.path.is_some() {
            let help = "give path for one file, or files for several";
            return Err(ToolError::invalid_arguments("path and files are both given", help));
        }
        if let Some(name) = given(&is_of_file) {
            return beside(
                name,
                "give it with the file it belongs to, such as {\"files\": [{\"path\": \"Notes/a.md\", \"start_line\": 40}]}",
            );
        }
        if let Some(name) = given(&is_of_path) {
            return beside(name, "call once for each file, with path");
        }
        let whole = |file: FileArguments| {
            let page = file.page;
            (file, Place { page, ..Place::default() })
        };
        Ok((self.files.into_iter().map(whole).collect(), true))
    }
}

impl FileArguments {
    /// The lines to read.
    pub fn lines(&self) -> Result<LineRange, ToolError> {
        if self.start_column.is_some() && self.start_line.is_none() {
            return Err(ToolError::invalid_arguments(
                "start_column is given without start_line",
                "give both from the previous reply, or neither",
            ));
        }
        Ok(LineRange { start: self.start_line, end: self.end_line, column: self.start_column })
    }
}
