//! Titles: what a note calls itself, where that is another name than its file has.

use crate::path::VaultPath;
use crate::unicode::fold_case;

/// How far into a note a title is looked for: a title further down is none.
const HEAD_BYTES: usize = 8 * 1024;

/// How much of a title is shown, in characters: enough to tell what the note is.
const MAX_CHARS: usize = 80;

/// What the note at `path` calls itself: by `title` or the first alias in its front matter, or by its first heading of
/// the first level. Nothing where that is its file's name, in whatever case.
pub(crate) fn title(path: &VaultPath, note: &[u8]) -> Option<Box<str>> {
    let head = String::from_utf8_lossy(&note[..note.len().min(HEAD_BYTES)]);
    let head = head.strip_prefix('\u{feff}').unwrap_or(&head);
    let (front, body) = front_matter(head);
    let found = front.and_then(|front| property(front, &["title"]).or_else(|| property(front, &["aliases", "alias"])));
    let title = plain(found.or_else(|| heading(body))?);
    let name = path.segments().last().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    (!title.is_empty() && title != stem && fold_case(&title) != fold_case(stem)).then(|| title.into())
}

/// The lines between `---` and `---` at the very start, and what follows.
fn front_matter(head: &str) -> (Option<&str>, &str) {
    let mut start = 0;
    for line in head.split_inclusive('\n') {
        let is_rule = line.trim_end() == "---";
        if start == 0 && !is_rule {
            break;
        }
        if start > 0 && is_rule {
            return (Some(&head[..start]), &head[start + line.len()..]);
        }
        start += line.len();
    }
    (None, head)
}

/// The value of the first property of front matter that has one of these names; of a list, the first.
fn property<'f>(front: &'f str, names: &[&str]) -> Option<&'f str> {
    let mut lines = front.lines();
    while let Some(line) = lines.next() {
        let Some((key, value)) = line.split_once(':') else { continue };
        if !names.iter().any(|name| key.trim_end().eq_ignore_ascii_case(name)) {
            continue;
        }
        let value = value.trim();
        if value.is_empty() {
            // A list of lines, if any.
            return lines.next().and_then(|line| line.trim_start().strip_prefix("- ")).and_then(scalar);
        }
        let first = value.strip_prefix('[').map(|list| list.trim_end_matches(']'));
        return match first {
            Some(list) if !list.trim_start().starts_with(['"', '\'']) => scalar(list.split(',').next()?),
            Some(list) => scalar(list),
            None => scalar(value),
        };
    }
    None
}

/// One value, without the quotes around it. Text over several lines is none.
fn scalar(value: &str) -> Option<&str> {
    let value = value.trim();
    let quoted = |mark: char| value.strip_prefix(mark).and_then(|rest| rest.split(mark).next());
    let value = quoted('"').or_else(|| quoted('\'')).unwrap_or(value);
    (!value.is_empty() && !value.starts_with(['>', '|', '{', '[', '&', '!'])).then_some(value)
}

/// The first heading of the first level, code left out.
fn heading(body: &str) -> Option<&str> {
    let mut fence = None;
    body.lines().find_map(|line| {
        let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        let text = line.strip_prefix("# ").filter(|_| fence.is_none())?;
        Some(text.trim_end().trim_end_matches('#').trim())
    })
}

/// Text from a note as a part of one line: without what is not shown, and cut short.
fn plain(text: &str) -> String {
    let visible: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}\u{2026}", words[..end].trim_end()),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::title;
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
}
