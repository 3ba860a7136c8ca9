//! The values of formulas, and how they are compared and added. Bases follow JavaScript only in part, and don't say
//! where: what their documentation leaves open gives [`Inexact`], unless all readings agree.

use std::cmp::Ordering;

use super::local_time::{Duration, LocalTime};
use crate::note::PropertyValue;
use crate::unicode::fold_case;

/// Why a formula has no certain value for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inexact(pub &'static str);

pub(super) const EMPTY_COMPARED: Inexact = Inexact("an empty value is compared or calculated with");
pub(super) const TYPES: Inexact = Inexact("a value has another type than expected");
pub(super) const TOO_LARGE: Inexact = Inexact("a value is too large");
const FAR: Inexact = Inexact("a date is too far away");
pub(super) const LINK: Inexact = Inexact("a link is taken for a text");

/// Maximum bytes of a text, and maximum items of a list.
pub(super) const MAX_TEXT: usize = 10_000;
pub(super) const MAX_ITEMS: usize = 1000;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Null,
    /// Null, or an error: a function was called of null. Neither holds as a filter.
    Failed,
    Checkbox(bool),
    Number(f64),
    Text(String),
    Date(LocalTime),
    Duration(Duration),
    List(Vec<Value>),
}

impl Value {
    /// The value of a property. A text that is a date is a date, as the app takes it by default.
    pub fn of(property: &PropertyValue) -> Result<Self, Inexact> {
        Ok(match property {
            PropertyValue::Unknown => return Err(Inexact("a property is not understood")),
            PropertyValue::Empty => Self::Null,
            PropertyValue::Checkbox(is) => Self::Checkbox(*is),
            PropertyValue::Number(number) => Self::Number(*number),
            PropertyValue::Text(text) => match LocalTime::parse(text) {
                Some(date) => Self::Date(date),
                None => Self::Text(text.as_ref().into()),
            },
            PropertyValue::List(items) => Self::List(items.iter().map(Self::of).collect::<Result<_, _>>()?),
        })
    }

    /// The value as a column shows it.
    pub fn shown(self) -> PropertyValue {
        match self {
            Self::Null | Self::Failed => PropertyValue::Empty,
            Self::Checkbox(is) => PropertyValue::Checkbox(is),
            Self::Number(number) if number.is_finite() => PropertyValue::Number(number),
            Self::Text(text) => PropertyValue::Text(text.into()),
            Self::Date(date) => PropertyValue::Text(date.iso().into()),
            Self::Number(_) | Self::Duration(_) => PropertyValue::Unknown,
            Self::List(items) => PropertyValue::List(items.into_iter().map(Self::shown).collect()),
        }
    }

    /// Whether the value counts as true.
    pub fn is_true(&self) -> Result<bool, Inexact> {
        Ok(match self {
            Self::Null => false,
            Self::Failed => return Err(EMPTY_COMPARED),
            Self::Checkbox(is) => *is,
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Text(text) => !text.is_empty(),
            Self::Duration(duration) => duration.months != 0 || duration.ms != 0,
            Self::List(items) if items.is_empty() => return Err(Inexact("an empty list is taken as true or false")),
            Self::Date(_) | Self::List(_) => true,
        })
    }

