//! The parts of a message, and where they are.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;
use std::vec;

use super::header_fields::{Header, first_line};
use crate::slices::Slices;

/// Maximum number of parts.
pub const MAX_PARTS: usize = 10_000;

/// How a part is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Part,
    /// A file that a web page shows.
    OfPage,
}

/// A part of a message.
pub struct Part<'a> {
    pub header: Header,
    /// The message, or what was decoded of it.
    pub bytes: Rc<Cow<'a, [u8]>>,
    /// Where its content is in `bytes`.
    pub content: Range<usize>,
    /// Its type if it declares none.
    pub default: &'static str,
    pub depth: usize,
    pub role: Use,
}

impl<'a> Part<'a> {
    /// The part with its header at `place`.
    pub fn read(bytes: Rc<Cow<'a, [u8]>>, place: Range<usize>, default: &'static str, depth: usize) -> Self {
        let (header, content) = Header::read(&bytes[place.clone()]);
        let content = place.end - content.len()..place.end;
        Self { header, bytes, content, default, depth, role: Use::Part }
    }
}

/// A part whose own parts are being written.
pub struct Open<'a> {
    pub parts: vec::IntoIter<Part<'a>>,
    /// Whether one part with text is enough.
    pub is_alternative: bool,
    pub has_text: bool,
}

/// The parts of a part, which are between lines that are `boundary`. `kinds` says what they are for each other.
pub async fn parts_of<'a>(outer: &Part<'a>, kinds: &str, boundary: &str, slices: &mut Slices) -> Option<Open<'a>> {
    let default = if kinds == "digest" { "message/rfc822" } else { "text/plain" };
    let end = outer.content.end;
    let read = |place| Part::read(Rc::clone(&outer.bytes), place, default, outer.depth + 1);
    let mark = format!("--{boundary}");
    let (mut parts, mut start, mut rest) = (Vec::new(), None, &outer.bytes[outer.content.clone()]);
    while !rest.is_empty() && parts.len() <= MAX_PARTS {
        let at = end - rest.len();
        let (line, below) = first_line(rest);
        slices.turn(line.len() + 1).await;
        rest = below;
        let Some(mark_end) = line.strip_prefix(mark.as_bytes()).map(<[u8]>::trim_ascii_end) else { continue };
        if mark_end.is_empty() || mark_end == b"--" {
            parts.extend(start.map(|start| read(start..at)));
            start = mark_end.is_empty().then(|| end - below.len());
            if start.is_none() {
                break;
            }
        }
    }
    // The end is missing.
    parts.extend(start.map(|start| read(start..end)));
    if kinds == "related" {
        parts.iter_mut().skip(1).for_each(|part| part.role = Use::OfPage);
    }
    let is_alternative = kinds == "alternative";
    if is_alternative {
        // The plain text, or else the first of the others that has text.
        let (plain, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| is_plain(&part.header));
        parts = plain;
        parts.extend(others);
    }
    (!parts.is_empty()).then(|| Open { parts: parts.into_iter(), is_alternative, has_text: false })
}

fn is_plain(header: &Header) -> bool {
    let kind = header.get("Content-Type");
    kind.is_none_or(|kind| kind.trim_ascii().to_ascii_lowercase().starts_with(b"text/plain"))
}
