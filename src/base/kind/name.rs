//! Guesses a file's kind from its name.

use super::file_kind::{FileKind, Picture};
use crate::drawing_parts::is_drawing;
use crate::format::Format;

/// The extensions of binary files, with the kind of file and the name of the format.
const MEDIA: [(&[&str], &str, &str); 54] = [
    (&["mp3"], "audio", "MP3"),
    (&["m4a", "m4b"], "audio", "M4A"),
    (&["aac"], "audio", "AAC"),
    (&["ogg", "oga"], "audio", "Ogg"),
    (&["opus"], "audio", "Opus"),
    (&["flac"], "audio", "FLAC"),
    (&["wav"], "audio", "WAV"),
    (&["wma"], "audio", "WMA"),
    (&["aif", "aiff"], "audio", "AIFF"),
    (&["mid", "midi"], "audio", "MIDI"),
    (&["amr"], "audio", "AMR"),
    (&["weba"], "audio", "WebM"),
    (&["mp4", "m4v"], "video", "MP4"),
    (&["mov"], "video", "MOV"),
    (&["webm"], "video", "WebM"),
    (&["mkv"], "video", "Matroska"),
    (&["avi"], "video", "AVI"),
    (&["wmv"], "video", "WMV"),
    (&["flv"], "video", "FLV"),
    (&["mpg", "mpeg"], "video", "MPEG"),
    (&["3gp"], "video", "3GP"),
    (&["ogv"], "video", "Ogg Theora"),
    (&["zip"], "archive", "ZIP"),
    (&["gz", "tgz"], "archive", "gzip"),
    (&["bz2"], "archive", "bzip2"),
    (&["xz"], "archive", "xz"),
    (&["zst"], "archive", "Zstandard"),
    (&["7z"], "archive", "7z"),
    (&["rar"], "archive", "RAR"),
    (&["tar"], "archive", "tar"),
    (&["cab"], "archive", "CAB"),
    (&["deb"], "archive", "Debian package"),
    (&["rpm"], "archive", "RPM"),
    (&["jar"], "archive", "ZIP"),
    (&["iso"], "disk image", "ISO 9660"),
    (&["dmg"], "disk image", "DMG"),
    (&["ttf"], "font", "TrueType"),
    (&["ttc"], "font", "TrueType collection"),
    (&["otf"], "font", "OpenType"),
    (&["woff"], "font", "WOFF"),
    (&["woff2"], "font", "WOFF2"),
    (&["exe", "dll"], "program", "Windows"),
    (&["so"], "program", "ELF"),
    (&["dylib"], "program", "Mach-O"),
    (&["wasm"], "program", "WebAssembly"),
    (&["class"], "program", "Java class"),
    (&["apk"], "program", "APK"),
    (&["sqlite", "sqlite3", "db"], "database", "SQLite"),
    (&["mdb", "accdb"], "database", "Access"),
    (&["parquet"], "database", "Parquet"),
    (&["mobi"], "document", "Mobipocket"),
    (&["psd"], "image", "Photoshop"),
    (&["jxl"], "image", "JPEG XL"),
    (&["jp2"], "image", "JPEG 2000"),
];

const IMAGES: [(&[&str], &str); 10] = [
    (&["png"], "image/png"),
    (&["jpg", "jpeg"], "image/jpeg"),
    (&["gif"], "image/gif"),
    (&["webp"], "image/webp"),
    (&["bmp"], "image/bmp"),
    (&["ico"], "image/x-icon"),
    (&["tif", "tiff"], "image/tiff"),
    (&["avif"], "image/avif"),
    (&["heic", "heif"], "image/heic"),
    (&["jfif"], "image/jpeg"),
];

const DOCUMENTS: [(&[&str], Format); 18] = [
    (&["pdf"], Format::Pdf),
    (&["docx", "docm", "dotx", "dotm"], Format::Docx),
    (&["pptx", "pptm", "ppsx", "ppsm", "potx", "potm"], Format::Pptx),
    (&["xlsx", "xlsm", "xltx"], Format::Xlsx),
    (&["ods"], Format::Ods),
    (&["odt", "ott"], Format::Odt),
    (&["odp", "otp"], Format::Odp),
    (&["ipynb"], Format::Ipynb),
    (&["canvas"], Format::Canvas),
    (&["excalidraw"], Format::Excalidraw),
    (&["html", "htm", "xhtml"], Format::Html),
    (&["epub"], Format::Epub),
    (&["rtf"], Format::Rtf),
    (&["eml", "mht", "mhtml"], Format::Eml),
    (&["doc", "dot"], Format::Doc),
    (&["xls", "xlt"], Format::Xls),
    (&["ppt", "pps", "pot"], Format::Ppt),
    (&["msg"], Format::Msg),
];

