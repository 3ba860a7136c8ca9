//! The core of Lectern: it lets a language model read a user's notes exactly and cheaply, and never what is excluded.
//!
//! The core does no I/O. A tool call returns the requests that it needs answered, and the host answers them:
//!
//! ```
//! use lectern::{Answer, Config, FileStat, Request, Session, Step};
//!
//! let mut session = Session::new(&Config::default())?;
//! let mut step = session.start("read_file", r#"{"path": "Notes/a.md"}"#);
//! let reply = loop {
//!     let (call, requests) = match step {
//!         Step::Ask { call, requests } => (call, requests),
//!         Step::Done(reply) => break reply,
//!     };
//!     let answer = |request: &Request| match request {
//!         Request::Stat(_) => Answer::File(FileStat { size: 6.0, mtime: 0.0 }),
//!         Request::Read(_) => Answer::Bytes(b"Hello\n".to_vec()),
//!         _ => Answer::Missing,
//!     };
//!     step = session.resume(call, requests.iter().map(answer).collect());
//! };
//! assert_eq!(reply.structured_content.display, "Read line 1 of 1 in Notes/a.md");
//! # Ok::<(), lectern::ConfigError>(())
//! ```
//!
//! Each module below imports only those above it.

mod base_text;
mod stored_bytes;
mod unicode;
mod path;
mod absolute_path;
pub mod note;
mod policy;
mod text;
#[doc(hidden)]
pub mod search;
mod edit;
mod vault_links;
mod error;
mod wire;
mod judge;
mod limits;
mod catalogue;
mod tool;
#[doc(hidden)]
pub mod wasm;

pub use catalogue::change::{Change, Indexed};
pub use catalogue::meaning::MeaningState;
pub use error::{ErrorCode, ToolError};
pub use limits::{DEFAULT_MAX_BYTES, MAX_FILE_BYTES};
pub use path::{PathError, VaultPath};
pub use policy::{
    Denied, Granted, NotWritable, PathKind, Patterns, Policy, Protected, RuleError, Rules, Walk, Writable,
    assert_not_protected, is_protected_path,
};
pub use text::{
    Amount, Cut, Eol, Excerpt, Limit, LineIndex, LineRange, NotText, Numbering, Page, Span, SpanError, Text,
    estimate_tokens,
};
pub use tool::{
    Config, ConfigError, Context, MeaningModel, Readable, Session, Step, ToolDefinition, brief_definitions,
    definitions, readable,
};
pub use wire::{
    Answer, ArgumentValue, Asked, AskedKind, ChangeMade, ChangeOutcome, Content, DatedBy, Decision, EditedHunk,
    EmbedPurpose, Entry, Explanation, FileShown, FileStat, FormFound, HitLine, Image, Layout, LineRun, LinkFound,
    LinkedNote, LinksFrom, ListedFile, Listing, Made, Move, MovedBack, Next, NextArguments, NoteFound, PassageFound,
    PropertyShown, Proposal, ProposedHunk, RelatedNote, Replaced, Reply, Request, Slice, Structured, TextLoss,
    TextToEmbed, Undo, Vectors, Write, Written,
};
