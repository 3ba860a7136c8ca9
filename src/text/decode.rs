//! From bytes to text: UTF-8, with or without a byte order mark. Other encodings are not text here yet.

use thiserror::Error;

/// How much of a file is looked at to tell text from other content: as much as git looks at. The rest is checked where
/// it is shown: checking 10 MB of Korean takes four times as long as all else that showing a page of it takes.
const HEAD_BYTES: usize = 8000;

/// The bytes are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not UTF-8 text: byte {} does not fit", self.offset + 1)]
pub struct NotText {
    /// Byte offset of the first byte that does not fit.
    pub offset: usize,
}

/// How many bytes the byte order mark takes that `bytes` may begin with.
pub(super) fn byte_order_mark(bytes: &[u8]) -> usize {
    let mark = "\u{feff}".as_bytes();
    if bytes.starts_with(mark) { mark.len() } else { 0 }
}

/// Looks at the head of `bytes`.
pub(crate) fn check_head(bytes: &[u8]) -> Result<(), NotText> {
    let head = bytes.len().min(HEAD_BYTES);
    match str::from_utf8(&bytes[..head]) {
        // The end of the head may cut a scalar value in two.
        Err(error) if head == bytes.len() || error.error_len().is_some() => {
            Err(NotText { offset: error.valid_up_to() })
        }
        _ => Ok(()),
    }
}

/// `bytes[start..end]` as text.
pub(super) fn utf8(bytes: &[u8], start: usize, end: usize) -> Result<&str, NotText> {
    str::from_utf8(&bytes[start..end]).map_err(|error| NotText { offset: start + error.valid_up_to() })
}
