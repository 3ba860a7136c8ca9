//! Reads front matter as YAML in blocks, or as JSON.

use std::fmt;

use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::Value;

use super::indented::Reader;
use super::keys::without_break;
use super::pieces::{MERGE, Piece, Role};

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
pub(super) fn read_understood(front: &str, mut take: impl FnMut(Piece<'_>)) {
    if front.trim_start().starts_with('{') {
        read_json(front, take);
        return;
    }
    let mut reader = Reader::new(&mut take);
    for line in front.split('\n') {
        reader.take_or_skip(without_break(line));
    }
}

/// Reads properties written as JSON, which is valid YAML.
pub(super) fn read_json(front: &str, mut take: impl FnMut(Piece<'_>)) -> Option<()> {
    let mut json = serde_json::Deserializer::from_str(front);
    let properties = json.deserialize_map(Properties).ok()?;
    json.end().ok()?;
    properties.iter().all(|(name, _)| name != MERGE).then_some(())?;
    for (property, value) in &properties {
        take(Piece { property, text: &value.to_string(), role: Role::Start });
    }
    Some(())
}

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
