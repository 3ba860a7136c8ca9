//! Containers for several kinds of media: MP4, RIFF, Ogg and Matroska.

use super::file_kind::FileKind;
use super::name::by_name;
use super::picture;

/// Number of bytes searched at the start of a container to find the types of its tracks.
const HEAD_BYTES: usize = 4096;

/// The kind of media in the container `bytes`.
pub(super) fn find(name: &str, bytes: &[u8]) -> Option<FileKind> {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let holds = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
    let media = |what, format| Some(FileKind::Media { what, format });
    match head {
        [_, _, _, _, b'f', b't', b'y', b'p', a, b, c, d, ..] => Some(by_brand(name, [*a, *b, *c, *d], bytes)),
        // QuickTime files from before there were brands. Each box starts with its length.
        [0, _, _, _, b'm', b'o', b'o', b'v', ..] | [0, 0, 0, 8, b'w', b'i', b'd', b'e', ..] => media("video", "MOV"),
        [b'R', b'I', b'F', b'F', _, _, _, _, rest @ ..] | [b'R', b'F', b'6', b'4', _, _, _, _, rest @ ..] => match rest
        {
            [b'W', b'A', b'V', b'E', ..] => media("audio", "WAV"),
            [b'A', b'V', b'I', b' ', ..] => media("video", "AVI"),
            _ => None,
        },
        [b'F', b'O', b'R', b'M', _, _, _, _, b'A', b'I', b'F', b'F' | b'C', ..] => media("audio", "AIFF"),
        [b'O', b'g', b'g', b'S', 0, ..] => match () {
            () if holds(b"\x80theora") => media("video", "Ogg Theora"),
            () if holds(b"OpusHead") => media("audio", "Opus"),
            () if holds(b"\x7fFLAC") => media("audio", "FLAC"),
            () => media("audio", "Ogg"),
        },
        [0x1a, 0x45, 0xdf, 0xa3, ..] => {
            let format = if holds(b"webm") { "WebM" } else { "Matroska" };
            let is_audio = !holds(b"V_") && (holds(b"A_") || is_named_audio(name));
            media(if is_audio { "audio" } else { "video" }, format)
        }
        _ => None,
    }
}

fn by_brand(name: &str, brand: [u8; 4], bytes: &[u8]) -> FileKind {
    let media = |what, format| FileKind::Media { what, format };
    match &brand {
        b"avif" | b"avis" => FileKind::Image(picture::measured("image/avif", bytes)),
        b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" => {
            FileKind::Image(picture::measured("image/heic", bytes))
        }
        b"mif1" | b"msf1" | b"miaf" => {
            let is_avif = brands(bytes).any(|brand| matches!(brand, b"avif" | b"avis"));
            FileKind::Image(picture::measured(if is_avif { "image/avif" } else { "image/heic" }, bytes))
        }
        b"crx " => media("image", "CR3"),
        b"jxl " => media("image", "JPEG XL"),
        b"jp2 " | b"jpx " => media("image", "JPEG 2000"),
        b"M4A " | b"M4B " | b"M4P " => media("audio", "M4A"),
        b"qt  " => media("video", "MOV"),
        [b'3', b'g', ..] => media("video", "3GP"),
        _ if is_named_audio(name) => media("audio", "M4A"),
        _ => media("video", "MP4"),
    }
}

/// The compatible brands that the file lists besides its major brand.
fn brands(bytes: &[u8]) -> impl Iterator<Item = &[u8; 4]> {
    let len = bytes.first_chunk().map_or(0, |len| u32::from_be_bytes(*len));
    let end = bytes.len().min(usize::try_from(len).unwrap_or(0)).min(HEAD_BYTES);
    bytes.get(16..end).unwrap_or_default().as_chunks().0.iter()
}

fn is_named_audio(name: &str) -> bool {
    matches!(by_name(name), Some(FileKind::Media { what: "audio", .. }))
}
