//! The policy: which paths are closed to a model, and the grant without which no file can be asked for.
//!
//! A name is compared as the most forgiving of the file systems would that Obsidian runs on, so that no other spelling
//! opens what one spelling closes. Nothing here looks at the disk: a closed path is closed whether or not it exists.

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::path::{PathError, VaultPath, quoted};
use crate::unicode::{fold_case, is_fixed_space, is_ignorable};

/// Closed in every vault, at any depth. Every other name that begins with a dot is closed too; these are listed because
/// their NTFS short names (`OBSIDI~1`) are known from the name alone.
const ALWAYS_CLOSED: [&str; 4] = [".obsidian", ".smarthole", ".git", ".trash"];

/// A vault path that the policy has let through. Only [`Policy::check`] makes one, and a host is asked for nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted(VaultPath);

impl Granted {
    /// The path that was checked.
    #[must_use]
    pub fn path(&self) -> &VaultPath {
        &self.0
    }
}

impl Serialize for Granted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

/// The path is closed; the value is the path as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{} is closed to you", quoted(.0))]
pub struct Denied(pub String);

/// Why a name or path to close cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleError {
    /// It lies in no vault.
    #[error(transparent)]
    NoVaultPath(#[from] PathError),
    /// It holds `*`, `?` or quotes, which stand in no name.
    #[error("{} is a pattern, which is not known yet; give the name or path itself, without quotes", quoted(.0))]
    Pattern(String),
    /// Nothing is left of it but what no file system looks at.
    #[error("{} names nothing", quoted(.0))]
    NoName(String),
}

/// Why a path is protected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Protected {
    /// Its name, or the name of a folder above it, is closed.
    #[error(transparent)]
    Closed(#[from] Denied),
    /// It cannot be placed in the vault, so nothing can be said for it.
    #[error(transparent)]
    NoVaultPath(#[from] PathError),
}

/// Who may see what: the names that are always closed, the vault's own config folder, and what the user closes.
/// Deny wins.
#[derive(Debug, Clone)]
pub struct Policy {
    closed: Vec<ClosedPath>,
}

/// A closed name (at any depth) or path (from the root), as keys to compare with.
#[derive(Debug, Clone)]
struct ClosedPath {
    keys: Vec<String>,
    from_root: bool,
}

impl Policy {
    /// The policy of a vault with the config folder `config_dir`, in which the user also closes `protected`.
    ///
    /// A bare name (`Private`) closes every folder, note (`Private.md`) and other file of that name; a path
    /// (`Work/Clients`, `/Private`) the one place from the root; both with all that is below. `/` closes everything.
    ///
    /// # Errors
    /// [`RuleError`] for what would close nothing: nothing is left open because of a slip.
    pub fn new<S: AsRef<str>>(config_dir: &str, protected: &[S]) -> Result<Self, RuleError> {
        let names = ALWAYS_CLOSED.into_iter().chain([config_dir]).chain(protected.iter().map(AsRef::as_ref));
        Ok(Self { closed: names.map(ClosedPath::parse).collect::<Result<_, _>>()? })
    }

    /// Grants `path`, or says that it is closed.
    ///
    /// # Errors
    /// [`Denied`], with the path.
    pub fn check(&self, path: &VaultPath) -> Result<Granted, Denied> {
        let keys: Vec<String> = path.segments().map(name_key).collect();
        let closed = keys.iter().any(|key| key.starts_with('.')) || self.closed.iter().any(|rule| rule.closes(&keys));
        if closed { Err(Denied(path.to_string())) } else { Ok(Granted(path.clone())) }
    }

    /// TEMP
    #[must_use]
    pub fn may_close_content_of(&self, path: &VaultPath) -> bool {
        path.as_str().to_lowercase().ends_with(".md")
    }

    /// TEMP
    #[must_use]
    pub fn closes_content(&self, path: &VaultPath, bytes: &[u8]) -> bool {
        self.may_close_content_of(path) && bytes.starts_with(b"---\nlectern: false\n")
    }

    /// Whether other file tools must leave `given` alone: it is closed, or it leaves the vault, or it holds a control
    /// character. The vault's root (`""`, `"/"`, white space alone) is not protected.
    #[must_use]
    pub fn is_protected_path(&self, given: &str) -> bool {
        self.assert_not_protected(given).is_err()
    }

    /// Like [`is_protected_path`](Self::is_protected_path), with the reason as an error.
    ///
    /// # Errors
    /// [`Protected`], whose text repeats the path as it was given.
    pub fn assert_not_protected(&self, given: &str) -> Result<(), Protected> {
        match VaultPath::parse(given) {
            Ok(path) => self.check(&path).map(drop).map_err(|_| Denied(given.to_owned()).into()),
            Err(PathError::Empty) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Default for Policy {
    /// The policy of a vault in which the user closed nothing more.
    fn default() -> Self {
        let closed = ALWAYS_CLOSED.map(|name| ClosedPath { keys: vec![name.to_owned()], from_root: false });
        Self { closed: closed.into() }
    }
}

impl ClosedPath {
    fn parse(given: &str) -> Result<Self, RuleError> {
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

    fn closes(&self, path: &[String]) -> bool {
        // The app shows a note without its `.md`, so a person who closes `Diary` means the note of that name too.
        let matches = |(rule, name): (&String, &String)| {
            let note = name.strip_suffix(".md").unwrap_or(name);
            [name, note].into_iter().any(|name| name == rule || is_short_name(name, rule))
        };
        if self.from_root {
            path.len() >= self.keys.len() && self.keys.iter().zip(path).all(matches)
        } else {
            path.iter().any(|name| self.keys.iter().any(|rule| matches((rule, name))))
        }
    }
}

/// What is left of a name once everything is gone that some file system does not look at: invisible code points (HFS+),
/// case, a stream behind `:` (NTFS), white space around it, dots behind it (Windows).
fn name_key(name: &str) -> String {
    let visible = name.chars().filter(|&c| !is_ignorable(c));
    let visible: String = visible.map(|c| if is_fixed_space(c) { ' ' } else { c }).collect();
    let file = visible.trim_start().split(':').next().unwrap_or_default();
    let key = file.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
    // Dots alone are no name that could be left over; they stay, and are closed as a name with a leading dot.
    fold_case(if key.is_empty() { file } else { key })
}

/// Whether NTFS may have made `name` up as the 8.3 name of `long`: its first six letters (fewer when the number grows)
/// or its first two and four hexadecimal digits, then `~` and a number. Both are keys.
fn is_short_name(name: &str, long: &str) -> bool {
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

/// A part of a name as it enters an 8.3 name.
fn short_chars(part: &str) -> String {
    let kept = part.chars().filter(|c| !matches!(c, '.' | ' '));
    kept.map(|c| if matches!(c, '+' | ',' | ';' | '=' | '[' | ']') { '_' } else { c }).collect()
}

/// [`Policy::is_protected_path`] of a vault in which the user closed nothing more, and whose config folder is
/// `.obsidian` (any other begins with a dot too, and is closed by that).
#[must_use]
pub fn is_protected_path(path: &str) -> bool {
    Policy::default().is_protected_path(path)
}

/// [`Policy::assert_not_protected`] of a vault in which the user closed nothing more.
///
/// # Errors
/// [`Protected`], whose text repeats the path as it was given.
pub fn assert_not_protected(path: &str) -> Result<(), Protected> {
    Policy::default().assert_not_protected(path)
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
