//! Decodes base64 and quoted-printable.

/// Decodes base64. Other characters are skipped.
pub(super) fn base64(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len() / 4 * 3);
    let (mut value, mut bits) = (0_u32, 0);
    for &byte in bytes {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                bits = 0;
                continue;
            }
            _ => continue,
        };
        value = value << 6 | u32::from(digit);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            decoded.push((value >> bits).to_le_bytes()[0]);
        }
    }
    decoded
}

/// The number of bytes that base64 stands for.
pub(super) fn base64_len(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')).count() * 3 / 4
}

/// Decodes quoted-printable. Other text is kept.
pub(super) fn quoted(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    while let Some((&byte, below)) = rest.split_first() {
        rest = below;
        match below {
            [b'\n', below @ ..] | [b'\r', b'\n', below @ ..] if byte == b'=' => rest = below,
            [high, low, below @ ..] if byte == b'=' => match (digit(high), digit(low)) {
                (Some(high), Some(low)) => {
                    decoded.push(u8::try_from(high * 16 + low).unwrap_or_default());
                    rest = below;
                }
                _ => decoded.push(byte),
            },
            _ => decoded.push(byte),
        }
    }
    decoded
}
