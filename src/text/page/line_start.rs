//! What a page shows before each line: its number.

/// Maximum bytes of a line number with its line break and separator.
pub(super) const NUMBER_BYTES: usize = 16;

/// Bytes written at once, because in wasm copying fewer is a function call. The longest start of a line has 13.
const ROOM: usize = 16;

/// The start of a line, `\n7: `, and of those after it.
pub(super) struct LineStart {
    /// The start is in its first half, at the end of it.
    text: [u8; 2 * ROOM],
    /// Where the line break is.
    start: usize,
}

impl LineStart {
    /// The start of `line`.
    pub(super) fn of(line: u32) -> Self {
        let number = format!("\n{line}: ");
        let mut text = [0; 2 * ROOM];
        let start = ROOM - number.len();
        text[start..ROOM].copy_from_slice(number.as_bytes());
        Self { text, start }
    }

    /// Writes it, with the line break before it unless `is_first`.
    #[inline]
    pub(super) fn write(&self, shown: &mut Vec<u8>, is_first: bool) {
        let start = self.start + usize::from(is_first);
        if let Some(bytes) = self.text[start..].first_chunk::<ROOM>() {
            shown.extend_from_slice(bytes);
            // What is behind the start.
            shown.truncate(shown.len() - start);
        }
    }

    /// Goes on to the next line.
    #[inline]
    pub(super) fn advance(&mut self) {
        let mut at = ROOM - ": ".len();
        loop {
            at -= 1;
            match &mut self.text[at] {
                digit @ b'0'..=b'8' => return *digit += 1,
                digit @ b'9' => *digit = b'0',
                // The line break.
                other => {
                    *other = b'1';
                    self.start = at - 1;
                    self.text[self.start] = b'\n';
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LineStart;

    #[test]
    fn numbers_count_up() {
        for first in [1, 8, 98, 4_294_967_290] {
            let mut line_start = LineStart::of(first);
            for line in first..first + 5 {
                let (mut shown, mut alone) = (b"x".to_vec(), Vec::new());
                line_start.write(&mut shown, false);
                line_start.write(&mut alone, true);
                assert_eq!(String::from_utf8_lossy(&shown), format!("x\n{line}: "));
                assert_eq!(String::from_utf8_lossy(&alone), format!("{line}: "));
                line_start.advance();
            }
        }
    }
}