    /// Whether the values are equal.
    #[expect(clippy::float_cmp, reason = "formulas compare numbers exactly")]
    pub fn equals(&self, other: &Self) -> Result<bool, Inexact> {
        let coerced = Inexact("values of different types are compared");
        Ok(match (self, other) {
            (Self::Failed, _) | (_, Self::Failed) => return Err(EMPTY_COMPARED),
            (Self::Null, Self::Null) => true,
            // A property without text may count as empty.
            (Self::Null, Self::Text(text)) | (Self::Text(text), Self::Null) if text.is_empty() => {
                return Err(EMPTY_COMPARED);
            }
            (Self::Null, Self::List(items)) | (Self::List(items), Self::Null) if items.is_empty() => {
                return Err(EMPTY_COMPARED);
            }
            (Self::Checkbox(one), Self::Checkbox(other)) => one == other,
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Text(one), Self::Text(other)) if one == other => true,
            (Self::Text(one), Self::Text(other)) if is_link(one) || is_link(other) => {
                return if have_other_names(one, other) { Ok(false) } else { Err(Inexact("links are compared")) };
            }
            (Self::Null, _) | (_, Self::Null) | (Self::Text(_), Self::Text(_)) => false,
            (Self::Date(one), Self::Date(other)) => one.ms == other.ms,
            (Self::Date(date), Self::Text(text)) | (Self::Text(text), Self::Date(date)) => {
                LocalTime::parse(text).is_some_and(|other| other.ms == date.ms)
            }
            (Self::Duration(one), Self::Duration(other)) if one == other => true,
            (Self::List(some), Self::List(others)) => {
                if some.len() != others.len() {
                    return Ok(false);
                }
                for (one, other) in some.iter().zip(others) {
                    if !one.equals(other)? {
                        return Ok(false);
                    }
                }
                true
            }
            // `"5" == 5` in JavaScript.
            (Self::Text(text), Self::Number(number)) | (Self::Number(number), Self::Text(text)) => {
                match text.trim().parse::<f64>() {
                    Ok(parsed) if parsed != *number => false,
                    Err(_) if !text.trim().is_empty() => false,
                    _ => return Err(coerced),
                }
            }
            _ => return Err(coerced),
        })
    }

    /// Whether an order such as `<` holds, which `wants` tells of the order of two values.
    pub fn compares(&self, other: &Self, wants: fn(Ordering) -> bool) -> Result<bool, Inexact> {
        let holds = |one: f64, other: f64| one.partial_cmp(&other).is_some_and(wants);
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Ok(holds(*one, *other)),
            (Self::Date(one), Self::Date(other)) => Ok(wants(one.ms.cmp(&other.ms))),
            (Self::Date(one), Self::Text(text)) if let Some(other) = LocalTime::parse(text) => {
                Ok(wants(one.ms.cmp(&other.ms)))
            }
            (Self::Text(text), Self::Date(other)) if let Some(one) = LocalTime::parse(text) => {
                Ok(wants(one.ms.cmp(&other.ms)))
            }
            // Null is 0, or compares with nothing.
            (Self::Null, Self::Number(other)) if !holds(0.0, *other) => Ok(false),
            (Self::Number(one), Self::Null) if !holds(*one, 0.0) => Ok(false),
            (Self::Null, Self::Date(other)) if !wants(0.cmp(&other.ms)) => Ok(false),
            (Self::Date(one), Self::Null) if !wants(one.ms.cmp(&0)) => Ok(false),
            (Self::Null | Self::Failed, _) | (_, Self::Null | Self::Failed) => Err(EMPTY_COMPARED),
            _ => Err(Inexact("values that are neither numbers nor dates are compared")),
        }
    }

    /// The sum, or the texts one after the other.
    pub fn plus(&self, other: &Self) -> Result<Self, Inexact> {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Ok(Self::Number(one + other)),
            (Self::Date(date), Self::Text(text)) => {
                let duration = Duration::parse(text).ok_or(Inexact("a text that is no duration is added to a date"))?;
                date.plus(duration, 1).map(Self::Date).ok_or(FAR)
            }
            (Self::Date(date), Self::Duration(duration)) => date.plus(*duration, 1).map(Self::Date).ok_or(FAR),
            (Self::Text(_), Self::Text(_) | Self::Number(_) | Self::Checkbox(_))
            | (Self::Number(_) | Self::Checkbox(_), Self::Text(_)) => Self::text(self.to_text()? + &other.to_text()?),
            _ => Err(self.uncertain(other)),
        }
    }

    /// The difference. Between two dates it is in milliseconds.
    pub fn minus(&self, other: &Self) -> Result<Self, Inexact> {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Ok(Self::Number(one - other)),
            (Self::Date(date), Self::Text(text)) if let Some(duration) = Duration::parse(text) => {
                date.plus(duration, -1).map(Self::Date).ok_or(FAR)
            }
            (Self::Date(date), Self::Duration(duration)) => date.plus(*duration, -1).map(Self::Date).ok_or(FAR),
            #[expect(clippy::cast_precision_loss, reason = "some thousand years")]
            (Self::Date(one), Self::Date(other)) => Ok(Self::Number((one.ms - other.ms) as f64)),
            _ => Err(self.uncertain(other)),
        }
    }

    /// `*`, `/` or `%`.
    pub fn times(&self, other: &Self, calculate: fn(f64, f64) -> f64, is_product: bool) -> Result<Self, Inexact> {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => Ok(Self::Number(calculate(*one, *other))),
            (Self::Duration(duration), Self::Number(factor)) if is_product => {
                duration.times(*factor).map(Self::Duration).ok_or(Inexact("a duration is taken a part of"))
            }
            _ => Err(self.uncertain(other)),
        }
    }

    fn uncertain(&self, other: &Self) -> Inexact {
        let is_empty = |value: &Self| matches!(value, Self::Null | Self::Failed);
        if is_empty(self) || is_empty(other) { EMPTY_COMPARED } else { TYPES }
    }

    /// The value as text, as JavaScript writes it.
    pub fn to_text(&self) -> Result<String, Inexact> {
        match self {
            Self::Text(text) if is_link(text) => Err(LINK),
            Self::Text(text) => Ok(text.clone()),
            Self::Checkbox(is) => Ok(is.to_string()),
            Self::Number(number) => {
                let is_plain = *number == 0.0 || (1e-6..1e21).contains(&number.abs());
                if !is_plain {
                    return Err(Inexact("a very large or very small number is written"));
                }
                Ok(if *number == 0.0 { "0".to_owned() } else { number.to_string() })
            }
            Self::Null | Self::Failed => Err(EMPTY_COMPARED),
            _ => Err(Inexact("a date or a list is written as text")),
        }
    }

    /// How much work it is to copy the value: 1 for a number.
    pub fn size(&self) -> usize {
        match self {
            Self::Text(text) => 1 + text.len() / 16,
            Self::List(items) => 1 + items.iter().map(Self::size).sum::<usize>(),
            _ => 1,
        }
    }

    pub fn text(text: String) -> Result<Self, Inexact> {
        if text.len() > MAX_TEXT { Err(TOO_LARGE) } else { Ok(Self::Text(text)) }
    }

    pub fn list(items: Vec<Self>) -> Result<Self, Inexact> {
        if items.len() > MAX_ITEMS { Err(TOO_LARGE) } else { Ok(Self::List(items)) }
    }
}

