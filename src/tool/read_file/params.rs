//! The parameters of `read_file`.

use crate::document::Place;
use crate::document::cell_range::CellRange;
use crate::error::ToolError;
use crate::path::quoted;
use crate::tool::args::{Args, ArgumentKind, Param};

/// Maximum files per call.
const MAX_FILES: usize = 100;

const PATH: Param = Param {
    name: "path",
    kind: ArgumentKind::Path,
    required: false,
    description: "`Notes/a.md`, from the vault root; or a note's name: `a`.",
    help: PATH_HELP,
};

pub(super) const PATH_HELP: &str = "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}";

const START_LINE: Param = Param {
    name: "start_line",
    kind: ArgumentKind::Line,
    required: false,
    description: "From 1; negative: from the end.",
    help: "give a whole number: 12 is the 12th line, -20 begins the last 20 lines; leave it out to start at line 1",
};

const END_LINE: Param = Param {
    name: "end_line",
    kind: ArgumentKind::Line,
    required: false,
    description: "Inclusive; negative: from the end.",
    help: "give a whole number: 80 is the 80th line, -1 the last; leave it out to read to the end",
};

const START_COLUMN: Param = Param {
    name: "start_column",
    kind: ArgumentKind::Count,
    required: false,
    description: "To continue a cut line.",
    help: "give start_column and start_line from the previous reply; leave it out to start at the line's start",
};

const PAGE: Param = Param {
    name: "page",
    kind: ArgumentKind::Count,
    required: false,
    description: "Of a PDF or presentation; its lines count from 1.",
    help: "give the number of a page or slide, such as 12; leave it out to read from the start",
};

/// The parameters of each of several files.
const FILE: [Param; 5] =
    [Param { required: true, ..same(&PATH) }, same(&START_LINE), same(&END_LINE), same(&START_COLUMN), same(&PAGE)];

/// The parameter as described above: each description costs tokens in every request.
const fn same(param: &Param) -> Param {
    Param { description: "", ..*param }
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

/// What a range looks like.
const RANGE_HELP: &str = "give a range of cells, such as B2:F40, B:F or 2:40";

pub(super) const PARAMS: [Param; 11] = [
    PATH,
    START_LINE,
    END_LINE,
    START_COLUMN,
    PAGE,
    Param {
        name: "sheet",
        kind: ArgumentKind::Text,
        required: false,
        description: "",
        help: "give the name of a sheet, or leave it out for all",
    },
    Param {
        name: "range",
        kind: ArgumentKind::Text,
        required: false,
        description: "Cells of a sheet: `B2:F40`.",
        help: RANGE_HELP,
    },
    Param {
        name: "formulas",
        kind: ArgumentKind::Flag,
        required: false,
        description: "",
        help: "give true to see formulas, or leave it out",
    },
    Param {
        name: "cell",
        kind: ArgumentKind::Count,
        required: false,
        description: "Of a notebook.",
        help: "give the number of a cell, counted from 1, or leave it out for all",
    },
    Param {
        name: "files",
        kind: ArgumentKind::List { of: &FILE, max: MAX_FILES },
        required: false,
        description: "Several files instead of path, in one reply.",
        help: "give a list of 1 to 100 files, such as {\"files\": [{\"path\": \"Notes/a.md\"}, {\"path\": \"Notes/b.md\"}]}",
    },
    Param {
        name: "view",
        kind: ArgumentKind::Word(&["content", "outline", "image"]),
        required: false,
        description: "outline: headings or definitions with their lines; image: of an SVG or a PDF's page.",
        help: "give content, outline or image, or leave it out for content",
    },
];

/// The arguments for each file, whether they were given as a list, and what to show.
pub(super) fn asked(args: Args) -> Result<(Vec<Args>, bool, View), ToolError> {
    let view = match args.text("view") {
        Some("outline") => View::Outline,
        Some("image") => View::Image,
        _ => View::Content,
    };
    let Some(files) = args.list(&PARAMS, "files") else {
        if !args.has("path") {
            return Err(ToolError::invalid_arguments("path is missing", PATH_HELP));
        }
        return Ok((vec![args], false, view));
    };
    if args.has("path") {
        let help = "give path for one file, or files for several";
        return Err(ToolError::invalid_arguments("path and files are both given", help));
    }
    if let Some(name) = ["start_line", "end_line", "start_column", "page"].into_iter().find(|name| args.has(name)) {
        let help = "give it with the file it belongs to, such as {\"files\": [{\"path\": \"Notes/a.md\", \"start_line\": 40}]}";
        return Err(ToolError::invalid_arguments(format!("{name} is given beside files"), help));
    }
    if let Some(name) = ["sheet", "range", "formulas", "cell"].into_iter().find(|name| args.has(name)) {
        let help = "call once for each file, with path";
        return Err(ToolError::invalid_arguments(format!("{name} is given beside files"), help));
    }
    Ok((files, true, view))
}

/// The part of the document that the arguments name.
pub(super) fn place(args: &Args) -> Result<Option<Place>, ToolError> {
    let text = |name| args.text(name).map(str::to_owned);
    let place = Place {
        page: args.count("page", u32::MAX),
        sheet: text("sheet"),
        range: text("range"),
        formulas: args.flag("formulas"),
        cell: args.count("cell", u32::MAX),
    };
    match &place.range {
        Some(range) if CellRange::parse(range).is_none() => {
            let message = format!("range is {}, which is not a range of cells", quoted(range));
            Err(ToolError::invalid_arguments(message, RANGE_HELP))
        }
        _ => Ok(Some(place).filter(|place| *place != Place::default())),
    }
}
