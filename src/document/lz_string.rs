//! Decompresses what the library lz-string made with `compressToBase64`, as the Excalidraw plugin does.

use super::base64;

/// Maximum compressed size. The entries of the dictionary take about four times as much.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Maximum number of UTF-16 units of the text. They are in memory twice, the second time as UTF-8.
const MAX_UNITS: usize = 8 * 1024 * 1024;

/// Decompresses `base64`, which may contain white space. The error is in lower case, on one line.
pub(super) fn decompress(base64: &str) -> Result<String, &'static str> {
    if base64.len() > MAX_BYTES {
        return Err("too large");
    }
    let mut bits = Bits { digits: base64.bytes(), value: 0, mask: 0 };
    let mut text: Vec<u16> = Vec::new();
    // Each entry is a part of the text: its start and length. The codes 0 to 2 stand for no entry.
    let mut entries = vec![(0, 0); 3];
    let mut last: Option<(usize, usize)> = None;
    // The number of bits of a code, and of further entries until it grows. The first code is short.
    let (mut width, mut left) = (2, 4);
    loop {
        let code = bits.read(width)? as usize;
        let start = text.len();
        match code {
            0 | 1 => {
                let unit = bits.read(if code == 0 { 8 } else { 16 })?;
                text.push(u16::try_from(unit).unwrap_or_default());
                entries.push((start, 1));
                left -= u32::from(last.is_some());
            }
            2 => return Ok(String::from_utf16_lossy(&text)),
            _ => {
                let (from, len) = match (entries.get(code), last) {
                    (Some(&entry), _) => entry,
                    // The entry that this code adds: the last one with its first unit once more.
                    (None, Some((from, len))) if code == entries.len() => (from, len + 1),
                    _ => return Err("damaged"),
                };
                if text.len() + len > MAX_UNITS {
                    return Err("too large");
                }
                // An entry may contain units that it adds itself.
                let known = len.min(start - from);
                text.extend_from_within(from..from + known);
                if known < len {
                    text.push(text[from]);
                }
            }
        }
        match last {
            None => width = 3,
            Some((from, len)) => {
                if left == 0 {
                    (left, width) = (1 << width, width + 1);
                }
                entries.push((from, len + 1));
                left -= 1;
                if left == 0 {
                    (left, width) = (1 << width, width + 1);
                }
            }
        }
        last = Some((start, text.len() - start));
    }
}

/// The bits of base64 digits, of each the highest first.
struct Bits<'a> {
    digits: std::str::Bytes<'a>,
    value: u8,
    /// The next bit of `value`; 0 after the last.
    mask: u8,
}

impl Bits<'_> {
    /// A number of `count` bits, the lowest first.
    fn read(&mut self, count: u32) -> Result<u32, &'static str> {
        let mut number = 0;
        for bit in 0..count {
            if self.mask == 0 {
                let digit = self.digits.find(|digit| !digit.is_ascii_whitespace()).ok_or("cut off")?;
                self.value = if digit == b'=' { 0 } else { base64::digit(digit).ok_or("not base64")? };
                self.mask = 1 << 5;
            }
            number |= u32::from(self.value & self.mask != 0) << bit;
            self.mask >>= 1;
        }
        Ok(number)
    }
}
