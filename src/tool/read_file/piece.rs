//! Pieces: what can be shown of each file, before the space is divided.

use super::contents::Contents;
use super::notice::no_room;
use super::passage::{Passage, ShownPassage};
use crate::error::ToolError;
use crate::limits::Bounds;
use crate::text::{Amount, own};
use crate::tool::load::not_text;
use crate::wire::Image;
use crate::wire::reply::{Content, FileShown, Reply};

/// What can be shown of a file.
#[derive(Debug)]
pub(super) enum Piece {
    /// Lines.
    Page(Box<Passage>),
    /// The outline.
    Outline(Contents),
    /// An image below the line that describes it.
    Image { file: FileShown, caption: String, image: Image },
    /// One line for a file without text.
    Line { file: FileShown, line: String },
    /// Why nothing is shown.
    Failed(ToolError),
}

impl Piece {
    /// An image at `path`.
    pub fn image(path: &str, caption: String, image: Image) -> Self {
        Self::Image { file: of_format(path, &image.mime_type), caption, image }
    }

    /// The line for the file at `path`.
    pub fn line(path: &str, line: String, format: &str) -> Self {
        Self::Line { file: of_format(path, format), line }
    }

    /// The file's own path, if it was found.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Page(passage) => Some(passage.path()),
            Self::Outline(Contents { file, .. }) | Self::Image { file, .. } | Self::Line { file, .. } => {
                Some(&file.path)
            }
            Self::Failed(_) => None,
        }
    }

    /// The size of the piece with unlimited space, without what is [`fixed`](Self::fixed).
    pub fn demand(&self) -> Amount {
        match self {
            Self::Page(passage) => passage.demand(),
            Self::Outline(contents) => contents.demand,
            _ => Amount::ZERO,
        }
    }

    /// The size of what is always shown of the piece, if the rest has at least `least`.
    pub fn fixed(&self, name: &str, least: &Amount, bounds: &Bounds) -> Amount {
        match self {
            Self::Page(passage) => passage.notice_room(least, Some(name), bounds) + bounds.taken_by("\n"),
            Self::Outline(contents) => contents.fixed(bounds),
            Self::Image { caption: line, .. } | Self::Line { line, .. } => {
                bounds.taken_by(line) + bounds.taken_by("\n")
            }
            Self::Failed(error) => bounds.taken_by(&error.text()) + bounds.taken_by("\n"),
        }
    }

    /// The size of the piece's image as base64.
    pub fn image_bytes(&self) -> usize {
        if let Self::Image { image, .. } = self { image.data.len() } else { 0 }
    }

    /// Replaces an image that does not fit by a line that says so.
    pub fn without_image(self, limit: usize) -> Self {
        match self {
            Self::Image { file, caption, .. } => {
                let line = format!(
                    "{caption} [... not shown: the images of a reply have at most {limit} bytes; ask for it alone]"
                );
                Self::Line { file: FileShown { truncated: true, ..file }, line }
            }
            piece => piece,
        }
    }

    /// The piece within its `share`, and the description of its file.
    pub fn shown(self, share: Amount, name: &str, bounds: &Bounds) -> (Vec<Content>, FileShown) {
        match self {
            Self::Page(passage) => match passage.shown(share, Some(name), bounds) {
                Ok(ShownPassage { text, file, .. }) => (vec![Content::Text { text }], file),
                Err(error) => Self::Failed(not_text(name, error)).shown(share, name, bounds),
            },
            Self::Outline(contents) => (vec![Content::Text { text: contents.shown(share, bounds) }], contents.file),
            Self::Image { file, caption, image } => (picture(caption, image), file),
            Self::Line { file, line } => (vec![Content::text(line)], file),
            Self::Failed(error) => {
                let text = own(error.text());
                (
                    vec![Content::Text { text }],
                    FileShown { path: name.to_owned(), error: Some(error.about(name)), ..FileShown::default() },
                )
            }
        }
    }

    /// The reply to a call for this file alone.
    pub fn alone(self, name: &str, bounds: &Bounds) -> Result<Reply, ToolError> {
        match self {
            Self::Page(passage) => {
                let shown = passage.shown(bounds.limit, None, bounds);
                let ShownPassage { text, display, file } = shown.map_err(|error| not_text(name, error))?;
                Ok(Reply::shown(vec![Content::Text { text }], display, vec![file]))
            }
            Self::Outline(contents) => {
                let text = contents.shown(bounds.limit.without(contents.fixed(bounds)), bounds);
                Ok(Reply::shown(vec![Content::Text { text }], contents.display(), vec![contents.file]))
            }
            Self::Image { file, caption, image } => {
                let display = format!("Looked at {}: {caption}", file.path);
                Ok(Reply::shown(picture(caption, image), display, vec![file]))
            }
            Self::Line { file, line } => {
                let display = format!("Looked at {}: {line}", file.path);
                Ok(Reply::shown(vec![Content::text(line)], display, vec![file]))
            }
            Self::Failed(error) => Err(error.about(name)),
        }
    }

    /// The line for a piece that does not fit.
    pub fn not_shown_line(&self, name: &str) -> String {
        match self {
            Self::Page(passage) => no_room(&passage.next(), name),
            _ => "[... not shown: no space left in this reply; ask for it alone]".to_owned(),
        }
    }

    /// The same, and the description of its file.
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

/// The description of a file without text.
fn of_format(path: &str, format: &str) -> FileShown {
    FileShown { path: path.to_owned(), format: Some(format.to_owned()), ..FileShown::default() }
}

/// An image below its line.
fn picture(caption: String, image: Image) -> Vec<Content> {
    let Image { data, mime_type, .. } = image;
    vec![Content::text(caption), Content::Image { data: own(data), mime_type }]
}
