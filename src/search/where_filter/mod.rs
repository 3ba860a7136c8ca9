//! Conditions on the properties of a note: `status = open and due < 2026-03-01`.
//!
//! Values are compared by type: between different types no comparison is true. A property that is not understood makes
//! the result unknown, unless the rest of the expression decides it.

mod expression;
mod parser;
#[cfg(test)]
mod tests;

use self::expression::{Field, Node};
use crate::unicode::fold_case;

pub use expression::{Subject, compared};
pub use parser::WhereError;

/// An expression.
#[derive(Debug, PartialEq)]
pub struct WhereFilter(Node);

impl WhereFilter {
    /// Parses an expression.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(text: &str) -> Result<Self, WhereError> {
        parser::parse(text).map(Self)
    }

    /// Whether the expression holds for a note; `None` if that depends on a property that is not understood.
    #[must_use]
    pub fn holds(&self, note: &Subject<'_>) -> Option<bool> {
        self.0.holds(note)
    }

    /// Calls `found` with the name of each tag that the expression asks for.
    pub fn each_tag(&self, mut found: impl FnMut(&str)) {
        self.0.each(&mut |node| {
            if let Node::Tag(tag) = node {
                found(tag);
            }
        });
    }

    /// Whether the expression asks for the property `name`.
    #[must_use]
    pub fn asks_for(&self, name: &str) -> bool {
        let name = fold_case(name.trim());
        let mut asks = false;
        self.0.each(&mut |node| match node {
            Node::Tag(_) => asks |= name == "tags" || name == "tag",
            Node::Test { field: Field::Property(asked), .. } => asks |= *asked == name,
            _ => {}
        });
        asks
    }
}
