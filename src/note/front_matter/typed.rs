//! The properties of a note with their values, typed by the core schema of YAML 1.2. A date is a text: see [`is_date`].

use lectern_base::front_matter::split;
use lectern_base::sort::sort_by;
use serde::Serialize;
use serde_json::Value;

use super::keys::{BLANKS, colons, comment_start, indent, is_tail, key, key_and_value, list_item, without_break};
use super::properties::properties;
use super::reading::{read, read_json};
use super::values::{MAX_BYTES, NULL, quote_end};
use crate::unicode::fold_case;

/// Maximum properties of a note, items of a list, and bytes of a text that are kept, to limit memory. More count as
/// unknown.
pub(super) const MAX_PROPERTIES: usize = 100;
const MAX_ITEMS: usize = 200;
const MAX_TEXT_BYTES: usize = 1000;

/// The value of a property.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PropertyValue {
    /// It is not understood, or too large to be kept.
    Unknown,
    /// Nothing, or null.
    Empty,
    /// `true` or `false`.
    Checkbox(bool),
    /// A number.
    Number(f64),
    /// A text; also dates and links.
    Text(Box<str>),
    /// A list of any of the other values.
    List(Box<[PropertyValue]>),
}

/// A name and its value.
type Named = (Box<str>, PropertyValue);

/// The properties of a note.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TypedProperties {
    /// By name, folded and sorted. `None` if the front matter is not ordinary YAML: then every property is unknown.
    pub(super) by_name: Option<Box<[Named]>>,
    /// Whether there is front matter.
    pub(super) is_there: bool,
}

impl TypedProperties {
    /// The properties of `note`, which has no byte order mark.
    #[must_use]
    pub fn of(note: &[u8]) -> Self {
        let Some((front, _)) = split(note) else { return Self::default() };
        let front = std::str::from_utf8(front).ok().filter(|front| front.len() <= MAX_BYTES);
        Self { by_name: front.and_then(by_name), is_there: true }
    }

    /// The value of the property `name`, in any case; empty if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> &PropertyValue {
        let Some(by_name) = &self.by_name else {
            return if self.is_there { &PropertyValue::Unknown } else { &PropertyValue::Empty };
        };
        let found = by_name.binary_search_by(|(other, _)| (**other).cmp(&fold_case(name)));
        found.map_or(&PropertyValue::Empty, |at| &by_name[at].1)
    }

    /// Whether there is a property `name`, in any case; `None` if that is not understood.
    pub(crate) fn has(&self, name: &str) -> Option<bool> {
        let Some(by_name) = &self.by_name else { return (!self.is_there).then_some(false) };
        Some(by_name.binary_search_by(|(other, _)| (**other).cmp(&fold_case(name))).is_ok())
    }

    /// Adds an inline field, unless one has its name, or there are too many.
    pub(crate) fn add_field(&mut self, name: &str, value: &str) {
        let mut by_name = self.by_name.take().unwrap_or_default().into_vec();
        let name: Box<str> = fold_case(name.trim()).into();
        if let Err(at) = by_name.binary_search_by(|(other, _)| other.cmp(&name))
            && by_name.len() < MAX_PROPERTIES
        {
            by_name.insert(at, (name, PropertyValue::plain(value)));
        }
        *self = Self { by_name: Some(by_name.into()), is_there: true };
    }

    /// Whether any property is as `is` says, of those that are understood.
    pub(crate) fn any(&self, is: &mut dyn FnMut(&str, &PropertyValue) -> bool) -> bool {
        self.by_name.iter().flatten().any(|(name, value)| is(name, value))
    }

    /// The memory beyond the value itself.
    pub(crate) fn bytes(&self) -> usize {
        let each = |(name, value): &Named| size_of::<Named>() + name.len() + value.bytes();
        self.by_name.iter().flatten().map(each).sum()
    }
}

impl PropertyValue {
    /// The value of a plain scalar.
    pub(crate) fn plain(text: &str) -> Self {
        match text {
            "" => Self::Empty,
            "true" | "True" | "TRUE" => Self::Checkbox(true),
            "false" | "False" | "FALSE" => Self::Checkbox(false),
            _ if NULL.contains(&text) => Self::Empty,
            _ => number(text).map_or_else(|| Self::text(text), Self::Number),
        }
    }

    fn text(text: &str) -> Self {
        if text.len() > MAX_TEXT_BYTES { Self::Unknown } else { Self::Text(text.into()) }
    }

    /// A list of `items`, which are no lists.
    fn list(items: Vec<Self>) -> Self {
        let is_known =
            items.len() <= MAX_ITEMS && items.iter().all(|item| !matches!(item, Self::Unknown | Self::List(_)));
        if is_known { Self::List(items.into()) } else { Self::Unknown }
    }

    fn of_json(value: Value) -> Self {
        match value {
            Value::Null => Self::Empty,
            Value::Bool(is) => Self::Checkbox(is),
            Value::Number(number) => number.as_f64().map_or(Self::Unknown, Self::Number),
            Value::String(text) => Self::text(&text),
            Value::Array(items) => Self::list(items.into_iter().map(Self::of_json).collect()),
            Value::Object(_) => Self::Unknown,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(items) => items.iter().map(|item| size_of::<Self>() + item.bytes()).sum(),
            _ => 0,
        }
    }
}

/// `2026-10-09` or `2026-10-09T08:00:00`.
pub(crate) fn is_date(text: &str) -> bool {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    ["0000-00-00", "0000-00-00T00:00", "0000-00-00T00:00:00"].contains(&shape.as_str())
}

