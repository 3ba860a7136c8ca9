//! The beginnings of pictures, sounds and other binaries.

use super::super::grammar::Grammar;
use super::super::seed::{Seed, zipped};

pub const GRAMMAR: Grammar = Grammar {
    marks: b"\0\xff",
    words: &[
        "IHDR",
        "\0\0\0\rIHDR",
        "RIFF",
        "WEBP",
        "VP8 ",
        "VP8L",
        "VP8X",
        "GIF89a",
        "BM",
        "II*\0",
        "MM\0*",
        "ftypavif",
        "ftypheic",
        "ftypmif1",
        "meta",
        "iprp",
        "ipco",
        "ispe",
        "pitm",
        "ID3\u{3}",
        "OggS",
        "fLaC",
        "\u{1}",
        "\0\0\u{1}\0",
        "%PDF-1.7",
        "PK\u{3}\u{4}",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\">",
        "<?xml version=\"1.0\"?>",
        "ustar",
        "\u{7f}ELF",
        "\u{feff}",
        "text, plain\n",
    ],
    nests: &[("\0\0\0\u{10}ipco", ""), ("\0\0\0\u{8}meta", ""), ("\u{1}\0", "\0\u{1}"), ("RIFF", "WEBP"), ("\0", "")],
};

/// A box of an ISO base media file.
fn media_box(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
    let len = u32::try_from(content.len() + 8).expect("small");
    [&len.to_be_bytes()[..], &kind, content].concat()
}

pub fn seeds() -> Vec<Seed> {
    let png = [b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x05\0\0\0\x02\xd0\x08\x02\0\0\0".as_slice(), &[0x55; 40]].concat();
    let jpeg = [
        b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0".as_slice(), b"\xff\xe1\0\x20Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
        b"\xff\xdb\0\x04\0\0\xff\xc0\0\x11\x08\x02\xd0\x05\0\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xda\0\x02\xff\xd9",
    ];
    let gif = b"GIF89a\x05\0\x03\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x05\0\x03\0\0\x02\x02L\x01\0;".to_vec();
    let lossy =
        b"RIFF\x2a\0\0\0WEBPVP8 \x1e\0\0\0\x30\x01\0\x9d\x01\x2a\x10\0\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
            .to_vec();
    let lossless = b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\x0f\xc0\x03\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    let extended = b"RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x0f\0\0".to_vec();
    let bitmap =
        [b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\xfe\xff\xff\xff\x01\0\x18\0".as_slice(), &[0; 40]]
            .concat();
    let icon =
        b"\0\0\x01\0\x02\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x26\0\0\0\0\0\0\0\x01\0\x20\0\x68\x04\0\0\x8e\x04\0\0"
            .to_vec();
    let tiff = b"II*\0\x08\0\0\0\x03\0\0\x01\x03\0\x01\0\0\0\x10\0\0\0\x01\x01\x03\0\x01\0\0\0\x20\0\0\0\x06\x01\x03\0\x01\0\0\0\x02\0\0\0\0\0\0\0".to_vec();
    let motorola =
        b"MM\0*\0\0\0\x08\0\x02\x01\0\0\x04\0\0\0\x01\0\0\0\x10\x01\x01\0\x04\0\0\0\x01\0\0\0\x20\0\0\0\0".to_vec();
    let size = media_box(*b"ispe", b"\0\0\0\0\0\0\x05\0\0\0\x02\xd0");
    let properties = media_box(
        *b"iprp",
        &[media_box(*b"ipco", &size), media_box(*b"ipma", b"\0\0\0\0\0\0\0\x01\0\x01\x01\x01")].concat(),
    );
    let meta = [b"\0\0\0\0".to_vec(), media_box(*b"pitm", b"\0\0\0\0\0\x01"), properties].concat();
    let avif = [media_box(*b"ftyp", b"avif\0\0\0\0mif1avif"), media_box(*b"meta", &meta)].concat();
    let video =
        [media_box(*b"ftyp", b"isom\0\0\x02\0isommp42"), media_box(*b"moov", &media_box(*b"trak", &[0; 30]))].concat();
    let matroska = b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm".to_vec();
    let ogg = b"OggS\0\x02\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\x01\x1e\x01vorbis".to_vec();
    let sound = [b"ID3\x03\0\0\0\0\0\x0aTIT2".as_slice(), &[0; 20], b"\xff\xfb\x90\x64"].concat();
    let frames = [b"\xff\xfb\x90\x64".as_slice(), &[0; 413], b"\xff\xfb\x90\x64", &[0; 413]].concat();
    let wave = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0".to_vec();
    let svg = b"<?xml version=\"1.0\"?><!-- c --><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><text>t</text></svg>".to_vec();
    let tar = [vec![0; 257], b"ustar\x0000".to_vec(), vec![0; 300]].concat();
    let part = |name: &str| (name.to_owned(), b"x".to_vec());
    let archive =
        zipped(&[part("a.txt"), part("word/document.xml"), part("xl/workbook.xml")], zip::CompressionMethod::Stored);
    let open = zipped(
        &[("mimetype".to_owned(), b"application/vnd.oasis.opendocument.text".to_vec())],
        zip::CompressionMethod::Stored,
    );
    let program = [b"\x7fELF\x02\x01\x01\0".as_slice(), &[7; 80]].concat();
    let files = [
        png,
        jpeg.concat(),
        gif,
        lossy,
        lossless,
        extended,
        bitmap,
        icon,
        tiff,
        motorola,
        avif,
        video,
        matroska,
        ogg,
        sound,
        frames,
        wave,
        svg,
        tar,
        archive,
        open,
        program,
        b"%PDF-1.7\n%\xe2\xe3".to_vec(),
        b"Just text.\n".to_vec(),
        "\u{feff}\u{d55c}\u{ae00}\n".as_bytes().to_vec(),
    ];
    files.into_iter().map(Seed::Bytes).collect()
}

/// Names that a file may have.
pub const NAMES: &[&str] = &[
    "a.png",
    "a.jpg",
    "a.gif",
    "a.webp",
    "a.bmp",
    "a.ico",
    "a.tiff",
    "a.avif",
    "a.heic",
    "a.svg",
    "a.mp3",
    "a.mp4",
    "a.zip",
    "a.pdf",
    "a.docx",
    "a.xlsx",
    "a.ods",
    "a.ipynb",
    "a.canvas",
    "a.excalidraw",
    "a.excalidraw.md",
    "a.html",
    "a.md",
    "a.txt",
    "a.bin",
    "a",
    "a.",
    ".png",
    "\u{e9}.PNG",
    "a.base",
    "a.js",
    "a.tar.gz",
    "folder.png/a",
];
