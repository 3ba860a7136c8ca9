//! Finds the end of a line, and what is in it, eight bytes at a time.

/// The end of the line that starts at `at`, including its line break; whether it contains a `#`, and whether it may
/// contain a square bracket. Eight bytes at a time.
pub(super) fn line_end(bytes: &[u8], at: usize) -> (usize, bool, bool) {
    const ONES: u64 = u64::MAX / 0xff;
    // Only the lowest set bit is reliable.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let (mut start, mut hashes, mut brackets) = (at, 0, 0);
    while let Some(word64) = bytes.get(start..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*word64);
        let breaks = zeros(word ^ (ONES * u64::from(b'\n')));
        let mine = if breaks == 0 { u64::MAX } else { (breaks & breaks.wrapping_neg()).wrapping_sub(1) };
        hashes |= zeros(word ^ (ONES * u64::from(b'#'))) & mine;
        // With these two bits, both are an underscore, and so are two other characters.
        brackets |= zeros((word | (ONES * 0b110)) ^ (ONES * u64::from(b'_'))) & mine;
        if breaks != 0 {
            return (start + breaks.trailing_zeros() as usize / 8 + 1, hashes != 0, brackets != 0);
        }
        start += 8;
    }
    let rest = &bytes[start..];
    let rest = rest.iter().position(|&byte| byte == b'\n').map_or(rest, |end| &rest[..=end]);
    let has = |byte| rest.contains(&byte);
    (start + rest.len(), hashes != 0 || has(b'#'), brackets != 0 || has(b'[') || has(b']'))
}

#[cfg(test)]
mod tests {
    use super::line_end;

    #[test]
    fn a_line_is_read_with_what_it_has() {
        for mark in [b'#', b'[', b']', b'a'] {
            for (end, at) in (0..20).flat_map(|end| (0..24).map(move |at| (end, at))).filter(|(end, at)| end != at) {
                let mut text = [b'a'; 24];
                (text[end], text[at]) = (b'\n', mark);
                let has = at < end && mark != b'a';
                let is_hash = mark == b'#';
                assert_eq!(line_end(&text, 0), (end + 1, has && is_hash, has && !is_hash), "{text:?}");
                assert_eq!(line_end(&text[..end], 0), (end, has && is_hash, has && !is_hash), "{text:?}");
            }
        }
    }
}
