//! E-mails, and web pages that browsers save in the same form (`.mht`).
//!
//! `header_fields` reads headers, `parameters` what is in them, `encoded_words` and `transfer` decode, `message_parts`
//! finds the parts, and `message_body` writes them.

mod encoded_words;
mod header_fields;
mod message_body;
mod message_parts;
mod parameters;
mod transfer;

use lectern_base::{Document, Fault};

use self::header_fields::Header;
use self::message_body::Body;

/// Converts a message in slices.
///
/// # Errors
/// [`Fault::Broken`] if it has no header.
pub(crate) async fn read(bytes: &[u8]) -> Result<Document, Fault> {
    let message = message_start(bytes);
    if Header::read(message).0.is_empty() {
        return Err(Fault::Broken("it does not begin as a message does".to_owned()));
    }
    let mut body = Body::default();
    body.message(message).await;
    Ok(body.finish())
}

/// The message without what mailboxes write before it.
fn message_start(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if !bytes.starts_with(b"From ") {
        return bytes;
    }
    memchr::memchr(b'\n', bytes).map_or(bytes, |end| &bytes[end + 1..])
}
