//! Detects what a file is, by its content, and by its name if the content is ambiguous.

mod caption;
mod container;
pub(in crate::document) mod controls;
mod media_frames;
mod name;
mod picture;
mod signature;
mod zip;

use super::Format;
use crate::text::check_head;
use crate::text::encoding::{WideEncoding, detect};

pub use caption::{caption, media_caption};
pub use name::by_name;
pub(crate) use name::{documents, media, pictures};

/// The part of a file that is examined to recognize text, as in git and in `text`.
const HEAD_BYTES: usize = 8000;
/// How far from its start a PDF may begin: what Acrobat lets pass.
const PDF_WITHIN: usize = 1024;
/// What is looked at behind the head: enough to see a tenth of controls, which compressed bytes have, and next to free.
const SAMPLE_BYTES: usize = 512;
/// How many samples of the rest are taken, evenly, the last at the end.
const SAMPLES: usize = 4;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// UTF-8, at least in its head.
    Text,
    /// Text in UTF-16 or UTF-32.
    Wide(WideEncoding),
    /// Probably text in an older encoding, or in UTF-8 with faults: what reads [`Format::Legacy`] decides.
    Legacy,
    /// A document that can be converted to text.
    Document(Format),
    /// A picture made of pixels.
    Image(Picture),
    /// A picture that is text.
    Svg,
    /// A known format without text.
    Media {
        /// `audio`, `video`, `image` (of a format that no model takes), `archive`, `font`, `program`, `database`,
        /// `document`, `disk image`.
        what: &'static str,
        /// The name of its format: `MP3`.
        format: &'static str,
    },
    /// Unknown, and not text.
    Binary,
}

/// A picture made of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// Its format, as `image/png`.
    pub mime_type: &'static str,
    /// Pixels from side to side, as stored; 0 where that cannot be read.
    pub width: u32,
    /// Pixels from top to bottom, as stored; 0 where that cannot be read.
    pub height: u32,
}

impl Picture {
    /// Whether its size cannot be read: it is cut off or broken.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// The kind of the file `name` with the content `bytes`. Of a large text, the head and a few samples are examined.
///
/// Content decides: a JPEG called `a.png` is a JPEG, and a text called `a.docx` is text. The name decides between
/// formats of text (a page, a notebook, a note), and where content is too short or too broken to tell.
#[must_use]
pub fn of(name: &str, bytes: &[u8]) -> FileKind {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let is_utf8 = check_head(bytes).is_ok();
    let found = controls::count(head);
    if is_pdf(name, head, is_utf8 && found.strange == 0) {
        return FileKind::Document(Format::Pdf);
    }
    let fits = if is_utf8 { controls::fit_utf8 } else { controls::fit_others };
    let is_plain = fits(found.strange, head.len());
    // Letters at the start of a text are no signature, unless the name says the same.
    if (!is_plain || !starts_with_letters(head) || by_name(name).is_some())
        && let Some(kind) = signature::find(name, bytes)
        && (!is_plain || !starts_with_letters(head) || agree(name, kind))
    {
        return kind;
    }
    if let Some(encoding) = wide_encoding(bytes) {
        return FileKind::Wide(encoding);
    }
    if !is_plain || !rest_is_plain(bytes) {
        return name::of_unknown(name);
    }
    if !is_utf8 || (found.escapes && has_japanese_escapes(head)) {
        return FileKind::Legacy;
    }
    name::of_text(name, head)
}

/// The wide encoding that `bytes` are text in; nothing where they are as good as UTF-8.
#[must_use]
pub fn wide_encoding(bytes: &[u8]) -> Option<WideEncoding> {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let may_be = check_head(bytes).is_err() || controls::count(head).strange > 0;
    may_be.then(|| detect(bytes)).flatten()
}

fn is_pdf(name: &str, head: &[u8], is_clean: bool) -> bool {
    let is_start = |at: usize| head[at..].starts_with(b"%PDF-") && head.get(at + 5).is_some_and(u8::is_ascii_digit);
    // A note may speak of PDFs, but does not begin like one.
    let within = if is_clean && by_name(name) != Some(FileKind::Document(Format::Pdf)) { 1 } else { PDF_WITHIN };
    (0..head.len().min(within)).any(is_start)
}

fn starts_with_letters(head: &[u8]) -> bool {
    head.iter().take(8).all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'))
}

/// Whether `name` is one of what `kind` is.
fn agree(name: &str, kind: FileKind) -> bool {
    match (by_name(name), kind) {
        (Some(FileKind::Image(_)), FileKind::Image(_)) => true,
        (Some(FileKind::Media { what: named, .. }), FileKind::Media { what, .. }) => named == what,
        (named, kind) => named == Some(kind),
    }
}

/// Whether what comes behind the head is not mostly binary.
fn rest_is_plain(bytes: &[u8]) -> bool {
    let rest = bytes.len().saturating_sub(HEAD_BYTES);
    if rest < SAMPLES * SAMPLE_BYTES {
        return true;
    }
    let is_binary = |sample: &usize| {
        let end = HEAD_BYTES + rest / SAMPLES * sample;
        let block = &bytes[end - SAMPLE_BYTES..end];
        !controls::fit_utf8(controls::count(block).strange, block.len())
    };
    (1..=SAMPLES).filter(is_binary).count() <= SAMPLES / 2
}

/// Whether there is an escape by which ISO-2022-JP goes over to two bytes a character; no terminal knows it.
fn has_japanese_escapes(head: &[u8]) -> bool {
    head.windows(3).any(|three| matches!(three, b"\x1b$B" | b"\x1b$@"))
}
