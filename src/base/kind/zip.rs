//! Tells what a ZIP archive contains: a document, a book or a program. Looks only at the names of the entries and
//! leaves unpacking to the readers.

use super::file_kind::FileKind;
use super::name::by_name;
use crate::format::Format;

/// Offset of the first entry's name, after its local header.
const NAME_AT: usize = 30;
/// Size of the end record with the longest possible comment.
const END_WITHIN: usize = 22 + 0xffff;
/// Maximum number of names examined. The telling names of a document come first.
const MAX_NAMES: usize = 256;
const MIME: &str = "application/vnd.oasis.opendocument.";

/// The kind of a ZIP archive.
pub(super) fn kind(name: &str, bytes: &[u8]) -> FileKind {
    if let Some(kind) = by_mime_type(bytes) {
        return kind;
    }
    let document = |format| FileKind::Media { what: "document", format };
    let names: Vec<&[u8]> = names(bytes).collect();
    let holds = |start: &str| names.iter().any(|name| name.starts_with(start.as_bytes()));
    if holds("word/") {
        FileKind::Document(Format::Docx)
    } else if holds("xl/workbook.bin") {
        document("XLSB")
    } else if holds("xl/") {
        FileKind::Document(Format::Xlsx)
    } else if holds("ppt/") {
        FileKind::Document(Format::Pptx)
    } else if holds("META-INF/container.xml") {
        FileKind::Document(Format::Epub)
    } else if holds("AndroidManifest.xml") {
        FileKind::Media { what: "program", format: "APK" }
    } else {
        match by_name(name) {
            // A damaged document. Its reader can report what is wrong.
            Some(kind @ FileKind::Document(format)) if format.is_container() => kind,
            _ => FileKind::Media { what: "archive", format: "ZIP" },
        }
    }
}

/// `OpenDocument` and EPUB files start with an uncompressed entry that contains their MIME type.
fn by_mime_type(bytes: &[u8]) -> Option<FileKind> {
    let rest = bytes.get(NAME_AT..)?.strip_prefix(b"mimetype")?;
    let extra = usize::from(u16_at(bytes, 28)?);
    let rest = rest.get(extra..)?;
    let document = |format| Some(FileKind::Media { what: "document", format });
    if rest.starts_with(b"application/epub+zip") {
        return Some(FileKind::Document(Format::Epub));
    }
    let open = rest.strip_prefix(MIME.as_bytes())?;
    match open {
        _ if open.starts_with(b"spreadsheet") => Some(FileKind::Document(Format::Ods)),
        _ if open.starts_with(b"text") => Some(FileKind::Document(Format::Odt)),
        _ if open.starts_with(b"presentation") => Some(FileKind::Document(Format::Odp)),
        _ => document("OpenDocument"),
    }
}

/// The name of the first entry, then the names in the central directory, if it is not cut off.
fn names(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let first = u16_at(bytes, 26).and_then(|len| bytes.get(NAME_AT..NAME_AT + usize::from(len)));
    let mut at = directory(bytes);
    let listed = std::iter::from_fn(move || {
        let here = at?;
        let header = bytes.get(here..)?.strip_prefix(b"PK\x01\x02").map(|_| here)?;
        let len = |field| u16_at(bytes, header + field).map(usize::from);
        let (name, extra, comment) = (len(28)?, len(30)?, len(32)?);
        at = Some(header + 46 + name + extra + comment);
        bytes.get(header + 46..header + 46 + name)
    });
    first.into_iter().chain(listed.take(MAX_NAMES))
}

fn directory(bytes: &[u8]) -> Option<usize> {
    let from = bytes.len().saturating_sub(END_WITHIN);
    let end = bytes[from..].windows(4).rposition(|four| four == b"PK\x05\x06")? + from;
    let offset = bytes.get(end + 16..end + 20)?;
    usize::try_from(u32::from_le_bytes(offset.try_into().ok()?)).ok()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}
