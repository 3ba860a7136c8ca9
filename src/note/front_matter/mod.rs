//! The front matter of a note: where it ends, and what its properties say.
//!
//! Only ordinary YAML is read: what the app writes, and what people do. Of the rest (anchors, aliases, tags, `? key`,
//! several documents, lines that are not indented as YAML wants) [`read`] says that it does not understand it, and the
//! caller decides what that means. What it does read, it reads as every YAML parser does.

mod bracketed;
mod escapes;
mod indented;

use std::fmt;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::Value;

use self::indented::Reader;

pub(crate) use self::escapes::{JOINT, unescaped};

/// A part of a property's value: a line of it, or a comment in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece<'p> {
    /// The name of the property.
    pub property: &'p str,
    /// As it is written, with its quotes and brackets. Of a comment, with its `#`.
    pub text: &'p str,
    pub is_comment: bool,
}

/// The lines between `---` and `---` at the very start of a note, and what follows. What is not certainly front matter is
/// in both: the app does not say whether blanks may follow the first `---`, and a `---` that nothing ends is none to it.
pub(crate) fn split(note: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_rule = |line: &[u8]| line.strip_prefix(b"---").is_some_and(|rest| rest.trim_ascii().is_empty());
    // `---` and a form feed ends nothing: the app reads on.
    let is_end = |line: &[u8]| is_rule(line) && !line.contains(&b'\x0c') && !line.windows(2).any(|two| two == b"\r\r");
    let mut lines = note.split_inclusive(|&byte| byte == b'\n');
    let first = lines.next().filter(|line| is_rule(line))?;
    let front = &note[first.len()..];
    let is_exact = matches!(first, b"---\n" | b"---\r\n");
    let mut end = 0;
    for line in lines {
        if is_end(line) {
            return Some((&front[..end], if is_exact { &front[end + line.len()..] } else { note }));
        }
        end += line.len();
    }
    Some((front, note))
}

/// Calls `take` with every part of every property of `front`, the text between the lines `---`. Whether all of it was
/// understood; if not, what was taken is perhaps not what YAML reads. Time: linear. Memory: the depth of nesting.
pub(crate) fn read(front: &str, mut take: impl FnMut(Piece<'_>)) -> bool {
    if front.trim_start().starts_with('{') {
        return read_json(front, take).is_some();
    }
    let mut reader = Reader::new(&mut take);
    let mut lines = front.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    lines.all(|line| reader.take(line).is_some()) && reader.is_complete()
}

/// Properties as JSON, which is YAML as well.
fn read_json(front: &str, mut take: impl FnMut(Piece<'_>)) -> Option<()> {
    let mut json = serde_json::Deserializer::from_str(front);
    let properties = json.deserialize_map(Properties).ok()?;
    json.end().ok()?;
    properties.iter().all(|(name, _)| name != MERGE).then_some(())?;
    for (property, value) in &properties {
        take(Piece { property, text: &value.to_string(), is_comment: false });
    }
    Some(())
}

/// The key whose value YAML merges into the map that it is in.
const MERGE: &str = "<<";

/// The properties of a JSON object. One that is there twice is kept twice.
struct Properties;

impl<'de> Visitor<'de> for Properties {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut properties = Vec::new();
        while let Some(property) = map.next_entry()? {
            properties.push(property);
        }
        Ok(properties)
    }
}
