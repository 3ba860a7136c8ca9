//! Whether properties keep the types that Obsidian sees in their values.

use std::collections::HashMap;

use super::property_edits::key_of;
use crate::note::front_matter::{self, NULL, Property, comment_behind, is_date, key_and_value, number, properties};

/// Properties that Obsidian reads as lists, whatever is written.
const LISTS: &[&str] = &["tags", "tag", "aliases", "alias", "cssclasses", "cssclass"];

/// The warnings about properties whose type changes. A property that was or becomes empty has none.
pub(super) fn changed_types(before: &str, after: &str) -> Vec<String> {
    let (old, new) = (front(before), front(after));
    let key = |property: &Property<'_>| key_of(property.name);
    // Of several with the same name, the first.
    let old: HashMap<String, &Property<'_>> = old.iter().rev().map(|property| (key(property), property)).collect();
    let change = |property: &Property<'_>| {
        let was = old.get(&key(property))?;
        if before[was.span.clone()] == after[property.span.clone()] {
            return None;
        }
        let (was, is) = (value_type(before, was)?, value_type(after, property)?);
        let is_list = is == "a list" && LISTS.contains(&key(property).as_str());
        (was != is && !is_list).then(|| format!("the property “{}” was {was} and becomes {is}", property.name))
    };
    new.iter().filter_map(change).collect()
}

/// The properties of `note`.
fn front(note: &str) -> Vec<Property<'_>> {
    let Some((front, _)) = front_matter::split(note.as_bytes()) else { return Vec::new() };
    let start = front.as_ptr().addr() - note.as_ptr().addr();
    properties(&note[start..start + front.len()], start)
}

/// The type of `property`'s value in words. `None` if it is empty or not understood.
fn value_type(note: &str, property: &Property<'_>) -> Option<&'static str> {
    let lines = note[property.span.clone()].trim_ascii_end();
    let (first, below) = lines.split_once('\n').unwrap_or((lines, ""));
    let (_, value) = key_and_value(first);
    let value = value.strip_suffix(comment_behind(value).unwrap_or_default()).unwrap_or(value).trim();
    let unquoted = value.trim_matches(['"', '\'']);
    Some(match value.chars().next() {
        _ if !property.is_understood => return None,
        None if below.is_empty() => return None,
        None if below.trim_start().starts_with('-') => "a list",
        Some('[') => "a list",
        None | Some('{') => "a map",
        // Obsidian reads a date in quotes as a date.
        _ if is_date(unquoted) && below.is_empty() => {
            if unquoted.len() > 10 {
                "a date with time"
            } else {
                "a date"
            }
        }
        _ if !below.is_empty() => "text",
        _ if NULL.contains(&value) => return None,
        _ if ["true", "True", "TRUE", "false", "False", "FALSE"].contains(&value) => "true or false",
        _ if number(value).is_some() => "a number",
        _ => "text",
    })
}
