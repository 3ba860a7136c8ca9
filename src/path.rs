//! Vault paths: a path from a model, a link or a host, checked once and then carried as a type.
//!
//! Only the form of a path is checked here. `policy` decides whether it may be read, and the host knows whether it
//! exists.

use std::borrow::Borrow;
use std::fmt::{self, Write};
use std::sync::Arc;

use thiserror::Error;

use crate::unicode::{fold_case, is_fixed_space, is_ignorable, nfc};

/// Maximum characters of a given name in a message.
const QUOTED_CHARS: usize = 200;

/// Maximum bytes of a path: the limit of Linux.
const MAX_PATH_BYTES: usize = 4096;

/// Maximum names in a path. Every parent folder is tested against every pattern, which takes seconds for 2,000 names of
/// one letter. Windows can open 130.
const MAX_NAMES: usize = 256;

/// A path from the vault's root: `/`-separated, NFC, without empty, `.` and `..` segments.
///
/// The root has no segments and reads `""`. Two paths are equal exactly if they name the same entry of a case-sensitive
/// vault. Clones share the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VaultPath(Arc<str>);

/// Why a text is not a vault path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PathError {
    /// The path is empty or white space.
    #[error("path is empty")]
    Empty,
    /// It contains a NUL, a line break or another control character.
    #[error("path {} contains a control character", quoted(.0))]
    ControlCharacter(String),
    /// It is longer than any file system accepts.
    #[error("path has {0} bytes; file systems accept at most {MAX_PATH_BYTES}")]
    TooLong(usize),
    /// It has too many segments.
    #[error("path has {0} names; at most {MAX_NAMES} are accepted")]
    TooDeep(usize),
    /// `..` above the root, or a UNC share.
    #[error("{} leaves the vault", quoted(.0))]
    LeavesVault(String),
    /// `C:/a.md` or `file:///a.md`; for [`VaultPath::parse_anywhere`] also `C:a.md` and `file: a.md`.
    #[error("{} starts like a drive or a URL, which is outside the vault", quoted(.0))]
    DriveOrUrl(String),
}

impl VaultPath {
    /// The vault's root folder.
    #[must_use]
    pub fn root() -> Self {
        Self(Arc::from(""))
    }

    /// Parses and normalizes `given`.
    ///
    /// `\` separates like `/`. Leading and trailing slashes and empty and `.` segments are dropped, and `..` is
    /// resolved by name. Nothing is percent-decoded, and white space inside names stays.
    ///
    /// # Errors
    /// [`PathError::Empty`] for white space alone, [`PathError::TooLong`] from 4,097 bytes on, [`PathError::TooDeep`]
    /// from 257 names on, [`PathError::ControlCharacter`] for U+0000 to U+001F and U+007F to U+009F,
    /// [`PathError::LeavesVault`] and [`PathError::DriveOrUrl`] for paths outside the vault.
    pub fn parse(given: &str) -> Result<Self, PathError> {
        if given.trim().is_empty() {
            return Err(PathError::Empty);
        }
        if given.len() > MAX_PATH_BYTES {
            return Err(PathError::TooLong(given.len()));
        }
        if given.chars().any(char::is_control) {
            return Err(PathError::ControlCharacter(given.to_owned()));
        }
        let slashed = given.replace('\\', "/");
        if is_share(&slashed) {
            return Err(PathError::LeavesVault(given.to_owned()));
        }
        if is_drive_or_url(&slashed) {
            return Err(PathError::DriveOrUrl(given.to_owned()));
        }
        let mut segments: Vec<&str> = Vec::new();
        for segment in slashed.split('/') {
            match segment {
                "" | "." => {}
                ".." => {
                    if segments.pop().is_none() {
                        return Err(PathError::LeavesVault(given.to_owned()));
                    }
                }
                name => segments.push(name),
            }
        }
        if segments.len() > MAX_NAMES {
            return Err(PathError::TooDeep(segments.len()));
        }
        let path = nfc(&segments.join("/"));
        // A prefix may have hidden it (`./C:`), or NFC may have made it (a Kelvin sign becomes `K`).
        if is_drive_or_url(&path) { Err(PathError::DriveOrUrl(given.to_owned())) } else { Ok(Self(path.into())) }
    }

    /// Like [`parse`](Self::parse), for a path that other programs will open. A vault may contain `C:a.md` and `file:
    /// a.md`, but Windows opens the first on another drive, and some programs take the second for a URL.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and [`PathError::DriveOrUrl`] for such names.
    pub fn parse_anywhere(given: &str) -> Result<Self, PathError> {
        let path = Self::parse(given)?;
        if opens_elsewhere(&given.replace('\\', "/")) || opens_elsewhere(path.as_str()) {
            return Err(PathError::DriveOrUrl(given.to_owned()));
        }
        Ok(path)
    }

