//! The kinds of lines of a note.

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineKind<'a> {
    /// Front matter, including both `---`.
    FrontMatter,
    /// Inside a comment (`%%`) or formula (`$$`) that an earlier line opened.
    Hidden,
    /// A heading outside lists and quotes: `# Title`, or the underline of a paragraph.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Without marks, block id and surrounding white space. For an underlined paragraph, its first line.
        title: &'a [u8],
        /// The line that the heading begins on, 1-indexed. Only an underlined one begins on an earlier line.
        first: u32,
    },
    /// Text of a paragraph outside lists and quotes.
    Text,
    /// Text inside a list or quote.
    Nested,
    /// Fenced or indented code, including the fences.
    Code,
    /// HTML.
    Html,
    /// Blank, or a thematic break.
    Other,
}
