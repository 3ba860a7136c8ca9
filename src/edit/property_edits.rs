//! Changes to the properties in a note's front matter: only the lines of the named ones.

use std::collections::{HashMap, HashSet};

use lectern_base::sort::sort_by_key;
use serde_json::{Map, Number, Value};

use super::hunks::Replacement;
use super::line_endings::ending_at;
use crate::note::front_matter::{self, Property, YamlFault, is_date, note_fault, properties};

/// What of a note's properties changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PropertyChanges {
    /// New values, by name.
    pub set: Map<String, Value>,
    /// Names of properties to remove.
    pub remove: Vec<String>,
}

/// Why properties cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PropertyFault {
    /// The front matter is not valid YAML, or never closed.
    Unreadable(YamlFault),
    /// The front matter is JSON.
    Json,
    /// The lines of this property are not ordinary YAML.
    NotUnderstood(String),
    /// This property is there twice.
    Twice(String),
    /// There is no such property to remove; these are there.
    Missing(String, Vec<String>),
    /// A property cannot have this value, or this name.
    Value(String),
    /// It is both to be set and to be removed.
    Both(String),
}

/// What `changes` replace in `note`, which has no byte order mark. In order, not overlapping.
pub(crate) fn change_properties(note: &str, changes: &PropertyChanges) -> Result<Vec<Replacement>, PropertyFault> {
    let PropertyChanges { set, remove } = changes;
    let names: HashSet<_> = set.keys().map(|name| key_of(name)).collect();
    if let Some(both) = remove.iter().find(|name| names.contains(&key_of(name))) {
        return Err(PropertyFault::Both(both.clone()));
    }
    if let Some(fault) = note_fault(note) {
        return Err(PropertyFault::Unreadable(fault));
    }
    let ending = ending_at(note, 0);
    let Some((front, _)) = front_matter::split(note.as_bytes()) else { return new_front_matter(changes, ending) };
    let start = front.as_ptr().addr() - note.as_ptr().addr();
    let end = start + front.len();
    let front = &note[start..end];
    if front.trim_start().starts_with('{') {
        return Err(PropertyFault::Json);
    }
    let there = properties(front, start);
    let mut by_key = HashMap::<_, Vec<_>>::new();
    for property in &there {
        by_key.entry(key_of(property.name)).or_default().push(property);
    }
    let mut replacements = Vec::new();
    for name in remove {
        let property = only(&by_key, name)?.ok_or_else(|| {
            let names = there.iter().map(|property| property.name.to_owned()).collect();
            PropertyFault::Missing(name.clone(), names)
        })?;
        replacements.push(Replacement { span: property.span.clone(), new: String::new() });
    }
    let mut added = String::new();
    for (name, value) in set {
        match only(&by_key, name)? {
            Some(property) => {
                let new = lines_of(note, property, value)?;
                if note[property.span.clone()] != new {
                    replacements.push(Replacement { span: property.span.clone(), new });
                }
            }
            None => added += &lines(name, value, ending)?,
        }
    }
    if !added.is_empty() {
        replacements.push(Replacement { span: end..end, new: added });
    }
    sort_by_key(&mut replacements, |replacement| (replacement.span.start, replacement.span.end));
    Ok(replacements)
}

/// Front matter for a note that has none.
fn new_front_matter(changes: &PropertyChanges, ending: &str) -> Result<Vec<Replacement>, PropertyFault> {
    if let Some(name) = changes.remove.first() {
        return Err(PropertyFault::Missing(name.clone(), Vec::new()));
    }
    let lines = changes.set.iter().map(|(name, value)| lines(name, value, ending));
    let lines: String = lines.collect::<Result<_, _>>()?;
    Ok(vec![Replacement { span: 0..0, new: format!("---{ending}{lines}---{ending}") }])
}

/// The property `name`, if there is one.
fn only<'p, 'n>(
    by_key: &HashMap<String, Vec<&'p Property<'n>>>,
    name: &str,
) -> Result<Option<&'p Property<'n>>, PropertyFault> {
    match by_key.get(&key_of(name)).map_or(&[][..], Vec::as_slice) {
        [] => Ok(None),
        [property] if property.is_understood => Ok(Some(property)),
        [_] => Err(PropertyFault::NotUnderstood(name.to_owned())),
        _ => Err(PropertyFault::Twice(name.to_owned())),
    }
}

/// `name` as Obsidian compares the names of properties.
pub(super) fn key_of(name: &str) -> String {
    name.trim().to_lowercase()
}

