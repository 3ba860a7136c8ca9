//! One-line captions for files that are not shown as text.

const KB: u64 = 1024;

/// The caption of a picture: `image, 1280×720, 123 KB`. A size of 0 pixels means that the picture is broken.
#[must_use]
pub fn caption(width: u32, height: u32, byte_len: u64) -> String {
    let bytes = size(byte_len);
    if width == 0 || height == 0 {
        return format!("image, broken or cut off, {bytes}");
    }
    format!("image, {width}×{height}, {bytes}")
}

/// The caption of a file without text: `audio (MP3), 3.4 MB; its content cannot be shown as text`. An empty `format` is
/// left out.
#[must_use]
pub fn media_caption(what: &str, format: &str, byte_len: u64) -> String {
    let format = if format.is_empty() { String::new() } else { format!(" ({format})") };
    format!("{what}{format}, {}; its content cannot be shown as text", size(byte_len))
}

/// `812 bytes`, `123 KB`, `3.4 MB`, `1.2 GB`. A KB is 1,024 bytes. Rounds to the nearest value, and halves up.
#[must_use]
pub fn size(len: u64) -> String {
    if len < KB {
        return if len == 1 { "1 byte".to_owned() } else { format!("{len} bytes") };
    }
    let rounded = |unit: u64| len / unit + u64::from(len % unit >= unit / 2);
    if rounded(KB) < KB {
        return format!("{} KB", rounded(KB));
    }
    // In tenths. Divides before it multiplies, so that no length overflows.
    let tenths = |unit: u64| len / unit * 10 + (len % unit * 10 + unit / 2) / unit;
    let (mb, gb) = (tenths(KB * KB), tenths(KB * KB * KB));
    if mb < KB * 10 { format!("{}.{} MB", mb / 10, mb % 10) } else { format!("{}.{} GB", gb / 10, gb % 10) }
}
