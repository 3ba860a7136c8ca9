//! The code pages of Windows.

use encoding_rs::Encoding;

/// The encoding of the code page with this number in Windows.
pub(crate) fn encoding(page: i32) -> Option<&'static Encoding> {
    let label = match page {
        866 => "ibm866",
        932 => "shift_jis",
        936 => "gbk",
        950 => "big5",
        10000 => "macintosh",
        10007 => "x-mac-cyrillic",
        65001 => "utf-8",
        page => &format!("windows-{page}"),
    };
    Encoding::for_label(label.as_bytes())
}
