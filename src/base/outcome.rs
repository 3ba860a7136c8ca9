//! What reading a document gives: its text, or why it cannot be read.

use std::ops::Not;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tsify::Tsify;

use crate::format::Format;

/// The text of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Document {
    /// Lines, each with `\n`. Empty if the document has no text. JavaScript has it as UTF-8: of a string, wasm-bindgen
    /// would take one letter after the other, and 16 MB would hold up the app.
    #[serde(with = "text_bytes")]
    #[tsify(type = "Uint8Array<ArrayBuffer>")]
    pub text: String,
    /// Its pages, sheets, cells or headings, in order. JavaScript has them as one string with a line for each, such as
    /// `3 1 Page 2`: 10,000 objects would hold up the app.
    #[serde(with = "part_lines")]
    #[tsify(type = "string")]
    pub parts: Vec<DocumentPart>,
    /// What was left out or could not be read, and why. Each note is one line in lower case without a full stop.
    pub notes: Vec<String>,
    /// The encoding, if the file is text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[tsify(optional)]
    pub encoding: Option<String>,
    /// What the bytes from 0x80 on stand for, of an older encoding with one byte a character; U+FFFD for nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[tsify(optional)]
    pub table: Option<String>,
    /// Whether the host ran out of time. The next call continues after the text so far, which does not change.
    #[serde(skip_serializing_if = "Not::not", default)]
    #[tsify(optional)]
    pub unfinished: bool,
}

/// A page, sheet, cell, slide or heading of a document.
#[derive(Debug, Clone, PartialEq, Eq, Tsify)]
pub struct DocumentPart {
    /// Its first line in the text, 1-indexed.
    pub line: u32,
    /// Its nesting level, 1 being outermost.
    pub level: u8,
    /// Its title, on one line.
    pub title: String,
}

/// Why a document cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// A password is needed.
    #[error("protected by a password")]
    Locked,
    /// It can be read only by a program of the shop that sold it.
    #[error("protected against copying")]
    Protected,
    /// The file is invalid. The value describes the error in lower case on one line.
    #[error("broken: {0}")]
    Broken(String),
    /// Reading the file would need more memory than a phone has. The value describes what is too large, in lower case
    /// on one line.
    #[error("too large: {0}")]
    TooLarge(String),
    /// There is no such page. The value is the number of pages.
    #[error("no such page of {0}")]
    NoPage(u32),
    /// The document has no such part.
    #[error("{message}")]
    NoPlace {
        /// What is missing, in lower case on one line.
        message: String,
        /// Which parts there are.
        help: String,
    },
    /// The file has this format, unlike its name suggests.
    #[error("another format")]
    Other(Format),
    /// Its format is unknown.
    #[error("no known format")]
    Unknown,
}

/// Text that crosses to JavaScript and back as UTF-8.
mod text_bytes {
    use serde::de::Error;
    use serde::{Deserializer, Serializer};

    pub fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
        serde_bytes::serialize(text.as_bytes(), serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        String::from_utf8(serde_bytes::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Parts that cross to JavaScript and back as lines.
mod part_lines {
    use std::fmt::Write;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::DocumentPart;

    pub fn serialize<S: Serializer>(parts: &[DocumentPart], serializer: S) -> Result<S::Ok, S::Error> {
        let mut lines = String::new();
        for DocumentPart { line, level, title } in parts {
            let _ = writeln!(lines, "{line} {level} {title}");
        }
        serializer.serialize_str(&lines)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<DocumentPart>, D::Error> {
        let lines = String::deserialize(deserializer)?;
        let parts: Option<_> = lines.split_terminator('\n').map(part).collect();
        parts.ok_or_else(|| D::Error::custom("a part of a document has no line or no level"))
    }

    fn part(text: &str) -> Option<DocumentPart> {
        let (line, rest) = text.split_once(' ')?;
        let (level, title) = rest.split_once(' ')?;
        Some(DocumentPart { line: line.parse().ok()?, level: level.parse().ok()?, title: title.to_owned() })
    }
}
