//! Pieces: what is ready to be shown of each file asked for, before the room is divided.

use super::Terms;
use super::contents::Contents;
use super::notice::no_room;
use super::passage::{Part, Passage};
use crate::error::ToolError;
use crate::text::{Amount, own};
use crate::tool::host::Image;
use crate::tool::load::not_text;
use crate::tool::reply::{Content, FileShown, Reply};

/// What is ready of one file asked for.
#[derive(Debug)]
pub(super) enum Piece {
    /// Lines.
    Page(Passage),
    /// The structure of a file.
    Outline(Contents),
    /// A picture below the line that describes it.
    Image { file: FileShown, caption: String, image: Image },
    /// One line for a file that has no text.
    Line { file: FileShown, line: String },
    /// Why nothing is shown.
    Failed(ToolError),
}

impl Piece {
    /// A picture at `path`.
    pub fn image(path: &str, caption: String, image: Image) -> Self {
        Self::Image { file: of_format(path, &image.mime_type), caption, image }
    }

    /// The one line that there is of the file at `path`.
    pub fn line(path: &str, line: String, format: &str) -> Self {
        Self::Line { file: of_format(path, format), line }
    }

    /// The file's own path, where one is shown.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Page(passage) => Some(passage.path()),
            Self::Outline(Contents { file, .. }) | Self::Image { file, .. } | Self::Line { file, .. } => {
                Some(&file.path)
            }
            Self::Failed(_) => None,
        }
    }

    /// What the piece takes if it gets all it can, besides what is [`fixed`](Self::fixed).
    pub fn demand(&self) -> Amount {
        match self {
            Self::Page(passage) => passage.demand(),
            Self::Outline(contents) => contents.demand,
            _ => Amount::ZERO,
        }
    }

    /// What the piece takes however little is shown of it, if that is at least `least`.
    pub fn fixed(&self, name: &str, least: &Amount, terms: &Terms) -> Amount {
        match self {
            Self::Page(passage) => passage.notice_room(least, Some(name), terms) + terms.taken_by("\n"),
            Self::Outline(contents) => contents.fixed(terms),
            Self::Image { caption: line, .. } | Self::Line { line, .. } => terms.taken_by(line) + terms.taken_by("\n"),
            Self::Failed(error) => terms.taken_by(&error.text()) + terms.taken_by("\n"),
        }
    }

    /// How many bytes of base64 the piece shows.
    pub fn image_bytes(&self) -> usize {
        if let Self::Image { image, .. } = self { image.data.len() } else { 0 }
    }

    /// Leaves a picture out for which there is no room, and says so.
    pub fn without_image(self, limit: usize) -> Self {
        match self {
            Self::Image { file, caption, .. } => {
                let line = format!(
                    "{caption} [... not shown, the images of one reply take at most {limit} bytes; ask for it alone]"
                );
                Self::Line { file: FileShown { truncated: true, ..file }, line }
            }
            piece => piece,
        }
    }

    /// The piece within its `share`, and its file for programs.
    pub fn shown(self, share: Amount, name: &str, terms: &Terms) -> (Vec<Content>, FileShown) {
        match self {
            Self::Page(passage) => match passage.shown(share, Some(name), terms) {
                Ok(Part { text, file, .. }) => (vec![Content::Text { text }], file),
                Err(error) => Self::Failed(not_text(name, error)).shown(share, name, terms),
            },
            Self::Outline(contents) => (vec![Content::Text { text: contents.shown(share, terms) }], contents.file),
            Self::Image { file, caption, image } => (picture(caption, image), file),
            Self::Line { file, line } => (vec![Content::Text { text: own(line) }], file),
            Self::Failed(error) => {
                let text = own(error.text());
                (
                    vec![Content::Text { text }],
                    FileShown { path: name.to_owned(), error: Some(error.about(name)), ..FileShown::default() },
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
            Self::Outline(contents) => {
                let text = contents.shown(terms.limit.without(contents.fixed(terms)), terms);
                Ok(Reply::shown(vec![Content::Text { text }], contents.display(), vec![contents.file]))
            }
            Self::Image { file, caption, image } => {
                let display = format!("Looked at {}: {caption}", file.path);
                Ok(Reply::shown(picture(caption, image), display, vec![file]))
            }
            Self::Line { file, line } => {
                let display = format!("Looked at {}: {line}", file.path);
                Ok(Reply::shown(vec![Content::Text { text: own(line) }], display, vec![file]))
            }
            Self::Failed(error) => Err(error.about(name)),
        }
    }

    /// The line that stands for the piece where it has no room.
    pub fn not_shown_line(&self, name: &str) -> String {
        match self {
            Self::Page(passage) => no_room(&passage.next(), name),
            _ => "[... not shown, there is no room left in this reply; ask for it alone]".to_owned(),
        }
    }

    /// The same, and its file for programs.
    pub fn not_shown(self, name: &str) -> (Vec<Content>, FileShown) {
        let text = own(self.not_shown_line(name));
        let file = match self {
            Self::Page(passage) => passage.not_shown(),
            Self::Outline(Contents { file, .. }) | Self::Image { file, .. } | Self::Line { file, .. } => {
                FileShown { truncated: true, ..file }
            }
            Self::Failed(error) => {
                FileShown { path: name.to_owned(), error: Some(error.about(name)), ..FileShown::default() }
            }
        };
        (vec![Content::Text { text }], file)
    }
}

/// A file that has no text.
fn of_format(path: &str, format: &str) -> FileShown {
    FileShown { path: path.to_owned(), format: Some(format.to_owned()), ..FileShown::default() }
}

/// A picture below its line.
fn picture(caption: String, image: Image) -> Vec<Content> {
    let Image { data, mime_type, .. } = image;
    vec![Content::Text { text: own(caption) }, Content::Image { data: own(data), mime_type }]
}
