//! The text of a file, and the way back to its bytes.

use std::sync::Arc;

use lectern_base::encoding::{WideEncoding, decode, encode};
use lectern_base::kind::wide_encoding;
use thiserror::Error;

use crate::path::quoted;

/// A file's text, from which exactly the file's bytes can be made again.
#[derive(Debug, Clone, Default)]
pub(crate) struct EditableText {
    /// The text without a byte order mark.
    pub text: String,
    encoding: Encoding,
    /// Whether it begins with a byte order mark.
    has_mark: bool,
}

/// How the bytes of a file are made.
#[derive(Debug, Clone, Default)]
enum Encoding {
    #[default]
    Utf8,
    Wide(WideEncoding),
    Bytes(Arc<ByteEncoding>),
}

/// An encoding older than Unicode with one byte a character; those of ASCII are the same.
#[derive(Debug)]
struct ByteEncoding {
    name: String,
    /// Its other characters with their bytes, in order.
    bytes: Vec<(char, u8)>,
}

/// Why the bytes are not text that can be edited: some are invalid in the file's encoding, named here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NotEditable(pub String);

/// A character that the encoding of a file lacks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("U+{:04X} {} isn't in {encoding}", u32::from(*.char), quoted(&char.to_string()))]
pub(crate) struct NotEncodable {
    char: char,
    encoding: String,
}

impl EditableText {
    /// The text of `bytes`: UTF-8, or UTF-16 and UTF-32 as [`read_file`](crate::tool) detects them.
    pub fn decode(bytes: Vec<u8>) -> Result<Self, NotEditable> {
        if let Some(wide) = wide_encoding(&bytes) {
            let (text, had_errors) = decode(wide, &bytes);
            let editable = Self { text, encoding: Encoding::Wide(wide), has_mark: bytes.starts_with(wide.mark()) };
            // An incomplete unit or a lone surrogate would be lost.
            let is_same = !had_errors && editable.encode(&editable.text).is_ok_and(|made| made == bytes);
            return if is_same { Ok(editable) } else { Err(NotEditable(wide.name().to_owned())) };
        }
        let mut text = String::from_utf8(bytes).map_err(|_| NotEditable("UTF-8".to_owned()))?;
        let has_mark = text.starts_with('\u{feff}');
        if has_mark {
            text.remove(0);
        }
        Ok(Self { text, encoding: Encoding::Utf8, has_mark })
    }

    /// An empty file of this encoding.
    pub fn without_text(self) -> Self {
        Self { text: String::new(), ..self }
    }

    /// The `text` of `bytes` in the older encoding `name`, whose bytes from 0x80 on stand for the characters of `table`.
    pub fn of_table(bytes: &[u8], text: String, name: &str, table: &str) -> Result<Self, NotEditable> {
        let mut pairs: Vec<(char, u8)> = table.chars().zip(0x80..=u8::MAX).collect();
        pairs.retain(|(char, _)| *char != char::REPLACEMENT_CHARACTER);
        lectern_base::sort::sort_by_key(&mut pairs, |pair| *pair);
        pairs.dedup_by_key(|(char, _)| *char);
        let encoding = Encoding::Bytes(Arc::new(ByteEncoding { name: name.to_owned(), bytes: pairs }));
        let editable = Self { text, encoding, has_mark: false };
        let is_same = editable.encode(&editable.text).is_ok_and(|made| made == bytes);
        if is_same { Ok(editable) } else { Err(NotEditable(name.to_owned())) }
    }

    /// Whether `bytes`, which were made of `text`, are read as `text` again. `None` if only the reader of older encodings
    /// can tell.
    pub fn reads_back(&self, bytes: &[u8], text: &str) -> Option<bool> {
        match self.encoding {
            Encoding::Bytes(_) if !bytes.is_ascii() => None,
            Encoding::Utf8 => Some(wide_encoding(bytes).is_none() && (self.has_mark || !text.starts_with('\u{feff}'))),
            _ => Some(Self::decode(bytes.to_vec()).is_ok_and(|read| read.text == text)),
        }
    }

    /// The bytes of a file of this encoding that contains `text`.
    pub fn encode(&self, text: &str) -> Result<Vec<u8>, NotEncodable> {
        Ok(match &self.encoding {
            Encoding::Wide(wide) => encode(*wide, self.has_mark, text),
            Encoding::Utf8 if self.has_mark => ["\u{feff}", text].concat().into_bytes(),
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Bytes(encoding) => text.chars().map(|char| encoding.byte(char)).collect::<Result<_, _>>()?,
        })
    }
}

impl ByteEncoding {
    fn byte(&self, char: char) -> Result<u8, NotEncodable> {
        if let Ok(byte @ ..0x80) = u8::try_from(char) {
            return Ok(byte);
        }
        let found = self.bytes.binary_search_by_key(&char, |(known, _)| *known);
        found.map(|at| self.bytes[at].1).map_err(|_| NotEncodable { char, encoding: self.name.clone() })
    }
}
