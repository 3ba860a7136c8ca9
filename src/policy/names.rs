//! Rules that close a name or a path, and the keys used to compare names.
//!
//! Names are compared like on the most lenient file system that Obsidian runs on.

use super::rules::RuleError;
use crate::path::VaultPath;
use crate::unicode::{fold_case, is_fixed_space, is_ignorable};

/// The kind of entry at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// The kinds to check: `kind` if it is known, else both.
pub(super) fn kinds(kind: Option<PathKind>) -> impl Iterator<Item = PathKind> {
    [PathKind::File, PathKind::Folder].into_iter().filter(move |one| kind.is_none_or(|kind| kind == *one))
}

/// Closed in every vault, at any depth. All names with a leading dot are closed. These are listed so that their NTFS
/// short names (`OBSIDI~1`) are closed too.
pub(super) const ALWAYS_CLOSED: [&str; 4] = [".obsidian", ".smarthole", ".git", ".trash"];

/// A closed name (at any depth) or path (from the root), as keys.
#[derive(Debug, Clone)]
pub(super) struct ClosedPath {
    keys: Vec<String>,
    from_root: bool,
}

/// A path built up from the root: the keys of its names, and the whole path for pattern matching.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    keys: Keys,
    /// The same path including the text after a `:`, if there is one. On NTFS that text names a stream of the file; on
    /// other file systems it is part of the name.
    whole: Option<Keys>,
}

#[derive(Debug, Clone, Default)]
struct Keys {
    names: Vec<String>,
    path: Vec<char>,
    name_start: usize,
}

impl ClosedPath {
    pub fn always(name: &str) -> Self {
        Self { keys: vec![name.to_owned()], from_root: false }
    }

    pub fn parse(given: &str) -> Result<Self, RuleError> {
        let path = VaultPath::parse(given)?;
        let keys: Vec<String> = path.segments().map(name_key).collect();
        if given.contains(['*', '?', '"']) {
            return Err(RuleError::Pattern(given.to_owned()));
        }
        if keys.iter().any(String::is_empty) {
            return Err(RuleError::NoName(given.to_owned()));
        }
        let from_root = keys.len() != 1 || given.trim_start().starts_with(['/', '\\']);
        Ok(Self { keys, from_root })
    }

    /// Whether this rule closes `place` itself. The folders above `place` are not considered.
    pub fn closes(&self, place: &Place) -> bool {
        // Obsidian shows a note without its `.md`, so `Diary` also closes the note `Diary.md`.
        let matches = |(rule, name): (&String, &String)| {
            let note = name.strip_suffix(".md").unwrap_or(name);
            [name, note].into_iter().any(|name| name == rule || is_short_name(name, rule))
        };
        let names = &place.keys.names;
        if self.from_root {
            names.len() == self.keys.len() && self.keys.iter().zip(names).all(matches)
        } else {
            names.last().is_some_and(|name| self.keys.iter().any(|rule| matches((rule, name))))
        }
    }
}

impl Place {
    /// Descends to `name`.
    pub fn push(&mut self, name: &str) {
        if name.contains(':') && self.whole.is_none() {
            self.whole = Some(self.keys.clone());
        }
        self.keys.push(name_key(name));
        if let Some(whole) = &mut self.whole {
            whole.push(whole_key(name));
        }
    }

    /// The key of the last name. `None` for the root.
    pub fn name(&self) -> Option<&str> {
        self.keys.names.last().map(String::as_str)
    }

    /// Each reading of the path: its names, the whole path, and the offset in the path where the last name starts.
    pub fn readings(&self) -> impl Iterator<Item = (&[String], &[char], usize)> {
        let readings = [Some(&self.keys), self.whole.as_ref()].into_iter().flatten();
        readings.map(|keys| (keys.names.as_slice(), keys.path.as_slice(), keys.name_start))
    }
}

impl Keys {
    fn push(&mut self, name: String) {
        if !self.names.is_empty() {
            self.path.push('/');
        }
        self.name_start = self.path.len();
        self.path.extend(name.chars());
        self.names.push(name);
    }
}

