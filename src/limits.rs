//! Limits: those of the user, and those of one reply.

use crate::search::base_view::LocalTime;
use crate::text::{Amount, Numbering, millitokens};

/// Maximum symbolic links in a row to follow: the limit of Linux.
pub(crate) const MAX_MOVES: u32 = 40;

/// Maximum bytes of a file to read. Android gives an app 256 MB in total, and reading a file takes up to two and a half
/// times its size.
pub const MAX_FILE_BYTES: u32 = 64 * 1024 * 1024;

/// Whether a file of `size` bytes can be read.
pub(crate) fn is_readable_size(size: f64) -> bool {
    size <= f64::from(MAX_FILE_BYTES)
}

/// The default size of a reply in bytes of numbered text: about 25,000 tokens.
pub const DEFAULT_MAX_BYTES: u32 = 100 * 1024;

/// Maximum bytes of notes to read at a time, unless a single note is larger. They are judged in a few milliseconds.
pub(crate) const NOTE_BATCH_BYTES: f64 = 512.0 * 1024.0;

/// Bytes of a reply without content (paths, outlines), where the user's limit for content is 0.
pub(crate) const WITHOUT_CONTENT_BYTES: usize = 16 * 1024;

/// Maximum tokens that joining two lines adds: the estimate of a line break depends on the characters around it.
pub(crate) const LINE_JOIN: Amount = Amount { bytes: 0, lines: 0, millitokens: 2000 };

/// The user's limits, as whole numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub bytes: usize,
    pub lines: u32,
    pub files_at_once: usize,
    pub image_bytes: usize,
    pub images_bytes: usize,
    pub index_bytes: usize,
    /// The part of it for documents, and the largest file of one that is read; `None` if documents are not searched.
    pub document_bytes: u64,
    pub max_document_bytes: Option<f64>,
    /// Whether notes may be changed.
    pub changes: bool,
}

/// Under which conditions the index is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeepRules {
    /// It is kept for more notes than this; never if `None`.
    pub over: Option<u32>,
    /// Tells apart the rules that exclude notes.
    pub rules: u64,
}

/// A model that makes vectors of texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct VectorModel {
    /// Tells it apart from others.
    pub key: String,
    /// The number of values of its vectors.
    pub dims: usize,
}

/// The bounds of one reply.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// The whole size of the reply.
    pub limit: Amount,
    /// The limit in tokens as the caller counts them.
    pub max_tokens: Option<u32>,
    pub numbering: Numbering,
    /// Whether the reply says where its lines are.
    pub layout: bool,
    /// The user's date, with the time if that is known too.
    pub now: Option<LocalTime>,
}

impl Bounds {
    /// Whether there is no room for content, so that the outline is given.
    pub fn is_outline_only(&self) -> bool {
        self.limit.bytes == 0 || self.limit.lines == 0
    }

    /// The size of `text` that is not a line of content.
    pub fn taken_by(&self, text: &str) -> Amount {
        Amount { bytes: text.len(), lines: 0, millitokens: self.millitokens(text) }
    }

    /// The tokens of `text`, in thousandths. Counted only if they are limited, because counting is slow.
    pub fn millitokens(&self, text: &str) -> u64 {
        if self.limit.limits_tokens() { millitokens(text) } else { 0 }
    }
}
