//! Terms by their scripts: each kind has its own pages, so that a scan for a character reads only terms that may contain
//! it.

/// The terms with characters of several kinds, and of scripts that have none. The kinds with 0 have no characters without
/// spaces.
pub(super) const MIXED: usize = 5;

/// The kind of `term`, by the first byte of each character.
pub(super) fn kind(term: &[u8]) -> usize {
    let mut kinds = term.iter().filter(|&byte| byte & 0xc0 != 0x80).map(|&first| match first {
        0..0xe0 => 0,
        // Thai, Khmer and their neighbours.
        0xe0 | 0xe1 => 1,
        // Kana.
        0xe3 => 2,
        // Ideographs.
        0xe4..=0xe9 => 3,
        // Korean.
        0xea..=0xed => 4,
        _ => MIXED,
    });
    let first = kinds.next().unwrap_or(0);
    if kinds.all(|kind| kind == first) { first } else { MIXED }
}

#[cfg(test)]
mod tests {
    use super::{MIXED, kind};

    #[test]
    fn a_term_is_of_one_script_or_mixed() {
        for (term, expected) in [
            ("plan", 0),
            ("größe", 0),
            ("план", 0),
            ("ที", 1),
            ("かな", 2),
            ("灯台", 3),
            ("등대", 4),
            ("鳴り", MIXED),
            ("x日", MIXED),
            ("#日本", MIXED),
            ("🎉", MIXED),
        ] {
            assert_eq!(kind(term.as_bytes()), expected, "{term}");
        }
    }
}