/// The number that `text` is by the core schema.
pub(crate) fn number(text: &str) -> Option<f64> {
    let digits = |prefix: &str, base: u32| {
        let digits = text.strip_prefix(prefix).filter(|digits| !digits.is_empty())?;
        let add = |sum: f64, digit: char| Some(sum * f64::from(base) + f64::from(digit.to_digit(base)?));
        digits.chars().try_fold(0.0, add)
    };
    match text.strip_prefix(['+', '-']).unwrap_or(text) {
        ".inf" | ".Inf" | ".INF" => Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY }),
        _ if matches!(text, ".nan" | ".NaN" | ".NAN") => Some(f64::NAN),
        _ => {
            let decimal = text.contains(|c: char| c.is_ascii_digit()).then(|| text.parse().ok()).flatten();
            decimal.or_else(|| digits("0x", 16)).or_else(|| digits("0o", 8))
        }
    }
}

/// The properties of `front`; `None` if it is not ordinary YAML.
fn by_name(front: &str) -> Option<Box<[Named]>> {
    let mut found: Vec<(String, PropertyValue)> = Vec::new();
    if front.trim_start().starts_with('{') {
        let json = |text: &str| serde_json::from_str(text).map_or(PropertyValue::Unknown, PropertyValue::of_json);
        read_json(front, |piece| found.push((piece.property.to_owned(), json(piece.text))))?;
    } else {
        read(front, |_| {}).then_some(())?;
        for property in properties(front, 0) {
            let value = if property.is_understood { value(&front[property.span]) } else { PropertyValue::Unknown };
            found.push((property.name.to_owned(), value));
        }
    }
    sort_by(&mut found, |one, other| one.0.cmp(&other.0));
    // A parser refuses the same key twice.
    if found.len() > MAX_PROPERTIES || found.windows(2).any(|two| two[0].0 == two[1].0) {
        return None;
    }
    let mut folded: Vec<_> = found.into_iter().map(|(name, value)| (fold_case(name.trim()).into(), value)).collect();
    sort_by(&mut folded, |one: &(Box<str>, _), other| one.0.cmp(&other.0));
    folded.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 = PropertyValue::Unknown;
        }
        is_same
    });
    Some(folded.into())
}

/// The value of the property on `lines`.
fn value(lines: &str) -> PropertyValue {
    let mut lines = lines.split('\n').map(without_break);
    let head = key_and_value(lines.next().unwrap_or_default()).1.trim_matches(BLANKS);
    let mut below = lines.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')).peekable();
    if below.peek().is_none() {
        return scalar(head).or_else(|| whole_list(head)).unwrap_or(PropertyValue::Unknown);
    }
    if !head.is_empty() && !head.starts_with('#') {
        return PropertyValue::Unknown;
    }
    let wanted = below.peek().map_or(0, |line| indent(line));
    let item = |line: &str| {
        let item = list_item(&line[indent(line)..])?;
        (indent(line) == wanted && key(item).is_none()).then(|| scalar(item))?
    };
    let items: Option<Vec<_>> = below.map(item).collect();
    items.map_or(PropertyValue::Unknown, PropertyValue::list)
}

/// The scalar that `text` is, with a comment behind it. `None` for anything else.
pub(super) fn scalar(text: &str) -> Option<PropertyValue> {
    let first = text.chars().next();
    match first {
        None | Some('#') => Some(PropertyValue::Empty),
        Some('"' | '\'') => {
            let (inner, rest) = quoted(text)?;
            is_tail(rest).then(|| PropertyValue::text(&inner))
        }
        _ => plain(text[..comment_start(text).unwrap_or(text.len())].trim_end_matches(BLANKS)),
    }
}

/// The value of the plain scalar `text`, which is not empty.
fn plain(text: &str) -> Option<PropertyValue> {
    let is_mark = text.starts_with(['[', ']', '{', '}', ',', '&', '*', '!', '|', '>', '%', '@', '`', '#', '"', '\'']);
    let is_entry = text.strip_prefix(['-', '?', ':']).is_some_and(|rest| rest.is_empty() || rest.starts_with(BLANKS));
    (!text.is_empty() && !is_mark && !is_entry && colons(text).next().is_none()).then(|| PropertyValue::plain(text))
}

/// The text in the quotes at the start of `text`, and what follows.
pub(super) fn quoted(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next()?;
    let end = quote_end(&text[1..], quote)?;
    let (inner, rest) = (&text[1..=end], &text[end + 2..]);
    let inner = match quote {
        '"' if inner.contains('\\') => serde_json::from_str(&text[..end + 2]).ok()?,
        '"' => inner.to_owned(),
        _ => inner.replace("''", "'"),
    };
    Some((inner, rest))
}

/// The list that `text` is, such as `[a, "b"]`, with a comment behind it.
pub(super) fn whole_list(text: &str) -> Option<PropertyValue> {
    let mut rest = text.strip_prefix('[')?.trim_start_matches(BLANKS);
    let mut items = Vec::new();
    while !rest.starts_with(']') {
        let (item, behind) = if rest.starts_with(['"', '\'']) {
            let (inner, behind) = quoted(rest)?;
            (PropertyValue::text(&inner), behind)
        } else {
            let (item, behind) = rest.split_at(rest.find(['[', ']', '{', '}', ','])?);
            let item = item.trim_end_matches(BLANKS);
            (plain(item).filter(|_| comment_start(item).is_none())?, behind)
        };
        items.push(item);
        rest = behind.trim_start_matches(BLANKS);
        rest = match rest.strip_prefix(',') {
            Some(next) => next.trim_start_matches(BLANKS),
            None if rest.starts_with(']') => rest,
            None => return None,
        };
    }
    is_tail(&rest[1..]).then(|| PropertyValue::list(items))
}

#[cfg(test)]
#[path = "typed_tests.rs"]
mod tests;
