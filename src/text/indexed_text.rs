//! A file's text with its line index: where its lines and columns are.

use lectern_base::decode::{NotText, byte_order_mark, check_head};

use super::line_index::{Eol, LineIndex};

/// A file's text with its line index. A byte order mark is not part of it.
#[derive(Debug, Clone)]
pub struct Text {
    /// Checked to be UTF-8 only in the head, and where it was shown.
    pub(super) bytes: Vec<u8>,
    /// The length of the byte order mark before them.
    pub(super) mark: usize,
    pub(super) index: LineIndex,
}

impl Text {
    /// A text of a file's bytes, without copying them.
    ///
    /// # Errors
    /// [`NotText`] if the first 8,000 bytes are not UTF-8. The rest is checked when a [`page`](Self::page) shows it.
    pub fn new(bytes: Vec<u8>) -> Result<Self, NotText> {
        check_head(&bytes)?;
        Ok(Self::with_good_head(bytes))
    }

    /// The same, for bytes whose head is already checked.
    pub(crate) fn with_good_head(mut bytes: Vec<u8>) -> Self {
        let mark = byte_order_mark(&bytes);
        bytes.drain(..mark);
        let index = LineIndex::new(&bytes);
        Self { bytes, mark, index }
    }

    /// The bytes, which may not be UTF-8 after the head.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of lines: `"a\nb\n"` and `"a\nb"` have 2, `""` has 0.
    #[must_use]
    pub fn total_lines(&self) -> u32 {
        self.index.line_breaks() + u32::from(!self.bytes.is_empty() && !self.final_newline())
    }

    /// Whether the last line ends with a line break.
    #[must_use]
    pub fn final_newline(&self) -> bool {
        self.bytes.ends_with(b"\n")
    }

    /// The line ending in use; `None` in a text without line breaks.
    #[must_use]
    pub fn eol(&self) -> Option<Eol> {
        self.index.eol()
    }

    /// The bytes of the 1-indexed `line` without its line break; empty past the last line.
    pub(crate) fn line(&self, line: u32) -> &[u8] {
        let bytes = &self.bytes;
        let start = self.line_start(line);
        let end = if line < self.total_lines() { self.line_start(line + 1) } else { bytes.len() };
        let whole = &bytes[start..end];
        let text = whole.strip_suffix(b"\n").map(|text| text.strip_suffix(b"\r").unwrap_or(text));
        text.unwrap_or(whole)
    }

    /// The column of the character at byte `offset` of the 1-indexed `line`.
    pub(crate) fn column(&self, line: u32, offset: usize) -> u32 {
        let start = self.line_start(line);
        let before = |end| self.index.scalars_before(&self.bytes, end);
        before(start + offset) - before(start) + 1
    }

    /// Byte offset where the 1-indexed `line` starts.
    pub(super) fn line_start(&self, line: u32) -> usize {
        self.index.line_start(&self.bytes, line)
    }

    /// The number of columns (characters) of the 1-indexed `line` without its line break; 0 past the last line.
    #[must_use]
    pub fn columns(&self, line: u32) -> u32 {
        let bytes = &self.bytes;
        let start = self.line_start(line);
        let mut end = if line < self.total_lines() { self.line_start(line + 1) } else { bytes.len() };
        if bytes[start..end].ends_with(b"\n") {
            end -= 1 + usize::from(bytes[start..end].ends_with(b"\r\n"));
        }
        self.index.scalars_before(bytes, end) - self.index.scalars_before(bytes, start)
    }

    /// Byte offset of the 1-indexed `column` of the 1-indexed `line`, which must have it.
    pub(super) fn offset(&self, line: u32, column: u32) -> usize {
        let (bytes, start) = (&self.bytes, self.line_start(line));
        if column == 1 {
            return start;
        }
        self.index.offset_of_scalar(bytes, self.index.scalars_before(bytes, start) + column - 1)
    }
}
