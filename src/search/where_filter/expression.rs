//! An expression of conditions, and whether it holds for a note.

use std::cmp::Ordering;

use crate::note::front_matter::is_date;
use crate::note::{PropertyValue, TypedProperties};
use crate::search::index::file_title;
use crate::unicode::fold_case;

/// What a condition may ask of a note.
pub struct Subject<'n> {
    /// Its path in the vault.
    pub path: &'n str,
    /// The size of its file.
    pub size: f64,
    /// Its properties. If several have the same name, the first counts.
    pub properties: &'n [&'n TypedProperties],
    /// Whether it has a tag, in the properties or in the text.
    pub has_tag: &'n dyn Fn(&str) -> bool,
}

impl Subject<'_> {
    /// The value of the property `name`; empty if the note does not have it.
    fn property(&self, name: &str) -> &PropertyValue {
        let found = self.properties.iter().find(|properties| properties.has(name) != Some(false));
        found.map_or(&PropertyValue::Empty, |properties| properties.get(name))
    }
}

#[derive(Debug, PartialEq)]
pub(super) enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Tag(String),
    Test { field: Field, operator: Operator, value: PropertyValue },
}

/// What a condition reads of a note.
#[derive(Debug, PartialEq)]
pub(super) enum Field {
    Property(String),
    Name,
    Folder,
    Path,
    Size,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Has,
    Contains,
    IsEmpty,
    IsNotEmpty,
}

impl Node {
    pub fn each(&self, found: &mut dyn FnMut(&Self)) {
        found(self);
        match self {
            Self::All(nodes) | Self::Any(nodes) => nodes.iter().for_each(|node| node.each(found)),
            Self::Not(node) => node.each(found),
            Self::Tag(_) | Self::Test { .. } => {}
        }
    }

    pub fn holds(&self, note: &Subject<'_>) -> Option<bool> {
        // The first that decides, else unknown if one is.
        let first = |nodes: &[Self], decides: bool| {
            let mut all = Some(!decides);
            for node in nodes {
                match node.holds(note) {
                    Some(is) if is == decides => return Some(decides),
                    Some(_) => {}
                    None => all = None,
                }
            }
            all
        };
        match self {
            Self::All(nodes) => first(nodes, false),
            Self::Any(nodes) => first(nodes, true),
            Self::Not(inner) => inner.holds(note).map(|is| !is),
            Self::Tag(tag) => Some((note.has_tag)(tag)),
            Self::Test { field, operator, value } => {
                let text = |text: &str| test(&PropertyValue::Text(text.into()), *operator, value);
                let (folder, file) = note.path.rsplit_once('/').unwrap_or(("", note.path));
                match field {
                    Field::Property(name) => test(note.property(name), *operator, value),
                    Field::Name => text(file_title(file)),
                    Field::Folder => text(folder),
                    Field::Path => text(note.path),
                    Field::Size => test(&PropertyValue::Number(note.size), *operator, value),
                }
            }
        }
    }
}

/// Whether the value `is` passes; `None` if it is not understood.
fn test(is: &PropertyValue, operator: Operator, wanted: &PropertyValue) -> Option<bool> {
    let order = || compared(is, wanted);
    let equals = |is: &PropertyValue| compared(is, wanted) == Some(Ordering::Equal);
    Some(match (is, operator) {
        (PropertyValue::Unknown, _) => return None,
        (_, Operator::Unequal) => !equals(is),
        (_, Operator::Less) => order().is_some_and(Ordering::is_lt),
        (_, Operator::AtMost) => order().is_some_and(Ordering::is_le),
        (_, Operator::Greater) => order().is_some_and(Ordering::is_gt),
        (_, Operator::AtLeast) => order().is_some_and(Ordering::is_ge),
        (PropertyValue::List(items), Operator::Has) => items.iter().any(equals),
        (_, Operator::Equal | Operator::Has) => equals(is),
        (PropertyValue::List(items), Operator::Contains) => items.iter().any(|item| contains(item, wanted)),
        (_, Operator::Contains) => contains(is, wanted),
        (_, Operator::IsEmpty) => is_empty(is),
        (_, Operator::IsNotEmpty) => !is_empty(is),
    })
}

fn is_empty(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Empty => true,
        PropertyValue::Text(text) => text.trim().is_empty(),
        PropertyValue::List(items) => items.is_empty(),
        _ => false,
    }
}

/// Whether the text `value` contains the text `part`, in any case.
fn contains(value: &PropertyValue, part: &PropertyValue) -> bool {
    let (PropertyValue::Text(value), PropertyValue::Text(part)) = (value, part) else { return false };
    fold_case(value).contains(&fold_case(part))
}

/// The order of two values of the same type. Texts are compared in any case; a date without a time is its midnight.
#[must_use]
pub fn compared(one: &PropertyValue, other: &PropertyValue) -> Option<Ordering> {
    match (one, other) {
        (PropertyValue::Empty, PropertyValue::Empty) => Some(Ordering::Equal),
        (PropertyValue::Checkbox(one), PropertyValue::Checkbox(other)) => Some(one.cmp(other)),
        (PropertyValue::Number(one), PropertyValue::Number(other)) => one.partial_cmp(other),
        (PropertyValue::Text(one), PropertyValue::Text(other)) => match (is_date(one), is_date(other)) {
            (true, true) => Some(to_the_second(one).cmp(&to_the_second(other))),
            (false, false) => Some(fold_case(one).cmp(&fold_case(other))),
            _ => None,
        },
        _ => None,
    }
}

/// A date with hours, minutes and seconds.
fn to_the_second(date: &str) -> String {
    format!("{date}{}", &"0000-00-00T00:00:00"["0000-00-00".len().max(date.len())..])
}
