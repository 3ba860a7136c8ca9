//! A tool's parameters as one table, and the check of a call against it.

use serde_json::{Map, Value};

use crate::error::ToolError;
use crate::path::quoted;

/// One parameter of a tool.
#[derive(Clone, Copy)]
pub(in crate::tool) struct Param {
    pub name: &'static str,
    pub kind: ArgumentKind,
    pub required: bool,
    /// What a model is told about it; empty if it was told already.
    pub description: &'static str,
    /// What a valid value looks like: the help of an error.
    pub help: &'static str,
}

/// What a parameter takes.
#[derive(Clone, Copy)]
pub(in crate::tool) enum ArgumentKind {
    /// Any text.
    Text,
    /// A path or a name of a file or folder. It may be absolute: see [`Args::within`].
    Path,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number, counted from 1, or from the end when negative.
    Line,
    /// A whole number from 1 on.
    Count,
    /// A whole number from 1 on; a larger one than this counts as this.
    UpTo(u32),
    /// A whole number from 0 on; a larger one than this counts as this.
    Whole(u32),
    /// Yes or no.
    Flag,
    /// A list of texts; one text is short for a list of it.
    Texts,
    /// Names and values: a list of `{"key": …, "value": …}`, or an object; also either as JSON text.
    Values,
    /// 1 to `max` objects with these parameters. A string is short for an object with only the first parameter.
    List { of: &'static [Param], max: usize },
}

/// What `text` is short for: an object with only the first of `params`.
pub(super) fn first_of(params: &[Param], text: &str) -> Map<String, Value> {
    params.first().map(|first| (first.name.to_owned(), text.into())).into_iter().collect()
}

pub(super) fn names(params: &[Param]) -> String {
    let names: Vec<_> = params.iter().map(|param| param.name).collect();
    names.join(", ")
}

/// Checks `args` against `params`; messages put `place` before each name.
pub(super) fn check(params: &[Param], args: &Map<String, Value>, place: &str) -> Result<(), ToolError> {
    for (name, value) in args {
        let Some(param) = params.iter().find(|param| param.name == name) else {
            // `files[2].` is one of the files.
            let list = place.split('[').next().unwrap_or_default();
            let each = format!("each {} takes", list.strip_suffix('s').unwrap_or(list));
            let what = if place.is_empty() { "the arguments are" } else { &each };
            let unknown = format!("unknown argument {}", quoted(&format!("{place}{name}")));
            return Err(ToolError::invalid_arguments(unknown, format!("{what} {}", names(params))));
        };
        param.check(value, place)?;
    }
    match params.iter().find(|param| param.required && args.get(param.name).is_none_or(Value::is_null)) {
        Some(missing) => Err(ToolError::invalid_arguments(format!("{place}{} is missing", missing.name), missing.help)),
        None => Ok(()),
    }
}

impl Param {
    /// Checks `value`; messages put `place` before the name.
    fn check(&self, value: &Value, place: &str) -> Result<(), ToolError> {
        let name = self.name;
        let refused = |fault: &str| {
            Err(ToolError::invalid_arguments(format!("{place}{name} is {}, {fault}", shown(value)), self.help))
        };
        match (self.kind, value) {
            (_, Value::Null)
            | (ArgumentKind::Text | ArgumentKind::Path | ArgumentKind::Texts, Value::String(_))
            | (ArgumentKind::Values, Value::Object(_)) => Ok(()),
            (ArgumentKind::Text | ArgumentKind::Path, _) => refused("not text"),
            (ArgumentKind::Texts, Value::Array(items)) if items.iter().all(Value::is_string) => Ok(()),
            (ArgumentKind::Texts, _) => refused("not a list of texts"),
            (ArgumentKind::Values, _) => refused("not names with a value each"),
            (ArgumentKind::Word(words), Value::String(word)) if words.contains(&word.as_str()) => Ok(()),
            (ArgumentKind::Word(_), _) => refused("which is not a known value"),
            (ArgumentKind::Flag, value) => flag(value).map(drop).map_or_else(|| refused("neither true nor false"), Ok),
            (ArgumentKind::Whole(_), _) => match whole(value) {
                None => refused("not a whole number"),
                Some(..0) => refused("which must not be negative"),
                Some(_) => Ok(()),
            },
            (ArgumentKind::Line | ArgumentKind::Count | ArgumentKind::UpTo(_), _) => match whole(value) {
                None => refused("not a whole number"),
                Some(0) => refused("but counting starts at 1"),
                Some(..0) if !matches!(self.kind, ArgumentKind::Line) => refused("but counting starts at 1"),
                Some(_) => Ok(()),
            },
            (ArgumentKind::List { max, .. }, Value::Array(items)) if items.len() > max => {
                Err(ToolError::invalid_arguments(
                    format!("{place}{name} has {} entries, but takes 1 to {max}", items.len()),
                    self.help,
                ))
            }
            (ArgumentKind::List { of, .. }, Value::Array(items)) => {
                items.iter().enumerate().try_for_each(|(index, item)| match item {
                    Value::Object(item) => check(of, item, &format!("{place}{name}[{index}].")),
                    Value::String(text) => check(of, &first_of(of, text), &format!("{place}{name}[{index}].")),
                    other => Err(ToolError::invalid_arguments(
                        format!("{place}{name}[{index}] is {}, not an object", shown(other)),
                        self.help,
                    )),
                })
            }
            (ArgumentKind::List { .. }, _) => refused("not a list"),
        }
    }
}

/// The boolean that `value` is or spells.
pub(super) fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => text.trim().to_ascii_lowercase().parse().ok(),
        _ => None,
    }
}

/// The whole number that `value` is or spells.
pub(super) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| number.as_f64().and_then(whole_of_float)),
        Value::String(text) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let beyond = if digits.len() == text.len() { i64::MAX } else { i64::MIN };
            plain.then(|| text.parse().unwrap_or(beyond))
        }
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a float beyond 64 bits becomes the nearest integer")]
fn whole_of_float(number: f64) -> Option<i64> {
    (number.trunc().to_bits() == number.to_bits()).then_some(number as i64)
}

pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}
