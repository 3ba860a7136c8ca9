//! A file as text.

use lectern_base::DocumentPart;

use crate::text::Text;
use crate::wire::reply::FileShown;

/// A file as text.
#[derive(Debug)]
pub(super) struct Content {
    pub text: Text,
    /// The file's format, unless it is plain text.
    pub format: Option<String>,
    /// The encoding; `None` for UTF-8.
    pub encoding: Option<String>,
    /// Notes on what reading left out.
    pub notes: Vec<String>,
    /// A document's pages, sheets, cells or headings.
    pub parts: Vec<DocumentPart>,
    /// The version of the file's bytes, if changes are allowed and the file is text.
    pub version: Option<String>,
    /// The page that it is; `None` for a whole file.
    pub page: Option<u32>,
    /// Whether the file has more lines, which the next call may read.
    pub unfinished: bool,
}

impl Content {
    /// The description of the file at `path` in a reply, with nothing shown yet.
    pub fn file(&self, path: &str) -> FileShown {
        FileShown {
            path: path.to_owned(),
            total_lines: self.text.total_lines(),
            final_newline: self.text.final_newline(),
            eol: self.text.eol(),
            format: self.format.clone(),
            page: self.page,
            encoding: self.encoding.clone(),
            notes: self.notes.clone(),
            version: self.version.clone(),
            ..FileShown::default()
        }
    }
}
