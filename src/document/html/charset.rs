//! Detects the encoding of a web page and decodes it in pieces.

use std::cell::Cell;
use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::slices::is_utf8;

/// Number of bytes searched for a declared encoding. Browsers read 1,024 bytes, and more if it stands later in the head,
/// as behind the styles of a saved page.
const HEAD_BYTES: usize = 256 * 1024;

/// Maximum number of attributes of a tag. The tokenizer recurses once for each attribute in double quotes, and 1,500
/// overflow the stack. Tags written by hand have ten, tags written by programs a few dozen.
const MAX_ATTRIBUTES: u32 = 200;

/// Maximum length of a piece in bytes. A piece can add 100 attributes before they are counted.
const PIECE_BYTES: usize = 512;

/// The decoder of a page.
pub(super) struct Source<'a> {
    decoder: Decoder,
    bytes: &'a [u8],
    is_at_end: bool,
    /// Number of attributes found so far in the open tag.
    attributes: &'a Cell<u32>,
}

/// The text of a page, and the name of its encoding if it is not UTF-8.
///
/// A byte order mark has priority. A page that is valid UTF-8 is read as UTF-8 whatever it declares, because programs
/// save pages again and keep the old declaration. Once a tag has too many `attributes`, reading returns an error.
pub(super) async fn source<'a>(
    bytes: &'a [u8],
    known: Option<&'static Encoding>,
    attributes: &'a Cell<u32>,
) -> (Option<String>, Source<'a>) {
    let encoding = match known {
        Some(known) => known,
        None => encoding(bytes).await,
    };
    let name = (encoding != UTF_8).then(|| encoding.name().to_owned());
    (name, Source { decoder: encoding.new_decoder_with_bom_removal(), bytes, is_at_end: false, attributes })
}

async fn encoding(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    match bytes {
        [b'<', 0, _, 0, ..] => return UTF_16LE,
        [0, b'<', 0, _, ..] => return UTF_16BE,
        _ => {}
    }
    let declared = declared(&bytes[..bytes.len().min(HEAD_BYTES)]);
    if declared != Some(ISO_2022_JP) && is_utf8(bytes).await {
        return UTF_8;
    }
    // A page that declares its encoding in ASCII cannot be UTF-16.
    declared.map_or(WINDOWS_1252, Encoding::output_encoding)
}

/// The encoding that a page declares.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    // The body may be about encodings.
    let body = places(head, b"<body").next().unwrap_or(head.len());
    let head = &head[..body];
    let is_in = |tag: &[u8], at: usize| {
        let start = memchr::memrchr(b'<', &head[..at]).map(|start| &head[start..at]);
        start.is_some_and(|start| start.len() >= tag.len() && start[..tag.len()].eq_ignore_ascii_case(tag))
    };
    let marks: [(&[u8], &[u8]); 2] = [(b"charset=", b"<meta"), (b"encoding=", b"<?xml")];
    let starts = marks
        .into_iter()
        .flat_map(|(mark, tag)| places(head, mark).filter(move |at| is_in(tag, *at)).map(|at| at + mark.len()));
    starts.into_iter().find_map(|start| {
        let name = head[start..].trim_ascii_start();
        let name = name.strip_prefix(b"\"").or_else(|| name.strip_prefix(b"'")).unwrap_or(name);
        let is_end = |byte: &u8| matches!(byte, b'"' | b'\'' | b';' | b'>' | b'/') || byte.is_ascii_whitespace();
        Encoding::for_label(&name[..name.iter().position(is_end)?])
    })
}

/// Where `word` is, whatever its case.
fn places<'h>(head: &'h [u8], word: &'static [u8]) -> impl Iterator<Item = usize> + 'h {
    head.windows(word.len()).enumerate().filter(|(_, window)| window.eq_ignore_ascii_case(word)).map(|(at, _)| at)
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
