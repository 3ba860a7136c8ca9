//! What every match of a pattern holds, as the index is asked for it.

/// What a text must hold to be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// Nothing that is known.
    Any,
    /// This, in some case.
    Literal(String),
    /// Each of these.
    All(Vec<Need>),
    /// One of these.
    One(Vec<Need>),
}
