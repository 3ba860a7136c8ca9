//! What holds within a group.

use encoding_rs::Encoding;

/// What text in a group is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Place {
    #[default]
    Text,
    /// The number or bullet of a list item.
    Label,
    /// A drawing, in which only text boxes have text.
    Drawing,
    /// What a field does.
    Instruction,
    /// The author of a comment.
    Author,
    /// The list of fonts.
    Fonts,
    /// No text for people.
    Skipped,
}

/// What happens at the end of a group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum End {
    #[default]
    Nothing,
    Fonts,
    Field,
    /// The text that a field shows.
    FieldText,
    /// A footnote or endnote, by its index.
    Note(usize),
    Comment,
    TextBox,
}

/// What holds within a group. Inner groups begin with it.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub place: Place,
    pub end: End,
    /// The encoding of the font. `None` for that of the document.
    pub encoding: Option<&'static Encoding>,
    /// The font, if it is one of symbols.
    pub symbols: &'static str,
    pub is_hidden: bool,
    pub is_deleted: bool,
    /// The sign of a superscript or subscript.
    pub script: Option<char>,
    /// The number of letters that follow a Unicode character for programs that do not know it.
    pub fallback: usize,
    /// Whether the paragraph is in a table.
    pub is_in_table: bool,
    /// The level of the heading, 1 being outermost.
    pub heading: Option<u8>,
    /// The level of the list item, 0 being outermost.
    pub level: usize,
}

impl Default for Group {
    fn default() -> Self {
        Self {
            place: Place::Text,
            end: End::Nothing,
            encoding: None,
            symbols: "",
            is_hidden: false,
            is_deleted: false,
            script: None,
            fallback: 1,
            is_in_table: false,
            heading: None,
            level: 0,
        }
    }
}

impl Group {
    /// The beginning of a group inside it.
    pub fn inner(&self) -> Self {
        Self { end: End::Nothing, ..self.clone() }
    }

    /// Ends the properties of characters.
    pub fn plain(&mut self) {
        (self.is_hidden, self.is_deleted, self.script) = (false, false, None);
    }

    /// Ends the properties of paragraphs.
    pub fn end_paragraph(&mut self) {
        (self.is_in_table, self.heading, self.level) = (false, None, 0);
    }
}
