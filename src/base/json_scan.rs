//! Validates JSON in slices.

use crate::outcome::Fault;

/// Maximum nesting depth.
const MAX_DEPTH: usize = 128;

/// A value of more bytes is remembered.
const LONG: usize = 4096;

/// Where a long value is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Long {
    /// Of its first byte, in memory.
    pub address: usize,
    pub len: usize,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Next {
    Value,
    /// The first value of a list, or its end.
    ValueOrEnd,
    Name,
    /// The first name in an object, or its end.
    NameOrEnd,
    Colon,
    /// After a value: a comma, or the end.
    After,
    InValue,
    InName,
}

/// A file that is being validated.
#[derive(Debug)]
pub struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    next: Next,
    /// The brackets that close what is open, and the places of what is open in `longs`.
    open: Vec<(u8, usize)>,
    /// What is long or still open, in the order of the file.
    pub(crate) longs: Vec<Long>,
}

impl<'a> Scan<'a> {
    /// Begins with a file, which is UTF-8.
    ///
    /// # Errors
    /// [`Fault::Broken`] if it is empty.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Fault> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if text.trim_ascii_start().is_empty() {
            return Err(Fault::Broken("the file is empty".to_owned()));
        }
        Ok(Self { text, at: 0, next: Next::Value, open: Vec::new(), longs: Vec::new() })
    }

    /// Reads on for about `bytes`. Returns whether the end is reached.
    ///
    /// # Errors
    /// [`Fault::Broken`] if the file is not JSON, or nested too deep.
    pub fn step(&mut self, bytes: usize) -> Result<bool, Fault> {
        let end = self.at.saturating_add(bytes).min(self.text.len());
        while self.at < end {
            self.token(end).map_err(|at| self.broken(at))?;
        }
        let is_end = self.at == self.text.len();
        if is_end && (self.next != Next::After || !self.open.is_empty()) {
            return Err(self.broken(self.at));
        }
        Ok(is_end)
    }

    pub(crate) fn text(&self) -> &'a [u8] {
        self.text.trim_ascii()
    }

    /// Says that the byte at `at` is wrong, or that the file ends there. Counts as `serde_json` does.
    fn broken(&self, at: usize) -> Fault {
        if self.open.len() > MAX_DEPTH {
            return Fault::Broken(format!("JSON nested more than {MAX_DEPTH} deep"));
        }
        let read = &self.text[..self.text.len().min(at + 1)];
        let line = read.split(|byte| *byte == b'\n').count();
        let column = read.iter().rev().take_while(|byte| **byte != b'\n').count();
        let found = if at < self.text.len() { "character" } else { "end" };
        Fault::Broken(format!("invalid JSON: unexpected {found} at line {line} column {column}"))
    }

    /// Reads a token, or a string up to `end`. Fails with the place of what is wrong.
    fn token(&mut self, end: usize) -> Result<(), usize> {
        let (at, rest) = (self.at, &self.text[self.at..]);
        let byte = rest[0];
        let mut len = 1;
        self.next = match (self.next, byte) {
            (Next::InValue | Next::InName, b'"') => {
                self.close(self.longs.len() - 1, at + 1);
                if self.next == Next::InName { Next::Colon } else { Next::After }
            }
            (next @ (Next::InValue | Next::InName), _) => {
                len = match byte {
                    b'\\' => escape_len(rest).map_err(|wrong| at + wrong)?,
                    0..0x20 => return Err(at - 1),
                    _ => rest[..end - at]
                        .iter()
                        .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))
                        .unwrap_or(end - at),
                };
                next
            }
            (next, b' ' | b'\t' | b'\r' | b'\n') => next,
            (Next::Value | Next::ValueOrEnd, b'"') => self.begin(at, Next::InValue),
            (Next::Name | Next::NameOrEnd, b'"') => self.begin(at, Next::InName),
            (Next::Value | Next::ValueOrEnd, b'[' | b'{') => {
                let (end, next) = if byte == b'[' { (b']', Next::ValueOrEnd) } else { (b'}', Next::NameOrEnd) };
                self.open.push((end, self.longs.len()));
                if self.open.len() > MAX_DEPTH {
                    return Err(at);
                }
                self.begin(at, next)
            }
            (Next::ValueOrEnd | Next::NameOrEnd | Next::After, b']' | b'}')
                if let Some((_, place)) = self.open.pop_if(|(end, _)| *end == byte) =>
            {
                self.close(place, at + 1);
                Next::After
            }
            (Next::Colon, b':') => Next::Value,
            (Next::After, b',') if let Some((end, _)) = self.open.last() => {
                if *end == b']' {
                    Next::Value
                } else {
                    Next::Name
                }
            }
            (Next::Value | Next::ValueOrEnd, _) => {
                len = scalar_len(rest).map_err(|wrong| at + wrong)?;
                Next::After
            }
            _ => return Err(at),
        };
        self.at += len;
        Ok(())
    }

    /// Begins a value or a name, which may be long.
    fn begin(&mut self, at: usize, next: Next) -> Next {
        self.longs.push(Long { address: self.text.as_ptr().addr() + at, len: 0 });
        next
    }

    /// Ends what is at this `place` in `longs`. If it is short, all in it is too.
    fn close(&mut self, place: usize, end: usize) {
        let len = self.text.as_ptr().addr() + end - self.longs[place].address;
        if len > LONG {
            self.longs[place].len = len;
        } else {
            self.longs.truncate(place);
        }
    }
}

