//! Vault paths: what a model, a link or a host wrote, checked once and then carried as a type.
//!
//! Only the form of a path is judged here. Whether it may be read is [`policy`](crate::policy)'s matter, whether it
//! exists is the host's.

use std::borrow::Borrow;
use std::fmt::{self, Write};
use std::sync::Arc;

use thiserror::Error;

use crate::unicode::{fold_case, is_fixed_space, is_ignorable, nfc};

/// How many characters of a given name a message repeats: enough to recognise it, too few to flood a reply.
const QUOTED_CHARS: usize = 200;

/// The longest path there is: that of Linux.
const MAX_PATH_BYTES: usize = 4096;

/// How many names a path may have. Every folder on the way is held against every pattern, which takes seconds for 2,000 of
/// one letter; Windows opens 130.
const MAX_NAMES: usize = 256;

/// A path from the vault's root: `/`-separated, NFC, without empty, `.` and `..` segments.
///
/// The root itself has no segments and reads `""`. Two values are equal exactly when they name the same entry of a
/// case-sensitive vault. A clone shares the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VaultPath(Arc<str>);

/// Why a text is no vault path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PathError {
    /// Nothing but white space.
    #[error("path is empty")]
    Empty,
    /// A NUL, a line break or another control character: no note has one in its name.
    #[error("path {} holds a control character", quoted(.0))]
    ControlCharacter(String),
    /// Longer than any file system opens.
    #[error("path has {0} bytes, more than the {MAX_PATH_BYTES} that a file system opens")]
    TooLong(usize),
    /// In more folders than anybody makes.
    #[error("path has {0} names, more than {MAX_NAMES}")]
    TooDeep(usize),
    /// `..` above the root, or a UNC share.
    #[error("{} leaves the vault", quoted(.0))]
    LeavesVault(String),
    /// `C:/a.md` and `file:///a.md`; where [`VaultPath::parse_anywhere`] says so, also `C:a.md` and `file: a.md`.
    #[error("{} begins like a drive or a URL, so it may leave the vault", quoted(.0))]
    DriveOrUrl(String),
}

impl VaultPath {
    /// The vault's root folder.
    #[must_use]
    pub fn root() -> Self {
        Self(Arc::from(""))
    }

    /// Checks `given` and brings it into the one form.
    ///
    /// `\` separates like `/`; a leading or trailing slash, empty and `.` segments say nothing; `..` is resolved by
    /// name, as no note is reached through it that is not reached without. Nothing is percent-decoded. White space
    /// inside names stays.
    ///
    /// # Errors
    /// [`PathError::Empty`] for white space alone, [`PathError::TooLong`] from 4,097 bytes on, [`PathError::TooDeep`] from 257 names on,
    /// [`PathError::ControlCharacter`] for U+0000 to U+001F and U+007F to U+009F, [`PathError::LeavesVault`] and
    /// [`PathError::DriveOrUrl`] for what no vault holds.
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
        // What stood before may have hidden it: `./C:`, or a Kelvin sign that NFC makes a K.
        if is_drive_or_url(&path) { Err(PathError::DriveOrUrl(given.to_owned())) } else { Ok(Self(path.into())) }
    }

    /// The same for a path that other programs will open. `C:a.md` and `file: a.md` are names that a vault may hold, so
    /// [`parse`](Self::parse) takes them; but Windows opens `C:a.md` on another drive, and some programs take `file:` for
    /// a URL.
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

    /// The folder that the first `names` names make, if this lies below it.
    #[must_use]
    pub(crate) fn folder_of(&self, names: usize) -> Option<Self> {
        if names == 0 {
            return (!self.is_root()).then(Self::root);
        }
        let (end, _) = self.0.match_indices('/').nth(names - 1)?;
        Some(Self(self.0[..end].into()))
    }

    /// The same path from that folder on.
    #[must_use]
    pub(crate) fn below_folder_of(&self, names: usize) -> Self {
        Self(self.0.splitn(names + 1, '/').nth(names).unwrap_or_default().into())
    }

    /// Whether the last name is that of a note: it ends in `.md`, in whatever case. So are `a.md.`, `a.md ` and `a.md:b`, for
    /// which some file systems open `a.md`.
    #[must_use]
    pub fn is_note(&self) -> bool {
        let key = self.equivalence_key();
        let name: String = key.rsplit('/').next().unwrap_or_default().chars().filter(|&c| !is_ignorable(c)).collect();
        let ends_in_md = |name: &str| {
            let name = name.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
            name.rsplit_once('.').is_some_and(|(_, extension)| extension == "md")
        };
        ends_in_md(&name) || name.split_once(':').is_some_and(|(name, _)| ends_in_md(name))
    }

    /// The same path with `.md` behind it.
    #[must_use]
    pub fn with_md(&self) -> Self {
        Self(format!("{}.md", self.0).into())
    }

    /// A key that is equal for the paths that some file system takes for the same: case folding, NFC and NFD, no-break
    /// and plain spaces, white space at a name's ends.
    #[must_use]
    pub fn equivalence_key(&self) -> String {
        let folded = fold_case(&self.0.replace(is_fixed_space, " "));
        let names: Vec<&str> = folded.split('/').map(str::trim).collect();
        names.join("/")
    }
}

/// So that a map by vault paths can be asked about a path as text.
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

/// `given` as a message shows it: on one line, in double quotes, escaped as in JSON, so that it can be copied into
/// arguments; cut short where it is very long.
pub(crate) fn quoted(given: &str) -> String {
    format!("\"{}\"", escaped(given, &['"', '\\']))
}

/// Text from elsewhere as a part of a message: on one line, cut short where it is very long.
pub(crate) fn one_line(text: &str) -> String {
    escaped(text, &[])
}

/// Escapes `also`, and what would break a line or turn the direction of what follows.
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

/// `//server/share`, `//./device` and `//?/C:`; but `//notes` is read by no one as a share when a dot opens the name.
fn is_share(slashed: &str) -> bool {
    let Some(rest) = slashed.strip_prefix("//") else { return false };
    let server = rest.split('/').next().unwrap_or_default();
    server == "." || !(server.is_empty() || server.starts_with('.'))
}

/// `C:`, `C:/` and `file:/`. `C:a.md` and `file: a.md` are names where no file system forbids them.
fn is_drive_or_url(slashed: &str) -> bool {
    scheme(slashed).is_some_and(|(scheme, rest)| rest.starts_with('/') || (scheme.len() == 1 && rest.is_empty()))
}

/// `C:a.md`, but not `C: a.md`, which no program takes for a drive; and `file:` with whatever follows.
fn opens_elsewhere(slashed: &str) -> bool {
    scheme(slashed).is_some_and(|(scheme, rest)| {
        (scheme.len() == 1 && !rest.starts_with(' ')) || scheme.eq_ignore_ascii_case("file")
    })
}

/// The drive or scheme that a path begins with, behind whatever slashes and blanks stand before it, and what follows its
/// colon.
fn scheme(slashed: &str) -> Option<(&str, &str)> {
    let start = slashed.trim_start_matches(|c: char| c == '/' || c.is_whitespace() || is_ignorable(c));
    let (scheme, rest) = start.split_once(':')?;
    let mut letters = scheme.chars();
    let named = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    named.then_some((scheme, rest))
}
