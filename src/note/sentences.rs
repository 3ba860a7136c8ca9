//! Where sentences end, in any language whose marks are known.

/// What ends a sentence.
const MARKS: [&str; 13] = [
    ". ", "! ", "? ", ".\n", "!\n", "?\n", "\u{3002}", "\u{ff01}", "\u{ff1f}", "\u{61f} ", "\u{6d4} ", "\u{964} ",
    "\u{104b}",
];

/// Where the first sentence of `text` that ends after `least` bytes ends, with the white space after it; `None` at the
/// end of the text.
pub(crate) fn sentence_end(text: &[u8], least: usize) -> Option<usize> {
    let behind = text.get(least..)?;
    let end = (0..behind.len()).find_map(|at| {
        let mark = MARKS.iter().find(|mark| behind[at..].starts_with(mark.as_bytes()))?;
        Some(least + at + mark.len())
    });
    end.filter(|&end| end < text.len())
}
