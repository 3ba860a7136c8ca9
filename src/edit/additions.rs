//! Text that is added to a note: at its end, below its properties, or in the section of a heading.

use super::line_endings::ending_at;
use crate::note::{Heading, front_matter};

/// On which side of a note or a section text is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Start,
    End,
}

/// `text` with `new` on the `side` of it, or of the section of `heading`, which is one of its `headings`. The section
/// reaches to the next heading of its level or above; blank lines at its end stay below. `new` has lines of its own, with
/// the line endings there.
pub(crate) fn with_added(text: &str, new: &str, side: Side, section: Option<(&[Heading], usize)>) -> String {
    let at = match (section, side) {
        (None, Side::Start) => front_matter::split(text.as_bytes()).map_or(0, |(_, body)| body),
        (None, Side::End) => text.len(),
        (Some((headings, index)), _) => {
            let heading = &headings[index];
            let start = line_end(text, heading.span.end);
            let next = headings[index + 1..].iter().find(|next| next.level <= heading.level);
            let section = &text[start..next.map_or(text.len(), |next| next.span.start)];
            let filled = section.trim_end().len();
            if side == Side::Start || filled == 0 { start } else { line_end(text, start + filled) }
        }
    };
    let (above, below) = text.split_at(at);
    let ending = ending_at(text, at);
    let mut result = String::with_capacity(text.len() + new.len() + 2 * ending.len());
    result.push_str(above);
    if !above.is_empty() && !above.ends_with('\n') {
        result.push_str(ending);
    }
    result.push_str(&new.replace("\r\n", "\n").replace('\n', ending));
    // A note that ends without a line break still does.
    let ends_open = below.is_empty() && !above.is_empty() && !above.ends_with('\n');
    if !new.ends_with('\n') && !ends_open {
        result.push_str(ending);
    }
    result.push_str(below);
    result
}

/// Where the line of `at` ends, with its line break.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |found| at + found + 1)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::{Side, with_added};
    use crate::note::NoteParts;

    fn added(text: &str, new: &str, side: Side, title: Option<&str>) -> String {
        let headings = NoteParts::read(text).headings;
        let index = title.and_then(|title| headings.iter().position(|heading| &text[heading.title.clone()] == title));
        assert_eq!(index.is_some(), title.is_some());
        with_added(text, new, side, index.map(|index| (&headings[..], index)))
    }

    #[test]
    fn text_is_added_in_lines_of_its_own() {
        for (text, new, side, title, expected) in [
            ("", "b", Side::End, None, "b\n"),
            ("", "b", Side::Start, None, "b\n"),
            ("a\n", "b", Side::End, None, "a\nb\n"),
            ("a", "b", Side::End, None, "a\nb"),
            ("a", "b\n", Side::End, None, "a\nb\n"),
            ("a", "b", Side::Start, None, "b\na"),
            ("a\r\nb\r\n", "c\nd", Side::End, None, "a\r\nb\r\nc\r\nd\r\n"),
            ("---\r\nx: 1\r\n---\r\na\r\n", "b", Side::Start, None, "---\r\nx: 1\r\n---\r\nb\r\na\r\n"),
            ("---\nx: 1\n---", "b", Side::Start, None, "---\nx: 1\n---\nb"),
            ("---\nx: 1\n", "b", Side::Start, None, "b\n---\nx: 1\n"),
            ("# A\n- a\n\n\n# B\n", "- b", Side::End, Some("A"), "# A\n- a\n- b\n\n\n# B\n"),
            ("# A\n- a\n\n\n# B\n", "- b", Side::Start, Some("A"), "# A\n- b\n- a\n\n\n# B\n"),
            ("# A\n\n# B", "a", Side::End, Some("A"), "# A\na\n\n# B"),
            ("# A\n\n# B", "b", Side::End, Some("B"), "# A\n\n# B\nb"),
            ("A\n===\na\n## B\nb\n# C\n", "x", Side::End, Some("A"), "A\n===\na\n## B\nb\nx\n# C\n"),
            ("# A\n```\n# B\n```\n# C\n", "x", Side::End, Some("A"), "# A\n```\n# B\n```\nx\n# C\n"),
        ] {
            assert_eq!(added(text, new, side, title), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn every_byte_stays(text in "(# A\n)?[ab \r\n#-]{0,20}", new in "[x\n]{1,6}", at_end: bool, in_section: bool) {
            let side = if at_end { Side::End } else { Side::Start };
            let headings = NoteParts::read(&text).headings;
            let section = (in_section && !headings.is_empty()).then_some((&headings[..], 0));
            let result = with_added(&text, &new, side, section);
            let same = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
            let start = same(&text, &result);
            prop_assert!(result.len() >= text.len() + new.len());
            prop_assert!((0..=start).any(|at| text.is_char_boundary(at) && result.ends_with(&text[at..])));
        }
    }
}
