//! Detects the encoding of a web page and decodes it in pieces.

use std::cell::Cell;
use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Bytes at the start that may declare the encoding. Browsers look at 1,024 bytes, but saved pages may begin with a
/// comment.
const HEAD_BYTES: usize = 4096;

/// Maximum attributes of a tag. The tokenizer recurses for each attribute in double quotes, and 1,500 overflow the
/// stack. Tags written by people have up to ten, those written by programs some dozens.
const MAX_ATTRIBUTES: u32 = 200;

/// Maximum bytes decoded at a time. They can contain 100 attributes, which are counted only afterwards.
const PIECE_BYTES: usize = 512;

/// Decodes a page to UTF-8, in pieces.
pub(super) struct Source<'a> {
    decoder: Decoder,
    bytes: &'a [u8],
    is_at_end: bool,
    /// Number of attributes of the current tag so far, counted by [`Tokens`](super::tokenizer::Tokens).
    attributes: &'a Cell<u32>,
}

/// Returns a reader of the page as UTF-8, and the name of its encoding unless that is UTF-8.
///
/// A byte order mark takes precedence. Otherwise, valid UTF-8 is UTF-8 whatever it declares (except ISO-2022-JP), since
/// programs save pages as UTF-8 without updating the declaration. Reading fails if `attributes` exceeds the maximum.
pub(super) fn source<'a>(bytes: &'a [u8], attributes: &'a Cell<u32>) -> (Option<String>, Source<'a>) {
    let encoding = encoding(bytes);
    let name = (encoding != UTF_8).then(|| encoding.name().to_owned());
    (name, Source { decoder: encoding.new_decoder_with_bom_removal(), bytes, is_at_end: false, attributes })
}

fn encoding(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    match bytes {
        [b'<', 0, _, 0, ..] => return UTF_16LE,
        [0, b'<', 0, _, ..] => return UTF_16BE,
        _ => {}
    }
    let declared = declared(&bytes[..bytes.len().min(HEAD_BYTES)]);
    if declared != Some(ISO_2022_JP) && str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    // A declaration that can be read as ASCII is not in UTF-16, so a declared UTF-16 means UTF-8.
    declared.map_or(WINDOWS_1252, Encoding::output_encoding)
}

/// The encoding that a page declares.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let head = head.to_ascii_lowercase();
    let mark = b"charset=";
    let starts =
        head.windows(mark.len()).enumerate().filter(|(_, window)| *window == mark).map(|(at, _)| at + mark.len());
    starts.into_iter().find_map(|start| {
        let name = head[start..].trim_ascii_start();
        let name = name.strip_prefix(b"\"").or_else(|| name.strip_prefix(b"'")).unwrap_or(name);
        let is_end = |byte: &u8| matches!(byte, b'"' | b'\'' | b';' | b'>' | b'/') || byte.is_ascii_whitespace();
        Encoding::for_label(&name[..name.iter().position(is_end)?])
    })
}

impl Read for Source<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.attributes.get() > MAX_ATTRIBUTES {
            return Err(io::Error::other("too many attributes"));
        }
        let len = into.len().min(PIECE_BYTES);
        let into = &mut into[..len];
        while !self.is_at_end {
            let (result, read, written, _) = self.decoder.decode_to_utf8(self.bytes, into, true);
            self.bytes = &self.bytes[read..];
            self.is_at_end = matches!(result, CoderResult::InputEmpty);
            if written > 0 || into.is_empty() {
                return Ok(written);
            }
        }
        Ok(0)
    }
}
