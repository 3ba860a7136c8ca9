//! Decodes what messages are transferred in: base64 and quoted-printable.

use std::borrow::Cow;

use crate::base64;
use crate::slices::{SLICE_BYTES, give_way};

/// Decodes `content`, which is in this `coding`, in slices.
pub(super) async fn transferred<'a>(coding: &[u8], content: &'a [u8]) -> Cow<'a, [u8]> {
    match coding {
        b"base64" => base64::decoded_in_slices(content).await.into(),
        b"quoted-printable" => {
            let (mut decoded, mut rest) = (Vec::with_capacity(content.len()), content);
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at(piece_end(rest));
                decoded.extend(quoted(piece));
                rest = behind;
                give_way().await;
            }
            decoded.into()
        }
        _ => content.into(),
    }
}

/// Where a piece ends: not within `=C3`.
fn piece_end(bytes: &[u8]) -> usize {
    if bytes.len() <= SLICE_BYTES {
        return bytes.len();
    }
    let last = SLICE_BYTES - 2;
    bytes[last..SLICE_BYTES].iter().position(|byte| *byte == b'=').map_or(SLICE_BYTES, |at| last + at)
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
