//! What a note opens and never closes: code, comments, formulas, the mark of a callout.

use crate::note::{LineKind, lines};

/// What may be unclosed, with its warning.
const WARNINGS: [&str; 5] = [
    "a fence of code is never closed",
    "a comment (%%) is never closed",
    "a formula ($$) is never closed",
    "an HTML comment or block is never closed",
    "the type of a callout is never closed: ] is missing",
];

/// The warnings about what `after` leaves open more often than `before`.
pub(super) fn unclosed(before: &str, after: &str) -> impl Iterator<Item = String> {
    let after = count(after);
    // Mostly nothing is open, and the note before need not be read.
    let before = if after == [0; WARNINGS.len()] { after } else { count(before) };
    let is_more = move |index: &usize| after[*index] > before[*index];
    (0..WARNINGS.len()).filter(is_more).map(|index| WARNINGS[index].to_owned())
}

/// How much of each kind is open in `note`.
fn count(note: &str) -> [usize; WARNINGS.len()] {
    let mut lines = lines(note.as_bytes());
    let (mut fences, mut callouts, mut was_in_fence) = (0, 0, false);
    while let Some(line) = lines.next() {
        let is_in_fence = lines.scanner().is_in_fence();
        // The quote or list that the fence is in has ended.
        fences += usize::from(was_in_fence && !is_in_fence && line.kind != LineKind::Code);
        was_in_fence = is_in_fence;
        let text = line.text.trim_ascii_start();
        if line.kind == LineKind::Nested && text.starts_with(b">") {
            let inner = &text[text.iter().take_while(|&&byte| matches!(byte, b'>' | b' ' | b'\t')).count()..];
            callouts += usize::from(inner.starts_with(b"[!") && !inner.contains(&b']'));
        }
    }
    let scanner = lines.scanner();
    let [comments, formulas] = scanner.unclosed();
    [fences + usize::from(was_in_fence), comments, formulas, usize::from(scanner.is_in_html()), callouts]
}
