//! Decodes quoted-printable.

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
