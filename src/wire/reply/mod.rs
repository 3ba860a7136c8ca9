//! Replies: the results of tool calls, in the shape of the Model Context Protocol's `CallToolResult`, so that every
//! front end can pass them on as they are.

mod file;
mod layout;
mod link;
mod listing;
mod next_arguments;
mod related;
mod search;
mod why;

use serde::Serialize;
use tsify::Tsify;

use super::proposal::ChangeMade;
use crate::error::ToolError;
use crate::text::{Amount, Shown, fitting, millitokens, own, stacked};

pub use file::{FileShown, Next};
pub use layout::{Layout, LineRun};
pub use link::LinkFound;
pub use listing::{Entry, PropertyShown};
pub use next_arguments::{ArgumentValue, NextArguments};
pub use related::RelatedNote;
pub use search::{Asked, AskedKind, DatedBy, HitLine, NoteFound, PassageFound};
pub use why::{Explanation, FormFound, NoteAbove, WordExplained};

/// The result of a tool call, for the model (`content`) and for the user and programs (`structuredContent`).
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Reply {
    /// What the model reads.
    pub content: Vec<Content>,
    /// Whether the call failed.
    pub is_error: bool,
    /// The result for programs.
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
    /// An image.
    #[serde(rename_all = "camelCase")]
    Image {
        /// Its bytes as base64.
        #[tsify(type = "string")]
        data: Shown,
        /// The format, such as `image/png`.
        mime_type: String,
    },
}

/// The result for programs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Tsify)]
pub struct Structured {
    /// One line for the user: what was read, or why not.
    pub display: String,
    /// What was shown of each file, in the order requested. Empty if the only requested file could not be read.
    pub files: Vec<FileShown>,
    /// The entries of a listing, in order; absent for other calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub entries: Option<Vec<Entry>>,
    /// The notes that a search found, best first; absent for other calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub notes: Option<Vec<NoteFound>>,
    /// How many notes a search found in all; absent if the reply shows all of them, or if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub total: Option<u32>,
    /// What the question is understood to ask for; only of a search for passages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "Asked")]
    pub asked: Option<Box<Asked>>,
    /// The links of a file, in order; absent for other calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "LinkFound[]")]
    pub links: Option<Box<[LinkFound]>>,
    /// The notes that have to do with a note, best first; absent for other calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "RelatedNote[]")]
    pub related: Option<Box<[RelatedNote]>>,
    /// Why a search finds a note where it does; absent for other calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "Explanation")]
    pub why: Option<Box<Explanation>>,
    /// The arguments of the call that continues a listing or a search; absent at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "Record<string, unknown>")]
    pub next: Option<Box<NextArguments>>,
    /// The paths that are not excluded, of those that the host asked about: see
    /// [`Session::which_open`](crate::Session::which_open).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "string[]")]
    pub open: Option<Box<[String]>>,
    /// What a call that changes a note did; absent for other calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub change: Option<Box<ChangeMade>>,
    /// The error of a failed call. If all of several files failed, that of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub error: Option<ToolError>,
}

impl Reply {
    /// The reply for several files. It failed only if all of them did.
    pub(crate) fn several(content: Vec<Content>, display: String, files: Vec<FileShown>) -> Self {
        let error = files.first().and_then(|file| file.error.clone());
        let error = error.filter(|_| files.iter().all(|file| file.error.is_some()));
        Self::of(content, Structured { display, files, error, ..Structured::default() })
    }

    /// A reply that shows `files` as `content`.
    pub(crate) fn shown(content: Vec<Content>, display: String, files: Vec<FileShown>) -> Self {
        Self::of(content, Structured { display, files, ..Structured::default() })
    }

    /// The reply below a line that names its only file.
    pub(crate) fn headed(mut self, line: String) -> Self {
        for file in &mut self.structured_content.files {
            file.layout = file.layout.take().map(|layout| layout.placed(0, 0, 1));
        }
        match self.content.first_mut() {
            Some(Content::Text { text }) => *text = stacked(own(line), text),
            _ => self.content.insert(0, Content::text(line)),
        }
        self
    }

    /// A reply to the host, with nothing for a model or a user.
    pub(crate) fn open(paths: Vec<String>) -> Self {
        Self::of(Vec::new(), Structured { open: Some(paths.into()), ..Structured::default() })
    }

    /// A reply that lists `entries` as `text`.
    pub(crate) fn listed(text: String, display: String, entries: Vec<Entry>, next: Option<NextArguments>) -> Self {
        let next = next.map(Box::new);
        let structured = Structured { display, entries: Some(entries), next, ..Structured::default() };
        Self::of(vec![Content::text(text)], structured)
    }

    /// A reply that shows the `notes` of a search as `text`.
    pub(crate) fn found(text: String, display: String, notes: Vec<NoteFound>, next: Option<NextArguments>) -> Self {
        let next = next.map(Box::new);
        let structured = Structured { display, notes: Some(notes), next, ..Structured::default() };
        Self::of(vec![Content::text(text)], structured)
    }

    /// The same reply, which says how many notes were found in all, if it does not show all of `total`.
    pub(crate) fn of_total(mut self, total: Option<usize>) -> Self {
        let shown = self.structured_content.notes.as_ref().map_or(0, Vec::len);
        let total = total.filter(|&total| total > shown);
        self.structured_content.total = total.map(|total| u32::try_from(total).unwrap_or(u32::MAX));
        self
    }

    /// The same reply, which says what the question is understood to ask for.
    pub(crate) fn asked(mut self, asked: Option<Asked>) -> Self {
        self.structured_content.asked = asked.map(Box::new);
        self
    }

    /// A reply that lists `links` as `text`.
    pub(crate) fn linked(text: String, display: String, links: Vec<LinkFound>, next: Option<NextArguments>) -> Self {
        let next = next.map(Box::new);
        let structured = Structured { display, links: Some(links.into()), next, ..Structured::default() };
        Self::of(vec![Content::text(text)], structured)
    }

    /// A reply that lists `related` notes as `text`.
    pub(crate) fn related(text: String, display: String, related: Vec<RelatedNote>) -> Self {
        Self::of(
            vec![Content::text(text)],
            Structured { display, related: Some(related.into()), ..Structured::default() },
        )
    }

    /// A reply that explains a search as `text`.
    pub(crate) fn explained(text: String, display: String, why: Option<Explanation>) -> Self {
        Self::of(vec![Content::text(text)], Structured { display, why: why.map(Box::new), ..Structured::default() })
    }

    /// A reply about a change.
    pub(crate) fn changed(text: String, display: String, change: ChangeMade) -> Self {
        let structured = Structured { display, change: Some(Box::new(change)), ..Structured::default() };
        Self::of(vec![Content::text(text)], structured)
    }

    /// The reply of a failed tool, truncated to the tokens in `limit`. `failed` starts the sentence for the user.
    pub(crate) fn error_within(failed: &str, error: ToolError, limit: Amount) -> Self {
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
    pub(crate) fn text(text: String) -> Self {
        Self::Text { text: own(text) }
    }
}

/// `1 file`, `3 files`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The reply of a call that failed before its tool was known, or that was cancelled.
impl From<ToolError> for Reply {
    fn from(error: ToolError) -> Self {
        Self::error("The call failed", error)
    }
}
