//! Base64.

use crate::slices::{SLICE_BYTES, finish, give_way};

/// The value of a digit.
pub(super) fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// The bytes that the digits in `bytes` stand for. Other characters are skipped.
pub(super) fn decoded(bytes: &[u8]) -> Vec<u8> {
    finish(decoded_in_slices(bytes))
}

/// The same in slices.
pub(super) async fn decoded_in_slices(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len() / 4 * 3);
    let (mut value, mut bits) = (0_u32, 0);
    for piece in bytes.chunks(SLICE_BYTES) {
        for &byte in piece {
            if byte == b'=' {
                bits = 0;
            }
            let Some(digit) = digit(byte) else { continue };
            value = value << 6 | u32::from(digit);
            bits += 6;
            if bits >= 8 {
                bits -= 8;
                decoded.push((value >> bits).to_le_bytes()[0]);
            }
        }
        give_way().await;
    }
    decoded
}

/// The number of bytes that the digits in `bytes` stand for.
pub(super) async fn decoded_len(bytes: &[u8]) -> usize {
    let mut digits = 0;
    for piece in bytes.chunks(SLICE_BYTES) {
        digits += piece.iter().filter(|byte| digit(**byte).is_some()).count();
        give_way().await;
    }
    digits * 3 / 4
}
