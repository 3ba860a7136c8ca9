//! Image formats that models and browsers accept: detects the format and the size. Pixels are not decoded.

use super::file_kind::Picture;

/// Possible sizes of a bitmap header, from OS/2 to Windows 98.
const BITMAP_HEADERS: [u8; 7] = [12, 40, 52, 56, 64, 108, 124];

/// The image in `bytes`, if its format is known.
pub(super) fn find(bytes: &[u8]) -> Option<Picture> {
    mime_type(bytes).map(|mime_type| measured(mime_type, bytes))
}

/// An image of type `mime_type`, with its size if it can be read from `bytes`.
pub(super) fn measured(mime_type: &'static str, bytes: &[u8]) -> Picture {
    let (width, height) = imagesize::blob_size(bytes).map_or((0, 0), |size| (size.width, size.height));
    let pixels = |len: usize| u32::try_from(len).unwrap_or(0);
    Picture { mime_type, width: pixels(width), height: pixels(height) }
}

fn mime_type(bytes: &[u8]) -> Option<&'static str> {
    let at = |at: usize| bytes.get(at).copied();
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, _, _, _, _, header, 0, 0, 0, ..] => {
            BITMAP_HEADERS.contains(header).then_some("image/bmp")
        }
        // An icon file contains at least one image, and the record of each image has a zero byte.
        [0, 0, 1, 0, 1..=255, 0, ..] if at(9).unwrap_or(0) == 0 => Some("image/x-icon"),
        [b'I', b'I', b'*' | b'+', 0, ..] | [b'M', b'M', 0, b'*' | b'+', ..] => {
            // A Canon raw photo. Browsers do not show it.
            (bytes.get(8..10) != Some(b"CR")).then_some("image/tiff")
        }
        _ => None,
    }
}
