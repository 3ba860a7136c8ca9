//! Pieces: what is ready to be shown of each file asked for, before the room is divided.

use super::Terms;
use super::notice::{no_room, text_amount};
use super::passage::{Part, Passage};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::text::{Amount, NotText, own};
use crate::tool::reply::{Content, FileShown, Reply};

/// What is ready of one file asked for.
#[derive(Debug)]
pub(super) enum Piece {
    /// Lines.
    Page(Passage),
    /// Why nothing is shown.
    Failed(ToolError),
}

impl Piece {
    /// The file's own path, where one is shown.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Page(passage) => Some(passage.path()),
            Self::Failed(_) => None,
        }
    }

    /// What the piece takes if it gets all it can, besides what is [`fixed`](Self::fixed).
    pub fn demand(&self) -> Amount {
        match self {
            Self::Page(passage) => passage.demand(),
            Self::Failed(_) => Amount::ZERO,
        }
    }

    /// What the piece takes however little is shown of it, if that is at least `least`.
    pub fn fixed(&self, name: &str, least: &Amount, terms: &Terms) -> Amount {
        match self {
            Self::Page(passage) => passage.notice_room(least, Some(name), terms) + text_amount("\n"),
            Self::Failed(error) => text_amount(&error.text()) + text_amount("\n"),
        }
    }

    /// The piece within its `share`, and its file for programs.
    pub fn shown(self, share: Amount, name: &str, terms: &Terms) -> (Vec<Content>, FileShown) {
        match self {
            Self::Page(passage) => match passage.shown(share, Some(name), terms) {
                Ok(Part { text, file, .. }) => (vec![Content::Text { text }], file),
                Err(error) => Self::Failed(not_text(name, error)).shown(share, name, terms),
            },
            Self::Failed(error) => {
                let text = own(error.text());
                (
                    vec![Content::Text { text }],
                    FileShown { path: name.to_owned(), error: Some(error), ..FileShown::default() },
                )
            }
        }
    }

    /// The reply to a call that asked for nothing else.
    pub fn alone(self, name: &str, terms: &Terms) -> Result<Reply, ToolError> {
        match self {
            Self::Page(passage) => {
                let shown = passage.shown(terms.limit, None, terms);
                let Part { text, display, file } = shown.map_err(|error| not_text(name, error))?;
                Ok(Reply::shown(vec![Content::Text { text }], display, vec![file]))
            }
            Self::Failed(error) => Err(error),
        }
    }

    /// The line that stands for the piece where it has no room.
    pub fn not_shown_line(&self, name: &str) -> String {
        match self {
            Self::Page(passage) => no_room(&passage.next(), name),
            Self::Failed(_) => "[... not shown, there is no room left in this reply; ask for it alone]".to_owned(),
        }
    }

    /// The same, and its file for programs.
    pub fn not_shown(self, name: &str) -> (Vec<Content>, FileShown) {
        let text = own(self.not_shown_line(name));
        let file = match self {
            Self::Page(passage) => passage.not_shown(),
            Self::Failed(error) => FileShown { path: name.to_owned(), error: Some(error), ..FileShown::default() },
        };
        (vec![Content::Text { text }], file)
    }
}

/// The file at `path` is no text.
pub(super) fn not_text(path: &str, error: NotText) -> ToolError {
    let message = format!("{} is {error}", quoted(path));
    ToolError::new(ErrorCode::Unsupported, message, "only text files in UTF-8 can be read; tell the user")
}
