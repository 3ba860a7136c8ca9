//! Marks: notes that close themselves, by the property `lectern: false` or by a tag. Which files are notes, and what is
//! closed by its path, is known elsewhere.
//!
//! Front matter is read line by line, not as YAML: a slip in it must not open the note.

use super::RuleError;
use super::tags::Tags;

/// The property that closes a note; the app does not tell the cases of properties apart.
const PROPERTY: &str = "lectern";

/// What closes a note from within.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Marks {
    tags: Tags,
}

/// What a line of front matter is about.
#[derive(Clone, Copy, PartialEq)]
enum About {
    Lectern,
    Tags,
    Else,
}

impl Marks {
    /// Marks with these tags to close by.
    pub fn new<S: AsRef<str>>(closed_tags: &[S]) -> Result<Self, RuleError> {
        Ok(Self { tags: Tags::parse(closed_tags)? })
    }

    /// Whether there are tags to close by.
    pub fn has_tags(&self) -> bool {
        !self.tags.is_empty()
    }

    /// Whether the note closes itself. Time: linear. Without tags to close by, only the front matter is looked at.
    pub fn close(&self, note: &[u8]) -> bool {
        let note = note.strip_prefix("\u{feff}".as_bytes()).unwrap_or(note);
        let Some((front, body)) = front_matter(note) else { return self.body_closes(note) };
        self.front_closes(front) || self.body_closes(body)
    }

    fn body_closes(&self, body: &[u8]) -> bool {
        !self.tags.is_empty() && self.tags.are_in(body)
    }

    fn front_closes(&self, front: &[u8]) -> bool {
        let mut about = About::Else;
        front.split(|&byte| matches!(byte, b'\n' | b'\r')).any(|line| {
            let line = line.trim_ascii();
            if line.first() == Some(&b'{') {
                return self.flow_closes(&String::from_utf8_lossy(line));
            }
            let value = match entry(line) {
                Some((key, value)) => {
                    about = key;
                    value
                }
                None => line,
            };
            about != About::Else && self.value_closes(about, &String::from_utf8_lossy(value))
        })
    }

    /// Whether a line in the manner of JSON closes: `{"lectern": false, "tags": ["a", "b"]}`.
    fn flow_closes(&self, line: &str) -> bool {
        let mut about = About::Else;
        line.split(['{', '}', '[', ']', ',']).any(|part| {
            let value = match entry(part.trim().as_bytes()) {
                Some((key, _)) => {
                    about = key;
                    part.split_once(':').map_or("", |(_, value)| value)
                }
                None => part,
            };
            about != About::Else && self.value_closes(about, value)
        })
    }

    fn value_closes(&self, about: About, value: &str) -> bool {
        let marks = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '"' | '\'' | '#');
        let mut words = value.split(marks).filter(|word| !word.is_empty());
        match about {
            About::Tags => words.any(|word| self.tags.has(word)),
            // Before it may stand the dash of a list, a type (`!!bool`), an anchor (`&a`) or a block (`>-`).
            About::Lectern => words
                .find(|word| !word.starts_with(['-', '!', '&', '>', '|']))
                .is_some_and(|word| ["false", "no", "off"].iter().any(|closing| word.eq_ignore_ascii_case(closing))),
            About::Else => false,
        }
    }
}

/// The lines between `---` and `---` at the very start, and what follows. What nothing closes is read both ways.
fn front_matter(note: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_rule = |line: &[u8]| line.strip_prefix(b"---").is_some_and(|rest| rest.trim_ascii().is_empty());
    let mut start = 0;
    for line in note.split_inclusive(|&byte| matches!(byte, b'\n' | b'\r')) {
        let end = start + line.len();
        if start == 0 && !is_rule(line) {
            return None;
        }
        if start > 0 && is_rule(line) {
            return Some((&note[..start], &note[end..]));
        }
        start = end;
    }
    (start > 0).then_some((note, note))
}

/// What a line `key: value` is about, and its value.
fn entry(line: &[u8]) -> Option<(About, &[u8])> {
    let colon = line.iter().position(|&byte| byte == b':')?;
    let (key, value) = (&line[..colon], &line[colon + 1..]);
    let key = key.strip_prefix(b"? ").unwrap_or(key);
    let is = |name: &str| {
        let key = key.trim_ascii();
        let key = key.strip_prefix(b"\"").and_then(|key| key.strip_suffix(b"\"")).unwrap_or(key);
        let key = key.strip_prefix(b"'").and_then(|key| key.strip_suffix(b"'")).unwrap_or(key);
        key.eq_ignore_ascii_case(name.as_bytes())
    };
    let about = match () {
        () if is(PROPERTY) => About::Lectern,
        () if is("tags") || is("tag") => About::Tags,
        () => About::Else,
    };
    Some((about, value))
}
