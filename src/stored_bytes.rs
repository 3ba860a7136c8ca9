//! Numbers and texts as compact bytes, for what is stored between starts. Reading damaged bytes gives `None`, never a
//! panic.

/// Bytes being written.
#[derive(Debug, Default)]
pub(crate) struct ByteWriter(pub Vec<u8>);

impl ByteWriter {
    /// Seven bits a byte, the lowest first.
    pub fn number(&mut self, number: u32) {
        let mut rest = number;
        while rest >= 0x80 {
            self.0.push(rest.to_le_bytes()[0] | 0x80);
            rest >>= 7;
        }
        self.0.push(rest.to_le_bytes()[0]);
    }

    /// The number of items that follow.
    pub fn count(&mut self, count: usize) {
        self.number(u32::try_from(count).unwrap_or(u32::MAX));
    }

    pub fn word64(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub fn float(&mut self, number: f64) {
        self.word64(number.to_bits());
    }

    /// Bytes after their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend(bytes);
    }
}

/// Bytes being read.
#[derive(Debug)]
pub(crate) struct ByteReader<'a>(pub &'a [u8]);

impl<'a> ByteReader<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub fn number(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
            shift += 7;
        }
    }

    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    pub fn word64(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }

    pub fn float(&mut self) -> Option<f64> {
        self.word64().map(f64::from_bits)
    }

    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = self.count()?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    pub fn text(&mut self) -> Option<&'a str> {
        str::from_utf8(self.bytes()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteReader, ByteWriter};

    #[test]
    fn what_is_written_is_read_again_and_what_is_cut_is_refused() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u32::MAX];
        let mut writer = ByteWriter::default();
        for number in numbers {
            writer.number(number);
        }
        writer.float(-0.5);
        writer.bytes("größer".as_bytes());
        let mut reader = ByteReader(&writer.0);
        assert_eq!(numbers.map(|_| reader.number().unwrap()), numbers);
        assert_eq!((reader.float(), reader.text(), reader.is_empty()), (Some(-0.5), Some("größer"), true));
        let cut = writer.0.len() - 1;
        let mut reader = ByteReader(&writer.0[..cut]);
        for _ in numbers {
            assert!(reader.number().is_some());
        }
        assert_eq!((reader.float(), reader.text()), (Some(-0.5), None));
        assert_eq!(ByteReader(&[0xff; 9]).number(), None);
    }
}
