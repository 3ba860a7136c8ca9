//! Notes that close themselves, by the property `lectern: false` or by a tag.
//!
//! Front matter that is not understood closes the note if any YAML parser could find the property or tag in it: a typo
//! or a rare feature of YAML must not open the note.

use std::borrow::Cow;

use super::closed_tags::Tags;
use super::rules::RuleError;
use crate::note::front_matter::{self, JOINT, Piece, Role, unescaped};
use crate::note::tags::surely_ends_tag;

/// The property that closes a note. Obsidian ignores the case of properties.
const PROPERTY: &[&str] = &["lectern"];

/// The properties that hold tags.
const TAGS: &[&str] = &["tags", "tag"];

/// Values that mean `false` in YAML 1.2, in YAML 1.1, or to a person.
const FALSE: &[&str] = &["false", "no", "off", "n"];

/// What makes a note read-only, as the value of [`PROPERTY`]: `lectern: read`.
const READ: &[&str] = &["read", "readonly"];

/// The marks in its content that close a note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Marks {
    tags: Tags,
}

impl Marks {
    /// Closes notes by the property and by `closed_tags`.
    pub fn new<S: AsRef<str>>(closed_tags: &[S]) -> Result<Self, RuleError> {
        Ok(Self { tags: Tags::parse(closed_tags)? })
    }

    /// Whether any tags close notes.
    pub fn has_tags(&self) -> bool {
        !self.tags.is_empty()
    }

    /// Whether the note closes itself. Time: linear. Without closing tags, reads only the front matter.
    pub fn close(&self, note: &[u8]) -> bool {
        let note = note.strip_prefix("\u{feff}".as_bytes()).unwrap_or(note);
        if self.tags.is_empty() && !note.starts_with(b"---") {
            return false;
        }
        self.close_lines(note) || with_returns_as_newlines(note).is_some_and(|note| self.close_lines(&note))
    }

    /// The same for a note whose lines end in `\n` or `\r\n`.
    fn close_lines(&self, note: &[u8]) -> bool {
        let Some(front) = front_matter::find(note) else { return self.tags_close(note) };
        // If it is not certain that this is front matter, it counts as text too.
        self.front_closes(&String::from_utf8_lossy(front.text))
            || front.body.is_some_and(|body| self.tags_close(&note[body..]))
            || (!front.is_certain && self.tags_close(note))
    }

    /// Whether the note makes itself read-only, by `lectern: read`. Front matter that is not understood does so if the
    /// property could be in it.
    pub fn keep(note: &[u8]) -> bool {
        let note = note.strip_prefix("\u{feff}".as_bytes()).unwrap_or(note);
        let keeps = |note: &[u8]| {
            let Some(front) = front_matter::find(note) else { return false };
            let front = String::from_utf8_lossy(front.text);
            let mut keeps = false;
            let is_understood = front_matter::read(&front, |piece| {
                keeps |= is_one_of(piece.property.trim(), PROPERTY)
                    && piece.role != Role::Comment
                    && readings(piece.text).any(|text| begins_with(&text, READ));
            });
            keeps || (!is_understood && has_key(&front, PROPERTY) && readings(&front).any(|text| has_word(&text, READ)))
        };
        note.starts_with(b"---") && (keeps(note) || with_returns_as_newlines(note).is_some_and(|note| keeps(&note)))
    }

    fn tags_close(&self, body: &[u8]) -> bool {
        !self.tags.is_empty() && self.tags.are_in(body)
    }

    fn front_closes(&self, front: &str) -> bool {
        let mut closes = false;
        let is_understood = front_matter::read(front, |piece| closes |= self.piece_closes(piece));
        closes || (!is_understood && self.could_close(front))
    }

