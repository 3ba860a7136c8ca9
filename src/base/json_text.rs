//! Texts of a JSON file with their places in it, so that a part of one can be rewritten without a change elsewhere.

use std::ops::Range;

use crate::json::{Run, Value};
use crate::json_runs::next_run;

/// The text of a string, and where it is written.
#[derive(Debug, Default)]
pub struct PlacedText {
    /// The text.
    pub text: String,
    /// Where each piece begins: in the text and in the file. The last is the end.
    starts: Vec<(usize, usize)>,
}

impl PlacedText {
    /// Where the bytes `part` of the text are written in the file.
    #[must_use]
    pub fn place(&self, part: &Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            let piece = self.starts.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            let (start, place) = self.starts.get(piece).copied().unwrap_or_default();
            place + (at - start)
        };
        place(part.start)..place(part.end)
    }
}

/// The text of `value`, which is a string in `file`; `None` for any other value.
#[must_use]
pub fn placed_text(value: Value<'_>, file: &str) -> Option<PlacedText> {
    if !value.is_text() {
        return None;
    }
    let mut placed = PlacedText::default();
    let mut rest = value.inside();
    loop {
        placed.starts.push((placed.text.len(), rest.as_ptr().addr() - file.as_ptr().addr()));
        match next_run(&mut rest) {
            Some(Run::Plain(plain)) => placed.text.push_str(plain),
            Some(Run::Char(c)) => placed.text.push(c),
            None => return Some(placed),
        }
    }
}

/// `text` as it is written in a string, without the quotes.
#[must_use]
pub fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}