/// The extensions of documents with their formats, grouped by format.
pub fn documents() -> impl Iterator<Item = (&'static str, Format)> {
    each(&DOCUMENTS)
}

/// The extensions of images with their MIME types.
pub fn pictures() -> impl Iterator<Item = (&'static str, &'static str)> {
    each(&IMAGES)
}

/// The extensions of files without text, with the kind of file and the name of the format.
pub fn media() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    MEDIA
        .iter()
        .flat_map(|&(extensions, what, format)| extensions.iter().map(move |extension| (*extension, what, format)))
}

fn each<T: Copy>(table: &'static [(&[&'static str], T)]) -> impl Iterator<Item = (&'static str, T)> {
    table.iter().flat_map(|&(extensions, value)| extensions.iter().map(move |extension| (*extension, value)))
}

/// The kind of file that a name or path suggests. `None` if the content must be examined, as for a note. An image has
/// no size here, so [`Picture::is_broken`] is true for it.
#[must_use]
pub fn by_name(name: &str) -> Option<FileKind> {
    let (_, extension) = split(name)?;
    let is = |known: &[&str]| known.iter().any(|known| extension.eq_ignore_ascii_case(known));
    if is(&["svg"]) {
        return Some(FileKind::Svg);
    }
    if let Some(&(_, format)) = DOCUMENTS.iter().find(|(known, _)| is(known)) {
        return Some(FileKind::Document(format));
    }
    if let Some(&(_, mime_type)) = IMAGES.iter().find(|(known, _)| is(known)) {
        return Some(FileKind::Image(Picture { mime_type, width: 0, height: 0 }));
    }
    MEDIA.iter().find(|(known, ..)| is(known)).map(|&(_, what, format)| FileKind::Media { what, format })
}

/// The kind of a text file called `name`.
pub(super) fn of_text(name: &str, head: &[u8]) -> FileKind {
    match by_name(name) {
        Some(
            kind @ (FileKind::Svg
            | FileKind::Document(
                Format::Ipynb | Format::Canvas | Format::Excalidraw | Format::Html | Format::Eml,
            )),
        ) => kind,
        Some(FileKind::Image(_)) if begins_as_svg(head) => FileKind::Svg,
        _ if is_drawing_note(name, head) => FileKind::Document(Format::Excalidraw),
        _ => FileKind::Text,
    }
}

/// The kind of a file called `name` with text in another encoding, of which `kind` is known without the name. Web pages
/// and messages say in which one.
pub(super) fn of_encoded(name: &str, kind: FileKind) -> FileKind {
    by_name(name).filter(|named| matches!(named, FileKind::Document(Format::Html | Format::Eml))).unwrap_or(kind)
}

/// The kind of a file called `name` whose content is neither text nor a known format. It is still treated as the
/// document that its name suggests, so that the reader of that format can report what is broken.
pub(super) fn of_unknown(name: &str) -> FileKind {
    match by_name(name) {
        Some(kind @ FileKind::Document(format))
            if matches!(format, Format::Pdf | Format::Eml) || format.is_container() || format.is_compound() =>
        {
            kind
        }
        _ => FileKind::Binary,
    }
}

/// Whether the plugin says so in a note's properties, or its name does: the plugin's property may be lost.
fn is_drawing_note(name: &str, head: &[u8]) -> bool {
    let Some((stem, _)) = split(name).filter(|(_, extension)| extension.eq_ignore_ascii_case("md")) else {
        return false;
    };
    let is_named = split(stem).is_some_and(|(_, inner)| inner.eq_ignore_ascii_case("excalidraw"));
    is_named || is_drawing(head)
}

fn begins_as_svg(head: &[u8]) -> bool {
    let start = head.trim_ascii_start();
    let has_root = || head.windows(4).take(1024).any(|four| four == b"<svg");
    start.starts_with(b"<svg") || (start.starts_with(b"<?xml") && has_root())
}

/// Splits a file name into stem and extension. `None` if there is no dot, or if the only dot is the first character.
fn split(name: &str) -> Option<(&str, &str)> {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())
}