/// The length of the escape at the start of `text`, or where it is wrong.
fn escape_len(text: &[u8]) -> Result<usize, usize> {
    match text.get(1) {
        Some(b'u') => match text.get(2..6) {
            Some(digits) if digits.iter().all(u8::is_ascii_hexdigit) => Ok(6),
            digits => Err(if digits.is_some() { 5 } else { text.len() }),
        },
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(2),
        _ => Err(1),
    }
}

/// The length of the number or word at the start of `text`, or where it is wrong.
fn scalar_len(text: &[u8]) -> Result<usize, usize> {
    let word: &[u8] = match text[0] {
        b't' => b"true",
        b'f' => b"false",
        b'n' => b"null",
        _ => return number_len(text),
    };
    (1..word.len()).find(|at| text.get(*at) != Some(&word[*at])).map_or(Ok(word.len()), Err)
}

fn number_len(text: &[u8]) -> Result<usize, usize> {
    let digits = |from: usize| {
        let end = from + text.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
        if end > from { Ok(end) } else { Err(end) }
    };
    let start = usize::from(text[0] == b'-');
    let mut at = digits(start)?;
    if at > start + 1 && text[start] == b'0' {
        return Err(start + 1);
    }
    if text.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        at = digits(at + 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-'))))?;
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::de::IgnoredAny;

    use super::{Fault, Scan};

    /// What is wrong with `text`, read in steps of `bytes`.
    fn fault(text: &str, bytes: usize) -> Option<String> {
        let mut scan = Scan::new(text.as_bytes()).ok()?;
        loop {
            match scan.step(bytes) {
                Ok(true) => return None,
                Ok(false) => {}
                Err(Fault::Broken(what)) => return Some(what),
                Err(other) => panic!("{other:?}"),
            }
        }
    }

    proptest! {
        #[test]
        fn wrong_is_what_serde_refuses_and_at_the_same_place(
            pieces in prop::collection::vec(prop::sample::select(&[
                "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "\\n", "\\u12aF", "\\ud83d", "\\u12", " ", "\n",
                "\u{7}", "é", "0", "-", "12", ".5", "e+3", "E", "true", "null", "tru", "\"a\": 1", "[1, {}]",
            ][..]), 0..12),
            bytes in 1..20_usize,
        ) {
            let text = format!("{}0", pieces.concat());
            let wanted = serde_json::from_str::<IgnoredAny>(&text).err();
            let found = fault(&text, bytes);
            prop_assert_eq!(found.is_some(), wanted.is_some(), "{}", text);
            if let Some((found, wanted)) = found.zip(wanted) {
                let place = format!(" at line {} column {}", wanted.line(), wanted.column());
                prop_assert!(found.ends_with(&place), "{:?}: {}, not {}", text, found, wanted);
                prop_assert_eq!(found.contains("end at"), wanted.is_eof(), "{:?}: {}, not {}", text, found, wanted);
            }
        }
    }
}