    fn piece_closes(&self, piece: Piece<'_>) -> bool {
        let is = |names| is_one_of(piece.property.trim(), names);
        let is_comment = piece.role == Role::Comment;
        if is(TAGS) {
            // In YAML, `tags: #private` has no value, but the author meant a tag.
            let has_hashed =
                |text: &str| text.split_whitespace().any(|word| word.starts_with('#') && self.tags_in(word));
            return readings(piece.text).any(|text| if is_comment { has_hashed(&text) } else { self.tags_in(&text) });
        }
        !is_comment && is(PROPERTY) && readings(piece.text).any(|text| begins_with(&text, FALSE))
    }

    /// Whether any YAML parser could find the property or a tag in `front`.
    fn could_close(&self, front: &str) -> bool {
        let has_false = |text: Cow<'_, str>| has_word(&text, FALSE);
        (has_key(front, PROPERTY) && readings(front).any(has_false))
            || (self.has_tags() && has_key(front, TAGS) && readings(front).any(|text| self.tags_in(&text)))
    }

    /// Whether a closed tag is among the words of `text`.
    fn tags_in(&self, text: &str) -> bool {
        // White space in JavaScript, and ignored in a tag.
        const BYTE_ORDER_MARK: char = '\u{feff}';
        let has = |word: &str| {
            let mut parts = word.split(BYTE_ORDER_MARK);
            self.tags.has(word) || (word.contains(BYTE_ORDER_MARK) && parts.any(|part| self.tags.has(part)))
        };
        text.split(|c| c != JOINT && surely_ends_tag(c)).any(|word| is_any_part(word, has))
    }
}

/// `note` with every `\r` outside `\r\n` replaced by `\n`: Obsidian is not consistent in whether it ends a line.
fn with_returns_as_newlines(note: &[u8]) -> Option<Vec<u8>> {
    if !note.contains(&b'\r') {
        return None;
    }
    let is_lone = |at: usize| note[at] == b'\r' && note.get(at + 1) != Some(&b'\n');
    let first = (0..note.len()).find(|&at| is_lone(at))?;
    let mut lines = note.to_vec();
    for at in (first..note.len()).filter(|&at| is_lone(at)) {
        lines[at] = b'\n';
    }
    Some(lines)
}

/// `text` as written, and with its escapes resolved as in double quotes.
fn readings(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    [Some(Cow::Borrowed(text)), unescaped(text).map(Cow::Owned)].into_iter().flatten()
}

/// Whether one of `names` could be a key in `front`: it is anywhere before a colon. After an error or an alias, parsers
/// may take text far from a colon for its key.
fn has_key(front: &str, names: &[&str]) -> bool {
    readings(front).any(|text| {
        let before = text.rfind(':').map_or("", |colon| &text[..colon]);
        has_word(before, names)
    })
}

/// Whether the first word of a value is one of `names`.
fn begins_with(value: &str, names: &[&str]) -> bool {
    let marks = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}' | '"' | '\'');
    value.split(marks).find(|word| !word.is_empty()).is_some_and(|word| is_one_of(word, names))
}

/// Whether one of `names` is a word of `text`.
fn has_word(text: &str, names: &[&str]) -> bool {
    let mut words = text.split(|c: char| c != JOINT && !c.is_alphanumeric());
    words.any(|word| is_any_part(word, |part| is_one_of(part, names)))
}

/// Whether `is` holds for any sequence of the pieces of `word` between its [`JOINT`]s: for `a`, joint, `b` these are
/// `a`, `ab` and `b`.
fn is_any_part(word: &str, is: impl Fn(&str) -> bool) -> bool {
    /// Maximum pieces in a sequence, so that the time is linear.
    const MOST: usize = 64;
    if !word.contains(JOINT) {
        return is(word);
    }
    let pieces: Vec<&str> = word.split(JOINT).collect();
    (0..pieces.len()).any(|start| {
        let mut part = String::new();
        pieces[start..].iter().take(MOST).any(|piece| {
            part.push_str(piece);
            is(&part)
        })
    })
}

fn is_one_of(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}