/// The lines of `property` with a new value: its key and the comment behind a value of one line stay.
fn lines_of(note: &str, property: &Property<'_>, value: &Value) -> Result<String, PropertyFault> {
    let old = &note[property.span.clone()];
    let ending = ending_at(note, property.span.start);
    let (first, rest) = old.split_once('\n').unwrap_or((old, ""));
    let first = first.strip_suffix('\r').unwrap_or(first);
    let (key, after) = front_matter::key_and_value(first);
    let comment = front_matter::comment_behind(after).filter(|_| rest.is_empty()).unwrap_or_default();
    let mut new = key.to_owned();
    let (head, items) = yaml(property.name, value)?;
    new += &in_same_quotes(after, value).unwrap_or(head);
    new += comment;
    new += ending;
    for item in items {
        new += &item;
        new += ending;
    }
    // The last line of the note may have no line break.
    Ok(if old.ends_with('\n') { new } else { new.trim_end_matches(['\r', '\n']).to_owned() })
}

/// A text in the quotes of the `old` value: `"2026-10-09"` in quotes is no date for YAML 1.1, and must not become one.
fn in_same_quotes(old: &str, value: &Value) -> Option<String> {
    let text = value.as_str()?;
    match old.trim_start().chars().next()? {
        '"' => Some(format!(" {}", quoted(text))),
        '\'' if text.chars().all(is_printed) => Some(format!(" '{}'", text.replace('\'', "''"))),
        _ => None,
    }
}

/// The lines of a new property.
fn lines(name: &str, value: &Value, ending: &str) -> Result<String, PropertyFault> {
    if name.trim().is_empty() || name.contains(['\n', '\r']) {
        return Err(PropertyFault::Value(format!("{name:?} is no name of a property")));
    }
    let key = if is_plain(name) && !name.contains(':') { name.to_owned() } else { quoted(name) };
    let (head, items) = yaml(name, value)?;
    let lines = [vec![format!("{key}:{head}")], items].concat();
    Ok(lines.into_iter().map(|line| line + ending).collect())
}

/// `value` as it is written behind `name:`, and the lines below it.
fn yaml(name: &str, value: &Value) -> Result<(String, Vec<String>), PropertyFault> {
    match value {
        Value::Array(items) if items.is_empty() => Ok((" []".to_owned(), Vec::new())),
        Value::Array(items) => {
            let item = |item: &Value| Ok(format!("  - {}", scalar(name, item)?));
            Ok((String::new(), items.iter().map(item).collect::<Result<_, _>>()?))
        }
        // The app writes an empty property so.
        Value::Null => Ok((String::new(), Vec::new())),
        value => Ok((format!(" {}", scalar(name, value)?), Vec::new())),
    }
}

fn scalar(name: &str, value: &Value) -> Result<String, PropertyFault> {
    match value {
        Value::String(text) if is_plain(text) => Ok(text.clone()),
        Value::String(text) => Ok(quoted(text)),
        Value::Number(number) => digits(number)
            .ok_or_else(|| PropertyFault::Value(format!("{name:?} cannot be {number}, which is too large"))),
        Value::Bool(_) => Ok(value.to_string()),
        Value::Null => Ok("null".to_owned()),
        Value::Array(_) | Value::Object(_) => {
            Err(PropertyFault::Value(format!("{name:?} cannot have lists in lists, or objects")))
        }
    }
}

/// `number` as every version of YAML reads it: `1e+20` is a text in YAML 1.1. `None` if it is infinite.
fn digits(number: &Number) -> Option<String> {
    /// Maximum digits that people write.
    const MAX_DIGITS: usize = 25;
    let written = number.to_string();
    let float = number.as_f64()?;
    if !written.contains(['e', 'E']) {
        return Some(written);
    }
    let whole = float.to_string();
    if whole.len() <= MAX_DIGITS {
        return Some(whole);
    }
    let scientific = format!("{float:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    Some(format!("{digits}e{sign}{exponent}"))
}

/// In double quotes, with the escapes of JSON, which YAML has too.
fn quoted(text: &str) -> String {
    let mut quoted = Value::from(text).to_string();
    // Line breaks and characters that YAML does not print.
    for c in ['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}', '\u{7f}'] {
        quoted = quoted.replace(c, &format!("\\u{:04x}", u32::from(c)));
    }
    quoted
}

/// Whether YAML prints `c` outside double quotes, on one line.
fn is_printed(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Whether `text` without quotes is this text in every version of YAML. Dates are plain: the app writes them so.
fn is_plain(text: &str) -> bool {
    const WORDS: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "y", "n", ".inf", ".nan"];
    let Some(first) = text.chars().next() else { return false };
    let is_number_like = |first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.');
    text.trim() == text
        && text.chars().all(is_printed)
        && !text.contains(": ")
        && !text.ends_with(':')
        && !text.contains(" #")
        && !"-?:,[]{}#&*!|>'\"%@`=<~.+".contains(first)
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
        && (!is_number_like(first) || is_date(text) || text.contains(' ') && !text.contains(':'))
}