/// Removes from a name everything that some file system ignores: invisible code points (HFS+), case, a stream after `:`
/// (NTFS), surrounding white space, trailing dots (Windows).
pub(super) fn name_key(name: &str) -> String {
    whole_key(name.split(':').next().unwrap_or_default())
}

/// Like [`name_key`], but keeps the text after a `:`.
pub(super) fn whole_key(name: &str) -> String {
    let text = text_key(name);
    let name = text.trim_start();
    let key = name.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
    // A name of dots only is kept. It is closed because of its leading dot.
    if key.is_empty() { name.to_owned() } else { key.to_owned() }
}

/// A text without case, invisible code points and differences between kinds of spaces.
pub(super) fn text_key(text: &str) -> String {
    // Ideographs and Hangul syllables fold to themselves, so most names need no normalization.
    if text.chars().all(|c| matches!(c, '\0'..='\x7f' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')) {
        return text.to_ascii_lowercase();
    }
    let visible = text.chars().filter(|&c| !is_ignorable(c));
    fold_case(&visible.map(|c| if is_fixed_space(c) { ' ' } else { c }).collect::<String>())
}

/// Whether `name` may be the 8.3 name that NTFS generates for `long`. It consists of the first six letters (fewer for a
/// longer number), or the first two letters and four hexadecimal digits, then `~` and a number. Both arguments are
/// keys.
pub(super) fn is_short_name(name: &str, long: &str) -> bool {
    let (name, extension) = name.split_once('.').unwrap_or((name, ""));
    let Some((stem, number)) = name.split_once('~') else { return false };
    if number.is_empty() || number.len() > 6 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let long = long.trim_start_matches('.');
    let (base, long_extension) = long.rsplit_once('.').unwrap_or((long, ""));
    let base = short_chars(base);
    let fits = |len: usize| base.chars().take(len).eq(stem.chars());
    let hashed = || {
        let kept = base.chars().count().min(2);
        let mut rest = stem.chars();
        base.chars().take(kept).all(|c| rest.next() == Some(c))
            && stem.chars().count() == kept + 4
            && rest.all(|c| c.is_ascii_hexdigit())
    };
    short_chars(long_extension).chars().take(3).eq(extension.chars()) && (fits(7 - number.len()) || hashed())
}

/// A part of a name with the characters that an 8.3 name may have.
fn short_chars(part: &str) -> String {
    let kept = part.chars().filter(|c| !matches!(c, '.' | ' '));
    kept.map(|c| if matches!(c, '+' | ',' | ';' | '=' | '[' | ']') { '_' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::{is_short_name, name_key};

    #[test]
    fn a_key_forgets_what_file_systems_do_not_look_at() {
        for (name, key) in [
            (".obsidian", ".obsidian"),
            (".ob\u{17f}idian. .", ".obsidian"),
            ("\u{a0}.git::$DATA", ".git"),
            ("a\u{200c}b", "ab"),
            ("...", "..."),
            (" \u{200b}", ""),
            ("Cafe\u{301}", "caf\u{e9}"),
        ] {
            assert_eq!(name_key(name), key, "{name:?}");
        }
    }

    #[test]
    fn short_names_are_those_that_ntfs_makes() {
        for (name, long, expected) in [
            ("obsidi~1", ".obsidian", true),
            ("obsid~12", ".obsidian", true),
            ("ob1a2f~1", ".obsidian", true),
            ("git~1", ".git", true),
            ("gi7eba~1", ".git", true),
            ("privat~2", "private notes", true),
            ("privat~1.md", "private.plan.md", true),
            ("privat~1", "private.md", false),
            ("obsidian~1", ".obsidian", false),
            ("obsidi~x", ".obsidian", false),
            ("git~", ".git", false),
            ("draft~1", ".git", false),
        ] {
            assert_eq!(is_short_name(name, long), expected, "{name} {long}");
        }
    }
}
