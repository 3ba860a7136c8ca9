//! Describes a file that is not shown as text, in one line.

const KB: u64 = 1024;

/// Describes a picture: `image, 1280×720, 123 KB`, or `image, broken or cut off, 123 KB` if `width` or `height` is 0.
#[must_use]
pub fn caption(width: u32, height: u32, byte_len: u64) -> String {
    let bytes = bytes(byte_len);
    if width == 0 || height == 0 {
        return format!("image, broken or cut off, {bytes}");
    }
    format!("image, {width}×{height}, {bytes}")
}

/// Describes a file without text: `audio (MP3), 3.4 MB; its content cannot be shown as text`. An empty `format` is
/// omitted.
#[must_use]
pub fn media_caption(what: &str, format: &str, byte_len: u64) -> String {
    let format = if format.is_empty() { String::new() } else { format!(" ({format})") };
    format!("{what}{format}, {}; its content cannot be shown as text", bytes(byte_len))
}

/// Formats a size: `812 bytes`, `123 KB`, `3.4 MB`, `1.2 GB`. Units are powers of 1,024. Rounds to nearest, halves up.
fn bytes(len: u64) -> String {
    if len < KB {
        return if len == 1 { "1 byte".to_owned() } else { format!("{len} bytes") };
    }
    let rounded = |unit: u64| len / unit + u64::from(len % unit >= unit / 2);
    if rounded(KB) < KB {
        return format!("{} KB", rounded(KB));
    }
    // In tenths of the unit. Divides first, so that no length overflows.
    let tenths = |unit: u64| len / unit * 10 + (len % unit * 10 + unit / 2) / unit;
    let (mb, gb) = (tenths(KB * KB), tenths(KB * KB * KB));
    if mb < KB * 10 { format!("{}.{} MB", mb / 10, mb % 10) } else { format!("{}.{} GB", gb / 10, gb % 10) }
}
