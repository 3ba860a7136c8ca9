//! The front matter of a note: where it ends, and its properties.
//!
//! Reads the part of YAML that Obsidian and people write, and reads it as every YAML parser does. [`read`] reports
//! everything else as not understood: anchors, aliases, tags, `? key`, several documents, wrong indentation.

mod bracketed;
mod escapes;
mod fault;
mod indented;
mod keys;
mod properties;
mod typed;
mod stored_properties;
mod values;
mod yaml_tree;

use std::fmt;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::Value;

use self::indented::Reader;

pub(crate) use self::escapes::{JOINT, unescaped};
pub(crate) use self::fault::{YamlFault, note_fault, yaml_fault};
pub use self::properties::Property;
pub(crate) use self::properties::{properties, property_links};
pub use self::typed::{PropertyValue, TypedProperties};
pub(crate) use self::typed::{is_date, number};
pub(crate) use self::values::{MAX_BYTES, NULL, values};
pub(crate) use self::yaml_tree::YamlNode;

/// The first line of a property up to the colon behind its key, and the rest of it.
pub(crate) fn key_and_value(line: &str) -> (&str, &str) {
    let after = keys::key(line).map_or("", |(_, after)| after);
    line.split_at(line.len() - after.len())
}

/// The comment behind a plain value of one line, with the blanks before it.
pub(crate) fn comment_behind(value: &str) -> Option<&str> {
    let is_plain = !value.trim_start().starts_with(['"', '\'', '[', '{', '|', '>']);
    let start = keys::comment_start(value).filter(|_| is_plain)?;
    Some(&value[value[..start].trim_end().len()..])
}

/// A part of a property's value: a line, or a comment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece<'p> {
    /// The name of the property.
    pub property: &'p str,
    /// As written, with quotes and brackets, or with the `#` of a comment.
    pub text: &'p str,
    /// Its role in the value.
    pub role: Role,
}

/// The role of a piece in the value of its property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A key inside the value.
    Key,
    /// The first line of a text, of `[a, b]` or of `{a: b}`; or the header of a block scalar, such as `>-`.
    Start,
    /// Another line of a plain or block scalar.
    More,
    /// Another line inside quotes or brackets.
    Flow,
    /// A comment.
    Comment,
}

/// The start of a note whose first line is `---`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrontMatter<'n> {
    /// The lines between the two `---`; without a second one, everything after the first.
    pub text: &'n [u8],
    /// Where the body begins, in bytes. `None` without a second `---`: then Obsidian sees no front matter.
    pub body: Option<usize>,
    /// Whether Obsidian certainly sees front matter. It does not document whether blanks may follow the first `---`.
    pub is_certain: bool,
}

/// The front matter of `note`, which has no byte order mark.
pub(crate) fn find(note: &[u8]) -> Option<FrontMatter<'_>> {
    let is_rule = |line: &[u8]| line.strip_prefix(b"---").is_some_and(|rest| rest.trim_ascii().is_empty());
    // Obsidian does not accept `---` and a form feed as the end.
    let is_end = |line: &[u8]| is_rule(line) && !line.contains(&b'\x0c') && !line.windows(2).any(|two| two == b"\r\r");
    let mut lines = note.split_inclusive(|&byte| byte == b'\n');
    let first = lines.next().filter(|line| is_rule(line))?;
    let mut end = first.len();
    for line in lines {
        if is_end(line) {
            let is_certain = matches!(first, b"---\n" | b"---\r\n");
            return Some(FrontMatter { text: &note[first.len()..end], body: Some(end + line.len()), is_certain });
        }
        end += line.len();
    }
    Some(FrontMatter { text: &note[first.len()..], body: None, is_certain: false })
}

/// The lines between the two `---` of `note`, and where its body begins, in bytes. `None` without a second `---`.
pub(crate) fn split(note: &[u8]) -> Option<(&[u8], usize)> {
    let front = find(note)?;
    Some((front.text, front.body?))
}

/// Calls `take` with every piece of `front`, the text between the lines `---`. Returns whether all of it was
/// understood; if not, the pieces may not be what YAML reads. Time: linear. Memory: linear in the depth of nesting.
pub(crate) fn read(front: &str, mut take: impl FnMut(Piece<'_>)) -> bool {
    if front.trim_start().starts_with('{') {
        return read_json(front, take).is_some();
    }
    let mut reader = Reader::new(&mut take);
    let mut lines = front.split('\n').map(without_break);
    lines.all(|line| reader.take(line).is_some()) && reader.is_complete()
}

/// Like [`read`], but skips properties that are not understood.
fn read_understood(front: &str, mut take: impl FnMut(Piece<'_>)) {
    if front.trim_start().starts_with('{') {
        read_json(front, take);
        return;
    }
    let mut reader = Reader::new(&mut take);
    for line in front.split('\n') {
        reader.take_or_skip(without_break(line));
    }
}

/// `line` without the `\n` or `\r\n` at its end, or the `\r` of one.
fn without_break(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Reads properties written as JSON, which is valid YAML.
fn read_json(front: &str, mut take: impl FnMut(Piece<'_>)) -> Option<()> {
    let mut json = serde_json::Deserializer::from_str(front);
    let properties = json.deserialize_map(Properties).ok()?;
    json.end().ok()?;
    properties.iter().all(|(name, _)| name != MERGE).then_some(())?;
    for (property, value) in &properties {
        take(Piece { property, text: &value.to_string(), role: Role::Start });
    }
    Some(())
}

/// The key whose value YAML merges into the map around it.
const MERGE: &str = "<<";

/// The properties of a JSON object, with duplicates.
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
