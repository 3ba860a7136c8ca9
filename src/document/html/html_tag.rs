//! The elements that affect the text, and how browsers show them.

/// The effect of an element on the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// None: its content is part of the line.
    Inline,
    /// Its content is on separate lines.
    Block,
    /// A block with blank lines around it.
    Paragraph,
    Heading(u8),
    List,
    OrderedList,
    Item,
    Term,
    Description,
    Quote,
    Pre,
    Code,
    Link,
    Superscript,
    Subscript,
    Break,
    Rule,
    Image,
    Input,
    Select,
    Option,
    Media,
    Table,
    Row,
    HeaderCell,
    Cell,
    Title,
    Math,
    Annotation,
    QuoteMarks,
    /// Its content is never shown.
    Hidden,
    /// The page itself, which cannot be hidden: some pages are shown by their scripts only.
    Whole,
}

impl Tag {
    pub fn of(name: &[u8]) -> Self {
        match name {
            b"html" | b"body" => Self::Whole,
            b"h1" => Self::Heading(1),
            b"h2" => Self::Heading(2),
            b"h3" => Self::Heading(3),
            b"h4" => Self::Heading(4),
            b"h5" => Self::Heading(5),
            b"h6" => Self::Heading(6),
            b"ul" | b"menu" | b"dir" | b"dl" => Self::List,
            b"ol" => Self::OrderedList,
            b"li" => Self::Item,
            b"dt" => Self::Term,
            b"dd" => Self::Description,
            b"blockquote" => Self::Quote,
            b"pre" | b"listing" | b"xmp" | b"plaintext" => Self::Pre,
            b"code" | b"kbd" | b"samp" | b"tt" => Self::Code,
            b"a" => Self::Link,
            b"sup" => Self::Superscript,
            b"sub" => Self::Subscript,
            b"br" => Self::Break,
            b"hr" => Self::Rule,
            b"img" => Self::Image,
            b"input" => Self::Input,
            b"select" => Self::Select,
            b"option" => Self::Option,
            b"iframe" | b"video" | b"audio" | b"object" | b"canvas" | b"embed" => Self::Media,
            b"table" => Self::Table,
            b"tr" => Self::Row,
            b"th" => Self::HeaderCell,
            b"td" => Self::Cell,
            b"title" => Self::Title,
            b"math" => Self::Math,
            b"annotation" => Self::Annotation,
            b"q" => Self::QuoteMarks,
            b"script" | b"style" | b"template" | b"noscript" | b"svg" | b"datalist" | b"noembed" | b"noframes"
            | b"annotation-xml" | b"rp" => Self::Hidden,
            b"p" | b"caption" | b"figure" | b"fieldset" | b"details" => Self::Paragraph,
            b"address" | b"article" | b"aside" | b"center" | b"dialog" | b"div" | b"figcaption" | b"footer"
            | b"form" | b"header" | b"hgroup" | b"legend" | b"main" | b"nav" | b"optgroup" | b"search" | b"section"
            | b"summary" | b"tbody" | b"thead" | b"tfoot" => Self::Block,
            _ => Self::Inline,
        }
    }

    /// Whether it is a block: its start ends an open paragraph, and its end closes paragraphs left open inside it.
    pub fn is_block(self) -> bool {
        matches!(
            self,
            Self::Block
                | Self::Paragraph
                | Self::Heading(_)
                | Self::List
                | Self::OrderedList
                | Self::Item
                | Self::Term
                | Self::Description
                | Self::Quote
                | Self::Pre
                | Self::Rule
                | Self::Table
                | Self::Row
                | Self::HeaderCell
                | Self::Cell
        )
    }
}

/// Whether elements with this name have neither content nor an end tag.
pub(super) fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"br"
            | b"col"
            | b"embed"
            | b"frame"
            | b"hr"
            | b"img"
            | b"input"
            | b"link"
            | b"meta"
            | b"param"
            | b"source"
            | b"track"
            | b"wbr"
    )
}
