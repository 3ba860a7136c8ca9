//! Renders an outline: one line per entry, beginning with its line range, so that no entry can imitate a notice.

use std::fmt::Write;

use super::Entry;

/// The lines of an outline that fit a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Rendered {
    /// `12-40: ## Plan`, `7: key`: lines joined by `\n`.
    pub text: String,
    /// Number of entries shown.
    pub shown: usize,
    /// Number of entries omitted.
    pub dropped: usize,
}

/// Renders `entries` in at most `byte_limit` bytes. If they do not fit, the deepest levels are omitted. Of a level that
/// fits only in part, entries are sampled from the whole file.
pub(crate) fn render(entries: &[Entry], byte_limit: usize) -> Rendered {
    let mut by_level = [0_usize; 256];
    for entry in entries {
        by_level[usize::from(entry.level)] += byte_len(entry);
    }
    // One line break fewer than lines.
    let mut room = byte_limit.saturating_add(1);
    let whole = by_level.iter().take_while(|&&bytes| room.checked_sub(bytes).map(|left| room = left).is_some()).count();
    let of_part = by_level.get(whole).copied().unwrap_or_default();
    let mut rendered = Rendered::default();
    let (mut passed, mut used) = (0, 0);
    for entry in entries {
        let level = usize::from(entry.level);
        let bytes = byte_len(entry);
        let mut fits = level < whole;
        if level == whole {
            passed += bytes;
            // Use room in proportion to the entries passed, so that samples are spread evenly.
            fits = (used + bytes) as u128 * of_part as u128 <= room as u128 * passed as u128;
            used += if fits { bytes } else { 0 };
        }
        if fits {
            if rendered.shown > 0 {
                rendered.text.push('\n');
            }
            rendered.shown += 1;
            write_entry(&mut rendered.text, entry);
        }
    }
    rendered.dropped = entries.len() - rendered.shown;
    rendered
}

/// Writing to a `String` cannot fail.
fn write_entry(text: &mut String, entry: &Entry) {
    let _ = if entry.first == entry.last {
        write!(text, "{}: {}", entry.first, entry.label)
    } else {
        write!(text, "{}-{}: {}", entry.first, entry.last, entry.label)
    };
}

/// The length of the line of `entry` in bytes, with its line break.
fn byte_len(entry: &Entry) -> usize {
    let digits = |number: u32| number.checked_ilog10().map_or(1, |power| power as usize + 1);
    let range = digits(entry.first) + if entry.first == entry.last { 0 } else { 1 + digits(entry.last) };
    range + 2 + entry.label.len() + 1
}
