//! The arguments of `links`, and the options that they give.

use crate::error::ToolError;
use crate::path::quoted;
use crate::tool::args::{ArgumentKind, arguments};

/// The default and the maximum number of links in a reply.
const LINKS: u32 = 50;
const MAX_LINKS: u32 = 200;

const CURSOR_HELP: &str = "give the cursor from the previous reply, or leave it out to start over";

arguments! {
    LinkArguments {
        /// As in read_file.
        path: String = ArgumentKind::Path, "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}";
        /// out: in the note, in: to it.
        direction: Option<String> = ArgumentKind::Word(&["out", "in", "both"]), "give out, in or both, or leave it out for both";
        /// 2: also the links of the files at the other end.
        depth: Option<u32> = ArgumentKind::UpTo(2), "give 1 or 2, or leave it out for 1";
        /// newest: notes changed last first.
        sort: Option<String> = ArgumentKind::Word(&["path", "newest"]), "give path or newest, or leave it out for path";
        limit: Option<u32> = ArgumentKind::UpTo(MAX_LINKS), "give a whole number from 1 to 200, or leave it out for 50";
        cursor: Option<String> = ArgumentKind::Text, CURSOR_HELP;
    }
}

/// The options of a call.
pub(super) struct LinkOptions {
    pub given: LinkArguments,
    pub out: bool,
    pub incoming: bool,
    pub depth: u32,
    pub is_newest_first: bool,
    pub limit: usize,
    /// How many links were shown before.
    pub shown: usize,
}

impl LinkOptions {
    pub fn of(given: LinkArguments) -> Result<Self, ToolError> {
        let shown = given.cursor.as_deref().map_or(Ok(0), |cursor| {
            let no_number = |_| {
                ToolError::invalid_arguments(format!("cursor is {}, which no reply gave", quoted(cursor)), CURSOR_HELP)
            };
            cursor.trim().parse::<u32>().map_err(no_number)
        })?;
        Ok(Self {
            out: given.direction.as_deref() != Some("in"),
            incoming: given.direction.as_deref() != Some("out"),
            depth: given.depth.unwrap_or(1),
            is_newest_first: given.sort.as_deref() == Some("newest"),
            limit: given.limit.unwrap_or(LINKS) as usize,
            shown: shown as usize,
            given,
        })
    }
}
