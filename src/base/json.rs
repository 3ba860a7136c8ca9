//! Reads JSON in place. Values are slices of the file, and only the requested text is copied, so a notebook with 60 MB
//! of images needs no memory beyond the file.
//!
//! `serde_json` validates the file once and reports where it is broken. The formats interpret the fields.
//! Its `RawValue` cannot replace this: it rejects half a surrogate pair (`"\ud83d"`), cannot read only the start of a
//! string, and collects a list's values before the first is read, 16 bytes for each `1,` of the file.

use std::borrow::Cow;
use std::iter;

use serde::de::IgnoredAny;

use crate::json_runs::next_run;
use crate::outcome::Fault;

pub use crate::json_runs::{Run, joined};

/// Maximum nesting depth: the limit of `serde_json` for typed values. Values that it skips may be nested to any depth,
/// and take a byte of memory per level.
const MAX_DEPTH: usize = 128;

/// Maximum number of bytes read of a field's name: longer than any known name.
const MAX_NAME_BYTES: usize = 1024;

/// A value of a file that has been validated.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a>(&'a str);

/// The file as text, without its byte order mark.
///
/// # Errors
/// [`Fault::Broken`] if the file is not UTF-8.
pub fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    let text = str::from_utf8(bytes)
        .map_err(|error| Fault::Broken(format!("byte {} is not UTF-8", error.valid_up_to() + 1)))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Validates a file and returns its value.
///
/// # Errors
/// [`Fault::Broken`] if the file is not JSON, or nested too deep.
pub fn parse(bytes: &[u8]) -> Result<Value<'_>, Fault> {
    let text = utf8(bytes)?;
    if text.trim_ascii().is_empty() {
        return Err(Fault::Broken("the file is empty".to_owned()));
    }
    if depth(text.as_bytes()) > MAX_DEPTH {
        return Err(Fault::Broken(format!("JSON nested more than {MAX_DEPTH} deep")));
    }
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| Fault::Broken(format!("invalid JSON: {error}")))?;
    Ok(Value(text.trim_ascii()))
}

impl<'a> Value<'a> {
    const NULL: Self = Self("null");

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.0 == "null"
    }

    /// Whether it is `true`.
    #[must_use]
    pub fn is_true(self) -> bool {
        self.0 == "true"
    }

    /// Whether it is a string.
    #[must_use]
    pub fn is_text(self) -> bool {
        self.0.starts_with('"')
    }

    /// Whether it is a list.
    #[must_use]
    pub fn is_list(self) -> bool {
        self.0.starts_with('[')
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.0.starts_with('{')
    }

    /// The kind of value, for an error message.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self.0.bytes().next() {
            Some(b'"') => "a string",
            Some(b'[') => "a list",
            Some(b'{') => "an object",
            Some(b't' | b'f') => "true or false",
            Some(b'n') => "null",
            _ => "a number",
        }
    }

    /// The length of the value in the file in bytes.
    #[must_use]
    pub fn byte_len(self) -> usize {
        self.0.len()
    }

    /// The value as a finite number.
    #[must_use]
    pub fn number(self) -> Option<f64> {
        self.0.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The value as a non-negative integer.
    #[must_use]
    pub fn index(self) -> Option<usize> {
        self.0.parse().ok()
    }

    /// The text of a string, cut to `limit` bytes.
    #[must_use]
    pub fn text(self, limit: usize) -> Option<Cow<'a, str>> {
        if !self.is_text() {
            return None;
        }
        let inside = self.inside();
        if inside.len() <= limit && !inside.contains('\\') {
            return Some(Cow::Borrowed(inside));
        }
        Some(Cow::Owned(joined(self.runs(), limit)))
    }

    /// The pieces of a string. Empty for any other value.
    pub fn runs(self) -> impl Iterator<Item = Run<'a>> + use<'a> {
        let mut rest = if self.is_text() { self.inside() } else { "" };
        iter::from_fn(move || next_run(&mut rest))
    }

    /// The values of a list. Empty for any other value.
    pub fn items(self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let mut rest = if self.is_list() { self.inside() } else { "" };
        iter::from_fn(move || next_value(&mut rest))
    }

    /// The fields of an object in order, with names cut to 1,024 bytes. Empty for any other value.
    pub fn fields(self) -> impl Iterator<Item = (Cow<'a, str>, Value<'a>)> + use<'a> {
        let mut rest = if self.is_object() { self.inside() } else { "" };
        iter::from_fn(move || {
            let name = next_value(&mut rest)?.text(MAX_NAME_BYTES)?;
            Some((name, next_value(&mut rest)?))
        })
    }

    /// The fields of an object with these names. Missing fields are null. If a name occurs more than once, the last
    /// field is used, as in Python.
    #[must_use]
    pub fn pick<const N: usize>(self, names: [&str; N]) -> [Value<'a>; N] {
        let mut picked = [Self::NULL; N];
        for (name, value) in self.fields() {
            if let Some(at) = names.iter().position(|wanted| **wanted == *name) {
                picked[at] = value;
            }
        }
        picked
    }

    /// The text between the quotes or brackets.
    pub(super) fn inside(self) -> &'a str {
        self.0.get(1..self.0.len() - 1).unwrap_or_default()
    }
}

/// The maximum nesting depth of brackets outside strings. The file need not be valid.
fn depth(text: &[u8]) -> usize {
    let (mut deepest, mut depth, mut at) = (0_usize, 0_usize, 0);
    while let Some(byte) = text.get(at) {
        at += match byte {
            b'"' => string_len(&text[at..]),
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
                1
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                1
            }
            _ => 1,
        };
    }
    deepest
}

/// The length of the string at the start of `text`, including its quotes.
fn string_len(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = text.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))) {
        at += found;
        if text[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    text.len()
}

/// The length of the value at the start of `text`.
fn value_len(text: &[u8]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => at += string_len(&text[at..]),
            b'[' | b'{' => {
                depth += 1;
                at += 1;
                continue;
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            _ if depth > 0 => {
                at += 1;
                continue;
            }
            _ => return text.iter().position(|byte| b",]} \t\r\n".contains(byte)).unwrap_or(text.len()),
        }
        if depth == 0 {
            break;
        }
    }
    at.min(text.len())
}

/// Takes the next value, and the separator before it.
fn next_value<'a>(rest: &mut &'a str) -> Option<Value<'a>> {
    let text = rest.trim_start_matches([',', ':', ' ', '\t', '\r', '\n']);
    if text.is_empty() {
        return None;
    }
    let (value, behind) = text.split_at_checked(value_len(text.as_bytes()))?;
    *rest = behind;
    (!value.is_empty()).then_some(Value(value))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn of_a_name_of_megabytes_only_the_beginning_is_read() {
        let file = format!("{{\"{}\": 1, \"a\": 2}}", "\\n".repeat(1_000_000));
        let fields = parse(file.as_bytes()).unwrap().fields();
        assert_eq!(
            fields.map(|(name, value)| (name.len(), value.index())).collect::<Vec<_>>(),
            [(1024, Some(1)), (1, Some(2))]
        );
    }
}
