//! The parts of a property's value.

/// The key whose value YAML merges into the map around it.
pub(super) const MERGE: &str = "<<";

/// A part of a property's value: a line, or a comment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece<'p> {
    /// The name of the property.
    pub property: &'p str,
    /// As written, with quotes and brackets, or with the `#` of a comment.
    pub text: &'p str,
    /// Its role in the value.
    pub role: Role,
}

/// The role of a piece in the value of its property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A key inside the value.
    Key,
    /// The first line of a text, of `[a, b]` or of `{a: b}`; or the header of a block scalar, such as `>-`.
    Start,
    /// Another line of a plain or block scalar.
    More,
    /// Another line inside quotes or brackets.
    Flow,
    /// A comment.
    Comment,
}
