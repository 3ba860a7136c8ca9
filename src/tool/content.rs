//! Content: a file as it can be shown, and where it came from.

use super::reply::FileShown;
use crate::document::DocumentPart;
use crate::text::Text;

/// A file as text.
#[derive(Debug)]
pub(super) struct Content {
    pub text: Text,
    /// What the file is, if it is no text by itself.
    pub format: Option<String>,
    /// The encoding that was taken; nothing for UTF-8.
    pub encoding: Option<String>,
    /// What reading left out.
    pub notes: Vec<String>,
    /// A document's pages, sheets, cells or headings.
    pub parts: Vec<DocumentPart>,
    /// Whether there are more lines, which the next call may find.
    pub unfinished: bool,
}

impl Content {
    /// The file at `path` as a reply describes it, of which nothing is shown yet.
    pub fn file(&self, path: &str) -> FileShown {
        FileShown {
            path: path.to_owned(),
            total_lines: self.text.total_lines(),
            final_newline: self.text.final_newline(),
            eol: self.text.eol(),
            format: self.format.clone(),
            encoding: self.encoding.clone(),
            notes: self.notes.clone(),
            ..FileShown::default()
        }
    }
}
