//! A list of patterns with the syntax and semantics of gitignore.
//!
//! A list is matched twice: as git does, and against the [keys](super::names) of a path. Either match closes the path.

use std::iter::{once, successors};

use super::glob::Glob;
use super::names::{PathKind, Place, is_short_name, kinds, text_key, whole_key};
use crate::path::VaultPath;
use crate::unicode::is_ignorable;

/// A list of patterns, such as the content of `.lecternignore`.
///
/// As in git, the last matching line decides, `!` reopens what an earlier line closed, and the content of a closed
/// folder stays closed. Parsing never fails: a line that git never matches (`[`, or one ending in `\`) closes nothing.
#[derive(Debug, Clone, Default)]
pub struct Patterns(Vec<PatternLine>);

#[derive(Debug, Clone)]
struct PatternLine {
    negated: bool,
    folders_only: bool,
    /// Whether it has no slash, so that it is compared with the last name only.
    name_only: bool,
    exact: Glob<u8>,
    equivalent: Equivalent,
}

/// A pattern that is compared with keys.
#[derive(Debug, Clone)]
enum Equivalent {
    /// A pattern without wildcards: one key per name.
    Names(Vec<String>),
    Glob(Glob<char>),
}

impl Patterns {
    /// Parses patterns, one per line. Like git, ignores a byte order mark, the CR of a CRLF, and anything after a NUL.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        let lines = lines.map(|line| line.split('\0').next().unwrap_or_default());
        Self(
            lines
                .filter(|line| !line.starts_with('#'))
                .filter_map(|line| PatternLine::parse(without_blanks(line)))
                .collect(),
        )
    }

    /// Whether git would ignore `path` with these patterns, case-sensitively (`core.ignorecase=false`).
    #[must_use]
    pub fn closes(&self, path: &VaultPath, kind: PathKind) -> bool {
        let path = path.as_str();
        let mut ends = path.match_indices('/').map(|(end, _)| end);
        ends.any(|end| self.closes_last(&path[..end], PathKind::Folder)) || self.closes_last(path, kind)
    }

    /// Whether these patterns exclude an equivalent spelling of `path`. Negated patterns are compared the same way. For
    /// ASCII names, this is git's `core.ignorecase=true`, except that upper case after `\` and in `[A]` matches, which
    /// git never matches.
    #[must_use]
    pub fn closes_equivalent(&self, path: &VaultPath, kind: PathKind) -> bool {
        let mut place = Place::default();
        let depth = path.segments().count();
        path.segments().enumerate().any(|(index, name)| {
            place.push(name);
            self.closes_last_equivalent(&place, if index + 1 == depth { kind } else { PathKind::Folder })
        })
    }

    /// Whether it has no patterns.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `path` itself is closed. Without a `kind`, checks it as a file and as a folder. Does not check the
    /// folders above it.
    pub(super) fn closes_here(&self, path: &str, place: &Place, kind: Option<PathKind>) -> bool {
        kinds(kind).any(|kind| {
            readings(path).any(|path| self.closes_last(path, kind)) || self.closes_last_equivalent(place, kind)
        })
    }

    fn closes_last(&self, path: &str, kind: PathKind) -> bool {
        let name_start = path.rfind('/').map_or(0, |slash| slash + 1);
        let (path, name) = (path.as_bytes(), &path.as_bytes()[name_start..]);
        self.verdict(kind, |line| line.exact.matches(if line.name_only { name } else { path }))
    }

    fn closes_last_equivalent(&self, place: &Place, kind: PathKind) -> bool {
        place.readings().any(|(names, path, name_start)| {
            self.verdict(kind, |line| match &line.equivalent {
                Equivalent::Names(keys) if line.name_only => names.last().is_some_and(|name| same_name(name, &keys[0])),
                Equivalent::Names(keys) => {
                    names.len() == keys.len() && names.iter().zip(keys).all(|(name, key)| same_name(name, key))
                }
                Equivalent::Glob(glob) => glob.matches(if line.name_only { &path[name_start..] } else { path }),
            })
        })
    }

    /// Whether the last matching line closes. False if none matches.
    fn verdict(&self, kind: PathKind, matches: impl Fn(&PatternLine) -> bool) -> bool {
        let applies = |line: &&PatternLine| (kind == PathKind::Folder || !line.folders_only) && matches(line);
        self.0.iter().rev().find(applies).is_some_and(|line| !line.negated)
    }
}

impl PatternLine {
    /// Parses a line. `None` if it never matches.
    fn parse(line: &str) -> Option<Self> {
        let (negated, line) = line.strip_prefix('!').map_or((false, line), |line| (true, line));
        let (folders_only, line) = line.strip_suffix('/').map_or((false, line), |line| (true, line));
        let name_only = !line.contains('/');
        let line = line.strip_prefix('/').unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        let exact = Glob::parse(line.as_bytes())?;
        let chars: Vec<char> = line.chars().collect();
        let glob = Glob::parse(&chars)?;
        let equivalent = match glob.literal() {
            Some(path) => Equivalent::Names(path.split('/').map(whole_key).collect()),
            // Dots and spaces next to wildcards are kept: `*.` is not `*`.
            None => Equivalent::Glob(glob.folded(text_key)),
        };
        Some(Self { negated, folders_only, name_only, exact, equivalent })
    }
}

/// Maximum shortened readings to compare: the bytes of the longest name in any common file system.
const MAX_READINGS: usize = 255;

/// `path`, and its last name as Windows may read it: without a stream after `:`, then without each of the trailing
/// dots, spaces and invisible characters.
fn readings(path: &str) -> impl Iterator<Item = &str> {
    let start = path.rfind('/').map_or(0, |slash| slash + 1);
    let file = path[start..].find(':').map_or(path, |colon| &path[..start + colon]);
    let shorter = successors(Some(file), |text| without_last_unseen(text)).take_while(move |text| text.len() > start);
    // No file system has longer names. For `a` followed by 4,000 dots, these are enough, together with the last: `a`.
    once(path).chain(shorter.clone().take(MAX_READINGS)).chain(shorter.last())
}

/// `text` without its last character, if that is invisible or Windows ignores it at the end of a name.
fn without_last_unseen(text: &str) -> Option<&str> {
    text.strip_suffix(|c: char| c == '.' || c.is_whitespace() || is_ignorable(c))
}

fn same_name(name: &str, key: &str) -> bool {
    name == key || is_short_name(name, key)
}

/// The line without trailing spaces. An escaped space (`\ `) is kept, with everything before it.
fn without_blanks(line: &str) -> &str {
    let mut blanks = None;
    let mut bytes = line.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        if byte == b' ' {
            blanks = blanks.or(Some(at));
            continue;
        }
        if byte == b'\\' && bytes.next().is_none() {
            return line;
        }
        blanks = None;
    }
    &line[..blanks.unwrap_or(line.len())]
}
