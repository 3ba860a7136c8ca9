//! From bytes to text: UTF-8, with or without a byte order mark. Other encodings are not text here yet.

use thiserror::Error;

/// The bytes are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not UTF-8 text: byte {} does not fit", self.offset + 1)]
pub struct NotText {
    /// Byte offset of the first byte that does not fit.
    pub offset: usize,
}

/// The text of `bytes`, in the same memory.
pub(super) fn utf8(bytes: Vec<u8>) -> Result<String, NotText> {
    String::from_utf8(bytes).map_err(|error| NotText { offset: error.utf8_error().valid_up_to() })
}

/// `content` without the byte order mark that it may begin with.
pub(super) fn without_bom(mut content: String) -> String {
    if content.starts_with('\u{feff}') {
        content.drain(..'\u{feff}'.len_utf8());
    }
    content
}
