//! Formulas and filters as they are parsed: the language of bases, without what can't be evaluated here.

use super::value::Value;

/// A parsed formula. Names of functions and fields are those of the tables below.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Formula {
    Literal(Value),
    List(Vec<Formula>),
    /// A property of the note.
    Property(String),
    /// A field of the file.
    File(&'static str),
    /// A function of the file.
    FileCall(&'static str, Vec<Formula>),
    /// Another formula of the base.
    Reference(String),
    /// `value`, `index` or `acc` within `filter`, `map` and `reduce`.
    Variable(&'static str),
    Not(Box<Formula>),
    Negative(Box<Formula>),
    Binary(Operator, Box<(Formula, Formula)>),
    Global(&'static str, Vec<Formula>),
    Method(Box<Formula>, &'static str, Vec<Formula>),
    Field(Box<Formula>, &'static str),
    Item(Box<(Formula, Formula)>),
}

/// An operator between two values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

/// The operators, with how tightly they bind. Longer ones come first.
pub(super) const OPERATORS: [(&str, Operator, u8); 13] = [
    ("||", Operator::Or, 1),
    ("&&", Operator::And, 2),
    ("==", Operator::Equal, 3),
    ("!=", Operator::Unequal, 3),
    ("<=", Operator::AtMost, 4),
    (">=", Operator::AtLeast, 4),
    ("<", Operator::Less, 4),
    (">", Operator::Greater, 4),
    ("+", Operator::Plus, 5),
    ("-", Operator::Minus, 5),
    ("*", Operator::Times, 6),
    ("/", Operator::Over, 6),
    ("%", Operator::Modulo, 6),
];

/// A function, and how many arguments it takes at least and at most.
pub(super) type Function = (&'static str, usize, usize);

const MANY: usize = 100;

/// Functions of no value.
pub(super) const GLOBALS: [Function; 10] = [
    ("date", 1, 1),
    ("duration", 1, 1),
    ("if", 2, 3),
    ("link", 1, 2),
    ("list", 1, 1),
    ("max", 1, MANY),
    ("min", 1, MANY),
    ("now", 0, 0),
    ("number", 1, 1),
    ("today", 0, 0),
];

/// Functions of a value.
pub(super) const METHODS: [Function; 31] = [
    ("abs", 0, 0),
    ("ceil", 0, 0),
    ("contains", 1, 1),
    ("containsAll", 1, MANY),
    ("containsAny", 1, MANY),
    ("date", 0, 0),
    ("endsWith", 1, 1),
    ("filter", 1, 1),
    ("flat", 0, 0),
    ("floor", 0, 0),
    ("format", 1, 1),
    ("isEmpty", 0, 0),
    ("isTruthy", 0, 0),
    ("isType", 1, 1),
    ("join", 1, 1),
    ("lower", 0, 0),
    ("map", 1, 1),
    ("reduce", 2, 2),
    ("repeat", 1, 1),
    ("replace", 2, 2),
    ("reverse", 0, 0),
    ("round", 0, 1),
    ("slice", 1, 2),
    ("sort", 0, 0),
    ("split", 1, 2),
    ("startsWith", 1, 1),
    ("time", 0, 0),
    ("toFixed", 1, 1),
    ("toString", 0, 0),
    ("trim", 0, 0),
    ("unique", 0, 0),
];

/// Fields of a value.
pub(super) const FIELDS: [&str; 8] = ["length", "year", "month", "day", "hour", "minute", "second", "millisecond"];

/// Fields of the file.
pub(super) const FILE_FIELDS: [&str; 8] = ["name", "basename", "path", "folder", "ext", "size", "ctime", "mtime"];

/// Functions of the file.
pub(super) const FILE_CALLS: [Function; 3] = [("hasTag", 1, MANY), ("hasProperty", 1, 1), ("inFolder", 1, 1)];

/// The functions whose first argument is evaluated for each item of a list.
pub(super) const EACH_ITEM: [&str; 3] = ["filter", "map", "reduce"];

impl Formula {
    /// Calls `found` with each part, the whole first.
    pub fn each(&self, found: &mut dyn FnMut(&Self)) {
        found(self);
        match self {
            Self::Not(inner) | Self::Negative(inner) | Self::Field(inner, _) => inner.each(found),
            Self::Binary(_, both) | Self::Item(both) => {
                both.0.each(found);
                both.1.each(found);
            }
            Self::Method(object, _, arguments) => {
                object.each(found);
                for argument in arguments {
                    argument.each(found);
                }
            }
            Self::List(inner) | Self::Global(_, inner) | Self::FileCall(_, inner) => {
                for argument in inner {
                    argument.each(found);
                }
            }
            _ => {}
        }
    }
}
