//! Replies: what a tool call ends in. The shape is the Model Context Protocol's `CallToolResult`, so that every front
//! end passes it on as it is. What each tool tells programs stands in a file of its own.

mod file;
mod layout;
mod listing;
mod search;

use serde::Serialize;
use tsify::Tsify;

use crate::error::{ErrorCode, ToolError};
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
    #[tsify(type = "string[]")]
    pub open: Option<Box<[String]>>,
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
        Self {
            content,
            is_error: error.is_some(),
            structured_content: Structured { display, files, error, ..Structured::default() },
        }
    }

    /// A reply that shows `files` as `content`.
    pub(super) fn shown(content: Vec<Content>, display: String, files: Vec<FileShown>) -> Self {
        Self { content, is_error: false, structured_content: Structured { display, files, ..Structured::default() } }
    }

    /// A reply to the host, with nothing for a model or a person.
    pub(super) fn open(paths: Vec<String>) -> Self {
        let structured_content = Structured { open: Some(paths.into()), ..Structured::default() };
        Self { content: Vec::new(), is_error: false, structured_content }
    }

    /// A reply that lists `entries` as `text`.
    pub(super) fn listed(text: String, display: String, entries: Vec<Entry>, next: Option<NextEntries>) -> Self {
        Self {
            content: vec![Content::Text { text: own(text) }],
            is_error: false,
            structured_content: Structured {
                display,
                entries: Some(entries),
                next: next.map(NextCall::Entries).map(Box::new),
                ..Structured::default()
            },
        }
    }

    /// A reply that shows the `notes` that a search found as `text`.
    pub(super) fn found(text: String, display: String, notes: Vec<NoteFound>, next: Option<NextNotes>) -> Self {
        Self {
            content: vec![Content::Text { text: own(text) }],
            is_error: false,
            structured_content: Structured {
                display,
                notes: Some(notes),
                next: next.map(NextCall::Notes).map(Box::new),
                ..Structured::default()
            },
        }
    }

    /// The reply of a tool that has `failed`, in no more tokens than `limit` has.
    pub(super) fn error_within(failed: &str, error: ToolError, limit: Amount) -> Self {
        let text = error.text();
        let mut reply = Self::error(failed, error);
        if limit.limits_tokens() && millitokens(&text) > limit.millitokens {
            let room = limit.millitokens.saturating_sub(millitokens("…"));
            let text = own(format!("{}…", &text[..fitting(&text, room)]));
            reply.content = vec![Content::Text { text }];
        }
        reply
    }

    fn error(failed: &str, error: ToolError) -> Self {
        // It is the model that a closed path is closed to, not the person.
        let denied = error.message.strip_suffix("you").filter(|_| error.code == ErrorCode::Denied);
        let message = denied.map_or_else(|| error.message.clone(), |denied| format!("{denied}the model"));
        Self {
            content: vec![Content::Text { text: own(error.text()) }],
            is_error: true,
            structured_content: Structured {
                display: format!("{failed}: {message}"),
                error: Some(error),
                ..Structured::default()
            },
        }
    }
}

/// The reply of a call that failed before it was any tool's, or that was given up.
impl From<ToolError> for Reply {
    fn from(error: ToolError) -> Self {
        Self::error("The call failed", error)
    }
}