/// Whether the app may take a text for a link.
pub(super) fn is_link(text: &str) -> bool {
    text.contains("[[") || text.contains("](")
}

/// Whether two links, or a link and a text, are certainly not equal. `[[a/B]]` may lead to the same note as `[[B]]`.
fn have_other_names(one: &str, other: &str) -> bool {
    let (one, other) = (fold_case(one), fold_case(other));
    match (linked_name(&one), linked_name(&other)) {
        (Some(one), Some(other)) => one != other,
        (Some(_), None) => !is_link(&other) && !one.contains(&other),
        (None, Some(_)) => !is_link(&one) && !other.contains(&one),
        (None, None) => false,
    }
}

/// The name of the note to which `[[folder/name.md#part|text]]` leads; `None` if `link` is something else.
fn linked_name(link: &str) -> Option<&str> {
    let inner = link.strip_prefix("[[")?.strip_suffix("]]").filter(|inner| !inner.contains(['[', ']']))?;
    let path = inner.split(['|', '#']).next()?.trim();
    let name = path.rsplit('/').next()?;
    Some(name.strip_suffix(".md").unwrap_or(name)).filter(|name| !name.is_empty())
}

/// `decides` if one of `all` is, else the other. Not certain if only one that is not certain could decide.
pub(super) fn decided<E>(all: impl Iterator<Item = Result<bool, E>>, decides: bool) -> Result<bool, E> {
    let mut undecided = None;
    for is in all {
        match is {
            Ok(is) if is == decides => return Ok(decides),
            Ok(_) => {}
            Err(reason) => undecided = Some(reason),
        }
    }
    undecided.map_or(Ok(!decides), Err)
}
