//! Decodes the destination of a link.

use std::borrow::Cow;

/// `written` without backslash escapes and percent-encoding. If the result is not UTF-8, `written` is returned
/// unchanged.
pub fn decoded_target(written: &str) -> Cow<'_, str> {
    if !written.contains(['\\', '%']) {
        return Cow::Borrowed(written);
    }
    let mut bytes = Vec::with_capacity(written.len());
    let mut rest = written.as_bytes();
    while let [byte, behind @ ..] = rest {
        let hex = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        match (byte, behind) {
            (b'\\', [escaped, ..]) if escaped.is_ascii_punctuation() => {
                bytes.push(*escaped);
                rest = &behind[1..];
            }
            (b'%', &[high, low, ..]) if let (Some(high), Some(low)) = (hex(high), hex(low)) => {
                bytes.push(high * 16 + low);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(*byte);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(written), Cow::Owned)
}
