//! File signatures: the magic bytes of formats.

use super::file_kind::FileKind;
use super::name::by_name;
use super::{container, media_frames, picture, zip};
use crate::format::Format;

/// Offset, magic bytes, kind of file, name of the format.
type Signature = (usize, &'static [u8], &'static str, &'static str);

const SIGNATURES: [Signature; 68] = [
    (0, b"\x1f\x8b\x08", "archive", "gzip"),
    (0, b"BZh", "archive", "bzip2"),
    (0, b"\xfd7zXZ\0", "archive", "xz"),
    (0, b"7z\xbc\xaf\x27\x1c", "archive", "7z"),
    (0, b"Rar!\x1a\x07", "archive", "RAR"),
    (0, b"\x28\xb5\x2f\xfd", "archive", "Zstandard"),
    (0, b"\x04\x22\x4d\x18", "archive", "LZ4"),
    (0, b"LZIP\x01", "archive", "lzip"),
    (0, b"\x1f\x9d", "archive", "compress"),
    (0, b"MSCF\0\0\0\0", "archive", "CAB"),
    (0, b"!<arch>\ndebian", "archive", "Debian package"),
    (0, b"!<arch>\n", "archive", "ar"),
    (0, b"\xed\xab\xee\xdb", "archive", "RPM"),
    (0, b"xar!\0", "archive", "xar"),
    (257, b"ustar", "archive", "tar"),
    (32769, b"CD001", "disk image", "ISO 9660"),
    (0, b"ID3\x02", "audio", "MP3"),
    (0, b"ID3\x03", "audio", "MP3"),
    (0, b"ID3\x04", "audio", "MP3"),
    (0, b"fLaC", "audio", "FLAC"),
    (0, b"MThd\0\0\0\x06", "audio", "MIDI"),
    (0, b"#!AMR", "audio", "AMR"),
    (0, b"MAC \x96\x0f", "audio", "Monkey's Audio"),
    (0, b"wvpk", "audio", "WavPack"),
    (0, b".snd\0", "audio", "AU"),
    (0, b"caff\0", "audio", "CAF"),
    (0, b"FLV\x01", "video", "FLV"),
    (0, b"\0\0\x01\xba", "video", "MPEG"),
    (0, b"\0\0\x01\xb3", "video", "MPEG"),
    (0, b"wOFF", "font", "WOFF"),
    (0, b"wOF2", "font", "WOFF2"),
    (0, b"OTTO\0", "font", "OpenType"),
    (0, b"\0\x01\0\0\0", "font", "TrueType"),
    (0, b"true\0", "font", "TrueType"),
    (0, b"ttcf\0", "font", "TrueType collection"),
    (0, b"\x7fELF", "program", "ELF"),
    (0, b"\0asm", "program", "WebAssembly"),
    (0, b"MZ", "program", "Windows"),
    (0, b"\xfe\xed\xfa\xce", "program", "Mach-O"),
    (0, b"\xfe\xed\xfa\xcf", "program", "Mach-O"),
    (0, b"\xce\xfa\xed\xfe", "program", "Mach-O"),
    (0, b"\xcf\xfa\xed\xfe", "program", "Mach-O"),
    // Java classes start with the same bytes, followed by a version of at least 45. A universal Mach-O binary has its
    // number of architectures there.
    (0, b"\xca\xfe\xba\xbe\0\0\0\x01", "program", "Mach-O"),
    (0, b"\xca\xfe\xba\xbe\0\0\0\x02", "program", "Mach-O"),
    (0, b"\xca\xfe\xba\xbe\0", "program", "Java class"),
    (0, b"dex\n0", "program", "Android"),
    (0, b"BC\xc0\xde", "program", "LLVM"),
    (0, b"\x1bLua", "program", "Lua"),
    (0, b"SQLite format 3\0", "database", "SQLite"),
    (4, b"Standard Jet DB", "database", "Access"),
    (4, b"Standard ACE DB", "database", "Access"),
    (0, b"PAR1", "database", "Parquet"),
    (0, b"\x89HDF\r\n\x1a\n", "database", "HDF5"),
    (0, b"AT&TFORM", "document", "DjVu"),
    (60, b"BOOKMOBI", "document", "Mobipocket"),
    (0, b"8BPS\0\x01", "image", "Photoshop"),
    (0, b"8BPS\0\x02", "image", "Photoshop"),
    (0, b"\0\0\0\x0cJXL \r\n\x87\n", "image", "JPEG XL"),
    (0, b"\xff\x0a", "image", "JPEG XL"),
    (0, b"\0\0\0\x0cjP  \r\n\x87\n", "image", "JPEG 2000"),
    (0, b"\xff\x4f\xff\x51", "image", "JPEG 2000"),
    (0, b"\0\0\x02\0\x01\0", "image", "cursor"),
    (0, b"\x76\x2f\x31\x01", "image", "OpenEXR"),
    (0, b"qoif\0", "image", "QOI"),
    (0, b"DDS \x7c\0\0\0", "image", "DDS"),
    (0, b"gimp xcf ", "image", "GIMP"),
    (0, b"icns", "image", "icons"),
    (8, b"CR\x02\0", "image", "CR2"),
];

/// The magic bytes of Windows Media.
const ASF: &[u8] = b"\x30\x26\xb2\x75\x8e\x66\xcf\x11";
/// The magic bytes of Office documents from before 2007 and of documents with a password.
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Identifies `bytes` by their signature.
pub(super) fn find(name: &str, bytes: &[u8]) -> Option<FileKind> {
    if let Some(picture) = picture::find(bytes) {
        return Some(FileKind::Image(picture));
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") || bytes.starts_with(b"PK\x07\x08PK") {
        return Some(zip::kind(name, bytes));
    }
    if bytes.starts_with(OLE) {
        return Some(match by_name(name) {
            Some(kind @ FileKind::Document(format))
                if format.is_compound() || matches!(format, Format::Docx | Format::Pptx | Format::Xlsx) =>
            {
                kind
            }
            _ => FileKind::Media { what: "document", format: "Office 97–2003" },
        });
    }
    if bytes.starts_with(ASF) {
        let is_audio = matches!(by_name(name), Some(FileKind::Media { what: "audio", .. }));
        let (what, format) = if is_audio { ("audio", "WMA") } else { ("video", "WMV") };
        return Some(FileKind::Media { what, format });
    }
    let begins = |(at, magic, ..): &&Signature| bytes.get(*at..).is_some_and(|rest| rest.starts_with(magic));
    container::find(name, bytes)
        .or_else(|| SIGNATURES.iter().find(begins).map(|&(_, _, what, format)| FileKind::Media { what, format }))
        .or_else(|| media_frames::find(bytes))
}
