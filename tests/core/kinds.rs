//! What a file is, by content and name.

use lectern_document::kind::{FileKind, Picture, by_name, caption, media_caption, of};
use lectern_document::{Format, WideEncoding};
use proptest::prelude::*;

use crate::support::zip::stored;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x05\0\0\0\x02\xd0\x08\x02\0\0\0";
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0\0\0\0\0";

fn image(mime_type: &'static str, width: u32, height: u32) -> FileKind {
    FileKind::Image(Picture { mime_type, width, height })
}

fn media(what: &'static str, format: &'static str) -> FileKind {
    FileKind::Media { what, format }
}

#[test]
fn pictures_are_told_by_content_with_their_size() {
    let avif = b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf\0\0\0\0";
    for (bytes, kind) in [
        (PNG, image("image/png", 1280, 720)),
        (b"GIF89a\x03\0\x02\0\x80\0\0", image("image/gif", 3, 2)),
        (
            b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x20\0\x40\x03\x01\x22\0\x02\x11\x01\x03\x11\x01",
            image("image/jpeg", 64, 32),
        ),
        (b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x07\0\0\0\x05\0\0\0\x01\0\x18\0", image("image/bmp", 7, 5)),
        (b"\0\0\x01\0\x01\0\x10\x18\0\0\x01\0\x20\0\0\0\0\0\x16\0\0\0", image("image/x-icon", 16, 24)),
        (b"RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x09\0\0\x04\0\0\0\0\0\0", image("image/webp", 10, 5)),
        (
            b"II*\0\x08\0\0\0\x02\0\0\x01\x03\0\x01\0\0\0\x20\0\0\0\x01\x01\x03\0\x01\0\0\0\x10\0\0\0\0\0\0\0",
            image("image/tiff", 32, 16),
        ),
        // Cut off before their size.
        (&PNG[..12], image("image/png", 0, 0)),
        (b"\xff\xd8\xff\xe0\0\x10JF", image("image/jpeg", 0, 0)),
        (avif, image("image/avif", 0, 0)),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0", image("image/heic", 0, 0)),
    ] {
        assert_eq!(of("a.dat", bytes), kind, "{bytes:?}");
        assert_eq!(of("wrong.docx", bytes), kind, "{bytes:?}");
    }
}

#[test]
fn what_cannot_be_shown_is_named() {
    let mp3 = [b"\xff\xfb\x90\0".as_slice(), &[0; 413], b"\xff\xfb\x90\0"].concat();
    let aac = [b"\xff\xf1\x50\x80\x02\x1f\xfc".as_slice(), &[1; 9], b"\xff\xf1\x50\x80\x02\x1f\xfc"].concat();
    let tar = [&[b'a'; 5] as &[u8], &[0; 252], b"ustar\0", &[0; 200]].concat();
    for (bytes, kind) in [
        (b"ID3\x03\0\0\0\0\0\0" as &[u8], media("audio", "MP3")),
        (&mp3, media("audio", "MP3")),
        (&aac, media("audio", "AAC")),
        (b"fLaC\0\0\0\x22", media("audio", "FLAC")),
        (b"OggS\0\x02\0\0\0\0\0\0OpusHead\x01", media("audio", "Opus")),
        (b"OggS\0\x02\0\0\0\0\0\0\x01vorbis", media("audio", "Ogg")),
        (b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0", media("audio", "WAV")),
        (b"RIFF\x24\0\0\0AVI LIST\x10\0\0\0", media("video", "AVI")),
        (b"\0\0\0\x20ftypM4A \0\0\0\0", media("audio", "M4A")),
        (b"\0\0\0\x20ftypisom\0\0\0\0", media("video", "MP4")),
        (b"\0\0\0\x14ftypqt  \0\0\0\0", media("video", "MOV")),
        (b"\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm\x86\x85V_VP9", media("video", "WebM")),
        (b"\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm\x86\x86A_OPUS", media("audio", "WebM")),
        (b"\x1f\x8b\x08\0\0\0\0\0", media("archive", "gzip")),
        (b"7z\xbc\xaf\x27\x1c\0\x04", media("archive", "7z")),
        (&tar, media("archive", "tar")),
        (b"wOF2\0\x01\0\0", media("font", "WOFF2")),
        (b"\x7fELF\x02\x01\x01\0", media("program", "ELF")),
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0", media("program", "Windows")),
        (b"\0asm\x01\0\0\0", media("program", "WebAssembly")),
        (b"SQLite format 3\0\x10\0\x01\x01", media("database", "SQLite")),
        (OLE, media("document", "Office 97–2003")),
    ] {
        assert_eq!(of("a.dat", bytes), kind, "{bytes:?}");
    }
    assert_eq!(of("Recording.m4a", b"\0\0\0\x20ftypisom\0\0\0\0"), media("audio", "M4A"));
}

#[test]
fn documents_are_told_by_what_their_archive_holds() {
    let types = ("[Content_Types].xml", "<Types/>");
    let docx = stored(&[types, ("_rels/.rels", ""), ("word/document.xml", "<w/>")]);
    let xlsx = stored(&[types, ("xl/workbook.xml", "<x/>")]);
    let ods = stored(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", "")]);
    let epub = stored(&[("mimetype", "application/epub+zip")]);
    // Without its type, which should come first.
    let unmarked = stored(&[("OPS/a.opf", ""), ("META-INF/container.xml", "")]);
    let odt = stored(&[("mimetype", "application/vnd.oasis.opendocument.text-template")]);
    let odp = stored(&[("mimetype", "application/vnd.oasis.opendocument.presentation")]);
    let pptx = stored(&[types, ("ppt/presentation.xml", "")]);
    let plain = stored(&[("a.txt", "hello")]);
    for (name, bytes, kind) in [
        ("a.docx", &docx[..], FileKind::Document(Format::Docx)),
        ("a.xlsx", &docx, FileKind::Document(Format::Docx)),
        ("a.bin", &xlsx, FileKind::Document(Format::Xlsx)),
        ("a.zip", &ods, FileKind::Document(Format::Ods)),
        ("a.zip", &epub, FileKind::Document(Format::Epub)),
        ("a.bin", &unmarked, FileKind::Document(Format::Epub)),
        ("a.zip", &odt, FileKind::Document(Format::Odt)),
        ("a.odt", &odp, FileKind::Document(Format::Odp)),
        ("a.docx", &pptx, FileKind::Document(Format::Pptx)),
        ("a.epub", &plain[..40], FileKind::Document(Format::Epub)),
        ("a.pptx", OLE, FileKind::Document(Format::Pptx)),
        ("a.zip", &plain, media("archive", "ZIP")),
        // Cut off: its reader says that it is broken.
        ("a.docx", &docx[..40], FileKind::Document(Format::Docx)),
        ("a.docx", OLE, FileKind::Document(Format::Docx)),
        ("a.doc", OLE, FileKind::Document(Format::Doc)),
        ("a.msg", OLE, FileKind::Document(Format::Msg)),
        ("a.pdf", b"\0\0\0\0\x01\x02\x03\x04", FileKind::Document(Format::Pdf)),
        ("a.docx", b"only text", FileKind::Text),
        ("a.txt", b"%PDF-1.7\n1 0 obj\n", FileKind::Document(Format::Pdf)),
        ("a.pdf", b"junk\n%PDF-1.7\n1 0 obj\n", FileKind::Document(Format::Pdf)),
        ("a.md", b"A PDF begins with\n%PDF-1.7\n", FileKind::Text),
    ] {
        assert_eq!(of(name, bytes), kind, "{name} {:?}", &bytes[..bytes.len().min(50)]);
    }
}

#[test]
fn text_is_shown_as_its_name_says() {
    for (name, kind) in [
        ("a.md", FileKind::Text),
        ("a", FileKind::Text),
        (".gitignore", FileKind::Text),
        ("a.base", FileKind::Text),
        ("a.json", FileKind::Text),
        ("Drawing.excalidraw.md", FileKind::Document(Format::Excalidraw)),
        ("Drawing.EXCALIDRAW", FileKind::Document(Format::Excalidraw)),
        ("a.canvas", FileKind::Document(Format::Canvas)),
        ("b.c/a.ipynb", FileKind::Document(Format::Ipynb)),
        ("a.HTM", FileKind::Document(Format::Html)),
        ("a.svg", FileKind::Svg),
        ("a.png", FileKind::Text),
        ("a.mp3", FileKind::Text),
    ] {
        assert_eq!(of(name, b"plain text\n"), kind, "{name}");
    }
    assert_eq!(of("a.png", b"<?xml version=\"1.0\"?>\n<svg/>"), FileKind::Svg);
    assert_eq!(of("a.md", b"<svg/>"), FileKind::Text);
}

#[test]
fn text_with_odd_bytes_is_text() {
    let long_log = "\u{1b}[32mINFO\u{1b}[0m started\r\n".repeat(1000);
    let cut_scalar = format!("{}\u{d55c}{}", "a".repeat(7999), "b".repeat(50));
    for text in [
        "",
        "\u{feff}",
        "a\0b and more",
        "page one\u{c}page two",
        "GIF89a is a format",
        "BM and MZ are initials",
        "MZ",
        "ID3 tags\0 are old",
        &long_log,
        &cut_scalar,
    ] {
        assert_eq!(of("a.md", text.as_bytes()), FileKind::Text, "{:?}", text.get(..20));
    }
}

#[test]
fn what_is_neither_is_binary() {
    let numbers: Vec<u8> = (0..4000_u32).flat_map(|n| (n % 100).to_be_bytes()).collect();
    let hidden = [b"#!/bin/sh\n".repeat(900), numbers.repeat(4)].concat();
    for bytes in [&[0_u8][..], &[1, 2, 3, 4, 5, 6], &numbers, &hidden] {
        assert_eq!(of("a.txt", bytes), FileKind::Binary, "{:?}", &bytes[..bytes.len().min(10)]);
    }
}

#[test]
fn other_encodings_are_told_from_utf_8() {
    for (bytes, kind) in [
        (&b"caf\xe9 cr\xe8me"[..], FileKind::Legacy),
        (b"BMW f\xe4hrt schnell", FileKind::Legacy),
        (b"\x1b$B4A;z\x1b(B\n", FileKind::Legacy),
        (b"\xff\xfeh\0i\0", FileKind::Wide(WideEncoding::Utf16Le)),
        (b"\0h\0e\0l\0l\0o", FileKind::Wide(WideEncoding::Utf16Be)),
    ] {
        assert_eq!(of("a.txt", bytes), kind, "{bytes:?}");
    }
}

#[test]
fn a_name_tells_before_anything_is_read() {
    for (name, kind) in [
        ("a.PDF", Some(FileKind::Document(Format::Pdf))),
        ("x/a.Jpeg", Some(image("image/jpeg", 0, 0))),
        ("a.mp3", Some(media("audio", "MP3"))),
        ("a.svg", Some(FileKind::Svg)),
        ("a.md", None),
        ("excalidraw.md", None),
        ("Drawing.excalidraw.md", None),
        ("mp3", None),
        (".mp3", None),
        ("a.mp3/b", None),
    ] {
        assert_eq!(by_name(name), kind, "{name}");
    }
}

#[test]
fn captions_round_to_what_is_read_easily() {
    for (len, size) in [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (1024, "1 KB"),
        (1535, "1 KB"),
        (1536, "2 KB"),
        (123 * 1024, "123 KB"),
        (1_048_063, "1023 KB"),
        (1_048_064, "1.0 MB"),
        (3_565_158, "3.4 MB"),
        (1_288_490_189, "1.2 GB"),
    ] {
        assert_eq!(caption(1280, 720, len), format!("image, 1280×720, {size}"));
        let line = format!("audio (MP3), {size}; its content cannot be shown as text");
        assert_eq!(media_caption("audio", "MP3", len), line);
    }
    assert_eq!(caption(0, 0, 812), "image, broken or cut off, 812 bytes");
    assert_eq!(media_caption("file", "", 812), "file, 812 bytes; its content cannot be shown as text");
    assert!(caption(1, 1, u64::MAX).ends_with(" GB"));
}

proptest! {
    #[test]
    fn plain_text_stays_text_however_it_goes_on(a in "[a-z \n]{1,200}", b in "[a-z\u{e9}\u{d55c} \n]{0,9000}") {
        prop_assert_eq!(of("a.md", a.as_bytes()), FileKind::Text);
        prop_assert_eq!(of("a.md", format!("{a}{b}").as_bytes()), FileKind::Text);
    }

    #[test]
    fn a_picture_stays_one_whatever_follows_its_header(rest in prop::collection::vec(any::<u8>(), 0..500)) {
        prop_assert_eq!(of("a.md", &[PNG, &rest].concat()), image("image/png", 1280, 720));
    }
}
