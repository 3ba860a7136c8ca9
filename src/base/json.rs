//! Reads JSON in place. Values are slices of the file, and only the requested text is copied, so a notebook with 60 MB
//! of images needs no memory beyond the file.
//!
//! [`Scan`] validates the file once, in slices, and says where it is broken. It remembers where long values end: of the
//! 20 MB of an image, nothing is read again to find what follows. The formats interpret the fields.
//!
//! Half a surrogate pair (`"\ud83d"`) is valid.

use std::borrow::Cow;
use std::iter;

use crate::json_runs::next_run;
use crate::json_scan::Long;
use crate::outcome::Fault;

pub use crate::json_runs::{Run, joined};
pub use crate::json_scan::Scan;

/// Maximum number of bytes read of a field's name: longer than any known name.
const MAX_NAME_BYTES: usize = 1024;

/// A value of a file that has been validated.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a> {
    pub(super) text: &'a [u8],
    pub(super) longs: &'a [Long],
}

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
    utf8(bytes)?;
    let mut scan = Scan::new(bytes)?;
    scan.step(usize::MAX)?;
    Ok(Value { text: scan.text(), longs: &[] })
}

impl Scan<'_> {
    /// The value of the file, once its end is reached.
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        Value { text: self.text(), longs: &self.longs }
    }
}

impl<'a> Value<'a> {
    const NULL: Self = Self { text: b"null", longs: &[] };

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.text == b"null"
    }

    /// Whether it is `true`.
    #[must_use]
    pub fn is_true(self) -> bool {
        self.text == b"true"
    }

    /// Whether it is a string.
    #[must_use]
    pub fn is_text(self) -> bool {
        self.text.starts_with(b"\"")
    }

    /// Whether it is a list.
    #[must_use]
    pub fn is_list(self) -> bool {
        self.text.starts_with(b"[")
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.text.starts_with(b"{")
    }

    /// The kind of value, for an error message.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self.text.first() {
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
        self.text.len()
    }

    /// The value as a finite number.
    #[must_use]
    pub fn number(self) -> Option<f64> {
        str::from_utf8(self.text).ok()?.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The value as a non-negative integer.
    #[must_use]
    pub fn index(self) -> Option<usize> {
        str::from_utf8(self.text).ok()?.parse().ok()
    }

    /// The text of a string, cut to `limit` bytes.
    #[must_use]
    pub fn text(self, limit: usize) -> Option<Cow<'a, str>> {
        if !self.is_text() {
            return None;
        }
        let inside = self.inside();
        if inside.len() <= limit && !inside.contains(&b'\\') {
            return str::from_utf8(inside).ok().map(Cow::Borrowed);
        }
        Some(Cow::Owned(joined(self.runs(), limit)))
    }

    /// The pieces of a string. Empty for any other value.
    pub fn runs(self) -> impl Iterator<Item = Run<'a>> + use<'a> {
        let mut rest = if self.is_text() { self.inside() } else { &[] };
        iter::from_fn(move || next_run(&mut rest))
    }

    /// The values of a list. Empty for any other value.
    pub fn items(self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let mut rest = if self.is_list() { self.inside() } else { &[] };
        iter::from_fn(move || next_value(&mut rest, self.longs))
    }

    /// The fields of an object in order, with names cut to 1,024 bytes. Empty for any other value.
    pub fn fields(self) -> impl Iterator<Item = (Cow<'a, str>, Value<'a>)> + use<'a> {
        let mut rest = if self.is_object() { self.inside() } else { &[] };
        iter::from_fn(move || {
            let name = next_value(&mut rest, self.longs)?.text(MAX_NAME_BYTES)?;
            Some((name, next_value(&mut rest, self.longs)?))
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
    pub(super) fn inside(self) -> &'a [u8] {
        self.text.get(1..self.text.len() - 1).unwrap_or_default()
    }
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
fn next_value<'a>(rest: &mut &'a [u8], longs: &'a [Long]) -> Option<Value<'a>> {
    let text = &rest[rest.iter().position(|byte| !b",: \t\r\n".contains(byte))?..];
    let long = longs.binary_search_by_key(&text.as_ptr().addr(), |long| long.address);
    let len = long.map_or_else(|_| value_len(text), |at| longs[at].len);
    let (value, behind) = text.split_at_checked(len)?;
    *rest = behind;
    Some(Value { text: value, longs })
}

#[cfg(test)]
mod tests {
    use super::{Scan, Value, parse};

    #[test]
    fn of_a_name_of_megabytes_only_the_beginning_is_read() {
        let file = format!("{{\"{}\": 1, \"a\": 2}}", "\\n".repeat(1_000_000));
        let fields = parse(file.as_bytes()).unwrap().fields();
        assert_eq!(
            fields.map(|(name, value)| (name.len(), value.index())).collect::<Vec<_>>(),
            [(1024, Some(1)), (1, Some(2))]
        );
    }

    #[test]
    fn long_values_are_not_read_again() {
        let long = "a".repeat(5000);
        let file = format!(r#"{{"a": [1, "{long}", {{"b": ["{long}"]}}], "c": 2}}"#);
        let mut scan = Scan::new(file.as_bytes()).unwrap();
        assert!(scan.step(usize::MAX).unwrap());
        let [list, two] = scan.value().pick(["a", "c"]);
        assert_eq!(scan.longs.len(), 6);
        assert!(scan.longs.is_sorted_by_key(|long| long.address));
        assert_eq!(two.index(), Some(2));
        assert_eq!(list.items().map(Value::byte_len).collect::<Vec<_>>(), [1, 5002, 5011]);
    }
}
