//! Replies: what a tool call ends in. The shape is the Model Context Protocol's `CallToolResult`, so that every front
//! end passes it on as it is. What each tool tells programs stands in a file of its own.

mod file;
mod layout;
mod listing;
mod search;

use serde::Serialize;
use tsify::Tsify;

use crate::error::ToolError;
use crate::text::{Amount, Shown, fitting, millitokens, own};

pub use file::{FileShown, Next};
pub use layout::{Layout, LineRun};
pub use listing::{Entry, NextEntries};
pub use search::{HitLine, NextNotes, NoteFound};

/// What a tool call ends in, for the model (`content`) and for the person and programs (`structuredContent`).
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Reply {
    /// What the model reads.
    pub content: Vec<Content>,
    /// Whether the call failed.
    pub is_error: bool,
    /// The same for programs.
    pub structured_content: Structured,
}

/// A part of what the model reads.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        #[tsify(type = "string")]
        text: Shown,
    },
    /// A picture.
    #[serde(rename_all = "camelCase")]
    Image {
        /// Its bytes as base64.
        #[tsify(type = "string")]
        data: Shown,
        /// What they are, such as `image/png`.
        mime_type: String,
    },
}

/// The reply for programs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Tsify)]
pub struct Structured {
    /// One line for the person: what was read, or why not.
    pub display: String,
    /// What was shown of which file, in the order asked. Empty where the only file asked for could not be read.
    pub files: Vec<FileShown>,
    /// What a listing shows, in its order; absent where nothing was listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub entries: Option<Vec<Entry>>,
    /// What a search found, best first; absent where nothing was searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub notes: Option<Vec<NoteFound>>,
    /// The arguments of the call that goes on with a listing or a search; absent at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "NextEntries | NextNotes")]
    pub next: Option<Box<NextCall>>,
    /// Of the paths that a host asked about, those that are open: see [`Session::which_open`](super::Session::which_open).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub open: Option<Vec<String>>,
    /// What went wrong; absent unless the call failed. Of several files that all failed, the first's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub error: Option<ToolError>,
}

/// The arguments of the call that goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(untagged)]
pub enum NextCall {
    /// Of a listing.
    Entries(NextEntries),
    /// Of a search.
    Notes(NextNotes),
}

impl Reply {
    /// A reply to a call for several files, which has failed only if it did for each.
    pub(super) fn several(content: Vec<Content>, display: String, files: Vec<FileShown>) -> Self {
        let error = files.first().and_then(|file| file.error.clone());
        let error = error.filter(|_| files.iter().all(|file| file.error.is_some()));
        Self::of(content, Structured { display, files, error, ..Structured::default() })
    }

    /// A reply that shows `files` as `content`.
    pub(super) fn shown(content: Vec<Content>, display: String, files: Vec<FileShown>) -> Self {
        Self::of(content, Structured { display, files, ..Structured::default() })
    }

    /// A reply to the host, with nothing for a model or a user.
    pub(super) fn open(paths: Vec<String>) -> Self {
        Self::of(Vec::new(), Structured { open: Some(paths), ..Structured::default() })
    }

    /// A reply that lists `entries` as `text`.
    pub(super) fn listed(text: String, display: String, entries: Vec<Entry>, next: Option<NextEntries>) -> Self {
        let next = next.map(NextCall::Entries).map(Box::new);
        let structured = Structured { display, entries: Some(entries), next, ..Structured::default() };
        Self::of(vec![Content::text(text)], structured)
    }

    /// A reply that shows the `notes` that a search found as `text`.
    pub(super) fn found(text: String, display: String, notes: Vec<NoteFound>, next: Option<NextNotes>) -> Self {
        let next = next.map(NextCall::Notes).map(Box::new);
        let structured = Structured { display, notes: Some(notes), next, ..Structured::default() };
        Self::of(vec![Content::text(text)], structured)
    }

    /// The reply of a tool that has `failed`, in no more tokens than `limit` has.
    pub(super) fn error_within(failed: &str, error: ToolError, limit: Amount) -> Self {
        let text = error.text();
        let mut reply = Self::error(failed, error);
        if limit.limits_tokens() && millitokens(&text) > limit.millitokens {
            let room = limit.millitokens.saturating_sub(millitokens("…"));
            reply.content = vec![Content::text(format!("{}…", &text[..fitting(&text, room)]))];
        }
        reply
    }

    fn error(failed: &str, error: ToolError) -> Self {
        let display = format!("{failed}: {}", error.message);
        Self::of(vec![Content::text(error.text())], Structured { display, error: Some(error), ..Structured::default() })
    }

    fn of(content: Vec<Content>, structured_content: Structured) -> Self {
        Self { content, is_error: structured_content.error.is_some(), structured_content }
    }
}

impl Content {
    pub(super) fn text(text: String) -> Self {
        Self::Text { text: own(text) }
    }
}

/// `1 file`, `3 files`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The reply of a call that failed before it was any tool's, or that was given up.
impl From<ToolError> for Reply {
    fn from(error: ToolError) -> Self {
        Self::error("The call failed", error)
    }
}
