//! Bytes as letters and digits. A crate for it has 10 KB of wasm.

/// Five bits each, in the order of their values.
const BASE32: &[u8] = b"0123456789abcdefghijklmnopqrstuv";
/// Six bits each, as RFC 4648 has them.
const BASE64: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `bytes` in base 32, in lower case and without padding.
pub(crate) fn base32(bytes: &[u8]) -> String {
    encoded(bytes, BASE32)
}

/// `bytes` in base 64, with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut text = encoded(bytes, BASE64);
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

fn encoded(bytes: &[u8], digits: &[u8]) -> String {
    let width = digits.len().ilog2();
    let mut text = String::with_capacity(bytes.len() * 8 / width as usize + 4);
    let (mut value, mut bits) = (0_u32, 0);
    for &byte in bytes {
        value = value << 8 | u32::from(byte);
        bits += 8;
        while bits >= width {
            bits -= width;
            text.push(char::from(digits[(value >> bits) as usize % digits.len()]));
        }
    }
    if bits > 0 {
        text.push(char::from(digits[(value << (width - bits)) as usize % digits.len()]));
    }
    text
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{base32, base64};

    /// From RFC 4648; base 32 in the digits of its "extended hex" alphabet.
    #[test]
    fn bytes_are_written_as_the_standard_says() {
        for (bytes, in_32, in_64) in [
            ("", "", ""),
            ("f", "co", "Zg=="),
            ("fo", "cpng", "Zm8="),
            ("foo", "cpnmu", "Zm9v"),
            ("foob", "cpnmuog", "Zm9vYg=="),
            ("fooba", "cpnmuoj1", "Zm9vYmE="),
            ("foobar", "cpnmuoj1e8", "Zm9vYmFy"),
        ] {
            assert_eq!((base32(bytes.as_bytes()), base64(bytes.as_bytes())), (in_32.to_owned(), in_64.to_owned()));
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "+//+");
    }
}
