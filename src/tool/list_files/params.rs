//! The parameters of `list_files`, and the options that they give.

use super::pattern::Pattern;
use super::property_options::PropertyOptions;
use super::time;
use crate::error::ToolError;
use crate::tool::args::{Args, ArgumentKind, Param};

/// The default number of lines in a reply: about 5,000 tokens.
const DEFAULT_LIMIT: u32 = 200;

/// Maximum lines that a call may request.
const MAX_LIMIT: u32 = 1000;

pub(super) const PARAMS: [Param; 10] = [
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: false,
        description: "A folder: `Projects/2025`.",
        help: "give a folder's path from the vault root, such as {\"path\": \"Projects\"}, or leave it out for the vault",
    },
    Param {
        name: "pattern",
        kind: ArgumentKind::Text,
        required: false,
        description: "`*.md` at any depth; `2025/**/*.md` from the folder on; as in .gitignore.",
        help: "give a pattern such as \"*.md\", or leave it out for all files",
    },
    Param {
        name: "depth",
        kind: ArgumentKind::Count,
        required: false,
        description: "How many levels; 1 is the folder itself.",
        help: "give a whole number: 1 for the folder itself, 2 for its folders too; leave it out for all that fits",
    },
    Param {
        name: "sort",
        kind: ArgumentKind::Text,
        required: false,
        description: "name, modified (newest first), size (largest first); or a property: `due`, `-due` for the last \
            first.",
        help: "give name, modified, size or a property, or leave it out for name",
    },
    Param {
        name: "where",
        kind: ArgumentKind::Text,
        required: false,
        description: "As in search_notes.",
        help: "give conditions on properties, such as {\"where\": \"status = open\"}",
    },
    Param {
        name: "properties",
        kind: ArgumentKind::Texts,
        required: false,
        description: "To show instead of size and date.",
        help: "give a list of names, such as {\"properties\": [\"status\", \"due\"]}",
    },
    Param {
        name: "base",
        kind: ArgumentKind::Path,
        required: false,
        description: "The files of a base's view: `Tasks.base#Open`.",
        help: "give a base and the name of its view, such as {\"base\": \"Tasks.base#Open\"}",
    },
    Param {
        name: "modified_after",
        kind: ArgumentKind::Text,
        required: false,
        description: "`2025-03-01` or `2025-03-01T12:00Z`.",
        help: AFTER_HELP,
    },
    Param {
        name: "limit",
        kind: ArgumentKind::Count,
        required: false,
        description: "",
        help: "give a whole number from 1 to 1000, or leave it out for 200",
    },
    Param {
        name: "cursor",
        kind: ArgumentKind::Count,
        required: false,
        description: "",
        help: "give the cursor from the previous reply, or leave it out to start over",
    },
];

const AFTER_HELP: &str = "give a date such as 2025-03-01, or a date and time such as 2025-03-01T12:00Z";

/// The order of a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Name,
    Modified,
    Size,
    Property,
}

/// The options of a call, except for the folder.
#[derive(Debug)]
pub(super) struct ListOptions {
    pub args: Args,
    pub pattern: Option<Pattern>,
    /// At least 1.
    pub depth: usize,
    pub sort: Sort,
    /// `None` if nothing is asked of properties.
    pub properties: Option<PropertyOptions>,
    /// In milliseconds since 1970.
    pub after: Option<i64>,
    /// At least 1.
    pub limit: usize,
    /// How many entries were shown before.
    pub cursor: usize,
}

impl ListOptions {
    /// The options that `args` give.
    pub fn parse(args: Args) -> Result<Self, ToolError> {
        let pattern = args.text("pattern").map(Pattern::parse).transpose()?;
        let no_date = |text: &str| {
            let message = format!("modified_after is {}, which is not a date", crate::path::quoted(text));
            ToolError::invalid_arguments(message, AFTER_HELP)
        };
        let after =
            args.text("modified_after").map(|text| time::parse(text).ok_or_else(|| no_date(text))).transpose()?;
        let sort = match args.text("sort") {
            _ if args.has("base") => Sort::Property,
            Some("modified") => Sort::Modified,
            Some("size") => Sort::Size,
            Some("name" | "") | None => Sort::Name,
            Some(_) => Sort::Property,
        };
        let key = args.text("sort").filter(|_| sort == Sort::Property);
        let properties = PropertyOptions::parse(&args, key)?;
        let count = |name: &str, max| args.count(name, max).map(|count| count as usize);
        Ok(Self {
            pattern,
            depth: count("depth", u32::MAX).unwrap_or(usize::MAX),
            sort,
            properties,
            after,
            limit: count("limit", MAX_LIMIT).unwrap_or(DEFAULT_LIMIT as usize),
            cursor: count("cursor", u32::MAX).unwrap_or_default(),
            args,
        })
    }

    /// Whether some files of the folder may be left out.
    pub fn is_choosy(&self) -> bool {
        self.pattern.is_some() || self.after.is_some() || self.properties.is_some()
    }
}
