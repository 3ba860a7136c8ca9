//! Arguments in the other forms that models give them, and absolute paths.

use serde_json::{Map, Value};

use super::param::{ArgumentKind, Param};
use crate::absolute_path::below_root;

/// Makes an object of a list of names and values, and of JSON text. What is anything else, or has a name
/// twice, stays as it is and is refused.
pub(super) fn by_name(value: &mut Value) {
    if let Value::String(text) = value
        && let Ok(written @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text)
    {
        *value = written;
    }
    let Value::Array(items) = value else { return };
    let mut values = Map::new();
    for item in &*items {
        let Value::Object(entry) = item.clone() else { return };
        let entries = match entry.get("key") {
            Some(Value::String(key)) if is_entry(&entry) => {
                Map::from_iter([(key.clone(), entry.get("value").cloned().unwrap_or_default())])
            }
            _ => entry,
        };
        for (name, value) in entries {
            if values.insert(name, value).is_some() {
                return;
            }
        }
    }
    *value = values.into();
}

/// Whether `entry` has a `key` and perhaps a `value`, and nothing else.
fn is_entry(entry: &Map<String, Value>) -> bool {
    entry.get("key").is_some_and(Value::is_string) && entry.keys().all(|name| matches!(name.as_str(), "key" | "value"))
}

/// See [`Args::within`].
pub(super) fn shorten(params: &[Param], args: &mut Map<String, Value>, roots: &[String]) {
    let shortened = |value: &mut Value| {
        let below = value.as_str().and_then(|path| below_root(path, roots));
        if let Some(path) = below {
            *value = path.into();
        }
    };
    for param in params {
        match (param.kind, args.get_mut(param.name)) {
            (ArgumentKind::Path, Some(value)) => shortened(value),
            (ArgumentKind::List { of, .. }, Some(Value::Array(items))) => {
                for item in items {
                    match item {
                        Value::Object(item) => shorten(of, item, roots),
                        text if of.first().is_some_and(|first| matches!(first.kind, ArgumentKind::Path)) => {
                            shortened(text);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Some models write a list as JSON text, or leave out the brackets around a single item.
pub(super) fn unfold(value: &mut Value) {
    if let Value::String(text) = value
        && let Ok(list @ Value::Array(_)) = serde_json::from_str(text)
    {
        *value = list;
    }
    match value {
        Value::Object(_) => *value = Value::Array(vec![value.take()]),
        // Some models leave a list out by giving an empty one.
        Value::Array(items) if items.is_empty() => *value = Value::Null,
        _ => {}
    }
}
