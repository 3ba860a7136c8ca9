//! The text of a file, and the way back to its bytes.

use crate::document::kind::wide_encoding;
use crate::text::encoding::{WideEncoding, decode, encode};

/// A file's text, from which exactly the file's bytes can be made again.
#[derive(Debug, Clone)]
pub(crate) struct EditableText {
    /// The text without a byte order mark.
    pub text: String,
    encoding: Encoding,
}

/// How the bytes of a file are made.
#[derive(Debug, Clone, Copy)]
struct Encoding {
    /// `None` for UTF-8.
    wide: Option<WideEncoding>,
    /// Whether it begins with a byte order mark.
    has_mark: bool,
}

/// Why the bytes are not text that can be edited: some are invalid in the file's encoding, named here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotEditable(pub &'static str);

impl EditableText {
    /// The text of `bytes`: UTF-8, or UTF-16 and UTF-32 as [`read_file`](crate::tool) detects them.
    pub fn decode(bytes: Vec<u8>) -> Result<Self, NotEditable> {
        if let Some(wide) = wide_encoding(&bytes) {
            let (text, had_errors) = decode(wide, &bytes);
            let encoding = Encoding { wide: Some(wide), has_mark: bytes.starts_with(wide.mark()) };
            let editable = Self { text, encoding };
            // An incomplete unit or a lone surrogate would be lost.
            return if had_errors || editable.encode(&editable.text) != bytes {
                Err(NotEditable(wide.name()))
            } else {
                Ok(editable)
            };
        }
        let mut text = String::from_utf8(bytes).map_err(|_| NotEditable("UTF-8"))?;
        let has_mark = text.starts_with('\u{feff}');
        if has_mark {
            text.remove(0);
        }
        Ok(Self { text, encoding: Encoding { wide: None, has_mark } })
    }

    /// Whether `bytes`, which were made of `text`, are read as `text` again.
    pub fn reads_as(bytes: Vec<u8>, text: &str) -> bool {
        Self::decode(bytes).is_ok_and(|read| read.text == text)
    }

    /// The bytes of a file of this encoding that contains `text`.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        let Encoding { wide, has_mark } = self.encoding;
        match wide {
            Some(wide) => encode(wide, has_mark, text),
            None if has_mark => ["\u{feff}", text].concat().into_bytes(),
            None => text.as_bytes().to_vec(),
        }
    }
}

impl Default for EditableText {
    /// An empty file in UTF-8.
    fn default() -> Self {
        Self { text: String::new(), encoding: Encoding { wide: None, has_mark: false } }
    }
}
