//! Content: a file as it can be shown, and where it came from.

use super::reply::FileShown;
use crate::document::kind::wide_encoding;
use crate::document::{Part, decode_wide};
use crate::path::VaultPath;
use crate::policy::Policy;
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

/// The text of the note at `path`, which holds `bytes`, without its byte order mark; nothing where that closes it. In UTF-8,
/// UTF-16 or UTF-32; what is no Unicode comes with U+FFFD for what has no meaning, and is closed wherever tags close notes:
/// they cannot be told.
pub(super) fn open_note(policy: &Policy, path: &VaultPath, bytes: Vec<u8>) -> Option<String> {
    if policy.closes_content(path, &bytes) {
        return None;
    }
    let wide = wide_encoding(&bytes).map(|encoding| decode_wide(encoding, &bytes).0);
    let mut text = match wide {
        Some(text) if policy.closes_content(path, text.as_bytes()) => return None,
        Some(text) => text,
        None => match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) if policy.has_closed_tags() => return None,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        },
    };
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Some(text)
}
