//! Content: a file as it can be shown, and where it came from.

use crate::document::Part;
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
    pub parts: Vec<Part>,
    /// Whether there are more lines, which the next call may find.
    pub unfinished: bool,
}
