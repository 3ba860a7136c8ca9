//! The call that continues a listing, a search or a list of links.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::path::quoted;

/// The arguments of a call, by name: only those that are given, in the order of the tool's definition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NextArguments(Vec<(&'static str, ArgumentValue)>);

/// The value of an argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ArgumentValue {
    /// A text.
    Text(String),
    /// A number.
    Number(u32),
    /// Yes or no.
    Flag(bool),
    /// Several texts.
    Texts(Vec<String>),
}

impl FromIterator<(&'static str, ArgumentValue)> for NextArguments {
    fn from_iter<T: IntoIterator<Item = (&'static str, ArgumentValue)>>(arguments: T) -> Self {
        Self(arguments.into_iter().collect())
    }
}

/// As an object: a map would become a `Map` in JavaScript.
impl Serialize for NextArguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("NextArguments", self.0.len())?;
        for (name, value) in &self.0 {
            object.serialize_field(name, value)?;
        }
        object.end()
    }
}

/// For a model: `path="Projects", limit=20`.
impl fmt::Display for NextArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.0.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let value = match value {
                ArgumentValue::Text(text) => quoted(text),
                ArgumentValue::Number(number) => number.to_string(),
                ArgumentValue::Flag(flag) => flag.to_string(),
                ArgumentValue::Texts(texts) => serde_json::json!(texts).to_string(),
            };
            write!(f, "{comma}{name}={value}")?;
        }
        Ok(())
    }
}
