//! The options that the arguments give.

use super::arguments::{AFTER_HELP, ListArguments};
use super::pattern::Pattern;
use super::property_options::PropertyOptions;
use super::time;
use crate::error::ToolError;

/// The default number of lines in a reply: about 5,000 tokens.
const DEFAULT_LIMIT: u32 = 200;

/// Maximum lines that a call may request.
const MAX_LIMIT: u32 = 1000;

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
    pub given: ListArguments,
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
    pub fn of(given: ListArguments) -> Result<Self, ToolError> {
        let pattern = given.pattern.as_deref().map(Pattern::parse).transpose()?;
        let time = |text: &str| {
            let message = || format!("modified_after is {}, which is not a date", crate::path::quoted(text));
            time::parse(text).ok_or_else(|| ToolError::invalid_arguments(message(), AFTER_HELP))
        };
        let after = given.modified_after.as_deref().map(time).transpose()?;
        let sort = match given.sort.as_deref() {
            _ if given.base.is_some() => Sort::Property,
            Some("modified") => Sort::Modified,
            Some("size") => Sort::Size,
            Some("name" | "") | None => Sort::Name,
            Some(_) => Sort::Property,
        };
        Ok(Self {
            pattern,
            depth: given.depth.map_or(usize::MAX, |depth| depth as usize),
            sort,
            properties: PropertyOptions::of(&given, sort == Sort::Property)?,
            after,
            limit: given.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT) as usize,
            cursor: given.cursor.unwrap_or_default() as usize,
            given,
        })
    }

    /// Whether some files of the folder may be left out.
    pub fn is_choosy(&self) -> bool {
        self.pattern.is_some() || self.after.is_some() || self.properties.is_some()
    }
}
