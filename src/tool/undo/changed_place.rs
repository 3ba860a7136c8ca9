//! The place of a change in a text that some other program has changed since.

use crate::wire::Replaced;

/// How many lines above and below are compared, most certain first. Both sides, always: with one alone, lines that were
/// removed side by side would come back in any order.
const CONTEXTS: [usize; 3] = [3, 2, 1];

/// Where in `text` `part` is for certain: only once, between the lines that were around it.
pub(super) fn place(text: &str, part: &Replaced) -> Option<usize> {
    let above: Vec<&str> = part.above.split_inclusive('\n').collect();
    let below: Vec<&str> = part.below.split_inclusive('\n').collect();
    CONTEXTS.iter().find_map(|&lines| {
        let before = above[above.len().saturating_sub(lines)..].concat();
        let after = below[..lines.min(below.len())].concat();
        let wanted = [&before, &part.new, &after].map(String::as_str).concat();
        let is_place = |at: usize| {
            let (start, end) = (at + before.len(), at + before.len() + part.new.len());
            let begins_line = |at: usize| at == 0 || at == text.len() || text[..at].ends_with('\n');
            // Fewer lines: the change was at the start or at the end of the file.
            [at, start, end].into_iter().all(begins_line)
                && (above.len() >= lines || at == 0)
                && (below.len() >= lines || at + wanted.len() == text.len())
        };
        let mut found = text.match_indices(&wanted).map(|(at, _)| at).filter(|&at| is_place(at));
        found.next().filter(|_| found.next().is_none()).map(|at| at + before.len())
    })
}
