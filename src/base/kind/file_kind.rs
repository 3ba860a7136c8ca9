//! The kinds of files.

use crate::encoding::WideEncoding;
use crate::format::Format;

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Valid UTF-8, at least in the head of the file.
    Text,
    /// Text in UTF-16 or UTF-32.
    Wide(WideEncoding),
    /// Probably text in an older encoding, or UTF-8 with errors. The reader of [`Format::Legacy`] decides.
    Legacy,
    /// A document that can be converted to text.
    Document(Format),
    /// A raster image.
    Image(Picture),
    /// An SVG image, which is text.
    Svg,
    /// A known format without text.
    Media {
        /// `audio`, `video`, `image` (in a format that models do not accept), `archive`, `font`, `program`, `database`,
        /// `document` or `disk image`.
        what: &'static str,
        /// The name of the format, such as `MP3`.
        format: &'static str,
    },
    /// Unknown content that is not text.
    Binary,
}

/// A raster image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// Its MIME type, such as `image/png`.
    pub mime_type: &'static str,
    /// Width in pixels as stored, or 0 if it cannot be read.
    pub width: u32,
    /// Height in pixels as stored, or 0 if it cannot be read.
    pub height: u32,
}

impl Picture {
    /// Whether the size cannot be read because the image is truncated or damaged.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.width == 0 || self.height == 0
    }
}
