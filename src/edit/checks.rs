//! What a user should know before approving a change. A warning changes nothing: the text is written as proposed.

use std::collections::HashSet;

mod property_types;
mod table_cells;
mod unclosed;
mod unreadable;

use self::property_types::changed_types;
use self::table_cells::uneven_table;
use self::unclosed::unclosed;
pub(crate) use self::unreadable::{TextKind, unreadable};
use super::hunks::Hunk;
use crate::note::front_matter;
use crate::unicode::is_ignorable;

/// The warnings about a change of `before` into `after`, one sentence each.
pub(crate) fn warnings(is_note: bool, before: &str, after: &str, hunks: &[Hunk]) -> Vec<String> {
    let added = || hunks.iter().map(|hunk| &after[hunk.after_span.clone()]);
    let removed = || hunks.iter().map(|hunk| &before[hunk.before_span.clone()]);
    let mut warnings = Vec::new();
    warnings.extend(invisible(added(), removed()));
    let is_new = |text: &str| added().any(|lines| lines.contains(text)) && !removed().any(|lines| lines.contains(text));
    // Looking for one character first is much quicker.
    let may_have = |c: char| added().any(|lines| lines.contains(c));
    // In code it is common; in a note it is a line break that was escaped once too often.
    if is_note && may_have('\\') && is_new("\\n") {
        warnings.push("new text has \\n as two characters, not as a line break".to_owned());
    }
    if let Some(entity) =
        ["&lt;", "&gt;", "&amp;", "&quot;", "&#39;"].into_iter().find(|entity| may_have('&') && is_new(entity))
    {
        warnings.push(format!("new text has HTML entities, such as {entity}"));
    }
    if !is_note {
        return warnings;
    }
    let is_fenced = |text: &str| text.trim().starts_with("```") && text.trim().ends_with("```");
    if is_fenced(after) && !is_fenced(before) {
        warnings.push("the whole note is inside a fence of code".to_owned());
    }
    warnings.extend(unclosed(before, after));
    warnings.extend(uneven_table(before, after, hunks));
    warnings.extend(changed_types(before, after));
    warnings
}

/// New characters that cannot be seen, other than those of emoji and scripts.
fn invisible<'t>(mut added: impl Iterator<Item = &'t str>, removed: impl Iterator<Item = &'t str>) -> Option<String> {
    let is_hidden = |c: char| {
        // Nearly every character; the tables take much longer.
        if matches!(c, ' '..='~' | '\n') {
            return false;
        }
        let is_joiner = matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
        (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || (is_ignorable(c) && !is_joiner)
    };
    let (mut removed, mut known) = (Some(removed), HashSet::new());
    let mut is_new = |c: char| {
        // Read only if there is such a character.
        let removed = removed.take().into_iter().flatten();
        known.extend(removed.flat_map(str::chars).filter(|&c| is_hidden(c)));
        !known.contains(&c)
    };
    let found = added.find_map(|text| text.chars().find(|&c| is_hidden(c) && is_new(c)))?;
    Some(format!("new text has invisible characters, such as U+{:04X}", u32::from(found)))
}

/// Whether the note has front matter whose properties are all ordinary YAML.
fn understands(note: &str) -> bool {
    let Some((front, _)) = front_matter::split(note.as_bytes()) else { return false };
    let Ok(front) = std::str::from_utf8(front) else { return false };
    !front.trim().is_empty() && front_matter::read(front, |_| {})
}
