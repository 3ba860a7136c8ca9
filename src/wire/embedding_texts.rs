//! Texts that the host gets vectors of, and the vectors.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// What a text is that gets a vector. Some models make different vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum EmbedPurpose {
    /// A part of a note.
    Passage,
    /// What is searched for.
    Query,
}

/// A text that gets a vector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct TextToEmbed {
    /// The note that it is from; empty for a query.
    pub path: String,
    /// Its first line in the note, counted from 1; 0 for a query.
    pub first: u32,
    /// Its last line.
    pub last: u32,
    /// The text: the note's title and headings, then the lines.
    pub text: String,
}

/// Vectors of texts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Tsify)]
pub struct Vectors {
    /// The number of values of each.
    pub dims: u32,
    /// Their values as 32-bit floats, little-endian.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array")]
    pub values: Vec<u8>,
}
