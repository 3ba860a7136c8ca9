//! The parameters of `links`, and the options that they give.

use crate::error::ToolError;
use crate::path::quoted;
use crate::tool::args::{Args, ArgumentKind, Param};
use crate::wire::reply::NextLinks;

/// The default and the maximum number of links in a reply.
const LINKS: u32 = 50;
const MAX_LINKS: u32 = 200;

pub(super) const PARAMS: [Param; 6] = [
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: true,
        description: "As in read_file.",
        help: "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}",
    },
    Param {
        name: "direction",
        kind: ArgumentKind::Word(&["out", "in", "both"]),
        required: false,
        description: "out: in the note, in: to it.",
        help: "give out, in or both, or leave it out for both",
    },
    Param {
        name: "depth",
        kind: ArgumentKind::Count,
        required: false,
        description: "2: also the links of the files at the other end.",
        help: "give 1 or 2, or leave it out for 1",
    },
    Param {
        name: "sort",
        kind: ArgumentKind::Word(&["path", "newest"]),
        required: false,
        description: "newest: notes changed last first.",
        help: "give path or newest, or leave it out for path",
    },
    Param {
        name: "limit",
        kind: ArgumentKind::Count,
        required: false,
        description: "",
        help: "give a whole number from 1 to 200, or leave it out for 50",
    },
    Param {
        name: "cursor",
        kind: ArgumentKind::Text,
        required: false,
        description: "",
        help: "give the cursor from the previous reply, or leave it out to start over",
    },
];

/// The options of a call.
pub(super) struct LinkOptions {
    /// The arguments as given, for the next call.
    pub given: NextLinks,
    pub out: bool,
    pub incoming: bool,
    pub depth: u32,
    pub is_newest_first: bool,
    pub limit: usize,
    /// How many links were shown before.
    pub shown: usize,
}

/// The options that `args` give.
pub(super) fn options(args: &Args) -> Result<LinkOptions, ToolError> {
    let own = |name| args.text(name).map(str::to_owned);
    let shown = match args.text("cursor") {
        None => 0,
        Some(cursor) => cursor.trim().parse::<u32>().map_err(|_| {
            let fault = format!("cursor is {}, which no reply gave", quoted(cursor));
            ToolError::invalid_arguments(
                fault,
                "give the cursor from the previous reply, or leave it out to start over",
            )
        })?,
    };
    let direction = args.text("direction").unwrap_or("both");
    Ok(LinkOptions {
        given: NextLinks {
            path: own("path").unwrap_or_default(),
            direction: own("direction"),
            depth: args.count("depth", 2),
            sort: own("sort"),
            limit: args.count("limit", MAX_LINKS),
            cursor: String::new(),
        },
        out: direction != "in",
        incoming: direction != "out",
        depth: args.count("depth", 2).unwrap_or(1),
        is_newest_first: args.text("sort") == Some("newest"),
        limit: args.count("limit", MAX_LINKS).unwrap_or(LINKS) as usize,
        shown: shown as usize,
    })
}
