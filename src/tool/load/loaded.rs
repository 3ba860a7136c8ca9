//! What loading a file gives.

use crate::tool::file_text::Content;
use crate::wire::Image;

/// What can be shown of a file.
#[derive(Debug)]
pub(in crate::tool) enum Loaded {
    /// Lines.
    Text(Content),
    /// An image, and a line that describes it.
    Image { caption: String, image: Image },
    /// One line with kind and size, for a file without text.
    Line { line: String, format: String },
}

impl Loaded {
    pub fn line(line: String, format: &str) -> Self {
        Self::Line { line, format: format.to_owned() }
    }
}

/// The size as a float, as hosts give it.
#[expect(clippy::cast_precision_loss, reason = "no memory holds that many bytes")]
pub(super) fn byte_len(bytes: &[u8]) -> f64 {
    bytes.len() as f64
}