    /// The path as text; `""` for the root.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is the root folder.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The names from the root down; none for the root.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.0.split('/').filter(|name| !name.is_empty())
    }

    /// The ancestor folder with `names` segments: `a/b/c.md`, 1 → `a`. `None` unless this path is below one.
    #[must_use]
    pub(crate) fn folder_of(&self, names: usize) -> Option<Self> {
        if names == 0 {
            return (!self.is_root()).then(Self::root);
        }
        let (end, _) = self.0.match_indices('/').nth(names - 1)?;
        Some(Self(self.0[..end].into()))
    }

    /// The path relative to its ancestor folder with `names` segments: `a/b/c.md`, 1 → `b/c.md`.
    #[must_use]
    pub(crate) fn below_folder_of(&self, names: usize) -> Self {
        Self(self.0.splitn(names + 1, '/').nth(names).unwrap_or_default().into())
    }

    /// Whether this is a note: the name ends in `.md`, in any case. `a.md.`, `a.md ` and `a.md:b` count too, because
    /// some file systems open `a.md` for them.
    #[must_use]
    pub fn is_note(&self) -> bool {
        // Nearly every note. Folding a path may take a call to the host.
        if self.0.ends_with(".md") {
            return true;
        }
        let key = self.equivalence_key();
        let name: String = key.rsplit('/').next().unwrap_or_default().chars().filter(|&c| !is_ignorable(c)).collect();
        let ends_in_md = |name: &str| {
            let name = name.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
            name.rsplit_once('.').is_some_and(|(_, extension)| extension == "md")
        };
        ends_in_md(&name) || name.split_once(':').is_some_and(|(name, _)| ends_in_md(name))
    }

    /// The path with `.md` appended.
    #[must_use]
    pub fn with_md(&self) -> Self {
        Self(format!("{}.md", self.0).into())
    }

    /// A key that equivalent spellings of a path share: those that some file system takes for the same file. They
    /// differ in case, NFC or NFD, no-break or plain spaces, or white space at the ends of names.
    #[must_use]
    pub fn equivalence_key(&self) -> String {
        let folded = fold_case(&self.0.replace(is_fixed_space, " "));
        let names: Vec<&str> = folded.split('/').map(str::trim).collect();
        names.join("/")
    }
}

/// The key of the last name of a link or a path: equal for a link and the name of the file that it opens, unless the link
/// leaves out `.md`. `None` if no file can have that name.
pub(crate) fn last_name_key(link: &str) -> Option<String> {
    let name = link.rsplit('/').next().unwrap_or_default();
    // Nearly every name is a path as it is.
    let is_special = |c: char| c.is_control() || is_fixed_space(c) || matches!(c, '\\' | ':');
    if name.len() <= MAX_PATH_BYTES && !name.starts_with('.') && !name.contains(is_special) {
        let name = name.trim();
        return (!name.is_empty()).then(|| fold_case(name));
    }
    Some(VaultPath::parse(name).ok()?.equivalence_key())
}

/// Lets maps keyed by vault paths be queried with text.
impl Borrow<str> for VaultPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for VaultPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_root() { "/" } else { &self.0 })
    }
}

/// `given` as a message shows it: on one line, in double quotes, escaped as in JSON so that it can be copied into
/// arguments, and truncated if it is very long.
pub(crate) fn quoted(given: &str) -> String {
    format!("\"{}\"", escaped(given, &['"', '\\']))
}

/// Foreign text inside a message: on one line, truncated if it is very long.
pub(crate) fn one_line(text: &str) -> String {
    escaped(text, &[])
}

/// Escapes the characters in `also` and those that are [unprintable](is_unprintable).
fn escaped(text: &str, also: &[char]) -> String {
    let mut escaped = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == QUOTED_CHARS {
            escaped.push('…');
            break;
        }
        if also.contains(&c) {
            escaped.extend(['\\', c]);
        } else if is_unprintable(c) {
            // Writing to a String cannot fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Whether `c` breaks a line or changes the direction of the text after it.
pub(crate) fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `//server/share`, `//./device` and `//?/C:`; but not `//.notes` or `///notes`.
pub(crate) fn is_share(slashed: &str) -> bool {
    let Some(rest) = slashed.strip_prefix("//") else { return false };
    let server = rest.split('/').next().unwrap_or_default();
    server == "." || !(server.is_empty() || server.starts_with('.'))
}

/// `C:`, `C:/` and `file:/`. `C:a.md` and `file: a.md` are valid names on some file systems.
fn is_drive_or_url(slashed: &str) -> bool {
    scheme(slashed).is_some_and(|(scheme, rest)| rest.starts_with('/') || (scheme.len() == 1 && rest.is_empty()))
}

/// `C:a.md`, but not `C: a.md`, which no program takes for a drive; and `file:` followed by anything.
fn opens_elsewhere(slashed: &str) -> bool {
    scheme(slashed).is_some_and(|(scheme, rest)| {
        (scheme.len() == 1 && !rest.starts_with(' ')) || scheme.eq_ignore_ascii_case("file")
    })
}

/// The drive or scheme at the start of a path, after slashes and blanks, and the text after its colon.
pub(crate) fn scheme(slashed: &str) -> Option<(&str, &str)> {
    let start = slashed.trim_start_matches(|c: char| c == '/' || c.is_whitespace() || is_ignorable(c));
    let (scheme, rest) = start.split_once(':')?;
    let mut letters = scheme.chars();
    let named = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    named.then_some((scheme, rest))
}

#[cfg(test)]
mod tests {
    use super::{VaultPath, last_name_key};

    #[test]
    fn a_name_has_the_key_of_its_path() {
        #[rustfmt::skip]
        let names = [
            "A note", "A note.md", " a\u{3000}", "\u{c9}t\u{e9}", "E\u{301}te\u{301}", "\u{d7}\u{df}\u{130}\u{17f}", "\u{2000}a", "\u{212a}", "日本", "ก่", "Ёж", "مذكرة",
            "a\u{a0}b", "a\\B", "C:", "a: b", "a\tb", ".A", ".", "..", " .", "", " ",
        ];
        for name in names {
            let path = VaultPath::parse(name).ok();
            assert_eq!(last_name_key(name), path.map(|path| path.equivalence_key()), "{name:?}");
        }
    }
}
