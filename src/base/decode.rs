//! Checks that bytes are UTF-8, with or without a byte order mark.

use thiserror::Error;

/// The part of a file that is checked to recognize text, as in git. The rest is checked when it is shown, because
/// checking 10 MB of Korean takes four times as long as everything else for a page of it.
pub const HEAD_BYTES: usize = 8000;

/// The bytes are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not UTF-8 text: byte {} does not fit", self.offset + 1)]
pub struct NotText {
    /// Byte offset of the first invalid byte.
    pub offset: usize,
}

/// The length of the byte order mark at the start of `bytes`; 0 without one.
#[must_use]
pub fn byte_order_mark(bytes: &[u8]) -> usize {
    let mark = "\u{feff}".as_bytes();
    if bytes.starts_with(mark) { mark.len() } else { 0 }
}

/// Checks the head of `bytes`.
///
/// # Errors
/// [`NotText`] if the head is not UTF-8.
pub fn check_head(bytes: &[u8]) -> Result<(), NotText> {
    let head = bytes.len().min(HEAD_BYTES);
    match str::from_utf8(&bytes[..head]) {
        // The end of the head may split a character.
        Err(error) if head == bytes.len() || error.error_len().is_some() => {
            Err(NotText { offset: error.valid_up_to() })
        }
        _ => Ok(()),
    }
}

/// `bytes[start..end]` as text.
///
/// # Errors
/// [`NotText`] if the part is not UTF-8.
pub fn utf8(bytes: &[u8], start: usize, end: usize) -> Result<&str, NotText> {
    str::from_utf8(&bytes[start..end]).map_err(|error| NotText { offset: start + error.valid_up_to() })
}
