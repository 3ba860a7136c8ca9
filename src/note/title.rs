//! The title of a note, if it differs from its file name, and its aliases.

use super::front_matter::{self, values};
use super::line_kind::LineKind;
use super::scanner::lines;
use crate::path::VaultPath;
use crate::unicode::{fold_case, nfc};

/// The part of a note that is searched for a title, in bytes.
const HEAD_BYTES: usize = 8 * 1024;

/// Maximum length of a title, in characters.
const MAX_CHARS: usize = 80;

/// The title of the note at `path`: its property `title`, its first alias, or its first heading of level 1. `None` if
/// that is its file name, ignoring case.
pub(crate) fn title(path: &VaultPath, note: &[u8]) -> Option<Box<str>> {
    let note = note.strip_prefix("\u{feff}".as_bytes()).unwrap_or(note);
    let found = front_matter::split(note).and_then(|(front, _)| property(front));
    let title = plain(&found.or_else(|| heading(note))?);
    let name = path.segments().last().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    (!title.is_empty() && title != stem && fold_case(&title) != fold_case(stem)).then(|| title.into())
}

/// The title in front matter; without one, the first alias.
fn property(front: &[u8]) -> Option<String> {
    let (mut title, mut alias) = (None, None);
    values(front, |property, value| {
        let kept = match property {
            "title" if !value.is_empty() => &mut title,
            "aliases" | "alias" if !value.is_empty() => &mut alias,
            _ => return,
        };
        kept.get_or_insert_with(|| value.to_owned());
    });
    title.or(alias)
}

/// The first heading of level 1 that is not empty.
fn heading(note: &[u8]) -> Option<String> {
    let mut head = lines(note).take_while(|line| line.start < HEAD_BYTES);
    head.find_map(|line| {
        let LineKind::Heading { level: 1, title, .. } = line.kind else { return None };
        let title = String::from_utf8_lossy(&title[..title.len().min(HEAD_BYTES)]);
        (!title.trim().is_empty()).then(|| title.into_owned())
    })
}

/// `text` on one line, truncated. Control characters become spaces.
fn plain(text: &str) -> String {
    let visible: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}\u{2026}", words[..end].trim_end()),
        None => words,
    }
}

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
    use super::{has_alias, title};
    use crate::path::VaultPath;

    #[test]
    fn a_note_is_called_as_it_calls_itself() {
        for (note, expected) in [
            ("# Plan for 2025\n", Some("Plan for 2025")),
            ("text\n\n# Plan ##\n", Some("Plan")),
            ("# a\n", None),
            ("# A\n", None),
            ("## Second level\n", None),
            ("#tag\n", None),
            ("```\n# code\n```\n# Text\n", Some("Text")),
            ("~~~\n```\n~~~\n# Text\n", Some("Text")),
            ("````\n```\n# Inside a fence\n```\n````\n# Text\n", Some("Text")),
            ("%%\n# hidden\n%%\nText ^id\n===\n", Some("Text")),
            ("---\n# comment\na: b\n---\n", None),
            ("---\ntitle: Front\naliases: [Other]\n---\n# Text\n", Some("Front")),
            ("---\ntags: x\nTitle: \"Quoted: so\"\n---\n", Some("Quoted: so")),
            ("---\naliases: [One, Two]\n---\n# Text\n", Some("One")),
            ("---\naliases: [\"One, two\", Three]\n---\n", Some("One, two")),
            ("---\naliases:\n  - One\n  - Two\n---\n", Some("One")),
            ("---\naliases: []\n---\n# Text\n", Some("Text")),
            ("---\ntitle:\n---\n# Text\n", Some("Text")),
            ("---\ntitle: >-\n  long\n---\n# Text\n", Some("Text")),
            ("---\ntitle: open\n# Text\n", Some("Text")),
            ("\u{feff}# Text\n", Some("Text")),
            ("# a\tb\u{7}c \n", Some("a b c")),
            ("#  \n", None),
            ("", None),
        ] {
            let path = VaultPath::parse("Notes/a.md").expect("a vault path");
            assert_eq!(title(&path, note.as_bytes()).as_deref(), expected, "{note:?}");
        }
    }

    #[test]
    fn a_long_title_is_cut_short() {
        let path = VaultPath::parse("a.md").expect("a vault path");
        let long = title(&path, format!("# {}\n", "\u{d55c}".repeat(90)).as_bytes());
        assert_eq!(long.as_deref(), Some(format!("{}\u{2026}", "\u{d55c}".repeat(80)).as_str()));
    }

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
