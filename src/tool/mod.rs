//! Tools: what a model may call by name with JSON arguments, and how a call goes on.
//!
//! A call starts as [`Step::Ask`] or [`Step::Done`]. Whoever runs it answers the requests, and hands the answers back
//! until it is done. Nothing here reads a file, waits or knows the time.

mod args;
mod config;
mod host;
mod reply;
mod find;
mod batch;
mod file_text;
mod judge;
mod notes;
mod closed;
mod last_file;
mod load;
mod readable;
mod read_file;
mod list_files;
mod search_notes;
mod session;

use serde::Serialize;
use serde_json::Value;
use tsify::Tsify;

use self::args::{Args, Param};
use self::last_file::LastFile;
use self::notes::catalogue::Catalogue;
use crate::error::ToolError;
use crate::policy::Policy;
use crate::text::{Amount, Numbering, millitokens};

pub use config::{Config, ConfigError, Context};
pub use host::{Answer, FileStat, Image, ListedFile, Listing, Request};
pub use notes::change::{Change, Indexed};
pub use readable::{Readable, readable};
pub use reply::{
    Content, Entry, FileShown, HitLine, Layout, LineRun, Next, NextCall, NextEntries, NextNotes, NoteFound, Reply,
    Structured,
};

pub use session::{Session, Step};

/// How large a file may be. Android gives an app 256 MB in all, and a read holds a file up to two and a half times.
pub const MAX_FILE_BYTES: u32 = 64 * 1024 * 1024;

/// Bytes of numbered text in one reply unless the caller sets another limit: 100 KB, about 25,000 tokens.
pub const DEFAULT_MAX_BYTES: u32 = 100 * 1024;

/// What a model is told of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(hashmap_as_object)]
pub struct ToolDefinition {
    /// The name to call it by.
    pub name: String,
    /// What it does and how to call it.
    pub description: String,
    /// JSON Schema of its arguments.
    #[tsify(type = "Record<string, unknown>")]
    pub input_schema: Value,
}

/// All tools, as they are described to a model.
#[must_use]
pub fn definitions() -> Vec<ToolDefinition> {
    let define = |tool: &Tool| ToolDefinition {
        name: tool.name.to_owned(),
        description: tool.description.to_owned(),
        input_schema: args::schema(tool.params),
    };
    TOOLS.iter().map(define).collect()
}

/// The table of tools.
static TOOLS: [Tool; 3] = [read_file::TOOL, list_files::TOOL, search_notes::TOOL];

/// A tool: how it is described, and how a call of it starts.
struct Tool {
    name: &'static str,
    description: &'static str,
    params: &'static [Param],
    /// What begins the sentence for the person where a call fails.
    failed: &'static str,
    /// The simplest arguments there are.
    example: &'static str,
    start: fn(Args, &Shared, Terms) -> Result<Started, ToolError>,
}

/// A call under way, and what the host has to answer first.
type Started = (Box<dyn Running>, Vec<Request>);

/// A call under way.
trait Running {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError>;
}

/// How far a call has come.
enum Progress {
    Ask(Vec<Request>),
    Done(Reply),
}

/// What the calls of one session share.
struct Shared {
    policy: Policy,
    limits: Limits,
    last_file: LastFile,
    catalogue: Catalogue,
}

/// What the person has set, in whole numbers.
#[derive(Debug, Clone, Copy)]
struct Limits {
    bytes: usize,
    lines: u32,
    files_at_once: usize,
    image_bytes: usize,
    images_bytes: usize,
    index_bytes: usize,
}

/// What one reply is bound to.
#[derive(Debug, Clone, Copy)]
struct Terms {
    /// What it may hold in all.
    limit: Amount,
    /// The tokens of that as the caller counts them.
    max_tokens: Option<u32>,
    numbering: Numbering,
    /// Whether the reply says where its lines are.
    layout: bool,
}

impl Terms {
    /// Whether content has no room at all: then its outline is given.
    fn is_outline_only(&self) -> bool {
        self.limit.bytes == 0 || self.limit.lines == 0
    }

    /// What `text` takes, though none of it is a line of content.
    fn taken_by(&self, text: &str) -> Amount {
        Amount { bytes: text.len(), lines: 0, millitokens: self.millitokens(text) }
    }

    /// The tokens of `text`, in thousandths. Counted only where they are limited: that takes longer than all else.
    fn millitokens(&self, text: &str) -> u64 {
        if self.limit.limits_tokens() { millitokens(text) } else { 0 }
    }
}
