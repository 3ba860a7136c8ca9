//! Detects the kind of a file from its content, and from its name if the content is ambiguous.

mod caption;
mod container;
pub mod controls;
mod file_kind;
mod media_frames;
mod name;
mod picture;
mod signature;
mod zip;

use crate::decode::HEAD_BYTES;
use crate::decode::check_head;
use crate::encoding::{WideEncoding, detect};
use crate::format::Format;

pub use caption::size;
pub use caption::{caption, media_caption};
pub use file_kind::{FileKind, Picture};
pub use name::by_name;
pub use name::{documents, media, pictures};

/// A PDF header may start within this many bytes. Acrobat accepts the same.
const PDF_WITHIN: usize = 1024;
/// Size of a sample taken after the head: large enough to recognize compressed bytes, a tenth of which are control
/// characters, and cheap to check.
const SAMPLE_BYTES: usize = 512;
/// Number of samples taken at even distances from the rest of the file. The last one is at the end.
const SAMPLES: usize = 4;

/// The kind of the file `name` with the content `bytes`. Of a large text, only the head and a few samples are examined.
///
/// The content decides: a JPEG called `a.png` is a JPEG, and a text called `a.docx` is text. The name decides between
/// text formats (a page, a notebook, a note), and if the content is too short or too damaged to tell.
#[must_use]
pub fn of(name: &str, bytes: &[u8]) -> FileKind {
    kind(name, bytes, check_head(bytes).is_ok())
}

/// The same for `bytes` that are known to be UTF-8.
#[must_use]
pub fn of_utf8(name: &str, bytes: &[u8]) -> FileKind {
    kind(name, bytes, true)
}

fn kind(name: &str, bytes: &[u8], is_utf8: bool) -> FileKind {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let found = controls::count(head);
    if is_pdf(name, head, is_utf8 && found.strange == 0) {
        return FileKind::Document(Format::Pdf);
    }
    if is_rtf(name, head) {
        return FileKind::Document(Format::Rtf);
    }
    let fits = if is_utf8 { controls::fit_utf8 } else { controls::fit_others };
    let is_plain = fits(found.strange, head.len());
    // ASCII letters at the start of a text do not count as a signature, unless the name suggests the same kind.
    if (!is_plain || !starts_with_letters(head) || by_name(name).is_some())
        && let Some(kind) = signature::find(name, bytes)
        && (!is_plain || !starts_with_letters(head) || agree(name, kind))
    {
        return kind;
    }
    if (!is_utf8 || found.strange > 0)
        && let Some(encoding) = detect(bytes)
    {
        return name::of_encoded(name, FileKind::Wide(encoding));
    }
    if !is_plain || !rest_is_plain(bytes) {
        return name::of_unknown(name);
    }
    if !is_utf8 || (found.escapes && has_japanese_escapes(head)) {
        return name::of_encoded(name, FileKind::Legacy);
    }
    name::of_text(name, head)
}

/// The UTF-16 or UTF-32 encoding that `bytes` are text in. `None` if they are just as well UTF-8.
#[must_use]
pub fn wide_encoding(bytes: &[u8]) -> Option<WideEncoding> {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let may_be = check_head(bytes).is_err() || controls::count(head).strange > 0;
    may_be.then(|| detect(bytes)).flatten()
}

fn is_pdf(name: &str, head: &[u8], is_clean: bool) -> bool {
    let is_start = |at: usize| head[at..].starts_with(b"%PDF-") && head.get(at + 5).is_some_and(u8::is_ascii_digit);
    // A text note may mention the header of a PDF, but does not start with it.
    let within = if is_clean && by_name(name) != Some(FileKind::Document(Format::Pdf)) { 1 } else { PDF_WITHIN };
    (0..head.len().min(within)).any(is_start)
}

/// Word can save RTF under the name of an older document.
fn is_rtf(name: &str, head: &[u8]) -> bool {
    head.starts_with(b"{\\rtf") && matches!(by_name(name), Some(FileKind::Document(Format::Rtf | Format::Doc)))
}

fn starts_with_letters(head: &[u8]) -> bool {
    head.iter().take(8).all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'))
}

/// Whether the extension of `name` suggests the same kind as `kind`.
fn agree(name: &str, kind: FileKind) -> bool {
    match (by_name(name), kind) {
        (Some(FileKind::Image(_)), FileKind::Image(_)) => true,
        (Some(FileKind::Media { what: named, .. }), FileKind::Media { what, .. }) => named == what,
        (named, kind) => named == Some(kind),
    }
}

/// Whether most samples after the head of the file look like text.
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

/// Whether there is an escape sequence that switches ISO-2022-JP to two bytes per character. Terminals do not use these
/// sequences.
fn has_japanese_escapes(head: &[u8]) -> bool {
    head.windows(3).any(|three| matches!(three, b"\x1b$B" | b"\x1b$@"))
}
