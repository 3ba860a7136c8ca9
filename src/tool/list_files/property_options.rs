//! The arguments `where`, `properties`, `base` and a property as `sort`: which notes a listing has, what it shows of their
//! properties, and by which it sorts them. They need the index.

use std::cmp::Ordering;

use super::arguments::ListArguments;
use super::tree::File;
use crate::error::ToolError;
use crate::note::PropertyValue;
use crate::path::{one_line, quoted};
use crate::search::base_view::{BaseView, LocalTime};
use crate::search::index::{Entry, Index};
use crate::search::where_filter::WhereFilter;
use crate::tool::conditions::{Conditions, SortKey, value_order};
use crate::wire::reply::PropertyShown;

/// Maximum properties to show, and maximum characters of a value in a line.
const MAX_SHOWN: usize = 20;
const MAX_CHARS: usize = 200;

/// What a call asks of properties.
#[derive(Debug, Default)]
pub(super) struct PropertyOptions {
    filter: Option<WhereFilter>,
    /// The names of the properties to show.
    pub shown: Vec<String>,
    pub sort: Option<SortKey>,
    /// The view to run, and the user's time.
    pub base: Option<(Box<BaseView>, Option<LocalTime>)>,
}

impl PropertyOptions {
    /// `None` if the arguments `given` ask nothing of properties. `is_sorted`: whether to sort by one.
    pub fn of(given: &ListArguments, is_sorted: bool) -> Result<Option<Self>, ToolError> {
        let filter =
            given.r#where.as_deref().filter(|text| !text.trim().is_empty()).map(WhereFilter::parse).transpose();
        let filter = filter.map_err(|error| ToolError::invalid_arguments(error.to_string(), error.help()))?;
        let shown: Vec<_> = given.properties.iter().map(|name| name.trim().to_owned()).collect();
        if shown.len() > MAX_SHOWN || shown.iter().any(String::is_empty) {
            return Err(ToolError::invalid_arguments(
                format!("properties has an empty name, or more than {MAX_SHOWN}"),
                "give the names of the properties to show, such as {\"properties\": [\"status\", \"due\"]}",
            ));
        }
        let sort = given.sort.as_deref().filter(|_| is_sorted).map(SortKey::parse);
        let options = Self { filter, shown, sort, base: None };
        let is_base = given.base.is_some();
        if is_base && (given.sort.is_some() || !options.shown.is_empty()) {
            return Err(ToolError::invalid_arguments(
                "base is given with sort or properties",
                "leave them out: a view has its own order and properties",
            ));
        }
        let is_asked = is_base || options.filter.is_some() || !options.shown.is_empty() || options.sort.is_some();
        Ok(is_asked.then_some(options))
    }

    /// Shows what `view` shows, in its order.
    pub fn run(&mut self, view: Box<BaseView>, now: Option<LocalTime>) {
        self.shown = view.columns.iter().map(|column| column.name.clone()).collect();
        self.base = Some((view, now));
    }

    /// Whether only notes can have what is asked for.
    pub fn is_of_notes(&self) -> bool {
        self.base.is_none() || self.filter.is_some()
    }

    /// The order of two files by the values behind those to show.
    pub fn order(&self, one: &File, other: &File) -> Ordering {
        let by_base = self.base.iter().flat_map(|(view, _)| view.directions());
        let directions = self.sort.iter().map(|key| key.is_reversed).chain(by_base);
        let values = |file: &'_ File, at: usize| file.values.get(self.shown.len() + at).cloned();
        directions.enumerate().fold(Ordering::Equal, |order, (at, is_reversed)| {
            order.then_with(|| match (values(one, at), values(other, at)) {
                (Some(one), Some(other)) => value_order(&one, &other, is_reversed),
                _ => Ordering::Equal,
            })
        })
    }

    /// The conditions on the notes of `index`.
    pub fn conditions<'c>(&'c self, index: &'c Index) -> Conditions<'c> {
        Conditions::new(self.filter.as_ref(), None, None, index)
    }

    /// The values of `note`: those to show, then the one to sort by.
    pub fn values(&self, note: &Entry) -> Box<[PropertyValue]> {
        let shown = self.shown.iter().map(|name| note.properties.get(name).clone());
        shown.chain(self.sort.iter().map(|key| key.value(note).into_owned())).collect()
    }

    /// What a line shows: `status: open  tags: [a, b]`. Empty values are left out.
    pub fn text(&self, file: &File) -> String {
        let value = |(name, value): (&String, _)| Some(format!("  {}: {}", one_line(name), value_text(value)?));
        self.shown.iter().zip(&file.values).filter_map(value).collect()
    }

    /// The same for programs.
    pub fn shown(&self, file: &File) -> Vec<PropertyShown> {
        let pairs = self.shown.iter().zip(&file.values);
        let known = pairs.filter(|(_, value)| !matches!(value, PropertyValue::Empty | PropertyValue::Unknown));
        known.map(|(name, value)| PropertyShown { name: name.clone(), value: value.clone() }).collect()
    }
}

/// A value in a line; `None` if it is empty.
fn value_text(value: &PropertyValue) -> Option<String> {
    let text = match value {
        PropertyValue::Empty => return None,
        PropertyValue::Unknown => "?".to_owned(),
        PropertyValue::Checkbox(is) => is.to_string(),
        PropertyValue::Number(number) => number.to_string(),
        PropertyValue::Text(text) => plain(text),
        PropertyValue::List(items) => {
            format!("[{}]", items.iter().filter_map(value_text).collect::<Vec<_>>().join(", "))
        }
    };
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(at, _)| at);
    Some(if end < text.len() { format!("{}\u{2026}", &text[..end]) } else { text })
}

/// A text that can't be mistaken for another part of the line, else in quotes.
fn plain(text: &str) -> String {
    let is_plain = text == text.trim()
        && !text.is_empty()
        && !text.starts_with(['"', '?', '['])
        && !text.contains("  ")
        && !text.contains(", ")
        && !text.contains(crate::path::is_unprintable);
    if is_plain { text.to_owned() } else { quoted(text) }
}
