//! The aliases of a note.

use super::front_matter::{self, values};
use crate::unicode::{fold_case, nfc};

/// Whether `note` has the alias, ignoring case and Unicode form: `aliases: [Fog bell]` has `fog bell`.
pub(crate) fn has_alias(note: &[u8], alias: &str) -> bool {
    let note = note.strip_prefix("\u{feff}".as_bytes()).unwrap_or(note);
    let Some((front, _)) = front_matter::split(note) else { return false };
    let key = |name: &str| fold_case(&nfc(name.trim()));
    let (wanted, mut has_it) = (key(alias), false);
    values(front, |property, value| {
        has_it |= matches!(property, "aliases" | "alias") && !value.trim().is_empty() && key(value) == wanted;
    });
    has_it
}

#[cfg(test)]
mod tests {
    use super::has_alias;

    #[test]
    fn aliases_are_found_in_any_spelling() {
        for (note, alias, expected) in [
            ("---\naliases: [One, \"Two, three\"]\n---\n", "two, Three", true),
            ("---\naliases:\n  - Caf\u{e9}\n---\n", "Cafe\u{301}", true),
            ("\u{feff}---\nalias: One\n---\n", " one ", true),
            ("---\naliases: [One]\n---\n", "On", false),
            ("---\naliases: []\n---\n", "", false),
            ("---\ntitle: One\n---\n", "One", false),
            ("aliases: [One]\n", "One", false),
        ] {
            assert_eq!(has_alias(note.as_bytes(), alias), expected, "{note}");
        }
    }
}
